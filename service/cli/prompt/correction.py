"""One correction at the prompt: shows its impact, asks about refused moves, and makes or discards the correction."""

from collections.abc import Sequence

from engines.kernel.game import Json
from engines.kernel.notation import NotationError
from engines.kernel.text import plain
from service.cli.client import ProblemError
from service.cli.prompt import command_words, impact
from service.cli.prompt.session import CONFLICT, Reply, Session
from service.cli.tables import table_of, why

YES, NO = ("y", "yes", "s", "si", "sí"), ("n", "no", "cancel")
_AGAINST = ("!", "with ", "con ")
"""The beginnings of an answer that keeps a move as it was played."""
BACK, RETRACT = "back", ("r", "retract")


class CorrectionDialogue:
    """One correction, from its impact to its entry; asks about each move that the rules refuse."""

    def __init__(self, session: Session, said: command_words.Correction) -> None:
        self._desk = session
        self._said = said
        self._changes: list[list[Json]] = [said.changes]
        """The changes after each answer; the last ones are current."""
        self._refused: Json | None = None
        """The refused change or move that is asked about; None if only a yes is missing."""

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
        session = self._desk
        session.dialogue = None
        try:
            found = session.write("corrections", self._body(), dry=True)["impact"]
        except ProblemError as problem:
            if problem.status == CONFLICT:
                return self._overtaken(problem)
            return self._cannot(problem, meanwhile)
        lines = [meanwhile] if meanwhile else []
        lines += impact.lines(found, self._now, session.history, session.table, session.say)
        refused = impact.refused_of(found)
        if self._said.only:
            return Reply(fine=not refused, text=joined(lines))
        if not session.patient:
            return self._state(lines) if refused else self._commit()
        if not refused and session.sure:
            return self._commit(lines)
        session.dialogue = self
        self._refused = refused[0] if refused else None
        return Reply(fine=True, text=joined(lines))

    def _overtaken(self, problem: ProblemError) -> Reply:
        """Others recorded first: show the new impact at a prompt; refuse in a script, which assumed another record."""
        reply = self._desk.overtaken(problem)
        return self.look(reply.text) if self._desk.patient else reply

    def _cannot(self, problem: ProblemError, meanwhile: str) -> Reply:
        """The changes make no sense together: the last answer is asked for again, if there was one."""
        session = self._desk
        said = joined([*([meanwhile] if meanwhile else []), session.refusal(problem)])
        if len(self._changes) > 1:
            self._changes.pop()
            session.dialogue = self
        return Reply(fine=False, text=said)

    def _state(self, lines: list[str]) -> Reply:
        """Report the impact without writing anything, because nobody can be asked."""
        said = self._desk.say.said("nothing_changed_same_line")
        return Reply(fine=False, text=joined([*lines, f"{said} (amend, retract, keep)"]))

    def question(self) -> str:
        """The current question."""
        say = self._desk.say
        if self._refused is None:
            return say("apply it? y/n: ", "¿se aplica? s/n: ")
        keep = say(", ! why", ", ! por qué") if self._refused.get("keepable") else ""
        if "change" in self._refused:
            number = self._refused["change"]
            return say(f"change {number}{keep}, a move, or n: ", f"cambio {number}{keep}, una jugada, o n: ")
        name = self._refused["name"]
        return say(f"[{name}] r(etract){keep}, a move, or n: ", f"[{name}] r(etract){keep}, una jugada, o n: ")

    def help(self) -> str:
        """The help text for the answers."""
        return self._desk.say.said("correction_answers")

    def choices(self) -> list[str]:
        """The possible answers, if they can be listed."""
        if self._refused is None:
            return ["y", "n", BACK] if self._desk.say.lang == "en" else ["s", "n", BACK]
        return ["n", BACK] if "change" in self._refused else [RETRACT[1], "n", BACK]

    def take(self, line: str) -> Reply | None:
        """Process an answer."""
        session = self._desk
        typed = line.strip()
        folded = typed.casefold()
        if not typed:
            return None
        if folded == "?":
            return Reply(fine=True, text=self.help())
        if folded in NO:
            session.dialogue = None
            return Reply(fine=True, text=session.say("nothing was changed", "no se ha cambiado nada"))
        if folded == BACK:
            return self._back()
        if folded in YES and self._refused is None:
            return self._commit()
        if self._refused is not None and not self._refused.get("keepable") and typed.startswith(_AGAINST):
            en = "played like that it has no meaning: retract it, or type the move as it was"
            es = "jugada así no tiene sentido: retírala, o escribe la jugada como fue"
            return Reply(fine=False, text=session.say(en, es))
        try:
            self._changes.append(self._with(typed))
        except NotationError as error:
            return not_understood(session, error)
        return self.look()

    def _back(self) -> Reply:
        """Undo the last answer."""
        if len(self._changes) > 1:
            self._changes.pop()
        return self.look()

    def _with(self, typed: str) -> list[Json]:
        """The changes with one more answer."""
        session, refused = self._desk, self._refused
        later = refused is not None and "change" not in refused
        if refused is not None and later and typed.casefold() in RETRACT:
            return [*self._now, {"op": "retract", "name": refused["name"]}]
        if refused is None or typed.split(maxsplit=1)[0].casefold() in command_words.CHANGES:
            return self._with_one(command_words.change(typed, session.table, session.history.timeline))
        if not later:
            return self._anew(refused["change"], typed)
        name = refused["name"]
        verb = "keep" if typed.startswith(_AGAINST) else "amend"
        return self._with_one(command_words.change(f"{verb} {name} {typed}", session.table, session.history.timeline))

    def _with_one(self, change: Json) -> list[Json]:
        """The changes with one more, which replaces an earlier one of the same move."""
        others = [one for one in self._now if "name" not in one or one.get("name") != change.get("name")]
        return [*others, change]

    def _anew(self, number: int, typed: str) -> list[Json]:
        """The changes with one of them typed again, or marked as played against the rules."""
        session = self._desk
        old = self._now[number - 1]
        place = old.get("name") or old.get("before") or command_words.OPENING[0]
        if typed.startswith(_AGAINST):
            agreed = command_words.change(f"keep {place} {typed}", session.table, session.history.timeline)
            new = {**old, "irregular": agreed["irregular"]}
        else:
            verb = "insert" if old["op"] == "insert" else "amend"
            new = command_words.change(f"{verb} {place} {typed}", session.table, session.history.timeline)
        return [new if one is old else one for one in self._now]

    def _commit(self, lines: Sequence[str] = ()) -> Reply:
        """Make the correction."""
        session = self._desk
        try:
            answer = session.write("corrections", self._body())
        except ProblemError as problem:
            if problem.status == CONFLICT:
                return self._overtaken(problem)
            return self._cannot(problem, "")
        session.dialogue = None
        if any(change["op"] == "opening" for change in self._now):
            session.table = table_of(session.api, session.api.get(session.path))
        session.history.read_on()
        said = [*lines, f"[{answer['version']}] {session.say.of(answer['says'])}"]
        for number, change in enumerate(answer["entry"]["body"]["changes"], 1):
            if change["op"] not in ("retract", "opening"):
                name = change.get("name") or f"{answer['version']}.{number}"
                said.append(f"[{name}] {session.history.sentence(name)}")
        return Reply(fine=True, text=joined(said) + session.left(answer))


def not_understood(session: Session, error: NotationError) -> Reply:
    """The reply that a line cannot be read, with the place."""
    said = session.say("not understood", "no se entiende")
    return Reply(fine=False, text=plain(f"{said}: {why(error, session.say.lang)}"))


def joined(said: Sequence[str]) -> str:
    """Lines as one text, with control characters made visible."""
    return "\n".join(plain(line) for one in said for line in one.split("\n"))
