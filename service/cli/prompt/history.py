"""The history shown at the prompt: the moves that count, those taken out, and why."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engines.kernel import notation
from engines.kernel.game import Json
from engines.kernel.sentences import say as say_in_all
from service.cli.client import Api
from service.cli.errors import CommandError
from service.cli.language import Speech
from service.cli.tables import Table
from service.record.corrections import undo
from service.record.entries import policies
from service.record.entries.steps import REASON, Step
from service.record.entries.tally import Tally
from service.record.entries.timeline import Timeline
from service.store.chain import BrokenChainError, Entry

_AT_ONCE = 10_000
"""Maximum number of entries in one request."""


class History:
    """The log of one record, read on as it grows."""

    def __init__(self, api: Api, record: str, table: Table, say: Speech) -> None:
        self._api = api
        self._record = record
        self._table = table
        self._say = say
        self._entries: list[Entry] = []
        self._tally = Tally()
        self._texts: dict[str, Mapping[str, Json]] = {}
        self._told: dict[str, Mapping[str, str]] = {}
        self._asked = -1  # the version as of which all sentences were asked for
        self.timeline = Timeline()

    def read_on(self) -> Timeline:
        """Load the new entries of the log, and return the timeline.

        Raises:
            ProblemError: The service refuses.
            CommandError: It cannot be reached, or an entry is of a type that this program does not know.
        """
        while True:
            path = f"/v1/records/{self._record}/log"
            found = self._api.get(path, after=len(self._entries), limit=_AT_ONCE)
            self._texts |= found["secrets"]
            for entry in found["entries"]:
                self._entries.append(entry)
                first = self._take(entry)
                if first is not None and entry["type"] not in ("move", "ruled"):
                    # The sentences of later moves may differ now; those of moves that were taken out do not change.
                    for step in self.timeline.steps[first:]:
                        self._told.pop(step.name, None)
                    self._asked = -1
                self._tally.apply(entry, self._is_free)
            if len(self._entries) >= found["version"] or not found["entries"]:
                return self.timeline

    def _take(self, entry: Entry) -> int | None:
        """Add one entry to the timeline; return the first place that differs."""
        try:
            return self.timeline.apply(entry)
        except BrokenChainError as error:
            raise CommandError(
                say_in_all(f"the log cannot be read: {error}", f"no se puede leer el registro: {error}")
            ) from error

    def _is_free(self, entry: Entry) -> bool:
        """Whether a seat sealed it from its own link, and its order does not matter."""
        body = entry["body"]
        links = self._tally.links.get(str(body.get("seat")), {})
        return entry["type"] == "move" and entry["by"] in links and body["type"] in self._unordered()

    def _unordered(self) -> frozenset[str]:
        """Types of move whose order does not matter where they come from the seat's own link."""
        agreed = self._entries[0]["body"]["policies"]
        return policies.unordered(self._table.game, self._table.box, agreed)

    def entry(self, name: str) -> Entry:
        """The entry of this version, as text."""
        return self._entries[int(name) - 1]

    # What can be done

    def redoable(self) -> str | None:
        """The name of the last undo that can be undone; None if there is none."""
        for entry in reversed(self._entries):
            name = str(entry["version"])
            if entry["type"] != "undone" or self.timeline.undone_by(name) is not None or self.is_redo(entry):
                continue
            try:
                undo.check_redo(self.timeline, entry["version"], self._is_free)
            except undo.TooLateError:
                return None
            return name
        return None

    def is_redo(self, entry: Entry) -> bool:
        """Whether an undo takes back another undo."""
        target = self.timeline.act(entry["body"]["undoes"][0])
        return target is not None and target["type"] == "undone"

    # Its sentences

    def know(self, name: str, says: Mapping[str, str]) -> None:
        """Remember the sentence of a move."""
        self._told[name] = says

    def sentence(self, name: str) -> str:
        """The sentence of a move; how it is typed if the service has no sentence."""
        step, removed = self.timeline.step(name), self.timeline.removed.get(name)
        if name not in self._told and self._asked != self.timeline.version:
            self._ask()
        if name in self._told:
            return self._say.of(self._told[name])
        found = step or (removed and removed.step)
        return self.typed(found.body) if found else ""

    def _ask(self) -> None:
        """Request every sentence again."""
        eyes = self._api.get(f"/v1/records/{self._record}")["eyes"][0]
        replay = self._api.replay(self._record, eyes=eyes)
        self._asked = self.timeline.version
        if replay is None:
            return
        # A move that no longer counts has its sentence from the timeline of that time.
        gone = [one for one in replay["history"]["gone"] if one["says"]]
        self._told |= {one["name"]: one["says"] for one in (*gone, *replay["frames"])}

    def typed(self, body: Json) -> str:
        """A move as it is typed."""
        return notation.write(self._table.game, self._table.box, body, self._table.colours)

    def colours(self, seats: list[int]) -> str:
        """Seats by their colours."""
        return ", ".join(self._table.colours[seat] for seat in seats)

    def lines(self, most: int | None = None) -> Iterator[str]:
        """The moves of the timeline in order, or only the last ``most`` of them, each with its marks and notes."""
        for name in self.timeline.order[-most:] if most else self.timeline.order:
            marks = [*self.marks(name), *self._noted(name)]
            yield f"[{name}] {self.sentence(name)}" + (f"  ({'; '.join(marks)})" if marks else "")

    def _noted(self, name: str) -> Iterator[str]:
        """The notes about a move that this reader may see."""
        for entry in self._entries:
            if entry["type"] == "noted" and entry["body"].get("about") == name:
                text = self._texts.get(str(entry["version"]), {}).get("text")
                yield self._say("noted", "anotado") + (f": {text['value']}" if text else "")

    def marks(self, name: str) -> Iterator[str]:
        """What became of a move: taken back, corrected, against the rules, ruled by a judge; each with its reason."""
        return Marks(self.timeline, self._texts, self._table, self._say).of(name)


@dataclass(frozen=True, slots=True)
class Marks:
    """What became of the moves of a record.

    ``timeline``: what counts, and what was taken out.
    """

    timeline: Timeline
    texts: Mapping[str, Mapping[str, Json]]
    table: Table
    say: Speech

    def of(self, name: str) -> Iterator[str]:
        """What became of one move: taken back, corrected, against the rules, ruled by a judge; each with its reason."""
        removed = self.timeline.removed.get(name)
        step = removed.step if removed is not None else self.timeline.step(name)
        if step is None:
            return
        say = self.say
        if step.type == "ruled":
            about = step.source_entry["body"].get("about")
            where = f" {say('about', 'sobre')} [{about}]" if about else ""
            yield say("a judge's ruling", "decisión de un juez") + where + self._why(step.source)
        if step.irregular is not None:
            yield self._against(step)
        if step.change and step.type == "move":
            done = (
                ("inserted by", "insertada por")
                if step.entry is step.source_entry
                else ("corrected by", "corregida por")
            )
            yield f"{say(*done)} [{step.source}]{self._why(step.source)}"
        if removed is not None:
            by = int(removed.by.partition(".")[0])
            done = ("undone by", "deshecha por") if removed.how == "undone" else ("retracted by", "retirada por")
            yield f"{say(*done)} [{by}]{self._why(by)}"

    def _against(self, step: Step) -> str:
        """The mark of a move played against the rules: who accepted it, and why."""
        who = ", ".join(self.table.colours[seat] for seat in (step.irregular or {}).get("accepted_by", []))
        accepted = self.say(f", accepted by {who}", f", aceptada por {who}") if who else ""
        said = self.say("illegal move, kept", "jugada ilegal, mantenida")
        return f"{said}{accepted}{self._why(step.source, step.change)}"

    def _why(self, version: int, change: int = 0) -> str:
        """The reason for an entry or for one of its changes; empty if none is stated."""
        found = self.texts.get(str(version), {}).get(f"{change}.{REASON}" if change else REASON)
        return f": {found['value']}" if found else ""
