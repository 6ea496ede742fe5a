"""What a seat sealed from its own phone is its own, in every game: to fill in, to replace, to correct, to take back."""

import contextlib
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from engines import GAMES
from engines.kernel import sealing
from engines.kernel.game import IllegalMoveError
from engines.kernel.replay import Fold
from tests.service.conftest import Api, As, Json, Record
from tests.service.promised import refused

SEEDS = {"kingdoms": (0, 17), "xidit": (0, 5), "architects": (1, 3, 8, 10), "mage_knight": (3, 7, 8)}
"""Simulated games that between them seal, and open, what there is to seal and to open."""
OPENING = (
    ("kingdoms", "place_starting_tile"), ("kingdoms", "reveal_starting_tile"), ("mage_knight", "score"),
    ("xidit", "census_open"), ("xidit", "reveal_orders"),
)  # fmt: skip
"""Every type of move that opens a secret."""
ANY = {"If-Match": "*"}
SEATS: Json = {"typing": "seats"}
WHY: Json = {"reason": "the board was turned by mistake", "accepted_by": [0, 1]}


class Opened(NamedTuple):
    game: str
    moves: list[Json]
    sealing: int
    seat: int
    fills: str
    value: Any
    other: Any


def colours_of(game: str) -> list[str]:
    return list(GAMES[game].colours(GAMES[game].box()))[: max(2, GAMES[game].seats.start)]


@cache
def simulated(game: str, seed: int) -> list[Json]:
    title = GAMES[game]
    options = {name: field.default for name, field in title.options().items()}
    return list(title.table(random.Random(seed), colours_of(game), options, title.box()))


def openings(game: str, seed: int) -> Iterator[tuple[str, Opened]]:
    """Every move of a simulated game that opens what a seat sealed, by its type."""
    title, moves = GAMES[game], simulated(game, seed)
    options = {name: field.default for name, field in title.options().items()}
    fold, public = (Fold[Any, Any](title, colours_of(game), options, title.box()) for _ in range(2))
    for place, move in enumerate(moves):
        body = title.encode(fold.game.decide(fold.state, move))
        for opening in title.opens(fold.state, body):
            sealed = moves[int(opening.name)]
            value = sealing.look(sealed, opening.secret)
            seat = sealing.owner(title, sealed, opening.secret)
            if value is None or seat is None:
                continue
            other = next((one for one in others(game, value) if allowed(public, move, opening.fills, one)), None)
            if other is not None:
                yield (
                    move["type"],
                    Opened(game, moves[: place + 1], int(opening.name), seat, opening.fills, value, other),
                )
        fold.apply(str(place), body)
        public.apply(str(place), sealing.split(title, body)[0])


def others(game: str, value: Any) -> list[Any]:
    box = GAMES[game].box()
    if isinstance(value, int):
        return [one for one in range(3) if one != value]
    if isinstance(value, str):
        return [kind["id"] for kind in box["kinds"] if kind["id"] != value]
    if game == "xidit":
        return [[*value[1:], icon["id"]] for icon in box["icons"] if [*value[1:], icon["id"]] != value]
    artifacts = [card["id"] for card in box["cards"] if card["kind"] == "artifact"]
    return [[*value[1:], card] for card in artifacts if card not in value]


def allowed(public: Fold[Any, Any], move: Json, fills: str, value: Any) -> bool:
    """Whether the rules let a move state this, as far as everybody knows."""
    with contextlib.suppress(IllegalMoveError):
        public.game.decide(public.state, sealing.merge(move, {fills: value}))
        return True
    return False


@cache
def cases(game: str) -> dict[str, Opened]:
    """Type of move that opens a secret -> one such move."""
    return {kind: one for seed in SEEDS[game] for kind, one in openings(game, seed)}


class Table(NamedTuple):
    """A record where a secret is sealed, in all hands."""

    record: Record
    links: list[Record]
    name: str


def laid(recorder: Api, as_: As, game: str, before: list[Json], sealed: Json, seat: int, **agreed: Any) -> Table:
    """A record whose last move came from a seat's own link."""
    record = recorder.open(*colours_of(game), game=game, policies=agreed)
    links = [record.by(as_(record.seat_token(number))) for number in range(len(colours_of(game)))]
    record.import_moves(before)
    links[seat].version = record.version
    answer = links[seat].move(**sealed)
    assert answer.status_code == 201, answer.text
    record.version = answer.json["version"]
    return Table(record, links, str(record.version))


def opening(recorder: Api, as_: As, opened: Opened) -> tuple[Table, Json, Json]:
    """A table just before an opening move, that move without what its seal fills in, and with something else there."""
    *before, move = opened.moves
    sealed = before[opened.sealing]
    table = laid(recorder, as_, opened.game, before[: opened.sealing], sealed, opened.seat, **SEATS)
    if later := before[opened.sealing + 1 :]:
        table.record.import_moves(later)
    left = sealing.without(move, [opened.fills])
    stated = sealing.merge(left, {opened.fills: opened.other})
    return table, left, stated


def found(answer: Json) -> list[Json]:
    """What the service itself finds between a seal and what opened it: no rule says it."""
    return [mark for mark in answer["marks"] if mark["kind"] == "contradiction" and mark["rule"] is None]


def log(record: Record) -> Any:
    return record.get("/log").json["entries"]


def test_these_are_the_moves_that_open_a_secret() -> None:
    assert {(game, kind) for game in SEEDS for kind in cases(game)} == {*OPENING}


@pytest.mark.parametrize(("game", "kind"), OPENING)
def test_what_a_seats_own_link_sealed_is_opened_with_that_alone(game: str, kind: str, recorder: Api, as_: As) -> None:
    opened = cases(game)[kind]
    table, left, stated = opening(recorder, as_, opened)
    record, other = table.record, table.links[not opened.seat]
    before = log(record)
    same = sealing.merge(left, {opened.fills: opened.value})
    why = f"{opened.fills}: seat {opened.seat} sealed this from its own link"
    for query in ({}, {"dry_run": 1}):
        # Whether it is what was sealed makes no difference: nobody finds that by trying.
        for guess in (same, stated):
            told = refused(record.move(query=query, **guess), 422, "sealed", names=[table.name])
            assert why in told["detail"]
        if "seat" not in left:
            other.version = record.version
            for value in (opened.value, opened.other):
                guess = sealing.merge(sealing.without(left, [opened.fills.split(".")[0]]), {opened.fills: value})
                told = refused(other.move(query=query, **guess), 403, "not-allowed")
                assert f"cannot fill in other seats' parts; leave out {opened.fills}" in told["detail"]
    assert log(record) == before
    answer = record.move(**left)
    assert answer.status_code == 201, answer.text
    assert sealing.look(answer.json["entry"]["body"], opened.fills) == opened.value
    assert found(answer.json) == []


@pytest.mark.parametrize(("game", "kind"), OPENING)
def test_a_recorder_states_something_else_as_irregular_with_a_reason_and_both_moves_are_named(
    game: str, kind: str, recorder: Api, as_: As, project: Any
) -> None:
    opened = cases(game)[kind]
    table, _, stated = opening(recorder, as_, opened)
    record = table.record
    unexplained = record.move(**stated, irregular={"accepted_by": [0, 1]})
    assert refused(unexplained, 400, "malformed-move")["errors"].keys() == {"irregular.reason"}
    tried = record.move(query={"dry_run": 1}, **stated, irregular=WHY)
    assert tried.status_code == 200, tried.text
    assert found(tried.json) == [], "whether it is what was sealed is not for a dry run to tell"
    answer = record.move(**stated, irregular=WHY)
    assert answer.status_code == 201, answer.text
    name = answer.json["entry"]["version"]
    named = [mark["names"] for mark in answer.json["marks"] if mark["kind"] == "contradiction"]
    assert [table.name, str(name)] in named
    assert answer.json["entry"]["irregular"] == {"accepted_by": [0, 1]}
    project(record.id)
    replay = record.by(as_(None)).get("/replay").json
    shown = next(frame for frame in replay["frames"] if frame["name"] == str(name))
    assert [table.name, str(name)] in [mark.get("names") for mark in shown["marks"]]
    assert [(one["name"], one["reason"]) for one in replay["history"]["irregular"]] == [(str(name), WHY["reason"])]


@pytest.mark.parametrize(("game", "kind"), [one for one in OPENING if one[0] == "xidit"])
def test_no_link_fills_in_what_another_seat_has_not_sealed_yet(game: str, kind: str, recorder: Api, as_: As) -> None:
    opened = cases(game)[kind]
    *before, move = opened.moves
    sealing_type = before[opened.sealing]["type"]
    place = next(n for n in range(len(before), 0, -1) if before[n - 1]["type"] != sealing_type)
    record = recorder.open(*colours_of(game), game=game, policies=SEATS)
    links = [record.by(as_(record.seat_token(number))) for number in range(3)]
    record.import_moves(before[:place])
    root = opened.fills.split(".")[0]
    whole = dict.fromkeys(("0", "1", "2"), opened.value)
    links[1].version = record.version
    told = refused(links[1].move(**{**move, root: whole}), 403, "not-allowed")
    assert "the link of seat 1 cannot fill in other seats' parts" in told["detail"]
    # Its own part is its own to state; who else is missing has to seal.
    assert links[1].move(**{**move, root: {"1": opened.value}}).json["type"] == "urn:movebook:problem:illegal-move"


def test_a_second_link_of_a_seat_does_not_find_by_trying_what_the_first_has_sealed(recorder: Api, as_: As) -> None:
    opened = cases("xidit")["reveal_orders"]
    table, _, _ = opening(recorder, as_, opened)
    second = table.record.by(as_(table.record.seat_token(opened.seat)))
    for value in (opened.value, opened.other):
        guess = {"type": "reveal_orders", "orders": {str(opened.seat): value}}
        told = refused(second.move(**guess), 403, "not-allowed")
        assert f"leave out {opened.fills}" in told["detail"]


def sealed_moves(game: str) -> dict[str, tuple[int, int]]:
    """Type of a seat's move that has a secret -> a simulated game and the place where it is given first."""
    title, found = GAMES[game], dict[str, tuple[int, int]]()
    for seed in SEEDS[game]:
        for place, move in enumerate(simulated(game, seed)):
            told = title.secret.get(move["type"], {})
            given = any(whose == "seat" and sealing.look(move, path) is not None for path, whose in told.items())
            if given and place < found.get(move["type"], (0, 1000))[1]:
                found[move["type"]] = seed, place
    return found


def test_every_game_that_has_secrets_is_tried() -> None:
    assert {name for name, game in GAMES.items() if game.secret} == {*SEEDS}


@pytest.mark.parametrize("game", SEEDS)
def test_what_a_link_sealed_nobody_else_amends_or_takes_back(game: str, recorder: Api, as_: As, admin: Api) -> None:
    for kind, (seed, place) in sealed_moves(game).items():
        moves = simulated(game, seed)
        seat = moves[place]["seat"]
        table = laid(recorder, as_, game, moves[:place], moves[place], seat)
        record, before = table.record, log(table.record)
        changes = ({"op": "amend", "name": table.name, "body": moves[place]}, {"op": "retract", "name": table.name})
        tries: list[tuple[str, Json]] = [("corrections", {"changes": [change]}) for change in changes]
        tries += [("undo", {"undoes": [table.name], "consents": [0, 1]})]
        match = {"If-Match": f'"{record.version}"'}
        for call, body in tries:
            for query in ({}, {"dry_run": 1}):
                told = refused(record.api.post(f"{record.path}/{call}", body, match, **query), 403, "not-allowed")
                assert f"seat {seat} sealed this move from its own link" in told["detail"], kind
        assert log(record) == before
        # The seat's link may, and so may a judge.
        for hand in (table.links[seat].api, admin):
            assert hand.post(f"{record.path}/corrections", tries[1][1], match, dry_run=1).status_code in (200, 422), (
                kind
            )


@pytest.fixture
def programs(recorder: Api, as_: As) -> Table:
    """Lords of Xidit where programs are due and seat 1 has sealed its own."""
    moves = simulated("xidit", 0)
    first = next(place for place, move in enumerate(moves) if move["type"] == "program")
    before = [move for move in moves[:first] if move["type"] != "program"]
    return laid(recorder, as_, "xidit", before, {**PROGRAM, "seat": 1}, 1)


PROGRAM: Json = {"type": "program", "orders": ["wait"] * 6}
OTHER: Json = {"type": "program", "orders": ["action"] + ["wait"] * 5}


def revealed(table: Table) -> str:
    table.record.play([{**PROGRAM, "seat": seat} for seat in (0, 2)])
    table.record.play([{"type": "reveal_orders", "orders": {}}])
    return str(table.record.version)


def corrected(hand: Record, at: Record, *changes: Json, **query: Any) -> Any:
    match = {"If-Match": f'"{at.version}"'}
    answer = hand.api.post(f"{hand.path}/corrections", {"changes": [*changes]}, match, **query)
    if answer.status_code == 201:
        at.version = answer.json["version"]
    return answer


def test_no_correction_inserts_what_would_take_the_place_of_a_seal(programs: Table, admin: Api) -> None:
    record = programs.record
    record.play([{**PROGRAM, "seat": 0}])
    insert = {"op": "insert", "before": str(record.version), "body": {**OTHER, "seat": 1}}
    amend = {"op": "amend", "name": str(record.version), "body": {**OTHER, "seat": 1}}
    for change in (insert, amend):
        for query in ({}, {"dry_run": 1}):
            told = refused(corrected(record, record, change, **query), 403, "not-allowed")
            assert "seat 1 sealed this from its own link" in told["detail"]
    assert corrected(record.by(admin), record, insert, dry_run=1).status_code == 200


def test_what_a_link_gave_later_for_a_move_of_the_recorder_is_as_good_as_sealed_at_once(programs: Table) -> None:
    record, link = programs.record, programs.links[2]
    record.play([{"type": "program", "seat": 2}])
    late = str(record.version)
    given = link.api.post(f"{record.path}/secrets", {"name": late, "orders": PROGRAM["orders"]}, ANY)
    assert given.status_code == 201, given.text
    record.version = given.json["version"]
    told = refused(record.move(**{**OTHER, "seat": 2}), 403, "not-allowed")
    assert "seat 2 sealed this from its own link" in told["detail"]


def test_a_correction_states_what_was_opened_or_says_why_it_was_something_else(programs: Table) -> None:
    record = programs.record
    reveal = revealed(programs)
    amend: Json = {"op": "amend", "name": reveal, "body": {"type": "reveal_orders", "orders": {"1": OTHER["orders"]}}}
    refused(corrected(record, record, amend), 422, "sealed", names=[programs.name], change=1)
    unexplained = {**amend, "irregular": {"accepted_by": [0]}}
    told = refused(corrected(record, record, unexplained), 400, "malformed-move")
    assert told["errors"].keys() == {"changes.1.irregular.reason"}
    same = {**amend, "body": {"type": "reveal_orders", "orders": {"1": PROGRAM["orders"]}}}
    assert corrected(record, record, same, dry_run=1).status_code == 200, "everybody may know by now"
    answer = corrected(record, record, {**amend, "irregular": WHY})
    assert answer.status_code == 201, answer.text
    assert answer.json["entry"]["irregular"] == {"1": {"accepted_by": [0, 1]}}
    found_ = [mark for frame in record.get("/replay").json["frames"] for mark in frame["marks"]]
    assert {"kind": "contradiction", "names": [programs.name, reveal], "rule": None, "what": "orders"} in found_


def test_a_correction_of_what_nobody_sealed_is_free_for_the_recorder(programs: Table) -> None:
    record = programs.record
    revealed(programs)
    amend = {"op": "amend", "name": "5", "body": record.get("/log").json["entries"][4]["body"]}
    assert corrected(record, record, amend, dry_run=1).status_code == 200


def test_an_undo_of_what_a_judge_did_to_a_seal_is_not_the_recorders(programs: Table, admin: Api) -> None:
    record = programs.record
    judged = corrected(record.by(admin), record, {"op": "retract", "name": programs.name})
    assert judged.status_code == 201, judged.text
    undo = {"undoes": [str(record.version)]}
    match = {"If-Match": f'"{record.version}"'}
    told = refused(record.api.post(f"{record.path}/undo", undo, match), 403, "not-allowed")
    assert "seat 1 sealed this move" in told["detail"]
    assert programs.links[1].api.post(f"{record.path}/undo", undo, match, dry_run=1).status_code in (200, 403)
    assert record.by(admin).api.post(f"{record.path}/undo", undo, match).status_code == 201


@pytest.mark.parametrize("op", ["amend", "retract"])
def test_until_its_seal_is_opened_a_seat_changes_it_and_then_by_the_undo_policy_alone(op: str, programs: Table) -> None:
    record, link = programs.record, programs.links[1]
    change = {"op": op, "name": programs.name, **({"body": {**OTHER, "seat": 1}} if op == "amend" else {})}
    assert corrected(link, record, change, dry_run=1).status_code == 200
    reveal = revealed(programs)
    for query in ({}, {"dry_run": 1}):
        told = refused(corrected(link, record, change, **query), 422, "undo-refused", why="barrier", names=[reveal])
        assert told["missing"] == [0, 2]
    for seat in (0, 2):
        consent = programs.links[seat].api.post(f"{record.path}/consents", {"to": [programs.name]}, ANY)
        assert consent.status_code == 201, consent.text
        record.version = consent.json["version"]
    agreed = corrected(link, record, change, dry_run=1)
    assert agreed.status_code == 200, agreed.text
