"""A secret given later than its move: whether it fits the move, and what was recorded since.

All moves since are decided again, with and without it. That takes as long as the record is, so it is done without the
record's lock; under the lock only the few entries are left that came meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.kernel import moves as shapes
from engines.kernel import sealing
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.replay import Fold
from engines.kernel.says import say
from service.access.eyes import Eyes
from service.access.rights import NotAllowedError
from service.record.folds import Live
from service.record.opening import clone
from service.store.chain import Entry
from service.store.log import Log

FEW = 64
"""Entries that may be read under the lock."""


class Fitting:
    """One late secret, tried on the record as far as it was read.

    Args:
        log: The log.
        name: The move whose secret it is.
        facts: What is given: secret parameter -> value, spelled as by hand.
    """

    def __init__(self, log: Log, name: str, facts: Json) -> None:
        self.log = log
        self.name = name
        self.given = facts
        self._values: Json = {}
        self._version = 0
        self._refusal: IllegalMoveError | MalformedMoveError | None = None
        self._known: Mapping[str, Mapping[str, Any]] = {}
        self._without: Fold[Any, Any] | None = None
        self._with: Fold[Any, Any] | None = None

    def secrets(self, live: Live, eyes: Eyes) -> dict[str, sealing.Secret]:
        """The secrets of the move that are given: what each is, and whose.

        Raises:
            MalformedMoveError: There is no such move, it has no such secret, or that is sealed or public already.
            NotAllowedError: It is another seat's.
        """
        name, game = self.name, live.game
        entry = self._entry(live)
        if not self.given:
            raise MalformedMoveError({"name": say("which secret?", "¿qué secreto?")})
        strange = sorted(set(self.given) - game.moves(live.opening.box)[entry["body"]["type"]].fields.keys())
        public, found = entry["body"], dict[str, sealing.Secret]()
        if not strange:
            # In the shape that a move has: taking secrets out of anything else would stumble.
            whole = shapes.parse(game, live.opening.box, {**entry["body"], **self.given})
            public, found = sealing.split(game, whole)
            strange = sorted(set(self.given) - {secret.partition(".")[0] for secret in found})
        if strange or public != entry["body"]:
            raise MalformedMoveError(
                {
                    where: say(
                        f"move {name} has no secret {where!r:.40}",
                        f"la jugada {name} no tiene el secreto {where!r:.40}",
                    )
                    for where in strange or ["name"]
                }
            )
        for secret, (_, seat) in found.items():
            if eyes.seat is not None and seat != eyes.seat:
                raise NotAllowedError(
                    f"{secret} of move {name} belongs to seat {seat}",
                    f"{secret} de la jugada {name} es del asiento {seat}",
                )
            if secret in live.line.steps[live.line.places[name]].seals:
                raise MalformedMoveError(
                    {
                        secret: say(
                            f"{secret} of move {name} is sealed already",
                            f"{secret} de la jugada {name} ya está sellado",
                        )
                    }
                )
        self._values = {secret: value for secret, (value, _) in found.items()} | self._values
        return found

    def _entry(self, live: Live) -> Entry:
        """The move of this name."""
        if self.name.isascii() and self.name.isdigit() and 0 < int(self.name[:16]) <= live.version:
            for entry in self.log.read(live.record, int(self.name) - 1, 1):
                if entry["type"] == "move" and str(entry["version"]) == self.name:
                    return entry
        raise MalformedMoveError(
            {"name": say(f"no move is named {self.name!r:.40}", f"ninguna jugada se llama {self.name!r:.40}")}
        )

    def left(self, live: Live, eyes: Eyes) -> int:
        """Entries that it was not tried on yet; all of them where these eyes have learnt of an earlier one since."""
        if self._without is None or _upto(live.known(eyes), self._version) != self._known:
            self._version, self._without, self._with, self._refusal = int(self.name) - 1, None, None, None
        return live.version - self._version

    def read_on(self, live: Live, eyes: Eyes) -> None:
        """Try it on the rest of the record, as far as ``live`` stands; :meth:`fits` tells what came of it."""
        known = live.known(eyes)
        if self._without is None or self._with is None:
            self._version = int(self.name) - 1
            self._without = live.refold(eyes, self._version)
            self._with = clone(self._without, live.opening)
        after = self._version
        for entry in self.log.read(live.record, after, live.version - after) if live.version > after else ():
            if entry["type"] == "move" and self._refusal is None:
                try:
                    self._try(live, entry, known.get(str(entry["version"]), {}), self._without, self._with)
                except (IllegalMoveError, MalformedMoveError) as refusal:
                    self._refusal = refusal
            self._version = entry["version"]
        self._known = _upto(known, self._version)

    def fits(self) -> Json:
        """The values as the game spells them: what is opened later is compared with them.

        Raises:
            IllegalMoveError: They contradict the record, as far as these eyes see. What was wrong without them is not
                their fault.
            MalformedMoveError: What they tell is public already.
        """
        if self._refusal is not None:
            raise self._refusal
        return self._values

    def _try(
        self, live: Live, entry: Entry, known: Mapping[str, Any], without: Fold[Any, Any], given: Fold[Any, Any]
    ) -> None:
        """Try it on one move."""
        here, name = str(entry["version"]), self.name
        body = sealing.merge(entry["body"], known)
        told = sealing.merge(body, self._values) if here == name else body
        for opening in live.game.opens(given.state, told):
            if opening.name == name and opening.secret in self._values:
                raise MalformedMoveError(
                    {
                        opening.secret: say(
                            f"{opening.secret} of move {name} is public since move {here}",
                            f"{opening.secret} de la jugada {name} es público desde la jugada {here}",
                        )
                    }
                )
        refusal = _refusal(given, told)
        if refusal is not None and _refusal(without, body) is None:
            names = tuple(dict.fromkeys((name, *refusal.names, here)))
            raise IllegalMoveError(refusal.rule, refusal.code, refusal.says, names)
        if here == name and refusal is None:
            spelled = sealing.split(live.game, live.game.encode(given.decide(told)))[1]
            self._values = {secret: spelled[secret].value for secret in self._values}
            told = sealing.merge(body, self._values)
        without.apply(here, body)
        given.apply(here, told)


def _upto(known: Mapping[str, Mapping[str, Any]], version: int) -> dict[str, Mapping[str, Any]]:
    """What is known of the moves up to a version."""
    return {name: facts for name, facts in known.items() if int(name.partition(".")[0]) <= version}


def _refusal(fold: Fold[Any, Any], body: Json) -> IllegalMoveError | None:
    try:
        fold.decide(body)
    except IllegalMoveError as error:
        return error
    return None
