"""Leagues organise tables. A league's token opens them, reads them, and gives out their links.

One hash holds all data of a league: ``about``, ``conditions``, and for each of its people ``person:<ref>``, the player
id. So no id of another site enters a log.
"""

import json
import re
from dataclasses import asdict, dataclass, replace
from types import NoneType
from typing import Any

from engines.kernel.game import Json
from service.access.tokens import random_id
from service.record import people
from service.store.keys import key
from service.store.log import now

ID = r"[a-z0-9][a-z0-9-]{0,39}"
"""The form of a league's id, which is a part of addresses: lower-case letters, digits and ``-``."""
TABLES_A_DAY = 2_000
MOST_PEOPLE = 20_000
MOST_TOKENS = 50_000
"""Maximum number of links to tables that are valid at the same time."""
DAY_S = 86_400

_PERSON, JOINED = "person:", "joined:"
# Adds a person unless there are too many; a person that another call added meanwhile stays.
ADD = """
local found = redis.call('HGET', KEYS[1], ARGV[1])
if found then return found end
if redis.call('HLEN', KEYS[1]) > tonumber(ARGV[3]) then return false end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return ARGV[2]
"""


# Follows a chain of joined refs to its end, in the script: so it finds circles even if others join at the same time.
JOIN = """
if redis.call('HEXISTS', KEYS[1], ARGV[1] .. ARGV[3]) + redis.call('HEXISTS', KEYS[1], ARGV[1] .. ARGV[4]) < 2 then
  return -1
end
local at = ARGV[4]
while at do
  if at == ARGV[3] then return 0 end
  at = redis.call('HGET', KEYS[1], ARGV[2] .. at)
end
redis.call('HSET', KEYS[1], ARGV[2] .. ARGV[3], ARGV[4])
return 1
"""


class CircleError(Exception):
    """A person would be joined with itself, directly or through others."""


class PersonNotFoundError(Exception):
    """The league has no person with this ref."""


class LeagueExistsError(Exception):
    """A league with this id already exists."""


class LeagueNotFoundError(Exception):
    """There is no league with this id, or it is not the caller's."""


class QuotaError(Exception):
    """A league has reached a limit.

    Args:
        most: The limit: tables a day, or people.
        what: ``tables`` or ``people``.
    """

    def __init__(self, what: str, most: int) -> None:
        super().__init__(f"{most} {what}")
        self.what = what
        self.most = most


@dataclass(frozen=True, slots=True)
class League:
    """A league.

    Args:
        id: Its id.
        name: What people call it.
        created_at: RFC 3339, UTC.
        tables_a_day: Tables that it may open on one day (UTC).
        site: The address of its standings; None for none.
    """

    id: str
    name: str
    created_at: str
    tables_a_day: int = TABLES_A_DAY
    site: str | None = None


def is_about(found: object) -> bool:
    """Whether a value has the form of a stored league (``about``)."""
    try:
        league = League(**found)  # type: ignore[arg-type]
        texts = (league.id, league.name, league.created_at)
        return (
            all(type(text) is str for text in texts)
            and re.fullmatch(ID, league.id) is not None
            and type(league.tables_a_day) is int
            and type(league.site) in (str, NoneType)
        )
    except TypeError:
        return False


def create(store: Any, league_id: str, name: str, tables_a_day: int = TABLES_A_DAY, site: str | None = None) -> League:
    """Create a league.

    Raises:
        LeagueExistsError: A league with this id already exists.
        ValueError: The id does not match :data:`ID`.
    """
    if re.fullmatch(ID, league_id) is None:
        raise ValueError(league_id)
    league = League(league_id, name, now(), tables_a_day, site)
    if not store.hsetnx(key("league", league_id), "about", json.dumps(asdict(league))):
        raise LeagueExistsError(league_id)
    return league


def get(store: Any, league_id: str) -> League:
    """The league with an id.

    Raises:
        LeagueNotFoundError: There is none.
    """
    found = store.hget(key("league", league_id), "about")
    if found is None:
        raise LeagueNotFoundError(league_id)
    return League(**json.loads(found))


def change(store: Any, league: League, name: str, site: str | None) -> League:
    """Change what people see of a league."""
    changed = replace(league, name=name, site=site)
    store.hset(key("league", league.id), "about", json.dumps(asdict(changed)))
    return changed


def list_all(store: Any) -> list[League]:
    """Every league, in order of id; scans all keys of the store."""
    names = {name.decode().rsplit(":", 1)[1] for name in store.scan_iter(match="mb:*:league:*", count=1000)}
    return [get(store, name) for name in sorted(names)]


def conditions_of(store: Any, league_id: str) -> Json:
    """The conditions under which a game counts for a league; empty where it set none."""
    found = store.hget(key("league", league_id), "conditions")
    conditions: Json = json.loads(found) if found else {}
    return conditions


def set_conditions(store: Any, league_id: str, conditions: Json) -> None:
    """Set the conditions under which a game counts, from now on and for all games."""
    store.hset(key("league", league_id), "conditions", json.dumps(conditions))


def count_table(store: Any, league: League) -> None:
    """Count a table that is about to be opened today.

    Raises:
        QuotaError: The league has opened the maximum number of tables today.
    """
    name = key("league-day", f"{league.id}.{now()[:10]}")
    pipe = store.pipeline(transaction=False)
    pipe.incr(name)
    pipe.expire(name, 2 * DAY_S)
    if pipe.execute()[0] > league.tables_a_day:
        raise QuotaError("tables", league.tables_a_day)


# People


def player_of(store: Any, league_id: str, ref: str) -> str | None:
    """The player id of a league's person; None where the league has no such person."""
    found = store.hget(key("league", league_id), _PERSON + ref)
    return None if found is None else str(found.decode())


def add_person(store: Any, league_id: str, ref: str) -> str:
    """The player id of a league's person; created on the first call.

    Raises:
        QuotaError: The league has the maximum number of people.
    """
    found = store.eval(ADD, 1, key("league", league_id), _PERSON + ref, random_id(16), MOST_PEOPLE)
    if not found:
        raise QuotaError("people", MOST_PEOPLE)
    return str(found.decode())


def join(store: Any, league_id: str, ref: str, target: str) -> None:
    """Join a league's person with another one who is the same; this replaces an earlier join.

    Raises:
        PersonNotFoundError: The league does not have one of the two.
        CircleError: The other one is already joined with it, directly or through others.
    """
    done = store.eval(JOIN, 1, key("league", league_id), _PERSON, JOINED, ref, target)
    if done < 0:
        missing = ref if player_of(store, league_id, ref) is None else target
        raise PersonNotFoundError(f"{missing!r:.80}")
    if not done:
        raise CircleError(ref, target)


def part(store: Any, league_id: str, ref: str) -> None:
    """Undo the join of a league's person; those that were joined with this person stay so."""
    store.hdel(key("league", league_id), JOINED + ref)


def joined_with(store: Any, league_id: str, ref: str) -> str | None:
    """The ref that a person is joined with; None for none."""
    found = store.hget(key("league", league_id), JOINED + ref)
    return None if found is None else str(found.decode())


def group(store: Any, league_id: str, ref: str) -> dict[str, str]:
    """Return all refs of the same person, with player ids; the ref that the others lead to comes first.

    Raises:
        PersonNotFoundError: The league has no such person.
    """
    found = store.hgetall(key("league", league_id))
    fields = {name.decode(): value.decode() for name, value in found.items()}
    if _PERSON + ref not in fields:
        raise PersonNotFoundError(f"{ref!r:.80}")

    def end(at: str) -> str:
        while JOINED + at in fields:
            at = fields[JOINED + at]
        return at

    root = end(ref)
    others = [name.removeprefix(JOINED) for name in fields if name.startswith(JOINED)]
    return {one: fields[_PERSON + one] for one in (root, *(one for one in others if end(one) == root))}


def settle(store: Any, league_id: str, *refs: str) -> list[str]:
    """Update the persons of players after refs were joined or parted; returns the players concerned."""
    players: dict[str, str] = {}
    for ref in refs:
        first, *others = group(store, league_id, ref).values()
        players |= {first: ""} | dict.fromkeys(others, first)
    for player, person in players.items():
        people.join(store, player, person)
    return list(players)
