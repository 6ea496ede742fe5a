"""The recorder's session: one record, the version it follows, and what may come next."""

import functools
import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from rich.text import Text

from engines.kernel.game import Json
from engines.kernel.notation import NotationError
from engines.kernel.sentences import filled
from engines.kernel.text import plain
from service.api.web.impact import sentence_of_entry
from service.cli.client import Api, ProblemError, new_key
from service.cli.errors import CommandError
from service.cli.language import Speech
from service.cli.prompt.fields import Steps, WrongAnswerError, lacks_fields
from service.cli.prompt.history import History
from service.cli.tables import Table, why
from service.record.entries.steps import steps_of

CONFLICT, _MALFORMED, _ILLEGAL = 412, 400, 422


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a line.

    Args:
        fine: Whether it was done.
        text: The text to show.
        picture: The picture to draw instead.
        again: Whether to offer the line again, because others recorded first.
    """

    fine: bool
    text: str = ""
    picture: Text | None = None
    again: bool = False


class Dialogue(Protocol):
    """A dialogue that continues until it is answered or left, such as a correction that waits for choices."""

    def question(self) -> str:
        """The current question."""

    def choices(self) -> list[str]:
        """The possible answers, if they can be listed."""

    def take(self, line: str) -> Reply | None:
        """Process an answer."""


class Session:
    """One record being written."""

    def __init__(self, api: Api, record: str, table: Table, say: Speech) -> None:
        self.api = api
        self.id = record
        self.table = table
        self.say = say
        self.version = 0
        self.offers: list[Json] = []
        self.calls: Collection[str] = ("moves",)
        """The calls that the token has."""
        self.seat: int | None = None
        """The seat whose own link this is; None for a recorder or a judge."""
        self.patient = False
        """Whether a move that lacks fields is asked for step by step: somebody sits at the prompt."""
        self.steps: Steps | None = None
        """The move that is asked for step by step just now."""
        self.dialogue: Dialogue | None = None
        """What is asked about just now instead."""
        self.sure = False
        """Whether a correction of which nothing is refused is made without asking."""
        self.history = History(api, record, table, say)
        self.refused: Json | None = None
        """The move that the rules refused last, where it can be recorded as it was played."""
        self._asked: dict[str, Json] = {}

    @property
    def asking(self) -> Steps | Dialogue | None:
        """The dialogue that the next line answers; None if the line is a move or a command."""
        return self.dialogue or self.steps

    @property
    def path(self) -> str:
        """The path of the record in the API."""
        return f"/v1/records/{self.id}"

    def read_on(self) -> None:
        """Load the current version and offers of the record."""
        found = self.api.get(f"{self.path}/offers")
        self._at(found["version"], found["moves"])

    def _at(self, version: int, offers: list[Json]) -> None:
        self.version, self.offers = version, offers
        self.steps = self.refused = None
        self._asked.clear()

    def view(self) -> Json:
        """The current view of the recorder."""
        found: Json = self.api.get(f"{self.path}/state")["view"]
        return found

    def ask(self, partial: Json) -> Json:
        """The next field that a partial move needs, and what it may be.

        Raises:
            CommandError: The service cannot be reached, or refuses to say.
        """
        text = json.dumps(partial, sort_keys=True)
        if text not in self._asked:
            self._asked[text] = self.api.get(f"{self.path}/offers", move=text)
        return self._asked[text]

    def hint(self, partial: Json) -> Json:
        """Like ``ask``, but returns an empty answer while the service cannot be reached, so that typing goes on."""
        try:
            return self.ask(partial)
        except CommandError:
            return {"field": None, "domain": None}

    def turn(self) -> str:
        """Who may move, in a few words."""
        movers = sorted({offer["seat"] for offer in self.offers if offer["seat"] is not None})
        if not self.offers:
            return self.say("nothing more can be recorded", "no se puede anotar nada más")
        if not movers:
            return self.say("the table", "la mesa")
        return ", ".join(plain(self.table.colours[seat]) for seat in movers)

    def enter(self, line: str) -> Reply | None:
        """Record the move of a line, or answer the current question; return None if the line is empty.

        Raises:
            CommandError: The service stays unreachable.
        """
        if self.dialogue is not None:
            return self.dialogue.take(line)
        if self.steps is not None:
            return self._step(self.steps, line)
        try:
            move = self.table.read(line)
        except NotationError as error:
            return Reply(
                fine=False, text=plain(f"{self.say('not understood', 'no se entiende')}: {why(error, self.say.lang)}")
            )
        if move is None:
            return None
        if self.patient and lacks_fields(move, self.table):
            try:
                steps = Steps(move, self.table, self.ask, self.say)
            except CommandError as error:
                return self._unasked(error)
            if not steps.done:
                self.steps = steps
                head = self.say.said("field_by_field")
                return Reply(fine=True, text=head)
        return self.record(move)

    def run(self) -> Reply:
        """Record the only move that can be made, and go on while there is one that needs no field."""
        if len(self.offers) != 1 or self.offers[0]["fields"]:
            text = self.say.said("no_forced_move_now")
            return Reply(fine=False, text=text)
        only = {name: self.offers[0][name] for name in ("type", "seat") if self.offers[0][name] is not None}
        return self.record(only, run=1)

    def _step(self, steps: Steps, line: str) -> Reply | None:
        """Take the answer to a question; the move is recorded after the last one."""
        answer: Callable[[], None]
        match line.strip().casefold():
            case "cancel":
                self.steps = None
                return Reply(fine=True, text=self.say("nothing was recorded", "no se ha anotado nada"))
            case "back":
                answer = steps.back
            case _:
                answer = functools.partial(steps.answer, line)
        try:
            answer()
        except WrongAnswerError as error:
            return Reply(fine=False, text=plain(str(error)))
        except CommandError as error:
            return self._unasked(error)
        if not steps.done:
            return None
        self.steps = None
        return self.record(steps.move())

    def _unasked(self, error: CommandError) -> Reply:
        """The next field cannot be asked for: earlier answers stay, and the line can be entered again."""
        head = self.say("not accepted, enter it again", "no se ha aceptado, repítelo")
        return Reply(fine=False, text=plain(f"{head}: {self.say.of(error.says)}"), again=True)

    def record(self, move: Json, run: int | None = None) -> Reply:
        """Send a move; the reply has the name and the sentence of each recorded move."""
        try:
            answer = self.write("moves", move, run=run)
        except ProblemError as problem:
            if problem.status == CONFLICT:
                return self.overtaken(problem)
            return Reply(fine=False, text=plain(self.refusal(problem)) + self._as_played(move, problem))
        done = answer.get("moves") or [{**answer, "name": str(answer["version"])}]
        for one in done:
            self.history.know(one["name"], one["says"] or {})
        said = [f"[{one['name']}] {self.say.of(one['says'] or {})}{self._marked(one['marks'])}" for one in done]
        return Reply(fine=True, text="\n".join(map(plain, said)) + self.left(answer))

    def write(self, call: str, body: Json, *, dry: bool = False, run: int | None = None) -> Json:
        """Make a call that follows the version last seen, update that version, and return the answer.

        Args:
            call: ``moves``, ``undo``, ``corrections``.
            body: Its body.
            dry: Only report what would happen.
            run: Also make the moves that follow while the only offer has no fields.

        Raises:
            ProblemError: The service refuses.
            CommandError: The service stays unreachable.
        """
        path = f"{self.path}/{call}"
        if dry:
            return self.api.post(path, body, match=self.version, key=new_key(), dry_run=1)
        answer = self.api.post(path, body, match=self.version, key=new_key(), offers=1, run=run)
        self._at(answer["version"], answer["offers"]["moves"])
        return answer

    def _as_played(self, move: Json, problem: ProblemError) -> str:
        """How to record a refused move that was played nevertheless, if it makes sense."""
        if problem.status != _ILLEGAL or not problem.document.get("event") or "irregular" in move:
            return ""
        self.refused = move
        if not self.patient:
            return ""  # one line in, one line out
        return self.say.said("if_played_anyway_why")

    def refusal(self, problem: ProblemError) -> str:
        """Why a move was refused, with the clause."""
        said = self.say.of(problem.says)
        if problem.status == _ILLEGAL and problem.rule:
            return f"{self.say('refused', 'rechazada')} ({problem.rule}): {said}"
        if problem.status == _MALFORMED:
            return f"{self.say('not understood', 'no se entiende')}: {said}"
        return f"{self.say('refused', 'rechazada')}: {said}"

    def _marked(self, marks: list[Json]) -> str:
        """What followed that a recorder must know at once."""
        found = [mark for mark in marks if mark["kind"] == "contradiction"]
        return "".join(
            f" [! {self.say('contradiction', 'contradicción')}: {mark.get('what')}, "
            f"{self.say('moves', 'jugadas')} {', '.join(mark.get('names', []))}]"
            for mark in found
        )

    def left(self, answer: Json) -> str:
        """How many more moves the record takes, where the service says so: it is nearly full."""
        moves = self.say(
            " [the record is nearly full: {n} more {n:move|moves}]",
            " [la partida está casi llena: {n:queda|quedan} {n} {n:jugada|jugadas}]",
        )
        acts = self.say(
            " [{n} more {n:undo, consent or correction|undos, consents and corrections}]",
            " [{n:queda|quedan} {n} {n:anulación o corrección|anulaciones y correcciones}]",
        )
        found = ((moves, answer.get("moves_left")), (acts, answer.get("acts_left")))
        return "".join(filled(text, n=left) for text, left in found if left is not None)

    def not_recorded(self, problem: ProblemError) -> Reply:
        """The reply to a refused write: what others recorded meanwhile, or why it is refused."""
        if problem.status == CONFLICT:
            return self.overtaken(problem)
        return Reply(fine=False, text=plain(self.refusal(problem)))

    def overtaken(self, problem: ProblemError) -> Reply:
        """Others recorded something meanwhile: read on, and say what."""
        happened = self._since(problem.document.get("since", []))
        self.read_on()
        head = self.say("not recorded, because meanwhile", "no anotada, porque mientras tanto")
        return Reply(fine=False, text=plain(f"{head}: {' '.join(happened) or self.say.of(problem.says)}"), again=True)

    def _since(self, entries: list[Json]) -> list[str]:
        """What entries say: the sentence of each move, what was taken back, corrected or ruled."""
        self.history.read_on()
        lines = []
        for entry in entries:
            said = sentence_of_entry(entry)
            if said is not None:
                lines.append(f"[{entry['version']}] {self.say.of(said)}.")
            elif entry["type"] in ("move", "ruled"):
                lines += [self.history.sentence(step.name) for step in steps_of(entry)]
        return lines
