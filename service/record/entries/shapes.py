"""The shapes of the parts of a record: values in a file pass the same checks as in a request.

A stranger may have made a file, secrets included: a seal proves that a value was sealed, not that it is valid in the
game. These checks need no replay; the replay checks the rules.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import cache
from typing import Any, NamedTuple
from zoneinfo import available_timezones

from engines.kernel import canonical, sealing
from engines.kernel.game import Game, Json
from engines.kernel.moves import shapes
from engines.kernel.text import code_of, shows
from service.access.tokens import TOKEN_ID
from service.record.entries import policies, seals
from service.record.signed import decode
from service.store import chain

MOST_SEATS = 20
"""Maximum number of seats, more than any table has; checked before their content."""
MOST_REFS = 20
LONGEST_TEXT, LONGEST_NAME = 200, 100
"""Maximum length of a league, an event, a place ..., and of a player's name, in characters."""
VISIBILITIES = ("public", "unlisted", "private")
ID = r"[A-Za-z0-9_.-]{1,64}"
"""The form of ids from clients: players, colours, other sites. Matches a whole text, as do the two below."""
OCCURRED = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})?"
"""A time as a recorder may state it."""
DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

_MUST: Mapping[str, type] = {
    "version": int,
    "type": str,
    "at": str,
    "by": str,
    "body": dict,
    "state": str,
    "prev": str,
    "hash": str,
}
_MAY: Mapping[str, tuple[type, ...]] = {
    "seals": (dict,),
    "opens": (list, dict),
    "barrier": (dict,),
    "irregular": (dict,),
    "occurred_at": (str,),
    "zone": (str,),
}
"""Member that an entry may have -> its types; a correction has them by change."""
_ON_THE_TABLE = ("move", "corrected")
_ONLY_IN: Mapping[str, tuple[str, ...]] = {
    "seals": ("sealed", "undone", *_ON_THE_TABLE, "ruled", "noted", "disputed", "closed", "voided"),
    "opens": _ON_THE_TABLE,
    "barrier": _ON_THE_TABLE,
    "irregular": _ON_THE_TABLE,
    "occurred_at": ("move", "sealed", "undone", "corrected", "ruled"),
    "zone": ("move", "sealed", "undone", "corrected", "ruled"),
}
"""Member of an entry -> the types that may have it."""
_OPENING: Mapping[str, type] = {
    "record": str,
    "key": str,
    "game": str,
    "rules": str,
    "box": str,
    "options": dict,
    "policies": dict,
    "seats": list,
    "visibility": str,
}
_TEXTS_OF_OCCASION = ("league", "event", "round", "table", "place")
OCCASION = frozenset({*_TEXTS_OF_OCCASION, "date", "zone", "refs"})
"""Members that an occasion may have."""
_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z\Z")
_OCCURRED = re.compile(OCCURRED)
_DAY = re.compile(DAY)
_ID = re.compile(ID)
_RECORD = re.compile(r"[a-z2-7]{26}\Z")
_KEY = re.compile(r"[0-9a-f]{64}\Z")
TOKEN_FORM = re.compile(TOKEN_ID)
_SEAL = re.compile(r"[A-Za-z0-9_-]{43}\Z")
NUMBER_FORM = re.compile(r"[1-9][0-9]{0,15}\Z")
EYES_FORM = re.compile(r"public\Z|appointed\Z|judge\Z|recorder\Z|seat:[0-9]{1,2}\Z")


class Wrong(NamedTuple):
    """A shape fault.

    ``key``: of the table ``faults`` (:mod:`service.texts`).
    """

    key: str
    about: Mapping[str, object]


def wrong(key: str, /, **about: object) -> Wrong:
    """A shape fault, from the key of its text and the values for it."""
    return Wrong(key, about)


@cache
def zones() -> frozenset[str]:
    """Every IANA zone that is known here."""
    return frozenset(available_timezones())


def is_at(found: object) -> bool:
    """Whether a value is a time as the service writes it: RFC 3339, UTC."""
    return isinstance(found, str) and _AT.match(found) is not None and is_time(found)


def is_date(found: object) -> bool:
    """Whether a value is a date: ``2026-11-22``."""
    return isinstance(found, str) and _DAY.fullmatch(found) is not None and is_day(found)


def is_hash(found: object) -> bool:
    """Whether a value is a SHA-256 in hex."""
    return isinstance(found, str) and _KEY.match(found) is not None


def is_time(text: str) -> bool:
    """Whether a text in the form of a time is a valid time."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_day(text: str) -> bool:
    """Whether a text in the form of a date is a valid date."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_plain(value: object, most: int = LONGEST_TEXT) -> bool:
    """Whether a value is a text that the service stores: short, valid UTF-8, without control characters."""
    return isinstance(value, str) and len(value) <= most and code_of(value) is None


def is_name(value: object) -> bool:
    """Whether a value may be a player's name: a text with visible characters."""
    return is_plain(value, LONGEST_NAME) and shows(str(value))


def is_id(value: object) -> bool:
    """Whether something may be the id of a player, a colour, or another site."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def members(entry: object) -> Iterator[Wrong]:
    """The fault that makes a value not an entry: at most one, because others would follow from it."""
    if not isinstance(entry, dict):
        yield wrong("object")
        return
    for name, kind in _MUST.items():
        if type(entry.get(name)) is not kind:
            yield wrong("member", name=name)
            return
    for name, value in entry.items():
        if name not in _MUST and type(value) not in _MAY.get(name, ()):
            yield wrong("strange", name=name)
            return
    try:
        canonical.check(entry)
    except canonical.UncanonicalError as error:
        yield wrong("uncanonical", why=error)


def forms(entry: chain.Entry) -> Iterator[Wrong]:
    """Faults for values outside the body of an entry that the service would not have written."""
    if not (_AT.match(entry["at"]) and is_time(entry["at"])):
        yield wrong("clock", at=entry["at"])
    if not TOKEN_FORM.match(entry["by"]):
        yield wrong("moment", name="by", found=entry["by"])
    occurred = entry.get("occurred_at")
    if occurred is not None and not (_OCCURRED.fullmatch(occurred) and is_time(occurred)):
        yield wrong("moment", name="occurred_at", found=occurred)
    if "zone" in entry and entry["zone"] not in zones():
        yield wrong("moment", name="zone", found=entry["zone"])
    for secret, sealed in entry.get("seals", {}).items():
        if not (isinstance(sealed, str) and _SEAL.match(sealed)):
            yield wrong("moment", name=f"seals.{secret:.60}", found=sealed)


def out_of_place(entry: chain.Entry) -> Iterator[Wrong]:
    """Faults for members that the type of an entry does not have."""
    for name, kinds in _ONLY_IN.items():
        if name in entry and entry["type"] not in kinds:
            yield wrong("strange", name=name)


def opening(entry: chain.Entry) -> Iterator[Wrong]:
    """Shape faults of an opening; does not check whether its game and box are known."""
    body = entry["body"]
    yield from out_of_place(entry)
    for name, wanted in _OPENING.items():
        if type(body.get(name)) is not wanted:
            yield wrong("member", name=name)
            return
    for name in set(body) - set(_OPENING) - {"occasion", "league"}:
        yield wrong("strange", name=name)
    if not _RECORD.match(body["record"]):
        yield wrong("member", name="record")
    if not _KEY.match(body["key"]):
        yield wrong("member", name="key")
    if body["visibility"] not in VISIBILITIES:
        yield wrong("member", name="visibility")
    if "occasion" in body and not is_occasion(body["occasion"]):
        yield wrong("member", name="occasion")
    if "league" in body and not _is_league(body["league"]):
        yield wrong("member", name="league")
    wrongs = list(seated(body["seats"], 1, MOST_SEATS))
    yield from wrongs
    if wrongs:
        return
    for name in policies.misfits(body["policies"], len(body["seats"])):
        yield wrong("policy", name=name, found=body["policies"].get(name))


def seated(found: object, least: int, most: int) -> Iterator[Wrong]:
    """Faults of the seats."""
    fine = isinstance(found, list) and least <= len(found) <= most
    if not fine or not all(
        isinstance(seat, dict) and set(seat) == {"player", "colour"} and all(is_id(word) for word in seat.values())
        for seat in found  # type: ignore[attr-defined]
    ):
        yield wrong("member", name="seats")
    elif len({seat["player"] for seat in found}) != len(found):  # type: ignore[attr-defined,arg-type]
        yield wrong("twice_seated")


def options(game: Game[Any, Any], named: Json) -> Iterator[Wrong]:
    """Faults for options of an opening that its game does not have, or with invalid values."""
    known = game.options()
    for name in {**known, **named}:
        if name in known and known[name].later and name not in named:
            continue
        if name not in known or name not in named or not shapes.fits(known[name], named[name]):
            yield wrong("option", name=name, found=named.get(name))


def _is_league(found: object) -> bool:
    """Whether an opening names a league and its reference of the table."""
    return (
        isinstance(found, dict)
        and set(found) == {"id", "ref"}
        and all(is_plain(value) for value in found.values())
        and _ID.fullmatch(found["id"]) is not None
    )


def is_occasion(found: object) -> bool:
    """Whether an opening's occasion is one."""
    if not isinstance(found, dict) or not found or set(found) - OCCASION:
        return False
    refs = found.get("refs", {})
    if not isinstance(refs, dict) or len(refs) > MOST_REFS or not all(_ID.fullmatch(site) for site in refs):
        return False
    day, zone = found.get("date", "2026-11-21"), found.get("zone", "UTC")
    if not (isinstance(day, str) and _DAY.fullmatch(day) and is_day(day) and isinstance(zone, str) and zone in zones()):
        return False
    return all(is_plain(value) for value in (*refs.values(), *(found[n] for n in _TEXTS_OF_OCCASION if n in found)))


def move(game: Game[Any, Any], box: Json, body: Json) -> Iterator[Wrong]:
    """Shape faults of the public body of a move.

    Raises:
        MalformedMoveError: It is no move of this game.
    """
    if not _is_canonical(game, box, body):
        yield wrong("spelling")
    elif openly := sealing.split(game, body)[1]:
        yield wrong("openly", what=", ".join(openly))


def _is_canonical(game: Game[Any, Any], box: Json, body: Json) -> bool:
    """Whether a body, public or with its secrets, is the one that its own event is written as."""
    if shapes.parse(game, box, body) != body:
        return False
    fields = game.moves(box)[body["type"]].fields
    # To Python 1 and True are equal: so are two bodies that tell them apart.
    if not all(shapes.of_kind(fields[name], value) for name, value in body.items() if name not in ("type", "seat")):
        return False
    return game.encode(game.decode(body)) == body


def secrets(game: Game[Any, Any], box: Json, name: str, body: Json, facts: Mapping[str, Any]) -> Iterator[Wrong]:
    """What secret facts of one move, sealed together, have in another shape than the service seals."""
    try:
        merged = sealing.merge(body, facts)
        fit = _is_canonical(game, box, merged)
        public, found = sealing.split(game, merged)
        fit = fit and public == body and {secret: fact.value for secret, fact in found.items()} == facts
    except Exception:  # noqa: BLE001 - what a stranger's value makes an engine stumble over is no value of the game
        fit = False
    if not fit:
        yield wrong("no_value", secret=", ".join(sorted(facts)), name=name)


def fact(part: str, secret: str, found: object) -> Iterator[Wrong]:
    """What a secret fact of a file (``secrets``, or ``opened``: those have no eyes) has in another shape."""
    wanted = {"salt", "value"} | ({"eyes"} if part == "secrets" else set())
    if not isinstance(found, dict) or set(found) != wanted or not _salt(found["salt"]):
        yield wrong("fact", part=part, secret=secret)


def eyes(part: str, secret: str, found: object, seat: int | None) -> Iterator[Wrong]:
    """Eyes that the service would not have given a secret of this seat (None: of no seat): others than who typed it."""
    owner = [] if seat is None else [f"seat:{seat}"]
    if found not in ([*owner, "recorder"], owner or ["recorder"]):
        yield wrong("fact", part=part, secret=secret)


def _salt(found: object) -> bool:
    """Whether a salt has its canonical spelling: base64 has several spellings of the same bytes."""
    try:
        decode(found, seals.SALT_BYTES)
    except ValueError:
        return False
    return True


def players(found: object) -> Iterator[Wrong]:
    """Shape faults of the names in a file: an id with a name, or with none."""
    if not isinstance(found, dict) or not all(
        is_id(player) and (name is None or is_name(name)) for player, name in found.items()
    ):
        yield wrong("players")


def adopted(found: object) -> Iterator[Wrong]:
    """Shape faults of the adoption in a file: who adopted it as a record, and when."""
    if not (
        isinstance(found, dict)
        and set(found) == {"by", "at"}
        and all(isinstance(one, str) for one in found.values())
        and TOKEN_FORM.match(found["by"])
        and _AT.match(found["at"])
    ):
        yield wrong("member", name="adopted")
