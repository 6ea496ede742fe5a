"""Families of records that differ in one hidden fact only, and everybody who may not see it asking for everything.

A family is drawn as a :class:`Plan`: moves written at once, the move that hides the fact, what happens while it stays
hidden. It is laid once for each value that the fact can have, so that ``k`` records make ``k * (k - 1) / 2`` pairs of
different games, and who is blind to the fact must get the same answers from all of them: bodies, statuses, headers,
sizes. Normalised are only ids, times, and the commitments with the hashes over them; the digests of the public facts
are not.

What counts as a pair: from the version at which the fact is hidden to the last one written, at every version the state,
the offers and one more call are compared, each for another reader than the time before; at some version in between one
reader, another one in each family, makes every call there is (:data:`CALLS`) and tries every kind of write
(:data:`TRIES`), and a second one half of them. After the fact, and after a fourth of the steps that follow, something
is taken back, consented to, corrected, noted, ruled, or played against the rules (:data:`ACTS`).

There every reader also sends, with a third of the calls that have a tag, another third in each family, all tags that
anybody was given for another body, those of who knows the fact among them, and every cursor that anybody was given: it
must get what it gets without them.

A family in which any of that was left out fails. Readers are nobody, a read token, a stranger's token, the recorder and
a helper of theirs, an admin, a judge of the record, another seat's link, and a second link of the seat itself that came
after the fact. Who may see the fact looks with everybody's eyes.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from http import HTTPStatus
from typing import Any, NamedTuple

from engines import GAMES
from engines.kernel.box.hashes import faults_of, hash_of
from engines.kernel.game import Json
from service.access import tokens
from service.api.web.http import Service
from service.record.derived import archiving, projections
from service.record.entries import boxes
from tests.service.conftest import Api, As, Record

_READING = """
    record head list log log-after log-lines stream state state-es state-at state-beyond facts same-tag other-tag
    their-tags their-cursors eyes offers offers-part replay result checks json text html tokens
"""
CALLS = frozenset(_READING.split())
"""Every kind of call that reads."""
TAGGED: list[tuple[str, Json]] = [
    ("", {}), ("/log", {}), ("/log", {"headers": {"Accept": "application/x-ndjson"}}), ("/state", {}),
    ("/state", {"what": "facts", "eyes": "public"}), ("/offers", {"lang": "es"}), ("/replay", {}), ("/export", {}),
    ("/export", {"format": "text"}), ("/checks", {}),
]  # fmt: skip
"""Calls whose answers have a tag, with what is asked of them."""
_WRITING = """
    move run import secret malformed no-version stale no-move undo consent correct irregular note rule check
    sign dispute close void
"""
TRIES = frozenset(_WRITING.split())
"""Every kind of write that is tried: dry runs, and what is refused anyway."""
MENDED = 0.25
"""After how many of the steps something is taken back, consented to, corrected or played against the rules."""
ACTS = ("undo", "own", "consent", "correct", "withdraw", "irregular", "note", "hush", "rule", "overrule")
"""What that is: a move taken back and brought back by the recorder, or by the seat whose fact it is; a consent of
another seat; a move corrected, and a correction taken back; a move that the rules refuse, recorded and taken back; a
note for all, and one for judges; a judge's ruling, and one that is taken back."""
OPENING = frozenset(
    {
        "place_starting_tile", "reveal_starting_tile", "reveal_orders", "census_open", "show_hand", "reveal",
        "reveal_hand",
    }
)  # fmt: skip
"""Types of moves that may make the fact public."""
CHANGED: dict[str, Json] = {
    "architects": {"type": "change_goods", "good": "silver"},
    "rise_of_empires": {"type": "change_amount", "what": "vp"},
}
"""What a judge gives to a seat, by game; in the others it is gold."""


class Hidden(NamedTuple):
    """Where the fact, or a part of it, stands in a move."""

    part: str | int = ""


HIDDEN = Hidden()
NAME: Any = object()
"""Where the name of the move stands that leaves the fact open."""
OUTCOME: Any = object()
"""Where the hash of the outcome stands that the game has by then."""


def told(what: Any, value: Any, name: str = "", outcome: str = "0" * 64) -> Any:
    """A move with a value for the fact, and what stands for the names of the record."""
    if isinstance(what, Hidden):
        return value if what.part == "" else value[what.part]
    if what is NAME or what is OUTCOME:
        return name if what is NAME else outcome
    if isinstance(what, dict):
        return {key: told(inner, value, name, outcome) for key, inner in what.items()}
    return [told(inner, value, name, outcome) for inner in what] if isinstance(what, list) else what


@dataclass(frozen=True)
class Step:
    """One thing that happens at the table.

    Args:
        hand: Who does it: ``recorder``, ``judge``, ``seat:2``, or ``link`` for a second link of the seat whose fact it
            is.
        move: What is sent; :data:`HIDDEN`, :data:`NAME` and :data:`OUTCOME` in it are filled in.
        call: Where to: the last part of the path.
        knows: Whether it holds the fact or comes from who knows it, so that its answer may tell.
        names: Whether it is the move that leaves the fact open.
    """

    hand: str
    move: Json = field(default_factory=dict)
    call: str = "moves"
    knows: bool = False
    names: bool = False


@dataclass(frozen=True)
class Plan:
    """A family, before it is laid.

    Args:
        how: What is hidden and from whom, for people.
        seed: What it was drawn from.
        seat: Whose fact it is.
        other: A seat that may not know it.
        values: What the fact is in each record.
        before: Moves that are written at once before it.
        steps: What happens from then on; the fact stays hidden to the end.
        confided: Whether the recorder was told the fact.
        partial: Parts of moves to ask the next field of, the two most telling ones first.
        tried: Moves to try, the three most telling ones first.
        gifts: Secrets of other moves to try.
        opening: What at last makes the fact public; None where it stays hidden.
        told: Who may read the fact, beside the seat and whom it was confided to; as hands.
        orders: Adjustments to try as rulings.
    """

    how: str
    seed: int
    game: str
    colours: list[str]
    seat: int
    other: int
    values: list[Any]
    before: list[Json]
    steps: list[Step]
    confided: bool
    options: Json
    partial: list[Json]
    tried: list[Json]
    gifts: list[Json] = field(default_factory=list)
    opening: Step | None = None
    policies: Json = field(default_factory=dict)
    told: frozenset[str] = frozenset()
    orders: list[Json] = field(default_factory=list)

    @property
    def knowing(self) -> frozenset[str]:
        return self.told | ({"recorder", "helper", "admin"} if self.confided else {f"seat:{self.seat}"})

    @property
    def pairs(self) -> int:
        return len(self.values) * (len(self.values) - 1) // 2


CHANCE = re.compile(
    r'(?=["#0-9a-z])(?:'  # what none of them begins with is passed by at once
    r'(?P<HASH>"(?:prev|hash|head_hash|head|digest|outcome|opening)": ?"[0-9a-f]{64}"|# outcome: [0-9a-f]{64})'
    r"|(?P<OUTCOME>(?<=the outcome is )[0-9a-f]{64})"  # of a refused signature; it is over ids
    r'|(?P<SALT>"salt": ?"[A-Za-z0-9_-]{22}")'
    r'|(?P<SIGNATURE>"signature": ?"[A-Za-z0-9_-]{86}")'
    r'|(?P<TAG>"\d+-[0-9a-f]{16}")'
    r'|(?P<CURSOR>"\d{13}-[A-Za-z0-9]*-[0-9a-f]{32}")'
    r'|(?P<SEAL>"[A-Za-z0-9_-]{43}")'
    r"|(?P<TIME>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|\+00:00))"
    r"|(?P<ID>\b(?:[a-z2-7]{26}|[a-z2-7]{16})\b))",
    re.ASCII,
)
"""What is another in every record: hashes under their names, commitments, times, ids."""


KEPT = {"HASH": ":", "SALT": ":", "SIGNATURE": ":", "TAG": "-"}
"""What is kept of it: up to where."""


def plain(text: str) -> str:
    """A text without what is another in every record; every replacement keeps a trace."""
    return CHANCE.sub(_trace, text)


def _trace(found: re.Match[str]) -> str:
    kind = found.lastgroup or ""
    return (found[0].partition(KEPT[kind])[0] if kind in KEPT else "") + kind


Answer = tuple[int, list[tuple[str, str]], str]
"""Status, headers, body."""


@dataclass
class Side:
    """One record of a family, in the hands of everybody who has something to do with it."""

    record: Record
    value: Any
    ids: dict[str, str] = field(default_factory=dict)
    hands: dict[str, Record] = field(default_factory=dict)
    given: dict[tuple[str, int], Any] = field(default_factory=dict)
    cursors: list[str] = field(default_factory=list)

    def shown(self, answer: Any) -> Answer:
        """All of an answer, its ids by what they stand for; hashes, seals and times as they are."""
        headers = [(name, self._known(value)) for name, value in answer.headers if name not in ("Date", "Server")]
        assert answer.status_code != HTTPStatus.INTERNAL_SERVER_ERROR, answer.text
        said = answer.headers.get("Content-Length")
        whole = answer.request.method != "HEAD"
        assert said is None or not whole or int(said) == len(answer.data)
        tag = answer.headers.get("ETag", "").strip('"').partition("-")[2]
        assert not tag or answer.status_code != 200 or not whole or tag == hashlib.sha256(answer.data).hexdigest()[:16]
        return answer.status_code, headers, self._known(answer.text)

    def _known(self, text: str) -> str:
        for found, stands_for in self.ids.items():
            text = text.replace(found, stands_for)
        return text

    def at_head(self, hand: str) -> Record:
        """A hand that knows the version."""
        mine = self.hands[hand]
        mine.version = self.record.version
        return mine


def difference(first: Answer, second: Answer) -> str:
    """Where two answers part."""
    one, two = (
        "\n".join([str(status), *map(": ".join, headers), "", text]) for status, headers, text in (first, second)
    )
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"...{one[max(0, at - 200) : at + 100]!r}\n...{two[max(0, at - 200) : at + 100]!r}"


def bare(answer: Answer) -> Answer:
    """An answer without what is another in every record."""
    status, headers, text = answer
    return status, [(name, plain(value)) for name, value in headers], plain(text)


class Family:
    """Records that differ in one hidden fact, and what was compared between them."""

    def __init__(self, plan: Plan, service: Service, as_: As) -> None:
        self.plan, self.service, self.as_ = plan, service, as_
        self.rng = random.Random(f"{plan.how} {plan.seed} asked")
        self.compared = 0
        self.kinds: dict[str, set[str]] = {}
        self.looked: set[int] = set()
        self.mended: Counter[str] = Counter()
        self.name = ""
        store = service.log.store
        apis = {
            who: as_(tokens.create(store, scope))
            for who, scope in (("recorder", "record"), ("stranger", "record"), ("admin", "admin"))
        }
        self.sides = [self._lay(apis | {"nobody": as_(None)}, value) for value in plan.values]
        hands = ("nobody", "read", "stranger", f"seat:{plan.other}", "recorder", "helper", "admin", "judge")
        self.readers: list[tuple[str, Json]] = [
            (who, {"eyes": "public"} if who in plan.knowing else {}) for who in hands
        ]

    def _lay(self, apis: dict[str, Api], value: Any) -> Side:
        plan, store = self.plan, self.service.log.store
        boxes.save(store, other_box(plan.game))
        agreed: Json = {"visibility": "public", "options": plan.options, "policies": plan.policies}
        record = apis["recorder"].open(*plan.colours, game=plan.game, **agreed)
        side = Side(record, value, {record.id: "RECORD", f"-{record.id[:8]}.": "-RECORD."})
        # Not numbered: where players are keys, they stand in the order of their ids.
        for seat in record.get("").json["seats"]:
            side.ids[seat["player"]] = "PLAYER"
        apis = apis | {"read": self.as_(tokens.create(store, "read", record=record.id))}
        for number in range(len(plan.colours)):
            apis[f"seat:{number}"] = self.as_(self._link(side, f"LINK {number}", scope="seat", seat=number))
        apis["judge"] = self.as_(self._link(side, "JUDGE", scope="judge"))
        # Last, and so of a later time than the others: lists of tokens are in the order of time.
        apis["helper"] = self.as_(tokens.create(store, "record", record=record.id))
        side.hands = {name: Record(api, record.id) for name, api in apis.items()}
        return side

    def _link(self, side: Side, stands_for: str, **asked: Any) -> str:
        """A link for a seat or a judge; the secret of its token."""
        made = side.record.api.post(f"{side.record.path}/tokens", asked)
        assert made.status_code == 201, made.text
        side.record.version += 1
        side.ids[made.json["id"]] = stands_for
        return str(made.json["token"])

    @property
    def version(self) -> int:
        return self.sides[0].record.version

    def reader(self, who: str, query: Json) -> str:
        kind = "another seat" if who.startswith("seat:") else who
        return f"{kind} as public" if query else kind

    def blind(self, act: Callable[[Side], Any], reader: str, kind: str, what: object = "") -> Any:
        """Something done in every record by who may not tell them apart."""
        answers = [act(side) for side in self.sides]
        first = self.sides[0].shown(answers[0])
        for side, answer in zip(self.sides[1:], answers[1:], strict=True):
            other = side.shown(answer)
            if first != other:
                one, two = bare(first), bare(other)
                assert one == two, (
                    f"{self.plan.how}, seed {self.plan.seed}, version {self.version}: {reader} asks {kind} {what}\n"
                    f"{self.sides[0].value}, {side.value}\n{difference(one, two)}"
                )
        self.compared += len(answers)
        self.kinds.setdefault(reader, set()).add(kind)
        return answers[0]

    def seeing(self, act: Callable[[Side], Any]) -> None:
        """Something done in every record by who knows the difference."""
        for side in self.sides:
            answer = act(side)
            assert answer.status_code == 201, (self.plan.how, self.plan.seed, side.value, answer.text)

    def play(self) -> Family:
        """Lay the game, step by step, with everybody looking on."""
        plan = self.plan
        if plan.before:
            assert self.blind(lambda side: written(side, plan.before), "recorder", "written").status_code == 201
        hidden_since = 0
        first = next(n for n, step in enumerate(plan.steps) if step.knows)
        look = self.rng.randint(first, len(plan.steps) - 1)
        # A second link comes when it comes; every reader there is by then may be one of the two.
        for number, step in enumerate(plan.steps):
            self.take(step)
            if number >= first:
                hidden_since = hidden_since or self.version
                self.glance(self.version)
                if number == first or self.rng.random() < MENDED:
                    self.mend(step)
            if number == look:
                self.look()
        self._whole(hidden_since)
        self._told()
        return self

    def take(self, step: Step) -> None:
        plan = self.plan
        if step.hand == "link":
            for side in self.sides:
                link = self._link(side, f"LINK {plan.seat}", scope="seat", seat=plan.seat)
                side.hands["second"] = side.record.by(self.as_(link))
            if ("second", {}) not in self.readers:
                self.readers.append(("second", {}))
            return
        if step.names:
            self.name = str(self.version + 1)
        key = {"Idempotency-Key": f"step {self.version}"} if self.rng.random() < 0.1 else {}

        def act(side: Side) -> Any:
            return given(side, step, self.name, key)

        if step.knows or (plan.confided and step.hand == "recorder"):
            self.seeing(act)
            return
        reader = self.reader(step.hand, {})
        assert self.blind(act, reader, "written", step).status_code == 201, step
        if key:
            # Sent again: the first answer is found, and told again.
            self.blind(lambda side: given(side, step, self.name, key, back=1), reader, "again", step)

    def mend(self, step: Step) -> None:
        """Take back, consent, correct, or play against the rules, so that the game goes on as planned."""
        plan, last, seats = self.plan, str(self.version), list(range(len(self.plan.colours)))
        moved = step.call == "moves" and step.hand != "link"
        possible = {
            "undo": moved and step.hand == "recorder",
            "own": moved and step.hand == f"seat:{plan.seat}" and step.knows,
            "consent": moved,
            "correct": moved and step.hand == "recorder",
            "withdraw": moved and step.hand == "recorder",
            "irregular": not plan.confided,  # who knows the fact is refused by it
            **dict.fromkeys(("note", "hush", "rule", "overrule"), step.hand != "link"),
        }
        if not any(possible.values()):
            return
        act = self.rng.choice([act for act in ACTS if possible[act]])
        agreed: Json = {"consents": seats, "reason": "typed too early"}
        if act in ("undo", "own"):
            hand = step.hand
            if self.act(hand, "undo", {"undoes": [last], **(agreed if hand == "recorder" else {})}, act):
                self.act(hand, "undo", {"undoes": [str(self.version)]}, act)
        elif act == "consent":
            self.act(f"seat:{plan.other}", "consents", {"to": [last]}, act)
        elif act in ("correct", "withdraw"):
            body = {"op": "amend", "name": last, "body": step.move}
            corrected: Json = {"changes": [body], "requested_by": plan.other}
            if self.act("recorder", "corrections", corrected, act, step.knows) and act == "withdraw":
                self.act("recorder", "undo", {"undoes": [str(self.version)]}, act)
        elif act in ("note", "hush"):
            hand = self.rng.choice(["recorder", "judge", f"seat:{plan.other}"])
            about = {"about": last} if moved else {}
            readers = "all" if act == "note" else "judges"
            assert self.act(hand, "notes", {"text": "played in a hurry", "for": readers, **about}, act)
        elif act in ("rule", "overrule"):
            gift = {**changed(plan.game), "seat": plan.other, "by": self.rng.choice([1, 2])}
            ruling: Json = {"adjustments": [gift], "reason": "paid twice", "requested_by": plan.other}
            if self.act("judge", "rulings", ruling, act) and act == "overrule":
                self.act("judge", "undo", {"undoes": [str(self.version)]}, act)
        else:
            against = {"irregular": {"reason": "nobody noticed", "accepted_by": seats}}
            played = [move for move in plan.tried[3:] if move["type"] not in OPENING]
            for move in self.rng.sample(played, min(6, len(played))):
                if self.act("recorder", "moves", {**move, **against}, act):
                    assert self.act("recorder", "undo", {"undoes": [str(self.version)], **agreed}, act)
                    break

    def act(self, hand: str, call: str, body: Json, kind: str, knows: bool = False) -> bool:  # noqa: FBT001, FBT002 - as a step
        """Write the same in every record; whether it was taken, which may depend on nothing that is hidden."""

        def acted(side: Side) -> Any:
            told_ = told(body, side.value, self.name)
            answer = side.hands[hand].api.post(
                f"{side.record.path}/{call}", told_, {"If-Match": f'"{side.record.version}"'}, lang="en,es"
            )
            if answer.status_code == HTTPStatus.CREATED:
                side.record.version = answer.json["version"]
            return answer

        if knows or hand in self.plan.knowing:
            taken = {acted(side).status_code for side in self.sides}
            assert len(taken) == 1, (self.plan.how, self.plan.seed, kind, body, taken)
            done = taken == {HTTPStatus.CREATED}
        else:
            done = self.blind(acted, self.reader(hand, {}), "written", (kind, body)).status_code == HTTPStatus.CREATED
        if done:
            self.mended[kind] += 1
            self.glance(self.version)
        return done

    def glance(self, version: int) -> None:
        """Asked at every version, each by another reader."""
        more = self.rng.choice(["", "/log", "/export"] * 3 + ["/replay"])
        for place, what in enumerate(("/state", "/offers", more)):
            who, query = self.readers[(version * 3 + place + self.plan.seed) % len(self.readers)]
            self.blind(lambda side: side.hands[who].get(what, **query), self.reader(who, query), what)  # noqa: B023
        self.looked.add(version)

    def look(self) -> None:
        """A reader makes every call and tries every write, another half of them; of a process that holds it or not."""
        lives, rng = self.service.lives, self.rng
        for again in range(2):
            for side in self.sides:
                if rng.random() < 0.3:
                    lives.drop(side.record.id)
                if not again:
                    projections.project(self.service.log, lives, side.record.id)
                    if self.plan.seed % 2 == 0:
                        assert archiving.archive_record(self.service.log, side.record.id)
        hands = [reader for reader in self.readers if not reader[1]]
        # Not the seed alone: it says how the fact is hidden, too, and every reader is to have its turn with each way.
        turn = self.plan.seed + self.plan.seed // 10
        first = hands[turn % len(hands)]
        rest = [reader for reader in self.readers if reader != first]
        self.ask(*first, 1)
        self.ask(*rest[(turn // len(hands) + turn * 3) % len(rest)], 0.5)
        self.swap()

    def swap(self) -> None:
        """Every reader sends the tags and the cursors of all others."""
        third = range(self.rng.randrange(3), len(TAGGED), 3)
        for side in self.sides:
            gather(side, third)
        cursors = len(self.sides[0].cursors)
        assert all(len(side.cursors) == cursors > 0 for side in self.sides)
        for who, query in self.readers:
            reader = self.reader(who, query)
            for place in third:
                asking = partial(with_their_tags, who=who, query=query, place=place, reader=reader)
                self.blind(asking, reader, "their-tags", TAGGED[place])
            for number in range(cursors):
                self.blind(partial(with_a_cursor, who=who, number=number), reader, "their-cursors", number)

    def ask(self, who: str, query: Json, share: float) -> None:
        """One reader makes calls and tries writes: so many of each."""
        reader, rng = self.reader(who, query), self.rng
        for kind, what, more in self.calls(who, query):
            if rng.random() < share:
                self.blind(lambda side: asked(side, who, what, {**query, **more}), reader, kind, (what, more))  # noqa: B023
        for kind, act, what in [] if query else self.tries(who):
            if rng.random() < share:
                self.blind(act, reader, kind, what)

    def calls(self, who: str, query: Json) -> Iterator[tuple[str, str, Json]]:
        """Every call that reads, with what may be asked of it: its kind, where to, what with."""
        rng, version = self.rng, self.version
        ply = self.sides[0].hands["nobody"].get("/state").json["ply"]
        yield "record", "", {}
        yield "head", rng.choice(["", "/state", "/replay", "/export"]), {"head": True}
        yield "list", "records", {}
        yield "log", "/log", {}
        yield "log-after", "/log", {"after": rng.randrange(version), "limit": 3}
        yield "log-lines", "/log", {"headers": {"Accept": "application/x-ndjson"}}
        yield "stream", "/stream", {"after": rng.randrange(version)}
        yield "state", "/state", {"lang": "en"}
        yield "state-es", "/state", {"lang": "es"}
        then = {"version": rng.randint(max(1, version - 9), version)}, {"ply": rng.randint(max(0, ply - 6), ply)}
        yield "state-at", "/state", rng.choice(then)
        yield "state-beyond", "/state", {"version": version + 1}
        yield "facts", "/state", {"what": "facts", "eyes": "public", **rng.choice(then)}
        yield "same-tag", rng.choice([what for what, _ in TAGGED]), {"headers": {"If-None-Match": ""}}
        yield "other-tag", "/log", {"headers": {"If-Match": f'"{version - 1}"'}}
        for eyes in ("judge", "recorder", f"seat:{self.plan.seat}", f"seat:{self.plan.other}"):
            # Eyes that would see are not asked for; to a reader who has them lent, none are.
            if not query and not (who == "admin" and eyes == "judge"):
                yield "eyes", rng.choice(["/state", "/log", "/offers", "/replay", "/export"]), {"eyes": eyes}
        if query:
            yield "eyes", "/state", query
        yield "offers", "/offers", {}
        for part in [*self.plan.partial[:2], *rng.sample(self.plan.partial[2:], 2)]:
            yield "offers-part", "/offers", {"move": json.dumps(told(part, rng.choice(self.plan.values)))}
        yield "replay", "/replay", rng.choice([{}, {"lang": "en,es"}])
        yield "result", "/result", {}
        yield "checks", "/checks", {}
        yield from ((what, f"/{what}", {}) for what in ("statement", "audit"))
        yield from ((form, "/export", {"format": form}) for form in ("json", "text", "html"))
        yield "tokens", "/tokens", {}

    def tries(self, who: str) -> Iterator[tuple[str, Callable[[Side], Any], Json]]:
        """Moves and secrets to try, as a dry run, and for real what is refused anyway: kind, how, what."""
        plan, rng = self.plan, self.rng
        guesses = rng.sample(plan.values, 2)
        telling = [told(move, guess) for move in plan.tried[:3] for guess in guesses]
        others = [told(move, guesses[0]) for move in rng.sample(plan.tried[3:], min(3, len(plan.tried) - 3))]
        star = {"If-Match": "*"}
        for number, move in enumerate(telling + others):
            run = number > 1 and number % 2 == 1
            query = {"dry_run": "1", ("run" if run else "offers"): "1", "lang": "en,es"}
            headers = star if number % 3 == 2 else None
            yield ("run" if run else "move"), partial(tried, who=who, move=move, headers=headers, query=query), move
        first, second = telling[:2]
        lines = (json.dumps(first) + "\n" + json.dumps(first) + "\n").encode()
        kept = {"Content-Type": "application/x-ndjson", "If-Match": f'"{self.version}"'}
        yield "import", partial(at, who=who, call="import", body=lines, headers=kept), first
        for secret in [self._secret(), *rng.sample(plan.gifts, min(1, len(plan.gifts)))]:
            for guess, match in zip(guesses, ("*", f'"{self.version}"'), strict=True):
                body = told(secret, guess, self.name)
                yield "secret", partial(at, who=who, call="secrets", body=body, headers={"If-Match": match}), body
        yield from self._mending(who, telling, guesses)
        wrong = {**second, "seat": 9, "strange": guesses[0]}
        yield "malformed", partial(at, who=who, call="moves", body=wrong, headers=star), wrong
        yield "no-version", partial(at, who=who, call="moves", body=second, headers={}), second
        yield "no-move", partial(at, who=who, call="moves", body={"type": "nonsense"}, headers=star), {}
        stale = {"If-Match": '"1"'}
        yield "stale", partial(tried, who=who, move=second, headers=stale, query={"lang": "es"}), second

    def _mending(
        self, who: str, telling: list[Json], guesses: list[Any]
    ) -> Iterator[tuple[str, Callable[[Side], Any], Json]]:
        """Dry runs of what takes back, consents, corrects, plays against the rules: the fact's own move, and others."""
        seats = list(range(len(self.plan.colours)))
        some = str(self.rng.randint(first_version(self.plan.colours), self.version))
        name = self.name or some
        bodies: list[tuple[str, str, Json]] = [
            ("undo", "undo", {"count": self.rng.randint(1, 3), "consents": seats if who != "another seat" else []}),
            ("undo", "undo", {"undoes": [name], "consents": seats}),
            ("consent", "consents", {"to": [name]}),
            ("correct", "corrections", {"changes": [{"op": "retract", "name": some}]}),
            ("correct", "corrections", {"changes": [{"op": "retract", "name": name}]}),
            ("correct", "corrections", {"changes": [{"op": "opening", "box": hash_of(other_box(self.plan.game))}]}),
            *(
                ("correct", "corrections", {"changes": [{"op": op, where: name, "body": move}]})
                for op, where in (("amend", "name"), ("insert", "before"))
                for move in (telling[0], telling[1], *(told(self._deal(), guess) for guess in guesses))
            ),
            *(
                ("irregular", "moves", {**move, "irregular": {"reason": "x", "accepted_by": seats}})
                for move in telling[:3]
            ),
        ]
        bodies += self._saying(who, some, name, [str(guess) for guess in guesses])
        match = {"If-Match": f'"{self.version}"'}
        for kind, call, body in bodies:
            yield kind, partial(at, who=who, call=call, body=body, headers=match), body

    def _saying(self, who: str, some: str, name: str, guesses: list[str]) -> list[tuple[str, str, Json]]:
        """What notes, rules, signs, disputes and closes: about the fact's own move and others, with the fact in it."""
        plan = self.plan
        seat = {} if who == "another seat" else {"seat": plan.other}
        orders = [*plan.orders, {**changed(plan.game), "seat": plan.seat, "by": 3}]
        return [
            *(
                ("note", "notes", {"text": guess, "about": about})
                for guess, about in zip(guesses, (some, name), strict=True)
            ),
            ("note", "notes", {"text": guesses[0], "for": "judges"}),
            *(
                ("rule", "rulings", {"adjustments": [told(order, self.sides[0].value)], "about": some})
                for order in orders
            ),
            ("check", "checks", {"point": 1, "figures": {"gold": 1}, **seat}),
            ("sign", "signatures", {"outcome": "0" * 64, **seat}),
            ("dispute", "disputes", {"outcome": "0" * 64, "reason": guesses[0], **seat}),
            ("close", "close", {"reason": "abandoned", "text": guesses[1]}),
            ("close", "close", {"reason": "ruled"}),
            ("void", "void", {"reason": guesses[0]}),
        ]

    def _deal(self) -> Json:
        """The move that holds the fact, as its writer typed it; without its place for a late one."""
        step = next(step for step in self.plan.steps if step.names or step.knows)
        fact = next(step.move for step in self.plan.steps if step.knows)
        return {**step.move, **{key: value for key, value in fact.items() if value is not NAME and key != "name"}}

    def _secret(self) -> Json:
        """What gives the fact later, or would give it again, for the move that left it open."""
        facts = next(step.move for step in self.plan.steps if step.knows)
        some = self.sides[0].value
        return {"name": NAME, **{key: value for key, value in facts.items() if told(value, some) != value}}

    def _whole(self, since: int) -> None:
        """Every version was looked at, and every kind of call and try compared."""
        assert set(range(since, self.version + 1)) <= self.looked, self.looked
        missing = (CALLS | TRIES) - set().union(*self.kinds.values())
        assert not missing, missing

    def _told(self) -> None:
        """The fact is there, another one in each record: its own seat sees it, and at last everybody."""
        for side, hand in ((side, hand) for side in self.sides for hand in self.plan.knowing):
            known = side.hands[hand].get("/log").json["secrets"]
            found = [secret["value"] for told in known.values() for secret in told.values()]
            parts = side.value.values() if isinstance(side.value, dict) else [side.value]
            assert all(part in found for part in parts), (hand, side.value, found)
        assert len({json.dumps(side.value) for side in self.sides}) == len(self.sides)
        if self.plan.opening is not None:
            opening = self.plan.opening
            self.seeing(lambda side: given(side, opening, self.name, {}))
            after = {plain(side.shown(side.hands["nobody"].get("/state"))[2]) for side in self.sides}
            assert len(after) == len(self.sides)


@cache
def other_box(game: str) -> Json:
    """A box of a game with another value in each table: a correction decides every move again under it."""
    title = GAMES[game]
    box = title.box() | {"edition": "other"}
    for table in title.box_form.tables if hasattr(title, "box_form") else ():
        *way, last = table.path.split(".")
        here = box
        for key in way:
            here = here[key]
        if not isinstance(here[last], list):
            continue
        numbers = ((row, key) for row in here[last] for key, of in row.items() if type(of) is int)
        for row, key in numbers:
            row[key] += 1
            if not faults_of(title, box):
                break
            row[key] -= 1
    return box


def changed(game: str) -> Json:
    return CHANGED.get(game, {"type": "change_gold"})


def first_version(colours: list[str]) -> int:
    """The version of the first move: the opening, a link for each seat and a judge's come before it."""
    return 3 + len(colours)


def asked(side: Side, who: str, what: str, more: Json) -> Any:
    if what == "records":
        return list_of(side, who)
    if more.pop("head", False):
        api, query = side.hands[who].api, {**more}
        return api.client.head(f"/v1{side.record.path}{what}", headers=api._headers(None), query_string=query)
    if more.get("headers") == {"If-None-Match": ""}:
        first = side.hands[who].get(what, **{**more, "headers": {}})
        if first.status_code != 200:  # a query that this call does not know: the refusals are compared
            return first
        tag = first.headers["ETag"]
        answer = side.hands[who].get(what, **{**more, "headers": {"If-None-Match": tag}})
        assert answer.status_code == 304, f"{who} asks {what} with the tag {tag}, and is told {answer.headers}"
        return answer
    return side.hands[who].get(what, **more)


def list_of(side: Side, who: str, **more: str) -> Any:
    """The list of the records that one player of this record sits at, which is this record alone."""
    player = next(found for found, stands_for in side.ids.items() if stands_for == "PLAYER")
    return side.hands[who].api.get("/records", player=player, **more)


def gather(side: Side, places: Iterable[int]) -> None:
    """Keep what everybody is given now, with its tags, and the cursors; who knows the fact among them."""
    side.given = {
        (who, place): hand.get(TAGGED[place][0], **TAGGED[place][1])
        for who, hand in side.hands.items()
        for place in places
    }
    told = {list_of(side, who, limit="1").json["next"] for who in side.hands}
    side.cursors = sorted(told - {None})


def with_their_tags(side: Side, who: str, query: Json, place: int, reader: str) -> Any:
    """One call with every tag that anybody was given for another body, and with the version alone."""
    what, more = TAGGED[place][0], {**TAGGED[place][1], **query}
    own = side.hands[who].get(what, **more) if query else side.given[who, place]
    others = (other for other in side.given.values() if other.status_code == 200 and other.data != own.data)
    tags = {other.headers["ETag"] for other in others}
    headers = {**more.get("headers", {}), "If-None-Match": ", ".join([f'"{side.record.version}"', *sorted(tags)])}
    answer = side.hands[who].get(what, **{**more, "headers": headers})
    assert (answer.status_code, answer.data) == (own.status_code, own.data), (
        f"{reader} asks {what} {more} with the tags of others, and is told {answer.status_code}"
    )
    return answer


def with_a_cursor(side: Side, who: str, number: int) -> Any:
    """A list that is read on from a cursor that anybody was given."""
    answer = list_of(side, who, cursor=side.cursors[number])
    assert answer.status_code == 200, answer.text
    return answer


def tried(side: Side, who: str, move: Json, headers: Json | None, query: Json) -> Any:
    return side.at_head(who).move(headers, query=query, **move)


def at(side: Side, who: str, call: str, body: Any, headers: Json) -> Any:
    return side.hands[who].api.post(f"{side.record.path}/{call}", body, headers, dry_run="1", lang="en,es")


def given(side: Side, step: Step, name: str, key: Json, back: int = 0) -> Any:
    """What a hand writes; the recorder and a judge after the version they know, a seat whenever."""
    match = f'"{side.record.version - back}"' if step.hand in ("recorder", "judge") else "*"
    query = {"offers": "1"} if step.call == "secrets" else {"offers": "1", "lang": "en,es"}
    api = side.hands[step.hand].api
    about = OUTCOME in step.move.values()
    outcome = side.record.get("/result").json["standing"]["outcome"] if about else ""
    body = told(step.move, side.value, name, outcome)
    answer = api.post(f"{side.record.path}/{step.call}", body, {"If-Match": match, **key}, **query)
    if answer.status_code == 201:
        side.record.version = answer.json["version"]
    return answer


def written(side: Side, moves: list[Json]) -> Any:
    lines = "".join(json.dumps(move) + "\n" for move in moves).encode()
    headers = {"If-Match": f'"{side.record.version}"', "Content-Type": "application/x-ndjson"}
    answer = side.record.api.post(f"{side.record.path}/import", lines, headers)
    if answer.status_code == 201:
        side.record.version = answer.json["version"]
    return answer
