"""Lists over all records: indexes by filter, last changed first; merged from what workers project, rebuilt at will."""

from __future__ import annotations

import base64
import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from engines import GAMES
from engines.kernel.game import Json
from service.record import people
from service.store.keys import key
from service.store.log import Log

FILTERS = ("game", "status", "player", "league", "event", "round", "table", "ref")
"""What a list may be filtered by, beside ``changed_since``."""
AT_ONCE = 200
"""Summaries read in one go."""
MOST_READ = 2000
"""Summaries one request looks through; past that it answers what it has, with a cursor to go on from."""


def _index(name: str, value: str) -> str:
    """One index: a sorted set of record ids by the time of their last entry; all in one slot, a list reads several."""
    return f"mb:{{lists}}:{name}:{value}"


def values(summary: Json) -> list[tuple[str, str]]:
    """Every index a record stands in."""
    occasion = summary["occasion"]
    found = [
        ("all", ""),
        ("game", summary["game"]),
        ("status", summary["status"]),
        ("visibility", summary["visibility"]),
        ("owner", summary["owner"]),
    ]
    found += [("player", seat["player"]) for seat in summary["seats"]]
    found += [(name, str(occasion[name])) for name in ("league", "event", "round", "table") if name in occasion]
    found += [("ref", f"{site}:{ref}") for site, ref in occasion.get("refs", {}).items()]
    return found


def moment(at: str) -> int:
    """Milliseconds since 1970 of an RFC 3339 time."""
    return int(datetime.fromisoformat(at).timestamp() * 1000)


def index(pipe: Any, record: str, summary: Json | None) -> None:
    """Have a pipe put a record into its lists; never back in time."""
    if summary is None:
        return
    score = moment(summary["changed_at"])
    for name, value in values(summary):
        pipe.zadd(_index(name, value), {record: score}, gt=True)
    for status in {"running", "finished", "closed"} - {summary["status"]}:
        pipe.zrem(_index("status", status), record)


def forget(log: Log, record: str, summary: Json | None) -> None:
    """Take a record out of its lists."""
    if summary is None:
        return
    pipe = log.store.pipeline(transaction=False)
    for name, value in values(summary):
        pipe.zrem(_index(name, value), record)
    pipe.execute()


def everything(log: Log) -> list[str]:
    """The id of every record that a feed still names or a list shows."""
    return [record.decode() for record in log.store.zrange(_index("all", ""), 0, -1)]


def read(
    log: Log,
    *,
    wanted: Mapping[str, str],
    words: Sequence[str] = (),
    changed_since: str | None,
    cursor: str | None,
    most: int,
    seen: Callable[[Json], bool],
    sight: tuple[str, str],
) -> tuple[list[Json], str | None]:
    """A page of summaries, last changed first.

    Args:
        log: The log.
        wanted: Filter -> value, of :data:`FILTERS`.
        words: As :func:`plain` gives them; each must stand in the title, a player's name or the occasion.
        changed_since: RFC 3339; only what changed at or after it.
        cursor: Where the page before ended.
        most: How many at most.
        seen: Whether the caller may see a record.
        sight: The widest index that holds all the caller may see.

    Returns:
        The page, and the cursor of the next one or None at the end.

    Raises:
        ValueError: No cursor of ours.
    """
    names = [_index(*sight), *(_index(name, value) for name, value in wanted.items())]
    sizes = [log.store.zcard(name) for name in names]
    base = names[sizes.index(min(sizes))]
    top, after = _read_cursor(cursor)
    least = moment(changed_since) if changed_since else 0
    found: list[Json] = []
    offset, looked = 0, 0
    page: list[tuple[str, int]] = []
    while looked < MOST_READ:
        rows = log.store.zrange(
            base,
            top if top is not None else "+inf",
            least,
            byscore=True,
            desc=True,
            offset=offset,
            num=AT_ONCE,
            withscores=True,
        )
        page = [(member.decode(), int(score)) for member, score in rows]
        summaries = _summaries(log, [record for record, _ in page])
        texts = _texts(log, summaries.values()) if words else {}
        for record, score in page:
            # Members of one score stand in falling order of their ids.
            if top is not None and score == top and after is not None and record >= after:
                continue
            summary = summaries.get(record)
            if (
                summary is not None
                and seen(summary)
                and all(pair in values(summary) for pair in wanted.items())
                and all(word in texts[record] for word in words)
            ):
                found.append(summary)
            if len(found) == most:
                return found, _cursor(score, record)
        looked += len(page)
        offset += len(page)
        if len(page) < AT_ONCE:
            return found, None
    return found, _cursor(page[-1][1], page[-1][0])


def _summaries(log: Log, records: list[str]) -> dict[str, Json]:
    pipe = log.store.pipeline(transaction=False)
    for record in records:
        pipe.hget(key("place", record), "summary")
    return {record: json.loads(found) for record, found in zip(records, pipe.execute(), strict=True) if found}


def plain(text: str) -> str:
    """A text as it is searched: without capitals and accents, so that ``jose`` finds ``José``."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


def _texts(log: Log, summaries: Iterable[Json]) -> dict[str, str]:
    """What each record is found by: its title in every language, the names of its players, its occasion."""
    summaries = list(summaries)
    named = people.names(log.store, [seat["player"] for summary in summaries for seat in summary["seats"]])
    return {summary["id"]: plain("\n".join(_said(summary, named))) for summary in summaries}


def _said(summary: Json, named: Mapping[str, str | None]) -> list[str]:
    title = GAMES[summary["game"]].title.values() if summary["game"] in GAMES else [summary["game"]]
    names = [named[seat["player"]] or "" for seat in summary["seats"]]
    occasion = [str(value) for name, value in summary["occasion"].items() if name != "refs"]
    return [*title, *names, *occasion]


def _cursor(score: int, record: str) -> str:
    return base64.urlsafe_b64encode(f"{score} {record}".encode()).decode().rstrip("=")


def _read_cursor(cursor: str | None) -> tuple[int | None, Any]:
    if cursor is None:
        return None, None
    score, record = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().split(" ")
    if not score.isascii() or len(score) > 16:  # noqa: PLR2004 - milliseconds of ten thousand years have fewer digits
        raise ValueError(cursor)
    return int(score), record
