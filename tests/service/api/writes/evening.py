"""A Kingdoms evening for two as its recorder would type it, cell by cell, castles of rank 1 and 2 and tiles."""

from typing import Any

from tests.service.conftest import Api, Json, Record

OPENING: list[Json] = [
    {"type": "deal_starting_tile", "seat": 0, "tile": "resource_3"},
    {"type": "deal_starting_tile", "seat": 1, "tile": "resource_4"},
    {"type": "choose_start_player", "player": 0},
]


def castle(row: int, col: int, **more: Any) -> Json:
    return {"type": "place_castle", "rank": 1, "row": row, "col": col, **more}


def castles(api: Api, *spaces: tuple[int, int], **more: Any) -> Record:
    """A record in which both deals are known and the seats placed castles, seat 0 first; those are moves 5 and on."""
    record = api.open("yellow", "red", **more)
    record.play(OPENING)
    return record.play({**castle(*space), "seat": place % 2} for place, space in enumerate(spaces))


def line(record: Record) -> list[str]:
    return [frame["name"] for frame in record.get("/replay").json["frames"]]


def state(record: Record) -> Json:
    """What a judge would compare."""
    facts: Json = record.get("/state", what="facts").json["facts"]
    return facts


def post(record: Record, call: str, body: Json, version: int | None = None, **query: Any) -> Any:
    """A call that follows the version last seen; the raw answer."""
    match = {"If-Match": f'"{record.version if version is None else version}"'}
    answer = record.api.post(f"{record.path}/{call}", body, match, **query)
    if answer.status_code == 201:
        record.version = answer.json["version"]
    return answer
