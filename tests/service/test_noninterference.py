"""No eyes get a byte that depends on what they may not see: paired games that differ in one hidden fact only.

Two records of the same moves, in which one seat holds another tile (or hand, or order) that stays hidden. Who may not
see it must get the same answers from both: bodies, statuses, headers, sizes. Normalised are only ids, times, and the
commitments with the hashes over them; the digests of the public facts are not.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

import engines
from engines.kernel.replay import Fold
from service import files, projections, tokens
from service.http import Service
from tests import toy
from tests.service.conftest import Api, Record

Json = dict[str, Any]
PAIRS = int(os.environ.get("MOVEBOOK_PAIRS", "1"))
"""Pairs tried for each way in which a fact can be hidden; raise it for a long look."""
LONG = "MOVEBOOK_PAIRS" in os.environ
"""Whether every reader makes every call and tries every move, not only some of each."""
STEPS = 3 if LONG else 2
"""Versions of a pair at which every call is made; the cheap ones are made at every version."""
KINGDOMS = engines.GAMES["kingdoms"]
KINDS = [kind["id"] for kind in KINGDOMS.box()["kinds"]]

HASHES = re.compile(r'"(prev|hash|head_hash|digest)": ?"[0-9a-f]{64}"')
SEALS = re.compile(r'"[A-Za-z0-9_-]{43}"')
SALTS = re.compile(r'"salt": ?"[A-Za-z0-9_-]{22}"')
TIMES = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|\+00:00)")
IDS = re.compile(r"(?<![A-Za-z0-9_])([a-z2-7]{26}|[a-z2-7]{16})(?![A-Za-z0-9_])")


def plain(text: str, record: str) -> str:
    """A text without what is another in every record; every replacement keeps a trace."""
    text = text.replace(record, "RECORD").replace(f"-{record[:8]}.", "-RECORD.")
    text = HASHES.sub(r'"\1":"HASH"', text)
    for pattern, name in ((SALTS, '"salt":"SALT"'), (SEALS, '"SEAL"'), (TIMES, "TIME"), (IDS, "ID")):
        text = pattern.sub(name, text)
    return text


def shown(answer: Any, record: str) -> tuple[int, dict[str, str], str]:
    """All of an answer."""
    headers = {name: plain(value, record) for name, value in answer.headers.items() if name not in ("Date", "Server")}
    assert int(headers.get("Content-Length", len(answer.data))) == len(answer.data)
    return answer.status_code, headers, plain(answer.text, record)


@dataclass
class Side:
    """One record of a pair, in the hands of everybody who has something to do with it."""

    record: Record
    value: Any
    hands: dict[str, Record] = field(default_factory=dict)


@dataclass
class Pair:
    """Two records that differ in ``value`` only, and what was compared between them."""

    sides: list[Side]
    compared: int = 0
    rng: random.Random = field(default_factory=lambda: random.Random(1))

    def blind(self, act: Callable[[Side], Any], what: object = "") -> Any:
        """Something done on both sides by who may not tell them apart."""
        answers = [act(side) for side in self.sides]
        first, second = (shown(answer, side.record.id) for answer, side in zip(answers, self.sides, strict=True))
        assert first == second, (what, [side.value for side in self.sides])
        self.compared += 1
        return answers[0]

    def seeing(self, act: Callable[[Side], Any], status: int = 201) -> None:
        """Something done on both sides by who knows the difference."""
        for side in self.sides:
            answer = act(side)
            assert answer.status_code == status, answer.text

    def advance(self, hand: str, move: Json) -> None:
        """What the recorder writes; compared where it is blind."""
        act: Callable[[Side], Any] = lambda side: side.record.move(query={"offers": "1", "lang": "en,es"}, **move)  # noqa: E731
        if hand == "recorder":
            assert self.blind(act, move).status_code == 201
        else:
            self.seeing(act)


# ---------------------------------------------------------------------------------------------------------------- asked


def cheap(rng: random.Random) -> Iterator[tuple[str, Json]]:
    """Asked at every version."""
    yield "/state", {}
    yield "/offers", {}
    yield rng.choice(["", "/log", "/export", "/replay"]), {}


def calls(record: Record, partial: list[Json], rng: random.Random) -> Iterator[tuple[str, Json]]:
    """Every call that reads, with what may be asked of it."""
    ply = record.get("/state").json["ply"]
    yield "", {}
    yield "/log", {}
    yield "/log", {"after": rng.randrange(record.version), "limit": 3}
    yield "/log", {"headers": {"Accept": "application/x-ndjson"}}
    yield from (("/state", {"lang": lang}) for lang in ("en", "es"))
    yield from (("/state", {"version": version}) for version in rng.sample(range(1, record.version + 1), 2))
    yield from (("/state", {"ply": asked}) for asked in rng.sample(range(ply + 1), 2))
    yield "/state", {"version": record.version + 1}
    yield from (("/state", {"eyes": eyes}) for eyes in ("judge", "recorder", "seat:0", "seat:1"))
    yield "/offers", {}
    yield from (("/offers", {"move": json.dumps(move)}) for move in partial)
    yield "/replay", {}
    yield "/replay", {"lang": "en,es"}
    yield "/result", {}
    yield from (("/export", {"format": kind}) for kind in ("json", "text", "html"))
    yield "/tokens", {}


def some(of: Iterable[Any], count: int, pair: Pair) -> list[Any]:
    """A few of them, other ones each time; in a long look all."""
    them = list(of)
    return them if LONG else pair.rng.sample(them, min(count, len(them)))


def look_round(pair: Pair, readers: dict[str, Json], asked: Callable[[Record], Iterator[tuple[str, Json]]]) -> None:
    """Every reader asks for everything."""
    for name, query in readers.items():
        for what, more in some(asked(pair.sides[0].record), 5, pair):
            if "eyes" in more and (query or (name == "admin" and more["eyes"] == "judge")):
                continue  # these eyes would see
            pair.blind(lambda side: side.hands[name].get(what, **{**query, **more}), (name, what, more))  # noqa: B023


def try_out(pair: Pair, hands: list[str], moves: list[Json], secrets: list[Json]) -> None:
    """Everybody tries moves and secrets: a dry run, and for real what is refused anyway."""
    for name in hands:
        for move in some(moves, 5, pair):
            for query in ({"dry_run": "1", "offers": "1", "lang": "en,es"}, {"dry_run": "1", "run": "1", "lang": "es"}):
                pair.blind(lambda side: at_head(side, name).move(query=query, **move), (name, move))  # noqa: B023
        for secret in some(secrets, 2, pair):
            for match in ("*", None):
                pair.blind(lambda side: give(side, name, secret, match), (name, secret))  # noqa: B023
        wrong: Json = {"type": "choose_start_player", "player": 9, "seat": None}
        pair.blind(lambda side: at_head(side, name).move(**wrong), name)  # noqa: B023
        stale = {"If-Match": '"1"'}
        pair.blind(lambda side: at_head(side, name).move(stale, query={"lang": "es"}, **moves[0]), name)  # noqa: B023


def at_head(side: Side, name: str) -> Record:
    mine = side.hands[name]
    mine.version = side.record.version
    return mine


def give(side: Side, name: str, secret: Json, match: str | None) -> Any:
    headers = {"If-Match": match or f'"{side.record.version}"'}
    return side.hands[name].api.post(f"{side.record.path}/secrets", secret, headers, dry_run="1")


# --------------------------------------------------------------------------------------------------------------- tables


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots often, and of the exported page the replay alone: what else is in it no record changes."""
    monkeypatch.setattr(projections, "SNAPSHOT_EVERY", 5)
    monkeypatch.setattr(files, "page", json.dumps)
    monkeypatch.setitem(engines.GAMES, "toy", toy)


@pytest.fixture
def lay(recorder: Api, anyone: Api, admin: Api, as_: Any, service: Service) -> Callable[..., Pair]:
    """A pair of records with everybody at the table."""

    def laid(game: str, colours: list[str], values: list[Any], **more: Any) -> Pair:
        pair = Pair([])
        for value in values:
            record = recorder.open(*colours, game=game, visibility="public", **more)
            read = as_(tokens.create(service.log.store, "read", record=record.id))
            stranger = as_(tokens.create(service.log.store, "record"))
            apis = {"nobody": anyone, "recorder": recorder, "admin": admin, "read": read, "stranger": stranger}
            side = Side(record, value, {name: Record(api, record.id) for name, api in apis.items()})
            for seat in range(len(colours)):
                side.hands[f"seat:{seat}"] = record.by(as_(record.seat_token(seat)))
            pair.sides.append(side)
        return pair

    return laid


def second_link(pair: Pair, seat: int, as_: Any) -> None:
    """Another link for the seat, after the fact was sealed."""
    for side in pair.sides:
        side.hands["second"] = side.record.by(as_(side.record.seat_token(seat)))


def written(side: Side, moves: list[Json]) -> Any:
    """Moves written at once."""
    lines = "".join(json.dumps(move) + "\n" for move in moves).encode()
    headers = {"If-Match": f'"{side.record.version}"', "Content-Type": "application/x-ndjson"}
    answer = side.record.api.post(f"{side.record.path}/import", lines, headers)
    if answer.status_code == 201:
        side.record.version = answer.json["version"]
    return answer


def hidden(game: list[Json], rng: random.Random) -> tuple[int, int, int]:
    """A deal whose tile stays hidden for long: its place, where the tile is shown, and where its epoch ends."""
    found = []
    for place, deal in enumerate(game):
        if deal["type"] != "deal_starting_tile":
            continue
        turns = [n for n in range(place, len(game)) if game[n]["type"] in ("place_castle", "draw_and_place")]
        end = next(
            (n for n in range(turns[0], len(game)) if game[n]["type"] in ("deal_starting_tile", "choose_start_player")),
            len(game),
        )
        shown = next(
            (
                n
                for n in range(place, end)
                if game[n]["type"] in ("place_starting_tile", "reveal_starting_tile")
                and game[n]["seat"] == deal["seat"]
            ),
            None,
        )
        if shown is None or shown - place > 12:
            found.append((place, len(game) if shown is None else shown, end if shown is None else shown))
    return rng.choice(found)


def stock(game: list[Json], colours: list[str], upto: int) -> list[str]:
    """Kinds that the public does not rule out after so many moves."""
    fold: Fold[Any, Any] = Fold(KINGDOMS, colours, {}, KINGDOMS.box())
    for move in game[:upto]:
        fold.play(move)
    return [kind for kind, left in fold.view()["stock"].items() if left]


def kingdoms_pair(how: str, seed: int, lay: Callable[..., Pair], service: Service, as_: Any) -> Pair:
    """One pair of games of Kingdoms in which a starting tile differs that nobody shows."""
    rng = random.Random(f"{how} {seed}")
    colours = rng.sample(list(KINGDOMS.colours(KINGDOMS.box())), rng.choice([2, 3, 4]))
    while True:
        game = list(KINGDOMS.table(random.Random(rng.random()), colours, {}, KINGDOMS.box(), "public"))
        place, shown, epoch_end = hidden(game, rng)
        # What a seat seals itself may be anything; the rest must be able to be true.
        kinds = KINDS if how == "sealed" else stock(game, colours, min(epoch_end, shown))
        if len(kinds) > 1:
            break
    seat, other = game[place]["seat"], (game[place]["seat"] + 1) % len(colours)
    pair = lay("kingdoms", colours, rng.sample(kinds, 2))
    if place:
        assert pair.blind(lambda side: written(side, game[:place])).status_code == 201
    hand = "" if how == "confided" else "recorder"
    name = str(pair.sides[0].record.version + 1)
    if how == "confided":
        pair.seeing(lambda side: side.record.move(**game[place], tile=side.value))
    elif how == "sealed":
        pair.seeing(lambda side: own(side, seat, {"type": "deal_starting_tile", "tile": side.value}))
    else:
        pair.advance(hand, game[place])
    readers: dict[str, Json] = {
        "nobody": {},
        "read": {},
        "stranger": {},
        f"seat:{other}": {},
        "recorder": {"eyes": "public"},
    }
    if hand:
        readers |= {"recorder": {}, "admin": {}}
    at, done = place + 1, how != "late"
    late = rng.randrange(at, min(epoch_end, shown) + 1)
    looks = sorted(rng.sample(range(at, shown + 1), min(STEPS, shown + 1 - at)))
    while True:
        if not done and at >= late:
            pair.seeing(lambda side: own(side, seat, {"name": name, "tile": side.value}, "secrets"))
            done = True
        if done and "second" not in readers:
            second_link(pair, seat, as_)
            readers["second"] = {}
        if at in looks:
            everywhere(pair, readers, seat, other, name, service, rng)
        if at >= shown:
            return pair
        # Some move by move, the rest at once.
        if rng.random() < 0.6 or at + 1 in looks:
            pair.advance(hand, game[at])
            at += 1
            look_round(pair, readers, lambda _: cheap(random.Random(at)))  # noqa: B023
            if hand and at < shown and "row" in game[at]:
                space = {axis: game[at][axis] for axis in ("row", "col")}
                guesses = [{"type": "place_starting_tile", "seat": seat, "tile": s.value, **space} for s in pair.sides]
                try_out(pair, ["recorder"], guesses, [])
        else:
            to = min([n for n in (*looks, late if not done else shown, shown, at + 9) if n > at])
            part = game[at:to]
            assert_written(pair, part, blind=bool(hand))
            at = to


def own(side: Side, seat: int, what: Json, call: str = "moves") -> Any:
    """What a seat gives by its own link."""
    answer = side.hands[f"seat:{seat}"].api.post(f"{side.record.path}/{call}", what, {"If-Match": "*"})
    if answer.status_code == 201:
        side.record.version = answer.json["version"]
    return answer


def assert_written(pair: Pair, moves: list[Json], *, blind: bool) -> None:
    if blind:
        assert pair.blind(lambda side: written(side, moves)).status_code == 201
    else:
        pair.seeing(lambda side: written(side, moves))


def everywhere(
    pair: Pair, readers: dict[str, Json], seat: int, other: int, name: str, service: Service, rng: random.Random
) -> None:
    """Everybody asks for and tries everything, of a process that holds the record and of one that does not."""
    if rng.random() < 0.5:
        service.lives.drop(rng.choice(pair.sides).record.id)
    for side in pair.sides:
        projections.project(service.log, service.lives, side.record.id)
    if rng.random() < 0.5:
        service.lives.drop(rng.choice(pair.sides).record.id)
    space = {"row": rng.randint(1, 5), "col": rng.randint(1, 6)}
    partial: list[Json] = [{"type": kind} for kind in KINGDOMS.moves(KINGDOMS.box())]
    partial += [
        {"type": "draw_and_place", "tile": rng.choice(KINDS), "row": space["row"]},
        {"type": "reveal", "seat": seat},
    ]
    look_round(pair, readers, lambda record: calls(record, partial, random.Random(record.version)))
    moves: list[Json] = [{"type": "draw_and_place", "tile": kind, **space} for kind in KINDS]
    moves += [
        {"type": "place_starting_tile", "tile": kind, **space} for kind in [*(s.value for s in pair.sides), "dragon"]
    ]
    moves += [{"type": "place_starting_tile", **space}, {"type": "place_starting_tile", "seat": seat, **space}]
    moves += [{"type": "reveal_starting_tile", "seat": seat, "tile": side.value} for side in pair.sides]
    moves += [{"type": "reveal_starting_tile", "seat": seat}, {"type": "pass"}, {"type": "score_epoch", "gold": {}}]
    moves += [{"type": "deal_starting_tile", "seat": other, "tile": side.value} for side in pair.sides]
    secrets: list[Json] = [{"name": name, "tile": side.value} for side in pair.sides]
    mine = [entry for entry in pair.sides[0].hands["nobody"].get("/log").json["entries"] if entry["type"] == "move"]
    for entry in mine:
        if entry["body"]["type"] == "deal_starting_tile" and entry["body"]["seat"] == other:
            secrets += [
                {"name": str(entry["version"]), "tile": kind} for kind in [*(s.value for s in pair.sides), "dragon"]
            ]
    hands = [hand for hand, query in readers.items() if not query]
    try_out(pair, hands, moves, secrets)


def toy_pair(how: str, seed: int, lay: Callable[..., Pair], service: Service, as_: Any) -> Pair:
    """One pair of the toy's games, in which a hand and an order that was given anew differ."""
    rng = random.Random(f"{how} {seed}")
    colours = rng.sample(list(toy.colours(toy.box())), rng.choice([2, 3]))
    seat = rng.randrange(len(colours))
    pair = lay("toy", colours, [["fig", "pear"], ["plum", "plum"]], options={"rounds": 1})
    hand = "" if how == "confided" else "recorder"
    readers: dict[str, Json] = {
        "nobody": {},
        "read": {},
        f"seat:{(seat + 1) % len(colours)}": {},
        "recorder": {"eyes": "public"},
    }
    if hand:
        readers |= {"recorder": {}, "admin": {}}
        pair.advance(hand, {"type": "deal"})
        name = str(pair.sides[0].record.version)
        pair.seeing(lambda side: own(side, seat, {"name": name, "hands": {str(seat): side.value}}, "secrets"))
        pair.seeing(lambda side: own(side, seat, {"type": "order", "card": "roll" if "fig" in side.value else "buy"}))
    else:
        pair.seeing(lambda side: side.record.move(type="deal", hands={str(seat): side.value}))
        first: Json = {"type": "order", "seat": seat}
        pair.seeing(lambda side: side.record.move(**first, card="roll" if "fig" in side.value else "buy"))
    second_link(pair, seat, as_)
    readers["second"] = {}
    orders: list[Json] = [{"type": "order", "seat": other, "card": "roll"} for other in range(len(colours))]
    moves = [*orders, {"type": "reveal"}, *({"type": "roll", "seat": other, "die": 3} for other in range(len(colours)))]
    partial: list[Json] = [{"type": kind} for kind in toy.moves(toy.box())]
    tried: list[Json] = [{"type": "show_hand", "seat": seat, "cards": side.value} for side in pair.sides]
    tried += [{"type": "show_hand", "seat": seat}, {"type": "reveal"}, {"type": "deal"}, {"type": "draw", "count": 1}]
    tried += [{"type": "reveal", "cards": {str(seat): card}} for card in ("buy", "roll")]
    secrets: list[Json] = [{"name": "2", "hands": {str(seat): side.value}} for side in pair.sides]
    for place, move in enumerate([*moves, None]):
        if not LONG and place % 3 and move:
            pair.advance(hand, move)
            continue
        for side in pair.sides:
            projections.project(service.log, service.lives, side.record.id)
        look_round(pair, readers, lambda record: calls(record, partial, random.Random(record.version)))
        try_out(pair, [name for name, query in readers.items() if not query], tried, secrets)
        if move:
            pair.advance(hand, move)
    return pair


# ---------------------------------------------------------------------------------------------------------------- walls


@pytest.mark.parametrize("how", ["confided", "sealed", "late"])
def test_paired_games_of_kingdoms_cannot_be_told_apart(
    how: str, lay: Callable[..., Pair], service: Service, as_: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    compared = sum(kingdoms_pair(how, seed, lay, service, as_).compared for seed in range(PAIRS))
    with capsys.disabled():
        print(f"\n{PAIRS} pairs of kingdoms, {how}: {compared} answers compared")  # noqa: T201 - how much was tried is the result
    assert compared > 100 * PAIRS


@pytest.mark.parametrize("how", ["confided", "sealed"])
def test_paired_games_of_the_toy_cannot_be_told_apart(
    how: str, lay: Callable[..., Pair], service: Service, as_: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = (PAIRS + 1) // 2
    compared = sum(toy_pair(how, seed, lay, service, as_).compared for seed in range(pairs))
    with capsys.disabled():
        print(f"\n{pairs} pairs of the toy, {how}: {compared} answers compared")  # noqa: T201 - how much was tried is the result
    assert compared > 100 * pairs


def test_the_comparison_would_notice(lay: Callable[..., Pair], service: Service) -> None:
    """Eyes that do see the fact are told apart: the wall is not blind itself."""
    pair = lay("kingdoms", ["yellow", "red"], ["dragon", "wizard"])
    pair.seeing(lambda side: side.record.move(type="deal_starting_tile", seat=0, tile=side.value))
    for reader in ("recorder", "seat:0"):
        for call in ("/state", "/log", "/replay", "/export"):
            with pytest.raises(AssertionError):
                pair.blind(lambda side: side.hands[reader].get(call))  # noqa: B023
    with pytest.raises(AssertionError):
        pair.blind(lambda side: side.record.move(type="deal_starting_tile", seat=1, tile="dragon"))
