"""The write path: from a raw move to an acknowledged entry.

The writer's fold decides, the public fold is digested, one script appends. What the writer may not see never refuses.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from engines import GAMES
from engines.kernel import canonical, sealing
from engines.kernel import moves as shapes
from engines.kernel.game import LANGUAGES, IllegalMoveError, Json, MalformedMoveError, rules_of
from engines.kernel.replay import Fold
from engines.kernel.says import say
from service import games, metrics
from service.access.eyes import PUBLIC, RECORDER, Eyes, visible
from service.access.limits import TooManyError
from service.access.rights import Caller, NotAllowedError
from service.access.tokens import random_id
from service.record import boxes, copies, ending, identity, people, seals, texts
from service.record import policies as agreed
from service.record.adjusted import AboutError, AdjustmentError
from service.record.capacity import ActsFullError, Capacity, RecordFullError
from service.record.changes import Changes, version_of
from service.record.copies import CopyError
from service.record.correction import CorrectionRefusedError, TargetError
from service.record.ending import OutcomeChangedError, RecordClosedError, SigningRefusedError, TooManyWordsError
from service.record.folds import Live
from service.record.ladder import MOST_REPLACED
from service.record.late import FEW, Fitting
from service.record.lives import Lives
from service.record.opening import opened
from service.record.steps import Seal
from service.record.undo import UndoRefusedError
from service.store import chain
from service.store.chain import Entry
from service.store.log import (
    MOST_ENTRIES,
    Appended,
    Idempotency,
    Log,
    RecordNotFoundError,
    Secrets,
    VersionConflictError,
    now,
)
from service.store.secret import store_secret

TRIES = 20
"""How often a write is tried at the head of the log, where others whose order does not matter come before it."""
MINUTE = timedelta(minutes=1)
"""In which a seat's own link may replace what it sealed :data:`MOST_REPLACED` times."""


class PreconditionNeededError(Exception):
    """A write that does not say which version it follows."""

    def __init__(self, *, star: bool) -> None:
        super().__init__("If-Match: *" if star else "If-Match")
        self.star = star


class _OvertakenError(Exception):
    """Others wrote while this was decided: it is to be decided again, at the head of the log."""


class _ApartError(Exception):
    """Something takes long and is to be done first, without the record's lock.

    Args:
        work: What.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self.work = work


class LineError(Exception):
    """A line of an import that is refused; what came before it is (or is not) written.

    Args:
        line: Its number, from 1.
        cause: Why.
    """

    def __init__(self, line: int, cause: Exception) -> None:
        super().__init__(f"line {line}: {cause}")
        self.line = line
        self.cause = cause


REFUSALS = (
    VersionConflictError,
    IllegalMoveError,
    MalformedMoveError,
    LineError,
    CopyError,
    RecordClosedError,
    SigningRefusedError,
    OutcomeChangedError,
    TooManyWordsError,
    RecordFullError,
    ActsFullError,
    NotAllowedError,
    PreconditionNeededError,
    TooManyError,
    UndoRefusedError,
    TargetError,
    CorrectionRefusedError,
    AdjustmentError,
    AboutError,
)
"""What a write may be refused with, before anything of it is applied."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a write brings beside the move.

    Args:
        caller: Who writes.
        match: The version it follows; None where the client says order does not matter (``*``).
        key: Idempotency key, or None.
        payload: What the key stands for.
        dry: Only tell what would happen.
        run: Go on through moves that are the only offer and have no field.
        offers: Tell what may be recorded next.
        about: What the entries say beside the facts.
        beside: Names that a move may bring which are no parameters of it; they go into its entry's ``about``.
        languages: Of the sentences.
        call: The name of the call: what a closed record still takes goes by it.
    """

    caller: Caller
    match: int | None
    key: str | None = None
    payload: Any = None
    dry: bool = False
    run: bool = False
    offers: bool = False
    about: Json = field(default_factory=dict)
    beside: Collection[str] = ()
    languages: Sequence[str] = LANGUAGES
    call: str = "moves"


@dataclass(slots=True)
class Written:
    """What a write did.

    Args:
        live: The record; others may have gone on since, so what the answer tells stands below. A copy for a dry run.
        eyes: The writer's.
        entries: The entries, as the writer may see them.
        frames: A frame for each move among them; one just written has no patch.
        refused: Where an import stopped (``until_refused``).
        opens: For a dry run: sealed facts that the move would open and the writer may not know yet.
        known: Whether the same request had been answered before.
        version: The record's version after it.
        ply: Its ply after it.
        offers: What may be recorded after it, where that was asked for.
        moves_left: How many more moves the record takes, from nine tenths of them on; None before.
        acts_left: How many more undos, consents and corrections it takes, likewise.
        impact: For a dry run of a correction: what it would do.
    """

    live: Live
    eyes: Eyes
    entries: list[Entry] = field(default_factory=list)
    frames: list[Json] = field(default_factory=list)
    refused: LineError | None = None
    opens: list[Json] = field(default_factory=list)
    known: bool = False
    version: int = 0
    ply: int = 0
    offers: Json | None = None
    moves_left: int | None = None
    acts_left: int | None = None
    impact: Any = None

    def told(self, request: Request, capacity: Capacity) -> Written:
        """Itself, with what the answer tells of the record; to be called before anybody else may write."""
        self.moves_left, self.acts_left = capacity.told(self.live), capacity.acts_left(self.live)
        self.version, self.ply = self.live.version, self.live.public.ply
        if request.offers:
            self.offers = self.live.offers(self.eyes)
        return self


@dataclass(frozen=True, slots=True)
class Prepared:
    """A move as the writer's fold decided it.

    Args:
        body: Its public body.
        secrets: Its secrets, salted, with the eyes that may see them.
        waiting: Sealed facts that it opens and that nobody filled in (a dry run only).
    """

    body: Json
    secrets: Secrets
    waiting: list[Json]


Spelled = tuple[bytes, Secrets | None]
"""An entry as it is appended: its canonical bytes, and its secrets with their salts."""
Write = Callable[[Live, Eyes], tuple[Written, list[Spelled]]]
"""Decides at the head of the log what is written. It is called again where others were faster."""


class Recording:
    """Every write to a record.

    Args:
        log: The log.
        lives: The records this process holds.
        wake: Called with a record's id after an append; must not fail.
        capacity: How many moves records take.
    """

    def __init__(self, log: Log, lives: Lives, wake: Callable[[str], object], capacity: Capacity | None = None) -> None:
        self.log = log
        self.lives = lives
        self.wake = wake
        self.capacity = capacity or Capacity()

    # Opening

    def open(  # noqa: PLR0913 - the parts of an opening
        self,
        *,
        by: str,
        game: str,
        seats: Sequence[Json],
        options: Json,
        policies: Json,
        box: str,
        visibility: str,
        occasion: Json,
        key: str | None,
        payload: Any,
    ) -> tuple[Live, bool]:
        """Open a record.

        Args:
            by: Id of the token that opens it; its owner.
            game: The title.
            seats: ``{"name" or "player", "colour"?}``, clockwise.
            options: Options named; the rest take their defaults.
            policies: Policies named; the rest take their defaults.
            box: Hash of the box.
            visibility: ``public``, ``unlisted`` or ``private``.
            occasion: League, event, round, table, place ...; no free text about people.
            key: Idempotency key: the id is derived from it, so that a retry finds the same record.
            payload: What the key stands for.

        Returns:
            The record, and whether it was there already.

        Raises:
            IllegalMoveError: The rules do not allow such a table.
            MalformedMoveError: An unknown option, policy or colour, or a player who sits down twice.
            KeyReusedError: The key stands for another opening.
        """
        title = GAMES[game]
        store = self.log.store
        components = boxes.get(store, game, box)
        boxes.fit(game, components)
        derive = derived_ids(store, by, key)
        record = derive("record")
        sat, chosen = _seats(list(title.colours(components)), seats, derive), _options(game, options)
        title.setup([seat["colour"] for seat in sat], chosen, components)  # the rules first: they say which clause
        body: Json = {
            "record": record,
            "key": identity.own_id(store),
            "game": game,
            "rules": rules_of(title),
            "box": box,
            "options": chosen,
            "policies": agreed.complete(policies, len(seats)),
            "seats": sat,
            "visibility": visibility,
        }
        if occasion:
            body["occasion"] = occasion
        entry: Entry = {"version": 1, "type": "opened", "at": now(), "by": by, "body": body}
        opening = opened(store, record, entry)
        entry["state"] = canonical.digest(opening.fold().facts())
        spelled = chain.link(entry, "")
        boxes.keep(store, components)
        fields = {
            "owner": by,
            "visibility": visibility,
            "game": game,
            "package": games.package_of(game),
            "secret": derive("secret"),
        }
        idempotency = Idempotency(key, payload, fields["secret"]) if key else None
        try:
            done = self.log.append(record, 0, [(spelled, None)], entry, idempotency, fields)
        except VersionConflictError:
            # Only a key that was known to a record under another token's id could come here: ids are random otherwise.
            raise RecordNotFoundError(record) from None
        # Only now: a refused opening names nobody. A retry names who went without when the first try was cut off.
        named = {seat["player"]: given.get("name") for seat, given in zip(body["seats"], seats, strict=True)}
        people.keep(store, named, by)
        self.wake(record)
        return self.lives.get(record), done.known

    # Moves

    def move(self, record: str, move: Json, request: Request) -> Written:
        """Record one move.

        Raises:
            MalformedMoveError: It is no move of this game.
            IllegalMoveError: A rule forbids it, as far as the writer knows.
            VersionConflictError: The record has moved on.
            KeyReusedError: The key stands for another request.
            RecordClosedError: The record takes no more moves.
            RecordFullError: It has as many moves as a record of its game takes.
            PreconditionNeededError: ``*`` for a move whose order matters.
        """
        return self.write(
            record, request, lambda live, eyes: self._moves(live, eyes, [(0, move)], request, until_refused=False)
        )

    def moves(
        self, record: str, moves: Iterable[tuple[int, Json | Exception]], request: Request, *, until_refused: bool
    ) -> Written:
        """Record many moves, each with the number of its line: all or nothing, or as far as the first that is refused.

        Raises:
            LineError: A line is refused (with ``until_refused`` it is told in the answer, if anything was written).
        """
        lines = list(moves)
        written = self.write(
            record, request, lambda live, eyes: self._moves(live, eyes, lines, request, until_refused=until_refused)
        )
        if written.known and until_refused:
            # The first answer said where it stopped; nothing of that is kept, so it is found again.
            before = self.lives.load(record, upto=written.entries[0]["version"] - 1)
            written.refused = self._moves(before, written.eyes, lines, request, until_refused=True)[0].refused
        return written

    def secret(self, record: str, name: str, facts: Json, request: Request) -> Written:
        """Give a secret that an earlier move left open.

        Raises:
            IllegalMoveError: It contradicts the record, as far as the writer knows.
            MalformedMoveError: The move has no such secret, or it is sealed or public already.
        """
        fitting = Fitting(name, facts)
        return self.write(record, request, lambda live, eyes: self._late(live, eyes, fitting, request))

    def entry(self, record: str, draft: Entry, request: Request) -> Written:
        """Record an entry about the record itself (``seated`` ...)."""

        def write(live: Live, eyes: Eyes) -> tuple[Written, list[Spelled]]:
            spelled, entry, frames = live.write({**draft, "at": clock(live), "by": request.caller.by}, {}, eyes)
            return Written(live, eyes, [entry], frames), [(spelled, None)]

        return self.write(record, request, write)

    def act(self, record: str, request: Request, write: Write) -> Written:
        """Run a write that takes back, consents or corrects, while the record takes that from its caller.

        Raises:
            ActsFullError: It has as many of these as it takes.
            TooManyError: The seat's links have written many within a minute.
            RecordFullError: It would have more moves than it takes.
        """

        def bounded(live: Live, eyes: Eyes) -> tuple[Written, list[Spelled]]:
            self.capacity.check_act(live, request.caller)
            before = live.public.ply
            written, spelled = write(live, eyes)
            after = live.public.ply if written.impact is None else written.impact.found.pair.public.ply
            if after > max(before, self.capacity.of(live.game)) and not request.caller.judge:
                raise RecordFullError(live.game.name, self.capacity.of(live.game))
            return written, spelled

        return self.write(record, request, bounded)

    def write(self, record: str, request: Request, write: Write) -> Written:
        """Run a write against the head and append what it made; again, where others were faster and order allows it."""
        eyes = request.caller.writes_with
        for _ in range(TRIES):
            live = self.lives.get(record)
            try:
                with live.lock:
                    done = self._locked(live, eyes, request, write)
            except _ApartError as apart:
                apart.work()
            except _OvertakenError:
                pass
            else:
                # The first answer to a request is folded anew, without the lock: nobody has to wait for that.
                return (
                    done if isinstance(done, Written) else self.again(record, done, eyes).told(request, self.capacity)
                )
        version = self.log.head(record).version
        raise VersionConflictError(record, version if request.match is None else request.match, version)

    def _locked(
        self,
        live: Live,
        eyes: Eyes,
        request: Request,
        write: Write,
    ) -> Written | Appended:
        """One attempt; whatever it ends with, what is held is whole again."""
        try:
            return self._attempt(live, eyes, request, write)
        except (_OvertakenError, _ApartError):
            if live.version != live.settled:
                self.lives.renew(live)
            raise
        except REFUSALS:
            raise
        except BaseException:
            # The store's fault or ours: what is held may be half applied.
            self.lives.renew(live)
            raise

    def _attempt(
        self,
        live: Live,
        eyes: Eyes,
        request: Request,
        write: Write,
    ) -> Written | Appended:
        """Decide at the head of the log and append; for a request that was answered before, what it wrote then.

        Raises:
            _OvertakenError: Others have written meanwhile, also where a rule refuses: it may have been decided too far
                back.
        """
        # Bound to the eyes: else whoever guesses a key could try values until the answer is not that it is reused.
        payload = {"eyes": eyes.name, "since": eyes.since, "request": request.payload}
        idempotency = (
            Idempotency(request.key, payload, live.fields["secret"]) if request.key and not request.dry else None
        )
        if request.match is None or request.match != live.version or request.dry:
            self.lives.catch_up(live)
        before = live.version
        try:
            if copies.told_of(live.fields) is not None:
                raise CopyError(live.record)
            _follows(live, request.match)
            ending.check_takes(live, request.caller, request.call)
            if request.dry:
                self.log.head(live.record)  # nobody tries anything on a record that was removed
                return write(live.fork(eyes), eyes)[0].told(request, self.capacity)
            written, spelled = write(live, eyes)
        except REFUSALS as refusal:
            if live.version != live.settled:
                # An earlier line of the same import had been applied.
                self.lives.renew(live)
            # A known key is answered before version and rules have a say: the first answer may have been lost.
            done = self.log.known(live.record, idempotency) if idempotency else None
            if done is not None:
                return done
            # And the version before the rules: what was decided here may have been decided too far back.
            self.lives.catch_up(live)
            if live.version != before and not isinstance(refusal, VersionConflictError):
                raise _OvertakenError from refusal
            raise
        try:
            with metrics.APPENDS.time():
                done = self.log.append(live.record, before, spelled, written.entries[-1], idempotency)
        except VersionConflictError as conflict:
            raise _OvertakenError from conflict
        if done.known:
            self.lives.renew(live)
            return done
        live.settled = live.version
        self.wake(live.record)
        return written.told(request, self.capacity)

    def again(self, record: str, done: Appended, eyes: Eyes) -> Written:
        """The answer that a request had when it first came; folded from the rung before it where there is one."""
        entries = self.log.read(record, done.first - 1, done.last - done.first + 1)
        live = self.lives.load(record, upto=done.first - 1)
        secrets = self.log.secrets(record, [entry["version"] for entry in entries if entry.get("seals")])
        if any(visible(secrets.get(entry["version"], {}), entry["version"], eyes) for entry in entries):
            live.own(eyes)
        changes = Changes(live.public.ply)
        live.advance(entries, secrets, changes, eyes)
        return Written(live, eyes, entries, changes.frames, known=True)

    def _moves(
        self,
        live: Live,
        eyes: Eyes,
        lines: Sequence[tuple[int, Json | Exception]],
        request: Request,
        *,
        until_refused: bool,
    ) -> tuple[Written, list[Spelled]]:
        written, spelled = Written(live, eyes), list[Spelled]()
        for line, move in lines:
            error = move if isinstance(move, Exception) else None
            if not isinstance(move, Exception):
                try:
                    self._one(live, eyes, move, request, written, spelled)
                except (ValueError, IllegalMoveError, MalformedMoveError, NotAllowedError, RecordFullError) as refusal:
                    if line == 0:
                        raise
                    error = refusal
            if error is not None:
                refused = LineError(line, error)
                if not until_refused or not written.entries:
                    raise refused from error
                written.refused = refused
                break
            if written.opens:
                break
        while request.run and written.entries and not written.refused and len(spelled) < MOST_ENTRIES:
            offers = live.offers(eyes)["moves"]
            if len(offers) != 1 or offers[0]["fields"] or not self.capacity.left(live):
                break
            only = {k: v for k, v in offers[0].items() if k != "fields" and v is not None}
            self._one(live, eyes, only, request, written, spelled)
        return written, spelled

    def _one(
        self,
        live: Live,
        eyes: Eyes,
        move: Json,
        request: Request,
        written: Written,
        spelled: list[Spelled],
    ) -> None:
        # Before anything is applied: text notation brings values that no JSON reader has checked.
        canonical.check(move)
        self.capacity.check(live)
        move = dict(move)
        about: Json = {**request.about, **{k: move.pop(k) for k in request.beside if k in move}}
        irregular = about.pop("irregular", None)
        prepared = self._prepare(live, eyes, move, request, irregular=irregular is not None)
        if prepared.waiting:
            written.opens = prepared.waiting
            return
        if prepared.secrets:
            live.own(eyes)
        draft: Entry = {"type": "move", "at": clock(live), "by": request.caller.by, **about, "body": prepared.body}
        secrets = dict(prepared.secrets)
        if irregular is not None:
            draft["irregular"] = _accepted(live, irregular)
            secrets |= texts.reason(irregular.get("reason", ""))
        raw, entry, frames = live.write(draft, secrets, eyes, request.languages)
        spelled.append((raw, secrets or None))
        written.entries.append(entry)
        written.frames += frames

    def _prepare(self, live: Live, eyes: Eyes, move: Json, request: Request, *, irregular: bool = False) -> Prepared:
        """Decide a move in the writer's fold, fill in what seals open, and take its secrets out.

        One that is said to be irregular must be one: the rules refuse it, and say which event it is all the same.
        """
        game, fold = live.game, live.fold(eyes)
        clean = shapes.parse(game, fold.box, move)
        if "seat" not in clean and game.moves(fold.box)[clean["type"]].seated:
            if clean["type"] in game.secret and eyes.seat is None and request.match != live.settled:
                # The seat that is left now need not be the one that was meant: another's phone may have come between.
                raise VersionConflictError(live.record, request.match or 0, live.settled)
            clean = shapes.only_seat(game, fold.state, clean) if eyes.seat is None else {**clean, "seat": eyes.seat}
        own = _own_sealed(game.secret, clean, eyes)
        if eyes.seat is not None and not own:
            raise NotAllowedError(
                f"the link of seat {eyes.seat} gives that seat's own secrets, nothing else",
                f"el enlace del asiento {eyes.seat} solo da los secretos de ese asiento",
            )
        if request.match is None and not own:
            raise PreconditionNeededError(star=True)
        body = _decided(fold, clean, irregular=irregular)
        if clean["type"] in game.secret:
            self._may_replace(live, eyes, body, request)
        waiting = []
        for opening in game.opens(live.public.state, body):
            seal = live.sealed(opening.name, opening.secret)
            _unless_given_since(live, request, opening.name, seal)
            if sealing.look(body, opening.fills) is not None:
                continue
            told = live.secret(seal) if seal is not None else None
            if told is None:
                raise MalformedMoveError(
                    {
                        opening.fills: say(
                            f"{clean['type']} needs {opening.fills}: nobody sealed it",
                            f"{clean['type']} necesita {opening.fills}: nadie lo selló",
                        )
                    }
                )
            if request.dry:
                waiting.append({"name": opening.name, "secret": opening.secret, "fills": opening.fills})
            else:
                sealing.fill(body, opening.fills, told["value"])
        public, found = sealing.split(game, body)
        return Prepared(public, {name: salted(secret, eyes) for name, secret in found.items()}, waiting)

    def _may_replace(self, live: Live, eyes: Eyes, body: Json, request: Request) -> None:
        """Let a seat's sealed part take the place of an earlier one.

        Raises:
            VersionConflictError: The earlier one came after the version that the writer follows.
            NotAllowedError: It came from the seat's own link, and this one does not.
            TooManyError: The seat's own link has replaced what it sealed :data:`MOST_REPLACED` times within a minute.
        """
        earlier = live.game.replaces(live.public.state, body)
        if earlier is None:
            return
        _unless_given_since(live, request, earlier)
        seat = body["seat"]
        if eyes.seat is None:
            step = live.line.step(earlier)
            if step is not None and live.by_own_link(step.brought):
                raise NotAllowedError(
                    f"seat {seat} sealed this from its own link (move {earlier}), and nobody else replaces that",
                    f"el asiento {seat} lo selló desde su propio enlace (jugada {earlier}) y nadie más lo sustituye",
                )
            return
        times = live.course.replaced.get(str(seat), [])
        if len(times) == MOST_REPLACED:
            left = datetime.fromisoformat(times[0]) + MINUTE - datetime.fromisoformat(clock(live))
            if left > timedelta():
                raise TooManyError(max(1, -(-left // timedelta(seconds=1))))

    # Secrets given later

    def _late(self, live: Live, eyes: Eyes, fitting: Fitting, request: Request) -> tuple[Written, list[Spelled]]:
        found = fitting.secrets(live, eyes)
        if fitting.left(live, eyes) > FEW:
            raise _ApartError(partial(fitting.read_on, live.fork(eyes), eyes))
        fitting.read_on(live, eyes)
        values = fitting.fits()
        secrets = {secret: salted(given._replace(value=values[secret]), eyes) for secret, given in found.items()}
        draft = {
            "type": "sealed",
            "at": clock(live),
            "by": request.caller.by,
            **request.about,
            "body": {"name": fitting.name},
        }
        raw, written, _ = live.write(draft, secrets, eyes)
        return Written(live, eyes, [written]), [(raw, secrets)]


def derived_ids(store: Any, by: str, key: str | None) -> Callable[[str], str]:
    """Ids for what a request makes: random, or the same ones again for the same key of the same caller.

    Args:
        store: The log's store.
        by: Who makes it.
        key: Idempotency key, or None.
    """
    if key is None:
        return lambda _: random_id(16)
    secret = store_secret(store)

    def derived(what: str) -> str:
        digest = hmac.new(secret, f"{by}\n{key}\n{what}".encode(), hashlib.sha256).digest()
        return base64.b32encode(digest[:16]).decode().rstrip("=").lower()

    return derived


def _decided(fold: Fold[Any, Any], clean: Json, *, irregular: bool) -> Json:
    """The event of a move, as a body; of an irregular one the event that it is although the rules refuse it.

    Raises:
        IllegalMoveError: The rules refuse it; of an irregular one: and give it no meaning.
        MalformedMoveError: It is said to be irregular, and the rules take it.
    """
    try:
        body = fold.game.encode(fold.game.decide(fold.state, clean))
    except IllegalMoveError as refusal:
        if not irregular or refusal.event is None:
            raise
        return dict(refusal.event)
    if irregular:
        raise MalformedMoveError(
            {
                "irregular": say(
                    "the rules take this move: it is no irregularity",
                    "las reglas admiten esta jugada: no es una irregularidad",
                )
            }
        )
    return body


def _accepted(live: Live, irregular: Json) -> Json:
    """Who accepted an irregular move, as its entry states it.

    Raises:
        MalformedMoveError: One of them does not sit at the table.
    """
    seats = irregular.get("accepted_by", [])
    for place, seat in enumerate(seats):
        if not 0 <= seat < len(live.opening.seats):
            where = f"irregular.accepted_by.{place}"
            raise MalformedMoveError({where: say(f"nobody sits at {seat}", f"nadie se sienta en {seat}")})
    return {"accepted_by": sorted(set(seats))}


def salted(secret: sealing.Secret, eyes: Eyes) -> dict[str, Any]:
    """A secret with a fresh salt, for the eyes of its seat and of who typed it.

    A judge without eyes of its own does not make a secret public by typing it: it is for the seat alone, or, where it
    is no seat's, for the recorder.
    """
    whose = [] if secret.seat is None else [f"seat:{secret.seat}"]
    names = [*whose, *([] if eyes == PUBLIC else [eyes.name])] or [RECORDER.name]
    return {"salt": seals.salt(), "value": secret.value, "eyes": list(dict.fromkeys(names))}


def clock(live: Live) -> str:
    """The clock, never before the entry before."""
    return max(now(), live.at)


def _follows(live: Live, match: int | None) -> None:
    """Let a write follow the version it names while only such entries came since as have no order.

    Raises:
        VersionConflictError: Others came since, or the record has not come so far.
    """
    if match is not None and not live.notes.ordered <= match <= live.version:
        raise VersionConflictError(live.record, match, live.version)


def _unless_given_since(live: Live, request: Request, name: str, seal: Seal | None = None) -> None:
    """Have a move rest on a sealed fact that its writer could know to be there.

    Args:
        live: The record.
        request: The write.
        name: The move that left the fact sealed.
        seal: Where its seal stands, where that may have come later than the move.

    Raises:
        VersionConflictError: The fact was given, or given anew, after the version that the writer follows.
    """
    given = max(version_of(name), 0 if seal is None else seal.version)
    # What this very request wrote before is not settled yet.
    if request.match is not None and request.match < given <= live.settled:
        raise VersionConflictError(live.record, request.match, live.settled)


def _own_sealed(secret: Any, move: Json, eyes: Eyes) -> bool:
    """Whether a move is a seat's own sealed part, whose order among the others' does not matter."""
    return eyes.seat is not None and move.get("seat") == eyes.seat and move["type"] in secret


def _options(game: str, named: Json) -> Json:
    """Every option of a record with its value.

    Raises:
        MalformedMoveError: An unknown option, or a value it cannot have.
    """
    fields = GAMES[game].options()
    errors = {}
    for name in named:
        if name not in fields:
            errors[f"options.{name}"] = say(
                f"{game} has no option {name!r:.40}", f"{game} no tiene la opción {name!r:.40}"
            )
    out = {}
    for name, option in fields.items():
        value = named.get(name, option.default)
        if not shapes.fits(option, value):
            errors[f"options.{name}"] = say(
                f"{value!r:.40} is no value of {name}", f"{value!r:.40} no es un valor de {name}"
            )
        out[name] = value
    if errors:
        raise MalformedMoveError(errors)
    return out


def _seats(colours: Sequence[str], seats: Sequence[Json], derive: Callable[[str], str]) -> list[Json]:
    """Who sits where, with a colour for each: named ones first, the rest in the box's order.

    Raises:
        MalformedMoveError: A player sits down twice.
    """
    free = [colour for colour in colours if colour not in {seat.get("colour") for seat in seats}]
    out: list[Json] = []
    for number, seat in enumerate(seats):
        colour = seat.get("colour") or (free.pop(0) if free else "")
        player = seat.get("player") or derive(f"player {number}")
        if player in {earlier["player"] for earlier in out}:
            raise MalformedMoveError(
                {
                    f"seats.{number}.player": say(
                        f"{player} sits at this table already", f"{player} ya está sentado a esta mesa"
                    )
                }
            )
        out.append({"player": player, "colour": colour})
    return out
