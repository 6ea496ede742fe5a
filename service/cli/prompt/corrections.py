"""Undo, redo and corrections at the prompt; the impact of a correction is shown before it is made."""

from collections.abc import Iterator, Mapping, Sequence

from engines.kernel.game import Json
from engines.kernel.notation import NotationError
from engines.kernel.text import plain
from service.cli.client import ProblemError
from service.cli.errors import CommandError
from service.cli.prompt import command_words
from service.cli.prompt.completion import Suggestion
from service.cli.prompt.correction import CorrectionDialogue, joined, not_understood
from service.cli.prompt.session import CONFLICT, Reply, Session
from service.record.entries.steps import Step
from service.texts import table

_MOST_LOGGED = 12
"""Default number of moves that ``log`` shows."""


def command(session: Session, line: str) -> Reply | None:
    """The answer to a line that undoes, corrects, or shows the log; None for any other line."""
    if session.asking is not None:
        return None
    head, _, rest = line.strip().partition(" ")
    if head.casefold() == "log" and (not rest.strip() or rest.strip() == "all" or rest.strip().isdecimal()):
        return _log(session, rest.strip())
    if not command_words.may_be(line):
        return None
    session.history.read_on()
    try:
        said = command_words.read(line, session.table, session.history.timeline)
    except NotationError as error:
        return not_understood(session, error)
    try:
        return None if said is None else _answer(session, said)
    except ProblemError as problem:
        return session.not_recorded(problem)


def _answer(session: Session, said: command_words.Command) -> Reply:
    """Run the command of a line."""
    match said:
        case command_words.Undo():
            return _undo(session, said)
        case command_words.Redo():
            return _redo(session, said)
        case command_words.Consent():
            return _consent(session, said)
        case command_words.Correction():
            return CorrectionDialogue(session, said).look()
        case command_words.Rule():
            return _rule(session, said)
        case command_words.Against():
            return _against(session, said)


def offers(session: Session) -> Iterator[str]:
    """The possible undos, redos and corrections, one line each."""
    history, say = session.history, session.say
    timeline = history.read_on()
    forms: list[tuple[str, str]] = []
    own = [step for step in timeline.steps if session.seat in (None, step.body.get("seat"))]
    if own:
        last = own[-1]
        forms.append(("undo", f"{say('take back', 'deshacer')} [{whole(last)}] {history.sentence(last.name)}"))
    if (undone := history.redoable()) is not None:
        them = ", ".join(f"[{name}]" for name in history.entry(undone)["body"]["undoes"])
        forms.append(("redo", f"{say('bring back', 'recuperar')} {them}"))
    if own:
        name, move = say("NAME", "NOMBRE"), say("MOVE", "JUGADA")
        forms.append((f"amend {name} {move}", say("what an earlier move should have been", "lo que debió ser")))
        forms.append((f"insert {name} {move}", say("a missing move before it", "una que faltaba antes")))
        forms.append((f"retract {name}", say("a move that was not played", "una que no se jugó")))
    if "consents" in session.calls and timeline.steps:
        forms.append((f"consent {say('NAME', 'NOMBRE')}", say("agree to undo it", "aceptar que se deshaga")))
    if not session.offers and timeline.steps and "signatures" in session.calls:
        forms.append(("sign, dispute", say("the result, if the game is over", "el resultado, si la partida terminó")))
    if "rulings" in session.calls and session.table.game.adjustments(session.table.box):
        forms.append(("rule", say("what a judge can order", "lo que puede ordenar un juez")))
    yield from (plain(f"{typed:<23} {what}") for typed, what in forms)


def suggest(session: Session, text: str) -> Iterator[Suggestion]:
    """Suggestions for the end of a line that undoes or corrects: names of the last moves, with their sentences."""
    *before, current = text.rpartition(";")[2].lstrip().split(" ")
    before = [word for word in before if word and word != command_words.TRY]
    if not before or before[0].casefold() not in (command_words.UNDO, *command_words.CHANGES):
        return
    try:
        timeline = (
            session.history.timeline
            if session.history.timeline.version >= session.version
            else session.history.read_on()
        )
    except CommandError:
        return  # the service is unavailable; typing goes on without suggestions
    found: list[tuple[str, str]] = []
    if len(before) == 1:
        found = [(step.name, session.history.typed(step.body)) for step in reversed(timeline.steps[-_MOST_LOGGED:])]
        if before[0].casefold() == command_words.UNDO:
            found += [(colour, session.say("its last move", "su última jugada")) for colour in session.table.colours]
    elif len(before) == 2 and before[0].casefold() == "amend" and (step := timeline.step(before[1])):  # noqa: PLR2004
        typed = session.history.typed(step.body).split(" ")
        found = [(word, session.say("as it is", "como está")) for word in typed if "=" in word]
    for word, says in found:
        if word.casefold().startswith(current.casefold()) and word != current:
            yield Suggestion(word, len(current), says)


def _log(session: Session, most: str) -> Reply:
    """Show the last moves of the record, or all."""
    session.history.read_on()
    found = list(session.history.lines(None if most == "all" else int(most or _MOST_LOGGED)))
    nothing = session.say("nothing has been recorded yet", "todavía no se ha anotado nada")
    return Reply(fine=True, text="\n".join(map(plain, found)) or nothing)


def _against(session: Session, said: command_words.Against) -> Reply:
    """Record a move that the rules refuse and the table played."""
    move = said.move or session.refused
    if move is None:
        none = session.say("which move? MOVE ! why", "¿qué jugada? JUGADA ! por qué")
        return Reply(fine=False, text=none)
    return session.record({**move, "irregular": said.irregular})


def _rule(session: Session, said: command_words.Rule) -> Reply:
    """Order adjustments as a judge; without any, list the possible ones."""
    if not said.adjustments:
        kinds = session.table.game.adjustments(session.table.box)
        forms = [
            f"rule {' '.join([*(['COLOUR'] if of.seated else []), kind, *(f'{name}=' for name in of.fields)])}"
            for kind, of in kinds.items()
        ]
        width = max((len(form) for form in forms), default=0)
        listed = [
            f"{form:<{width}} {of.label[session.say.lang]}" for form, of in zip(forms, kinds.values(), strict=True)
        ]
        return Reply(
            fine=bool(listed), text=joined(listed) or session.say("no adjustments here", "aquí no hay ajustes")
        )
    answer = session.write("rulings", said.body(), dry=said.only)
    done = answer.get("moves") or [{"name": f"{answer['version']}.1", "says": answer["says"]}]
    return Reply(fine=True, text=joined([f"[{one['name']}] {session.say.of(one['says'])}" for one in done]))


# Undo and redo


def _redo(session: Session, said: command_words.Redo) -> Reply:
    name = said.name or session.history.redoable()
    if name is None:
        return Reply(fine=False, text=session.say("nothing to redo", "no hay nada que rehacer"))
    return _undo(session, command_words.Undo((name,), reason=said.reason))


def _consent(session: Session, said: command_words.Consent) -> Reply:
    """Consent to an undo, from a seat's own link."""
    answer = session.write("consents", {"to": list(said.names)})
    agreed = session.say("agreed to undo it", "se acepta deshacerla")
    names = answer["entry"]["body"]["to"]
    return Reply(fine=True, text=joined([f"{agreed}: [{name}] {session.history.sentence(name)}" for name in names]))


def _undo(session: Session, said: command_words.Undo) -> Reply:
    """Undo or redo."""
    steps = session.history.timeline.steps
    if steps:
        session.history.sentence(steps[-1].name)  # while what is taken back still counts
    if not said.names and said.seat is None and said.count == 1 and steps and steps[-1].type == "ruled":
        said = command_words.Undo((whole(steps[-1]),), reason=said.reason)
    try:
        answer = session.write("undo", said.body())
    except ProblemError as problem:
        if problem.status == CONFLICT:
            return session.overtaken(problem)
        return Reply(fine=False, text=joined([_refusal(session, problem), *_instead(session, said, problem)]))
    entry = answer["entry"]
    was = {name: session.history.sentence(name) for name in entry["body"]["undoes"]}
    session.history.read_on()
    name = entry["body"]["undoes"][0]
    act = session.history.timeline.act(name)
    lines = [f"[{entry['version']}] {done}" for done in _done(session, act, was)]
    return Reply(fine=True, text=joined(lines) + session.left(answer))


def whole(step: Step) -> str:
    """The name by which a step is taken back: a ruling goes as a whole, by the name of its entry."""
    return str(step.source) if step.type == "ruled" else step.name


def _done(session: Session, act: Json | None, was: Mapping[str, str]) -> list[str]:
    """What an undo did: the moves that it took back, or what it brought back."""
    back = session.say("undone", "deshecha")
    if act is None:
        return [f"{back}: [{name}] {sentence}" for name, sentence in was.items()]
    name = act["version"]
    if act["type"] == "undone":
        again = session.say("counts again", "vuelve a contar")
        return [f"{again}: [{moved}] {session.history.sentence(moved)}" for moved in act["body"]["undoes"]]
    kind = session.say("correction", "corrección") if act["type"] == "corrected" else session.say("ruling", "decisión")
    return [f"{back}: {kind} [{name}]"]


def _refusal(session: Session, problem: ProblemError) -> str:
    """Why an undo is refused, worded here because the service knows only the numbers of seats."""
    document, say = problem.document, session.say
    refused = say("refused", "rechazada")
    if document.get("why") == "barrier":
        name, barrier = document["names"][0], document["barrier"]
        did = say.of(table("barriers")[barrier["kind"]])
        head = say(f"move {name} is a barrier", f"la jugada {name} es una barrera")
        return f"{refused}: {head}: {did} {barrier['what']}\n    [{name}] {session.history.sentence(name)}"
    if document.get("why") == "consent":
        return f"{refused}: {say('at this table an undo needs consent', 'en esta mesa deshacer requiere acuerdo')}"
    return session.refusal(problem)


def _instead(session: Session, said: command_words.Undo, problem: ProblemError) -> list[str]:
    """The alternatives to a refused undo."""
    document, say = problem.document, session.say
    names = [step for step in said.names if session.history.timeline.step(step)]
    typed = " ".join(["undo", *(said.names or [f"x{said.count}" if said.count > 1 else ""])]).strip()
    if not said.names and said.seat is not None:
        typed = f"undo {session.table.colours[said.seat]} x{said.count}"
    match document.get("why"):
        case "barrier" | "consent":
            them = " ".join(session.table.colours[seat] for seat in sorted({*said.consents, *document["missing"]}))
            missing = session.history.colours(document["missing"])
            yes = say(f"if {missing} agree, or by a judge", f"si aceptan {missing}, o por un juez")
            return [f"    {yes}: {typed} with {them}", *_as_mistake(session, names)]
        case "order":
            return [f"    undo {' '.join([*said.names, *document['names']])}", *_as_mistake(session, names)]
        case "falls" if names:
            timeline = session.history.timeline
            since = len(timeline.steps) - min(timeline.places[name] for name in names)
            every = say("or all from there on", "o todas desde ahí")
            return [f"    {every}: undo x{since}", *_as_mistake(session, names)]
    return []


def _as_mistake(session: Session, names: Sequence[str]) -> list[str]:
    """What to type if the move was never played but typed by mistake."""
    if not names:
        return []
    wrong = session.say("if it was only a typo", "si solo fue una errata")
    return [f"    {wrong}: amend {names[0]} ..., retract {names[0]}"]
