"""The impact of a change of the timeline: every later step is decided again, on the changed table.

It compares events, never views: a move is the same when the rules make the same event of it. The writer's fold decides
what is refused; the public fold decides what a step opens and bars. Pure: folds in, verdicts out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from engines.kernel import sealing, snapshot
from engines.kernel.game import IllegalMoveError, Json, Text
from engines.kernel.replay import Fold
from service.record.entries.steps import Seal, Step

Kind = Literal["same", "changed", "refused"]
Known = Mapping[str, Mapping[str, Any]]
"""What a pair of eyes knows of the secrets: name of a step -> secret -> value."""


@dataclass(slots=True)
class FoldPair:
    """The writer's fold and the public one; the same object twice while the writer has no secret.

    ``private``: the fold of the writer's eyes; not shared.
    """

    private: Fold[Any, Any]
    public: Fold[Any, Any]

    def apply(self, name: str, body: Json, public: Json) -> None:
        """Apply a step: the writer's body to the private fold, the public body to the public one."""
        self._split(body, public)
        self.private.apply(name, body)
        if self.private is not self.public:
            self.public.apply(name, public)

    def apply_and_describe(self, name: str, body: Json, public: Json) -> Text:
        """Like :meth:`apply`; returns the sentence of the step in every language, for the writer's eyes."""
        self._split(body, public)
        says: Text = self.private.apply_and_describe(name, body, derived=())["says"]
        if self.private is not self.public:
            self.public.apply(name, public)
        return says

    def _split(self, body: Json, public: Json) -> None:
        """Split off a private fold at the first step the writer has secrets for."""
        if self.private is self.public and body != public:
            self.private = copy_fold(self.public)


def copy_fold(fold: Fold[Any, Any]) -> Fold[Any, Any]:
    """A second fold at the same place that shares nothing with the first."""
    other = Fold(fold.game, fold.seats, fold.options, fold.box, memory_aid=fold.memory_aid)
    snapshot.unpack(other.state, snapshot.pack(fold.state))
    other.ply = fold.ply
    return other


@dataclass(frozen=True, slots=True)
class Wording:
    """The members of an entry that describe a step, computed on the table before it.

    Args:
        body: The whole body as the writer knows it.
        public: The body without its secrets.
        opens: The sealed facts that it makes public: ``{"name", "secret", "fills"}`` each.
        barrier: Why nothing before it may be taken back: ``{"kind", "what", "seats"}``; None where it may.
    """

    body: Json
    public: Json
    opens: list[Json]
    barrier: Json | None


class Verdict(NamedTuple):
    """What becomes of an existing step.

    Args:
        step: The step before the change.
        place: Number of steps before it on the new timeline.
        kind: ``same``: the rules make the same event of it; ``changed``: they take it, but it is spelled otherwise, or
            opens or bars something else; ``refused``: they refuse it.
        wording: Its new wording; None where it is refused and has no event.
        refusal: Why it is refused; None where it is not, or where that depends on ``because``.
        because: The earlier refused step that must be settled before this one; else None.
        says: The new sentence of a step that changes or would lead to something else, in every language; None for any
            other.
    """

    step: Step
    place: int
    kind: Kind
    wording: Wording | None
    refusal: IllegalMoveError | None = None
    because: str | None = None
    says: Text | None = None


class Seals:
    """Which sealed facts a step of a timeline would open: those with a seal in force that no other step opened.

    ``opened``: every seal that was ever opened, with the step that opened it: what was shown stays shown.
    """

    def __init__(self, steps: Iterable[Step], opened: Mapping[Seal, str]) -> None:
        self.in_force = {step.name: step.seals for step in steps if step.seals}
        self.opened = dict(opened)

    def opens(self, pair: FoldPair, name: str, body: Json) -> list[Json]:
        """The facts that a step makes fully public, as its entry states them."""
        found = []
        for opening in pair.public.game.opens(pair.public.state, body):
            seal = self.in_force.get(opening.name, {}).get(opening.secret)
            if seal is not None and self.opened.setdefault(seal, name) == name:
                found.append({"name": opening.name, "secret": opening.secret, "fills": opening.fills})
        return found


def wording(pair: FoldPair, seals: Seals, name: str, body: Json) -> Wording:
    """The wording of an event on the table before it.

    ``body``: the whole body as the writer knows it.
    """
    game = pair.public.game
    public = sealing.split(game, body)[0]
    bars = game.barrier(pair.public.state, game.decode(public))
    barrier = None if bars is None else {"kind": bars.kind, "what": bars.what, "seats": list(bars.seats)}
    return Wording(body, public, seals.opens(pair, name, body), barrier)


class OriginalTable:
    """The table before the change, step by step: a refusal that occurs there, too, is not caused by the change.

    Args:
        steps: The current timeline.
        known: What the writer knows of its secrets.
        start: Returns the table at a place of that timeline.
    """

    def __init__(self, steps: Sequence[Step], known: Known, start: Callable[[int], FoldPair]) -> None:
        self._steps = steps
        self._known = known
        self._start = start
        self._places = {step.name: place for place, step in enumerate(steps)}
        self._pair: FoldPair | None = None
        self._place = 0

    def refused(self, step: Step, refusal: IllegalMoveError) -> bool:
        """Whether a step is refused for the same reason in its old place and wording, with the writer's eyes."""
        place = self._places.get(step.name)
        if place is None or self._steps[place].mark != step.mark:
            return False
        was = decide(self._before(place), step.type, _known_body(step, self._known))
        return isinstance(was, IllegalMoveError) and (was.rule, was.event) == (refusal.rule, refusal.event)

    def says(self, step: Step) -> Text | None:
        """The sentence of a step in its old place; None for one that was not there."""
        place = self._places.get(step.name)
        if place is None:
            return None
        old = self._steps[place]
        pair = self._before(place)
        self._place += 1
        return pair.apply_and_describe(old.name, _known_body(old, self._known), old.body)

    def _before(self, place: int) -> FoldPair:
        """The table before the step at a place."""
        if self._pair is None or self._place > place:
            self._pair, self._place = self._start(place), place
        for earlier in self._steps[self._place : place]:
            self._pair.apply(earlier.name, _known_body(earlier, self._known), earlier.body)
        self._place = place
        return self._pair


def decide(pair: FoldPair, kind: str, body: Json) -> Json | IllegalMoveError:
    """The event of a body with the writer's eyes, as a body; or the error with which the rules refuse it.

    Args:
        pair: The table before it.
        kind: ``move`` or ``ruled``.
        body: A move or an adjustment as it was typed, or the whole body of a step.

    Raises:
        MalformedMoveError: It is not a move or adjustment of this game.
    """
    own = pair.private
    try:
        return own.game.encode(own.adjust(body) if kind == "ruled" else own.decide(body))
    except IllegalMoveError as refusal:
        return refusal


class Redecider:
    """Decides steps again, in order, on a changed table.

    Args:
        pair: The table before the first of them; steps are applied to it.
        seals: The seals of the changed timeline.
        known: What the writer knows of the secrets of that timeline.
        original: The table before the change.
        consequences: Whether to compare also what unchanged steps lead to.

    Attributes:
        astray: The first refused step that the rules give no event; None where there is none.
        lost: Whether nothing can be decided about the steps that follow it.
    """

    def __init__(
        self, pair: FoldPair, seals: Seals, known: Known, original: OriginalTable, *, consequences: bool = False
    ) -> None:
        self._consequences = consequences
        self.pair = pair
        self.seals = seals
        self._known = known
        self._original = original
        self.astray: str | None = None
        self.lost = False

    def verdict(self, step: Step) -> Verdict:
        """Decide an existing step again, and apply it.

        A refused step is applied as it was recorded, as if the table had played it, so later steps do not fail only
        because a turn is missing. If the rules give it no event, later verdicts are provisional until a change handles
        the step.
        """
        body = _known_body(step, self._known)
        place = self.pair.private.ply
        if self.lost:
            return Verdict(step, place, "refused", None, None, self.astray)
        try:
            found = decide(self.pair, step.type, body)
            if isinstance(found, IllegalMoveError):
                if step.irregular is not None and found.event is not None:
                    found = found.event
                elif self._original.refused(step, found):
                    found = body
                else:
                    return self._refused(step, body, found)
            now = wording(self.pair, self.seals, step.name, found)
            same = now.body == body and now.opens == step.opens and now.barrier == step.barrier
            if same and not self._consequences:
                self.pair.apply(step.name, now.body, now.public)
                return Verdict(step, place, "same", now)
            says = self.pair.apply_and_describe(step.name, now.body, now.public)
        except Exception:
            if self.astray is None:
                raise
            self.lost = True
            return Verdict(step, place, "refused", None, None, self.astray)
        if same:
            return Verdict(step, place, "same", now, says=None if says == self._original.says(step) else says)
        return Verdict(step, place, "changed", now, says=says)

    def _refused(self, step: Step, body: Json, refusal: IllegalMoveError) -> Verdict:
        place = self.pair.private.ply
        if refusal.event is not None:
            worded = wording(self.pair, self.seals, step.name, refusal.event)
            self.pair.apply(step.name, worded.body, worded.public)
            return Verdict(step, place, "refused", worded, refusal)
        self.astray = self.astray or step.name
        try:
            self.pair.apply(step.name, body, step.body)
        except Exception:  # noqa: BLE001 - no rule takes such an event: what an engine makes of it is open
            self.lost = True
        return Verdict(step, place, "refused", None, refusal)


def _known_body(step: Step, known: Known) -> Json:
    """The body of a step as the writer knows it."""
    return sealing.merge(step.body, known.get(step.name, {}))
