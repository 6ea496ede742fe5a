"""Taking back and correcting at the prompt: undo, redo, and corrections whose impact is shown before they are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.kernel.game import Json
from engines.kernel.notation import NotationError
from engines.kernel.text import plain
from service.api.web.refusal_texts import KINDS
from service.cli.client import ProblemError
from service.cli.errors import CommandError
from service.cli.prompt import command_words
from service.cli.prompt.completion import Suggestion
from service.cli.prompt.correction import Correcting, joined, not_understood
from service.cli.prompt.session import CONFLICT, Desk, Reply
from service.record.entries.steps import Step

_MOST_LOGGED = 12
"""Moves that ``log`` shows where nobody says how many."""


def command(desk: Desk, line: str) -> Reply | None:
    """The answer to a line that takes back, corrects, or looks back on what was recorded; None for any other line."""
    if desk.asking is not None:
        return None
    head, _, rest = line.strip().partition(" ")
    if head.casefold() == "log" and (not rest.strip() or rest.strip() == "all" or rest.strip().isdecimal()):
        return _log(desk, rest.strip())
    if not command_words.may_be(line):
        return None
    desk.history.read_on()
    try:
        said = command_words.read(line, desk.table, desk.history.timeline)
    except NotationError as error:
        return not_understood(desk, error)
    return None if said is None else _answer(desk, said)


def _answer(desk: Desk, said: command_words.Said) -> Reply:
    """Do what a line says."""
    match said:
        case command_words.Undo():
            return _undo(desk, said)
        case command_words.Redo():
            return _redo(desk, said)
        case command_words.Consent():
            return _consent(desk, said)
        case command_words.Correction():
            return Correcting(desk, said).look()
        case command_words.Rule():
            return _rule(desk, said)
        case command_words.Against():
            return _against(desk, said)


def offers(desk: Desk) -> Iterator[str]:
    """What of what was recorded may be taken back, brought back or corrected now, a line each."""
    history, say = desk.history, desk.say
    timeline = history.read_on()
    forms: list[tuple[str, str]] = []
    own = [step for step in timeline.steps if desk.seat in (None, step.body.get("seat"))]
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
    if "consents" in desk.calls and timeline.steps:
        forms.append((f"consent {say('NAME', 'NOMBRE')}", say("agree to undo it", "aceptar que se deshaga")))
    if not desk.offers and timeline.steps and "signatures" in desk.calls:
        forms.append(("sign, dispute", say("the result, if the game is over", "el resultado, si la partida terminó")))
    if "rulings" in desk.calls and desk.table.game.adjustments(desk.table.box):
        forms.append(("rule", say("what a judge can order", "lo que puede ordenar un juez")))
    yield from (plain(f"{typed:<23} {what}") for typed, what in forms)


def suggest(desk: Desk, text: str) -> Iterator[Suggestion]:
    """What may stand at the end of a line that takes back or corrects: names of the last moves, and what they say.

    Args:
        desk: The record.
        text: The line up to the cursor.
    """
    *before, current = text.rpartition(";")[2].lstrip().split(" ")
    before = [word for word in before if word and word != command_words.TRY]
    if not before or before[0].casefold() not in (command_words.UNDO, *command_words.CHANGES):
        return
    try:
        timeline = desk.history.timeline if desk.history.timeline.version >= desk.version else desk.history.read_on()
    except CommandError:
        return  # the service is away; whoever types goes on
    found: list[tuple[str, str]] = []
    if len(before) == 1:
        found = [(step.name, desk.history.typed(step.body)) for step in reversed(timeline.steps[-_MOST_LOGGED:])]
        if before[0].casefold() == command_words.UNDO:
            found += [(colour, desk.say("its last move", "su última jugada")) for colour in desk.table.colours]
    elif len(before) == 2 and before[0].casefold() == "amend" and (step := timeline.step(before[1])):  # noqa: PLR2004
        typed = desk.history.typed(step.body).split(" ")
        found = [(word, desk.say("as it is", "como está")) for word in typed if "=" in word]
    for word, says in found:
        if word.casefold().startswith(current.casefold()) and word != current:
            yield Suggestion(word, len(current), says)


def _log(desk: Desk, most: str) -> Reply:
    """What was recorded, the last moves or all."""
    desk.history.read_on()
    found = list(desk.history.lines(None if most == "all" else int(most or _MOST_LOGGED)))
    nothing = desk.say("nothing has been recorded yet", "todavía no se ha anotado nada")
    return Reply(fine=True, text="\n".join(map(plain, found)) or nothing)


def _against(desk: Desk, said: command_words.Against) -> Reply:
    """Record what the rules refuse and the table played."""
    move = said.move or desk.refused
    if move is None:
        none = desk.say("which move? MOVE ! why", "¿qué jugada? JUGADA ! por qué")
        return Reply(fine=False, text=none)
    return desk.record({**move, "irregular": said.irregular})


def _rule(desk: Desk, said: command_words.Rule) -> Reply:
    """Order adjustments as a judge; without any, say which there are."""
    if not said.adjustments:
        kinds = desk.table.game.adjustments(desk.table.box)
        forms = [
            f"rule {' '.join([*(['COLOUR'] if of.seated else []), kind, *(f'{name}=' for name in of.fields)])}"
            for kind, of in kinds.items()
        ]
        width = max((len(form) for form in forms), default=0)
        listed = [f"{form:<{width}} {of.label[desk.say.lang]}" for form, of in zip(forms, kinds.values(), strict=True)]
        return Reply(fine=bool(listed), text=joined(listed) or desk.say("no adjustments here", "aquí no hay ajustes"))
    try:
        answer = desk.write("rulings", said.body(), dry=said.only)
    except ProblemError as problem:
        if problem.status == CONFLICT:
            return desk.overtaken(problem)
        return Reply(fine=False, text=plain(desk.refusal(problem)))
    done = answer.get("moves") or [{"name": f"{answer['version']}.1", "says": answer["says"]}]
    return Reply(fine=True, text=joined([f"[{one['name']}] {desk.say.of(one['says'])}" for one in done]))


# Undo and redo


def _redo(desk: Desk, said: command_words.Redo) -> Reply:
    name = said.name or desk.history.redoable()
    if name is None:
        return Reply(fine=False, text=desk.say("nothing to redo", "no hay nada que rehacer"))
    return _undo(desk, command_words.Undo((name,), reason=said.reason))


def _consent(desk: Desk, said: command_words.Consent) -> Reply:
    """Agree, from a seat's own link, that moves are taken back."""
    try:
        answer = desk.write("consents", {"to": list(said.names)})
    except ProblemError as problem:
        if problem.status == CONFLICT:
            return desk.overtaken(problem)
        return Reply(fine=False, text=plain(desk.refusal(problem)))
    agreed = desk.say("agreed to undo it", "se acepta deshacerla")
    names = answer["entry"]["body"]["to"]
    return Reply(fine=True, text=joined([f"{agreed}: [{name}] {desk.history.sentence(name)}" for name in names]))


def _undo(desk: Desk, said: command_words.Undo) -> Reply:
    """Take back, or bring back."""
    steps = desk.history.timeline.steps
    if steps:
        desk.history.sentence(steps[-1].name)  # while what is taken back still counts
    if not said.names and said.seat is None and said.count == 1 and steps and steps[-1].type == "ruled":
        said = command_words.Undo((whole(steps[-1]),), reason=said.reason)
    try:
        answer = desk.write("undo", said.body())
    except ProblemError as problem:
        if problem.status == CONFLICT:
            return desk.overtaken(problem)
        return Reply(fine=False, text=joined([_refusal(desk, problem), *_instead(desk, said, problem)]))
    entry = answer["entry"]
    was = {name: desk.history.sentence(name) for name in entry["body"]["undoes"]}
    desk.history.read_on()
    name = entry["body"]["undoes"][0]
    act = desk.history.timeline.act(name)
    lines = [f"[{entry['version']}] {done}" for done in _done(desk, act, was)]
    return Reply(fine=True, text=joined(lines) + desk.left(answer))


def whole(step: Step) -> str:
    """The name by which a step is taken back: a ruling goes as a whole, by the name of its entry."""
    return str(step.source) if step.type == "ruled" else step.name


def _done(desk: Desk, act: Json | None, was: Mapping[str, str]) -> list[str]:
    """What an undo did: the moves that it took back, or what it brought back."""
    back = desk.say("undone", "deshecha")
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
        return f"{refused}: {say('at this table an undo needs consent', 'en esta mesa deshacer requiere acuerdo')}"
    return desk.refusal(problem)


def _instead(desk: Desk, said: command_words.Undo, problem: ProblemError) -> list[str]:
    """What may be done where an undo is refused."""
    document, say = problem.document, desk.say
    names = [step for step in said.names if desk.history.timeline.step(step)]
    typed = " ".join(["undo", *(said.names or [f"x{said.count}" if said.count > 1 else ""])]).strip()
    if not said.names and said.seat is not None:
        typed = f"undo {desk.table.colours[said.seat]} x{said.count}"
    match document.get("why"):
        case "barrier" | "consent":
            them = " ".join(desk.table.colours[seat] for seat in sorted({*said.consents, *document["missing"]}))
            missing = desk.history.colours(document["missing"])
            yes = say(f"if {missing} agree, or by a judge", f"si aceptan {missing}, o por un juez")
            return [f"    {yes}: {typed} with {them}", *_as_mistake(desk, names)]
        case "order":
            return [f"    undo {' '.join([*said.names, *document['names']])}", *_as_mistake(desk, names)]
        case "falls" if names:
            timeline = desk.history.timeline
            since = len(timeline.steps) - min(timeline.places[name] for name in names)
            every = say("or all from there on", "o todas desde ahí")
            return [f"    {every}: undo x{since}", *_as_mistake(desk, names)]
    return []


def _as_mistake(desk: Desk, names: Sequence[str]) -> list[str]:
    """What to type where the move was never played: it was only typed wrong."""
    if not names:
        return []
    wrong = desk.say("if it was only a typo", "si solo fue una errata")
    return [f"    {wrong}: amend {names[0]} ..., retract {names[0]}"]
