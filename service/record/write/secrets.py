"""Secrets recorded later than their move: checks that they fit the move and what was recorded since.

All later moves are decided again, with and without the secret. The time grows with the record, so this runs without the
record's lock; only the few entries that came meanwhile are tried under the lock.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from engines.kernel import sealing
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.moves import shapes
from engines.kernel.replay import Fold
from engines.kernel.sentences import say
from service.access.eyes import Eyes
from service.access.rights import NotAllowedError
from service.record.entries.opening import clone
from service.record.entries.seals import salted
from service.record.entries.steps import Step
from service.record.entries.timeline import Timeline
from service.record.state.folding import Known
from service.record.state.record import LiveRecord
from service.record.write.request import DoOutsideLockError, RawEntry, WriteRequest, WriteResult, write_entry
from service.texts import said

FEW = 64
"""Maximum number of steps that are tried under the lock."""


class LateSecret:
    """One late secret, tried on the steps of the record that were read.

    ``facts``: secret parameter -> value, as it was typed.
    """

    def __init__(self, name: str, facts: Json) -> None:
        self.name = name
        self.facts = facts
        self._values: Json = {}
        self._place = 0
        self._prefix = ""
        self._refusal: IllegalMoveError | MalformedMoveError | None = None
        self._known: Known = {}
        self._without: Fold[Any, Any] | None = None
        self._with: Fold[Any, Any] | None = None

    def secrets(self, live: LiveRecord, eyes: Eyes) -> dict[str, sealing.Secret]:
        """The secrets of the move that are provided, with their values and seats.

        Raises:
            MalformedMoveError: There is no such move, it has no such secret, or that is sealed or public already.
            NotAllowedError: It is another seat's.
        """
        name, game = self.name, live.game
        step = self._step(live)
        if not self.facts:
            raise MalformedMoveError({"name": say("which secret?", "¿qué secreto?")})
        strange = sorted(set(self.facts) - game.moves(live.opening.box)[step.body["type"]].fields.keys())
        public, found = step.body, dict[str, sealing.Secret]()
        if not strange:
            # Parse it first: secrets can be taken only out of a well-formed move.
            whole = shapes.parse(game, live.opening.box, {**step.body, **self.facts})
            public, found = sealing.split(game, whole)
            strange = sorted(set(self.facts) - {secret.partition(".")[0] for secret in found})
        if strange or public != step.body:
            raise MalformedMoveError(
                {where: said("move_no_secret", name=name, where=where) for where in strange or ["name"]}
            )
        for secret, (_, seat) in found.items():
            if eyes.seat is not None and seat != eyes.seat:
                raise NotAllowedError(said("move_belongs_seat", secret=secret, name=name, seat=seat))
            if secret in step.seals:
                raise MalformedMoveError({secret: said("move_already_sealed", secret=secret, name=name)})
        self._values = {secret: value for secret, (value, _) in found.items()} | self._values
        return found

    def _step(self, live: LiveRecord) -> Step:
        """The move with this name."""
        step = live.timeline.step(self.name)
        if step is None or step.type != "move":
            raise MalformedMoveError(
                {"name": say(f"there is no move {self.name!r:.40}", f"no existe la jugada {self.name!r:.40}")}
            )
        return step

    def steps_left(self, live: LiveRecord, eyes: Eyes) -> int:
        """Number of steps that it was not tried on yet: all later ones if the timeline or the known secrets changed."""
        if not self._is_current(live, live.known(eyes)):
            self._without = self._with = self._refusal = None
            self._place = live.timeline.places[self.name]
        return len(live.timeline.steps) - self._place

    def _is_current(self, live: LiveRecord, known: Known) -> bool:
        """Whether the steps that it was tried on are still in the timeline, with the same known secrets."""
        timeline = live.timeline
        if self._without is None or len(timeline.steps) < self._place or timeline.prefix(self._place) != self._prefix:
            return False
        return _upto(timeline, known, self._place) == self._known

    def read_on(self, live: LiveRecord, eyes: Eyes) -> None:
        """Try it on the rest of the timeline of ``live``; :meth:`checked_values` returns the result."""
        timeline, known = live.timeline, live.known(eyes)
        if self._without is None or self._with is None:
            self._place = timeline.places[self.name]
            self._without = live.new_fold(timeline, eyes, self._place)
            self._with = clone(self._without, live.opening)
        for step in timeline.steps[self._place :]:
            if self._refusal is None:
                try:
                    self._try(live, step, known.get(step.name, {}), self._without, self._with)
                except (IllegalMoveError, MalformedMoveError) as refusal:
                    self._refusal = refusal
        self._place = len(timeline.steps)
        self._prefix, self._known = timeline.prefix(self._place), _upto(timeline, known, self._place)

    def checked_values(self) -> Json:
        """The values in the game's spelling, which is compared with what is opened later.

        Raises:
            IllegalMoveError: They contradict the record, as far as these eyes see. Errors that occur without them do
                not count.
            MalformedMoveError: The values are public already.
        """
        if self._refusal is not None:
            raise self._refusal
        return self._values

    def _try(
        self,
        live: LiveRecord,
        step: Step,
        known: Mapping[str, Any],
        without: Fold[Any, Any],
        with_secret: Fold[Any, Any],
    ) -> None:
        """Try it on one step."""
        here, name = step.name, self.name
        body = sealing.merge(step.body, known)
        whole = sealing.merge(body, self._values) if here == name else body
        for opening in live.game.opens(with_secret.state, whole):
            if opening.name == name and opening.secret in self._values:
                raise MalformedMoveError(
                    {opening.secret: said("move_public_since_move", secret=opening.secret, name=name, here=here)}
                )
        refusal = _refusal(with_secret, whole)
        if refusal is not None and _refusal(without, body) is None:
            names = tuple(dict.fromkeys((name, *refusal.names, here)))
            raise IllegalMoveError(refusal.rule, refusal.code, refusal.says, names)
        if here == name and refusal is None:
            spelled = sealing.split(live.game, live.game.encode(with_secret.decide(whole)))[1]
            self._values = {secret: spelled[secret].value for secret in self._values}
            whole = sealing.merge(body, self._values)
        without.apply(here, body)
        with_secret.apply(here, whole)


def _upto(timeline: Timeline, known: Known, place: int) -> Known:
    """The known secrets of the first steps of a timeline."""
    return {name: facts for name, facts in known.items() if timeline.places[name] < place}


def _refusal(fold: Fold[Any, Any], body: Json) -> IllegalMoveError | None:
    try:
        fold.decide(body)
    except IllegalMoveError as error:
        return error
    return None


def write_late_secret(
    live: LiveRecord, eyes: Eyes, request: WriteRequest, late_secret: LateSecret
) -> tuple[WriteResult, list[RawEntry]]:
    """Write a secret that its move left open.

    Raises:
        DoOutsideLockError: Too many steps came since to try them under the record's lock.
        IllegalMoveError: It contradicts the record, as far as the writer knows.
        MalformedMoveError: The move has no such secret, or it is sealed or public already.
        NotAllowedError: It is another seat's.
    """
    found = late_secret.secrets(live, eyes)
    if late_secret.steps_left(live, eyes) > FEW:
        raise DoOutsideLockError(partial(late_secret.read_on, live.fork(eyes), eyes))
    late_secret.read_on(live, eyes)
    values = late_secret.checked_values()
    secrets = {secret: salted(given._replace(value=values[secret]), eyes) for secret, given in found.items()}
    return write_entry(live, eyes, request, "sealed", {"name": late_secret.name}, secrets)
