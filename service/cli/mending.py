"""Taking back and correcting at the prompt: undo, redo, and corrections whose impact is shown before they are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.kernel.game import Json
from engines.kernel.notation import NotationError
from engines.kernel.text import plain
from service.api.unchanged import KINDS
from service.cli import impacts, words
from service.cli.client import ProblemError
from service.cli.completion import Suggestion
from service.cli.desk import CONFLICT, Desk, Reply
from service.cli.errors import CommandError
from service.cli.tables import why

_MOST_LOGGED = 12
"""Moves that ``log`` shows where nobody says how many."""
YES, NO = ("y", "yes", "s", "si", "sí"), ("n", "no", "cancel")
_AGAINST = ("!", "with ", "con ")
"""How an answer begins that keeps a move as it was played."""
BACK, RETRACT = "back", ("r", "retract")


def command(desk: Desk, line: str) -> Reply | None:
    """The answer to a line that takes back, corrects, or looks back on what was recorded; None for any other line."""
    if desk.asking is not None:
        return None
    head, _, rest = line.strip().partition(" ")
    if head.casefold() == "log" and (not rest.strip() or rest.strip() == "all" or rest.strip().isdecimal()):
        return _log(desk, rest.strip())
    if not words.may_be(line):
        return None
    desk.history.read_on()
    try:
        said = words.read(line, desk.table, desk.history.line)
    except NotationError as error:
        return _not_understood(desk, error)
    match said:
        case words.Undo():
            return _undo(desk, said)
        case words.Redo():
            return _redo(desk, said)
        case words.Correction():
            return Correcting(desk, said).look()
        case words.Against():
            return _against(desk, said)
    return None


def offers(desk: Desk) -> Iterator[str]:
    """What of what was recorded may be taken back, brought back or corrected now, a line each."""
    history, say = desk.history, desk.say
    line = history.read_on()
    forms: list[tuple[str, str]] = []
    if line.steps:
        last = line.steps[-1].name
        forms.append(("undo", f"{say('take back', 'deshacer')} [{last}] {history.sentence(last)}"))
    if (undone := history.redoable()) is not None:
        them = ", ".join(f"[{name}]" for name in history.entry(undone)["body"]["undoes"])
        forms.append(("redo", f"{say('bring back', 'recuperar')} {them}"))
    if line.steps:
        name, move = say("NAME", "NOMBRE"), say("MOVE", "JUGADA")
        forms.append((f"amend {name} {move}", say("what an earlier move should have been", "lo que debió ser")))
        forms.append((f"insert {name} {move}", say("a move that was left out before it", "una que faltaba antes")))
        forms.append((f"retract {name}", say("a move that was never made", "una que no se hizo")))
    yield from (plain(f"{typed:<23} {what}") for typed, what in forms)


def suggest(desk: Desk, text: str) -> Iterator[Suggestion]:
    """What may stand at the end of a line that takes back or corrects: names of the last moves, and what they say.

    Args:
        desk: The record.
        text: The line up to the cursor.
    """
    *before, current = text.rpartition(";")[2].lstrip().split(" ")
    before = [word for word in before if word and word != words.TRY]
    if not before or before[0].casefold() not in (words.UNDO, *words.CHANGES):
        return
    try:
        line = desk.history.line if desk.history.line.version >= desk.version else desk.history.read_on()
    except CommandError:
        return  # the service is away; whoever types goes on
    found: list[tuple[str, str]] = []
    if len(before) == 1:
        found = [(step.name, desk.history.typed(step.body)) for step in reversed(line.steps[-_MOST_LOGGED:])]
        if before[0].casefold() == words.UNDO:
            found += [(colour, desk.say("its last move", "su última jugada")) for colour in desk.table.colours]
    elif len(before) == 2 and before[0].casefold() == "amend" and (step := line.step(before[1])):  # noqa: PLR2004
        typed = desk.history.typed(step.body).split(" ")
        found = [(word, desk.say("as it is", "como está")) for word in typed if "=" in word]
    for word, says in found:
        if word.casefold().startswith(current.casefold()) and word != current:
            yield Suggestion(word, len(current), says)


def _not_understood(desk: Desk, error: NotationError) -> Reply:
    said = desk.say("not understood", "no se entiende")
    return Reply(fine=False, text=plain(f"{said}: {why(error, desk.say.lang)}"))


def _log(desk: Desk, most: str) -> Reply:
    """What was recorded, the last moves or all."""
    desk.history.read_on()
    found = list(desk.history.lines(None if most == "all" else int(most or _MOST_LOGGED)))
    nothing = desk.say("nothing has been recorded yet", "todavía no se ha anotado nada")
    return Reply(fine=True, text="\n".join(map(plain, found)) or nothing)


def _against(desk: Desk, said: words.Against) -> Reply:
    """Record what the rules refuse and the table played."""
    move = said.move or desk.refused
    if move is None:
        none = desk.say("which move? MOVE ! why", "¿qué jugada? JUGADA ! por qué")
        return Reply(fine=False, text=none)
    return desk.record({**move, "irregular": said.irregular})


# Undo and redo


def _redo(desk: Desk, said: words.Redo) -> Reply:
    name = said.name or desk.history.redoable()
    if name is None:
        return Reply(fine=False, text=desk.say("nothing was undone that could come back", "no hay nada que rehacer"))
    return _undo(desk, words.Undo((name,), reason=said.reason))


def _undo(desk: Desk, said: words.Undo) -> Reply:
    """Take back, or bring back."""
    steps = desk.history.line.steps
    if steps:
        desk.history.sentence(steps[-1].name)  # while what is taken back still counts
    try:
        answer = desk.write("undo", said.body())
    except ProblemError as problem:
        if problem.status == CONFLICT:
            return desk.overtaken(problem)
        return Reply(fine=False, text=_lines([_refusal(desk, problem), *_instead(desk, said, problem)]))
    entry = answer["entry"]
    was = {name: desk.history.sentence(name) for name in entry["body"]["undoes"]}
    desk.history.read_on()
    name = entry["body"]["undoes"][0]
    act = desk.history.line.act(name)
    lines = [f"[{entry['version']}] {done}" for done in _done(desk, act, was)]
    return Reply(fine=True, text=_lines(lines) + desk.left(answer))


def _done(desk: Desk, act: Json | None, was: Mapping[str, str]) -> list[str]:
    """What an undo did: the moves that it took back, or what it brought back."""
    back = desk.say("taken back", "deshecha")
    if act is None:
        return [f"{back}: [{name}] {sentence}" for name, sentence in was.items()]
    name = act["version"]
    if act["type"] == "undone":
        again = desk.say("counts again", "vuelve a contar")
        return [f"{again}: [{moved}] {desk.history.sentence(moved)}" for moved in act["body"]["undoes"]]
    kind = desk.say("correction", "corrección") if act["type"] == "corrected" else desk.say("ruling", "decisión")
    return [f"{back}: {kind} [{name}]"]


def _refusal(desk: Desk, problem: ProblemError) -> str:
    """Why an undo is refused, in the words of the table: of seats the service knows the numbers alone."""
    document, say = problem.document, desk.say
    refused = say("refused", "rechazada")
    if document.get("why") == "barrier":
        name, barrier = document["names"][0], document["barrier"]
        did = say(*KINDS[barrier["kind"]])
        head = say(f"move {name} is a barrier", f"la jugada {name} es una barrera")
        return f"{refused}: {head}: {did} {barrier['what']}\n    [{name}] {desk.history.sentence(name)}"
    if document.get("why") == "consent":
        return f"{refused}: {say('this table takes back with consent', 'esta mesa deshace con consentimiento')}"
    return desk.refusal(problem)


def _instead(desk: Desk, said: words.Undo, problem: ProblemError) -> list[str]:
    """What may be done where an undo is refused."""
    document, say = problem.document, desk.say
    names = [step for step in said.names if desk.history.line.step(step)]
    typed = " ".join(["undo", *(said.names or [f"x{said.count}" if said.count > 1 else ""])]).strip()
    if not said.names and said.seat is not None:
        typed = f"undo {desk.table.colours[said.seat]} x{said.count}"
    match document.get("why"):
        case "barrier" | "consent":
            them = " ".join(desk.table.colours[seat] for seat in sorted({*said.consents, *document["missing"]}))
            missing = desk.history.colours(document["missing"])
            yes = say(f"once {missing} agree, or by a judge", f"si consienten {missing}, o por un juez")
            return [f"    {yes}: {typed} with {them}", *_as_mistake(desk, names)]
        case "order":
            return [f"    undo {' '.join([*said.names, *document['names']])}", *_as_mistake(desk, names)]
        case "falls" if names:
            line = desk.history.line
            since = len(line.steps) - min(line.places[name] for name in names)
            every = say("or all from there on", "o todas desde ahí")
            return [f"    {every}: undo x{since}", *_as_mistake(desk, names)]
    return []


def _as_mistake(desk: Desk, names: Sequence[str]) -> list[str]:
    """What to type where the move was never played: it was only typed wrong."""
    if not names:
        return []
    wrong = desk.say("if it was only typed wrong", "si solo se anotó mal")
    return [f"    {wrong}: amend {names[0]} ..., retract {names[0]}"]


# Corrections


class Correcting:
    """One correction, from the first look at its impact to its entry; what the rules refuse is asked about meanwhile.

    Args:
        desk: The record.
        said: The changes that were typed.
    """

    def __init__(self, desk: Desk, said: words.Correction) -> None:
        self._desk = desk
        self._said = said
        self._changes: list[list[Json]] = [said.changes]
        """The changes after each answer; the last are those that hold."""
        self._refused: Json | None = None
        """What is asked about; None where only a yes is missing."""

    @property
    def _now(self) -> list[Json]:
        return self._changes[-1]

    def _body(self) -> Json:
        return {"changes": self._now, "reason": self._said.reason}

    def look(self, meanwhile: str = "") -> Reply:
        """Ask what the changes would do, and go on from there.

        Args:
            meanwhile: What others recorded just now.
        """
        desk = self._desk
        desk.dialogue = None
        try:
            impact = desk.write("corrections", self._body(), dry=True)["impact"]
        except ProblemError as problem:
            if problem.status == CONFLICT:
                return self.look(desk.overtaken(problem).text)
            return self._cannot(problem, meanwhile)
        told = [meanwhile] if meanwhile else []
        told += impacts.lines(impact, self._now, desk.history, desk.table, desk.say)
        refused = impacts.refused_of(impact)
        if self._said.only:
            return Reply(fine=not refused, text=_lines(told))
        if not desk.patient:
            return self._state(told) if refused else self._commit()
        if not refused and desk.sure:
            return self._commit(told)
        desk.dialogue = self
        self._refused = refused[0] if refused else None
        return Reply(fine=True, text=_lines(told))

    def _cannot(self, problem: ProblemError, meanwhile: str) -> Reply:
        """The changes make no sense together: the last answer is asked for again, if there was one."""
        desk = self._desk
        said = _lines([*([meanwhile] if meanwhile else []), desk.refusal(problem)])
        if len(self._changes) > 1:
            self._changes.pop()
            desk.dialogue = self
        return Reply(fine=False, text=said)

    def _state(self, told: list[str]) -> Reply:
        """Nobody can be asked, so nothing is written."""
        said = self._desk.say(
            "nothing was changed: say in the same line what becomes of each refused move, behind a ;",
            "no se ha cambiado nada: di en la misma línea, tras un ;, qué pasa con cada jugada rechazada",
        )
        return Reply(fine=False, text=_lines([*told, f"{said} (amend, retract, keep)"]))

    def question(self) -> str:
        """What is asked for now."""
        say = self._desk.say
        if self._refused is None:
            return say("write it? y/n: ", "¿se anota? s/n: ")
        keep = say(", ! why", ", ! por qué") if self._refused.get("keepable") else ""
        if "change" in self._refused:
            number = self._refused["change"]
            return say(f"change {number}{keep}, a move, or n: ", f"cambio {number}{keep}, una jugada, o n: ")
        name = self._refused["name"]
        return say(f"[{name}] r(etract){keep}, a move, or n: ", f"[{name}] r(etract){keep}, una jugada, o n: ")

    def help(self) -> str:
        """What the answers do."""
        return self._desk.say(
            "y writes it, n leaves all as it was. For a move that would be refused: r takes it out too, ! why keeps it "
            "as it was played, a move (or only what differs, as row=3) takes its place. More changes may be typed as "
            "well: amend, insert, retract, keep. back takes the last answer back.",
            "s lo anota, n lo deja todo como estaba. Para una jugada que se rechazaría: r la quita también, ! por qué "
            "la mantiene como se jugó, una jugada (o solo lo que cambia, como row=3) ocupa su lugar. También se pueden "
            "escribir más cambios: amend, insert, retract, keep. back deshace la última respuesta.",
        )

    def choices(self) -> list[str]:
        """What may be typed, where it can be listed."""
        if self._refused is None:
            return ["y", "n", BACK] if self._desk.say.lang == "en" else ["s", "n", BACK]
        return ["n", BACK] if "change" in self._refused else [RETRACT[1], "n", BACK]

    def take(self, line: str) -> Reply | None:
        """Take an answer."""
        desk = self._desk
        typed = line.strip()
        folded = typed.casefold()
        if not typed:
            return None
        if folded == "?":
            return Reply(fine=True, text=self.help())
        if folded in NO:
            desk.dialogue = None
            return Reply(fine=True, text=desk.say("nothing was changed", "no se ha cambiado nada"))
        if folded == BACK:
            return self._back()
        if folded in YES and self._refused is None:
            return self._commit()
        if self._refused is not None and not self._refused.get("keepable") and typed.startswith(_AGAINST):
            en = "played like that it has no meaning: retract it, or type the move as it was"
            es = "jugada así no tiene sentido: retírala, o escribe la jugada como fue"
            return Reply(fine=False, text=desk.say(en, es))
        try:
            self._changes.append(self._with(typed))
        except NotationError as error:
            return _not_understood(desk, error)
        return self.look()

    def _back(self) -> Reply:
        """Take the last answer back."""
        if len(self._changes) > 1:
            self._changes.pop()
        return self.look()

    def _with(self, typed: str) -> list[Json]:
        """The changes with one more answer.

        Raises:
            NotationError: It is none.
        """
        desk, refused = self._desk, self._refused
        later = refused is not None and "change" not in refused
        if refused is not None and later and typed.casefold() in RETRACT:
            return [*self._now, {"op": "retract", "name": refused["name"]}]
        if refused is None or typed.split(maxsplit=1)[0].casefold() in words.CHANGES:
            return self._with_one(words.change(typed, desk.table, desk.history.line))
        if not later:
            return self._anew(refused["change"], typed)
        name = refused["name"]
        verb = "keep" if typed.startswith(_AGAINST) else "amend"
        return self._with_one(words.change(f"{verb} {name} {typed}", desk.table, desk.history.line))

    def _with_one(self, change: Json) -> list[Json]:
        """The changes with one more; it takes the place of an earlier one of the same move."""
        others = [one for one in self._now if "name" not in one or one.get("name") != change.get("name")]
        return [*others, change]

    def _anew(self, number: int, typed: str) -> list[Json]:
        """The changes with one of them typed anew, or said to have been played against the rules."""
        desk = self._desk
        old = self._now[number - 1]
        place = old.get("name") or old["before"]
        if typed.startswith(_AGAINST):
            agreed = words.change(f"keep {place} {typed}", desk.table, desk.history.line)
            new = {**old, "irregular": agreed["irregular"]}
        else:
            new = words.change(f"{old['op']} {place} {typed}", desk.table, desk.history.line)
        return [new if one is old else one for one in self._now]

    def _commit(self, told: Sequence[str] = ()) -> Reply:
        """Make the correction."""
        desk = self._desk
        try:
            answer = desk.write("corrections", self._body())
        except ProblemError as problem:
            if problem.status == CONFLICT:
                return self.look(desk.overtaken(problem).text)
            return self._cannot(problem, "")
        desk.dialogue = None
        desk.history.read_on()
        said = [*told, f"[{answer['version']}] {desk.say.of(answer['says'])}"]
        for number, change in enumerate(answer["entry"]["body"]["changes"], 1):
            if change["op"] != "retract":
                name = change.get("name") or f"{answer['version']}.{number}"
                said.append(f"[{name}] {desk.history.sentence(name)}")
        return Reply(fine=True, text=_lines(said) + desk.left(answer))


def _lines(said: Sequence[str]) -> str:
    return "\n".join(plain(line) for one in said for line in one.split("\n"))
