"""The shapes of all entries except openings and moves: exactly what the service writes for each type.

Bodies name steps and entries, seats and ways; they hold no free text. The text of a reason or a note is stored outside
the log: the entry has its seal, under a name of :data:`TEXTS_OF`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from engines.kernel.game import Json
from service.access.tokens import TOKEN_ID
from service.record.entries.checks import GREATEST
from service.record.entries.opening_corrections import duplicate_path
from service.record.entries.shapes import OCCASION, Wrong, is_id, is_occasion, out_of_place, wrong
from service.record.entries.signatures import CLAIMED, OWN_LINK
from service.store.chain import Entry

WAYS = (OWN_LINK, CLAIMED)
"""How a consent, a signature or a request came: from the seat's own link, or only as the recorder says."""
OVER = ("signed", "deadline", "ruled")
"""Reasons for closing a record after the end: all seats signed, nobody disputed in time, or a judge closed it."""
EARLY = ("abandoned", "conceded")
"""Reasons for closing a record whose table stopped before the end."""
CLOSINGS = (*OVER, *EARLY)
NOTES_FOR = ("all", "judges")
BARRIERS = ("reveal", "chance", "reaction")

TEXTS_OF: Mapping[str, tuple[str, ...]] = {
    "noted": ("text",),
    "move": ("reason",),
    "undone": ("reason",),
    "corrected": ("reason",),
    "ruled": ("reason",),
    "disputed": ("reason",),
    "closed": ("reason",),
    "voided": ("reason",),
}
"""Type of entry -> names of the free texts that it may seal; of a move or a change only where it is irregular."""
MOST_ADJUSTMENTS = 100
"""Maximum number of adjustments in one ruling."""
MOST_FIGURES = 100
"""Maximum number of figures in one check."""
LONGEST_TEXT = 2000
"""Maximum length of a note or a reason, in characters."""

_NAME = re.compile(r"[1-9][0-9]{0,15}(\.[1-9][0-9]{0,3})?\Z")
_NUMBER = re.compile(r"[1-9][0-9]{0,3}\Z")
_HASH = re.compile(r"[0-9a-f]{64}\Z")
_TOKEN = re.compile(TOKEN_ID)
_SECRET = re.compile(r"[A-Za-z0-9_.-]{1,64}\Z")

Check = Callable[[Any, int], bool]
"""Returns whether a value is valid at a table with this number of seats."""


def _is_seat(value: Any, seats: int) -> bool:
    return type(value) is int and 0 <= value < seats


def _is_seat_or_none(value: Any, seats: int) -> bool:
    return value is None or _is_seat(value, seats)


def _are_seats(value: Any, seats: int) -> bool:
    return type(value) is list and all(_is_seat(one, seats) for one in value) and len(set(value)) == len(value)


def _matches(form: re.Pattern[str], value: Any, _seats: int) -> bool:
    return type(value) is str and form.match(value) is not None


_is_name: Check = partial(_matches, _NAME)


def _are_names(value: Any, seats: int) -> bool:
    """Whether a value is a non-empty list of different names."""
    return (
        type(value) is list and 0 < len(value) == len(set(map(str, value))) and all(_is_name(n, seats) for n in value)
    )


def _is_one_of(words: tuple[str, ...], value: Any, _seats: int) -> bool:
    return type(value) is str and value in words


_is_way: Check = partial(_is_one_of, WAYS)


def _has(must: Mapping[str, Check], may: Mapping[str, Check], value: Any, seats: int) -> bool:
    """Whether an object has exactly these members, with valid values."""
    return type(value) is dict and not list(_misfits(must, may, value, seats))


def _misfits(must: Mapping[str, Check], may: Mapping[str, Check], value: Json, seats: int) -> Iterator[str]:
    """Names of members that are missing, unexpected or invalid."""
    checks = {**must, **may}
    for name in sorted({*must, *value}):
        if name not in value or name not in checks or not checks[name](value[name], seats):
            yield name


_is_request: Check = partial(_has, {"seat": _is_seat, "way": _is_way}, {})
_is_consent: Check = partial(_has, {"seat": _is_seat, "way": _is_way}, {"entry": _is_name})


def _are_consents(value: Any, seats: int) -> bool:
    """Whether these are consents, at most one of each seat; one from a seat's own link names its entry."""
    if type(value) is not list or not value or not all(_is_consent(one, seats) for one in value):
        return False
    own = all(("entry" in one) == (one["way"] == "own_link") for one in value)
    return own and len({one["seat"] for one in value}) == len(value)


def _is_body(value: Any, _seats: int) -> bool:
    """Whether a value may be the body of a move; the game checks the rest."""
    return type(value) is dict and type(value.get("type")) is str


def _is_true(value: Any, _seats: int) -> bool:
    return value is True


_CHANGES: Mapping[str, tuple[Mapping[str, Check], Mapping[str, Check]]] = {
    "amend": ({"name": _is_name, "body": _is_body}, {"implied": _is_true}),
    "insert": ({"before": _is_name, "body": _is_body}, {}),
    "retract": ({"name": _is_name}, {}),
}
"""Required and optional members of a change, by its operation."""


def _is_change(value: Any, seats: int) -> bool:
    if type(value) is not dict or type(value.get("op")) is not str:
        return False
    if value["op"] == "opening":
        return len(value) > 1 and all(
            name == "op" or (name in _REOPENING and _REOPENING[name](said, seats)) for name, said in value.items()
        )
    if value["op"] not in _CHANGES:
        return False
    must, may = _CHANGES[value["op"]]
    return _has(must, may, {name: one for name, one in value.items() if name != "op"}, seats)


def _is_occasion_patch(value: Any, _seats: int) -> bool:
    """Whether a value is a valid patch of an occasion; None removes a member, in ``refs`` that of a site."""
    if type(value) is not dict or not value:
        return False
    named = {name: one for name, one in value.items() if one is not None}
    if isinstance(named.get("refs"), dict) and named["refs"]:
        named["refs"] = {site: "" if ref is None else ref for site, ref in named["refs"].items()}
    elif "refs" in named:
        return False
    return set(value) <= OCCASION and (not named or is_occasion(named))


def _are_options(value: Any, _seats: int) -> bool:
    """Whether a value may hold options; the options of the game are not checked."""
    return type(value) is dict and len(value) > 0 and all(is_id(name) for name in value)


def _are_sitting(value: Any, seats: int) -> bool:
    """Whether a value is a list of players and colours by seat, each of them once."""
    if type(value) is not list or not value or not all(_is_sitting(one, seats) and len(one) > 1 for one in value):
        return False
    named = [[one[name] for one in value if name in one] for name in ("seat", "player", "colour")]
    return all(len(set(names)) == len(names) for names in named)


_SITTING: Mapping[str, Check] = {name: lambda value, _: is_id(value) for name in ("player", "colour")}
_is_sitting: Check = partial(_has, {"seat": _is_seat}, _SITTING)
_REOPENING: Mapping[str, Check] = {
    "box": partial(_matches, _HASH),
    "occasion": _is_occasion_patch,
    "options": _are_options,
    "seats": _are_sitting,
}
"""Part of the opening that a correction may change -> its shape; a correction holds only what it changes."""


def _are(check: Check, value: Any, seats: int) -> bool:
    """Whether a value is a non-empty list of valid values."""
    return type(value) is list and len(value) > 0 and all(check(one, seats) for one in value)


def _are_adjustments(value: Any, seats: int) -> bool:
    """Whether a value may hold the adjustments of a ruling; the game checks the rest."""
    return _are(_is_body, value, seats) and len(value) <= MOST_ADJUSTMENTS


def _is_link(value: Any, seats: int) -> bool:
    """Whether a value is the id of a link's token, or None, which revokes the links of a seat."""
    return value is None or _matches(_TOKEN, value, seats)


def _is_point(value: Any, _seats: int) -> bool:
    return type(value) is int and 0 < value <= GREATEST


def _are_figures(value: Any, _seats: int) -> bool:
    """Whether a value may hold counted figures; the game checks the rest."""
    return (
        type(value) is dict
        and 0 < len(value) <= MOST_FIGURES
        and all(is_id(name) and type(one) is int and abs(one) <= GREATEST for name, one in value.items())
    )


_OUTCOME: Check = partial(_matches, _HASH)

BODIES: Mapping[str, tuple[Mapping[str, Check], Mapping[str, Check]]] = {
    "seated": ({"seat": _is_seat, "link": _is_link}, {}),
    "sealed": ({"name": _is_name}, {}),
    "undone": (
        {"undoes": _are_names, "seat": _is_seat_or_none},
        {"consents": _are_consents, "requested_by": _is_request},
    ),
    "corrected": ({"changes": partial(_are, _is_change)}, {"requested_by": _is_request}),
    "ruled": ({"adjustments": _are_adjustments}, {"about": _is_name, "requested_by": _is_request}),
    "consented": ({"seat": _is_seat, "to": _are_names, "way": _is_way}, {}),
    "appointed": ({}, {"judge": partial(_matches, _TOKEN), "recorder": partial(_matches, _TOKEN)}),
    "noted": ({"for": partial(_is_one_of, NOTES_FOR)}, {"about": _is_name}),
    "checked": ({"point": _is_point, "seat": _is_seat, "way": _is_way, "figures": _are_figures}, {}),
    "signed": ({"seat": _is_seat, "way": _is_way}, {"outcome": _OUTCOME, "opening": _OUTCOME}),
    "disputed": ({"seat": _is_seat, "way": _is_way}, {"outcome": _OUTCOME, "concession": _is_name}),
    "closed": ({"reason": partial(_is_one_of, CLOSINGS)}, {"seat": _is_seat, "way": _is_way, "outcome": _OUTCOME}),
    "voided": ({}, {}),
}
"""Type of entry -> required and optional members of its body."""


def entry_faults(entry: Entry, seats: int) -> Iterator[Wrong]:
    """Shape faults of an entry that is neither an opening nor a move.

    ``entry``: the entry, of a type of :data:`BODIES`; its members are those of an entry.
    """
    body, kind = entry["body"], entry["type"]
    must, may = BODIES[kind]
    yield from out_of_place(entry)
    for name in _misfits(must, may, body, seats):
        yield wrong("member" if name in {**must, **may} else "strange", name=name)
    if kind == "appointed" and ("judge" in body) == ("recorder" in body):
        yield wrong("member", name="judge")
    if kind == "signed" and ("outcome" in body) == ("opening" in body):
        yield wrong("member", name="outcome")
    if kind == "disputed" and ("outcome" in body) == ("concession" in body):
        yield wrong("member", name="outcome")
    if kind == "closed":
        if "way" in body and body.get("reason") != "conceded":
            yield wrong("strange", name="way")
        if (body.get("reason") == "conceded") != ("seat" in body):
            yield wrong("member", name="seat")
        if (body.get("reason") in OVER) != ("outcome" in body):
            yield wrong("member", name="outcome")
    yield from _seals(entry)
    if kind == "corrected":
        yield from _parts(entry, seats)
        path = duplicate_path(_openings(body, seats))
        if path is not None:
            yield wrong("said_twice", name=path)


def _openings(body: Json, seats: int) -> list[Json]:
    """The changes of a correction that are about the opening and of the right shape."""
    changes = body.get("changes")
    found = changes if type(changes) is list else []
    return [change for change in found if _is_change(change, seats) and change["op"] == "opening"]


def _seals(entry: Entry) -> Iterator[Wrong]:
    """Faults for unexpected or missing seals of an entry."""
    kind, seals = entry["type"], entry.get("seals", {})
    if "seals" in entry and not seals:
        yield wrong("member", name="seals")
    if kind in ("sealed", "noted", "disputed") and not seals:
        yield wrong("member", name="seals")
    texts = TEXTS_OF.get(kind, ())
    for name in seals:
        number, _, secret = name.partition(".")
        of_change = kind == "corrected" and secret and _is_number(number, entry["body"])
        if kind != "sealed" and name not in texts and not of_change:
            yield wrong("strange", name=f"seals.{name:.60}")


def _is_number(text: str, body: Json) -> bool:
    """Whether a text is the number of a change."""
    changes = body.get("changes")
    return _NUMBER.match(text) is not None and type(changes) is list and int(text) <= len(changes)


def _parts(entry: Entry, seats: int) -> Iterator[Wrong]:
    """Shape faults of a correction's members by change, which have the same shapes as those of a move."""
    for part, check in PARTS.items():
        if part not in entry:
            continue
        found = entry[part]
        if not isinstance(found, dict) or not found:
            yield wrong("member", name=part)
            continue
        for number, one in found.items():
            if not _is_number(number, entry["body"]) or not check(one, seats):
                yield wrong("strange", name=f"{part}.{number:.20}")


def move_faults(entry: Entry, seats: int) -> Iterator[Wrong]:
    """Shape faults of a move's other members: what it opens, its barrier, its irregularity."""
    for part, check in PARTS.items():
        if part in entry and not check(entry[part], seats):
            yield wrong("member", name=part)
    if "reason" in entry.get("seals", {}) and "irregular" not in entry:
        yield wrong("strange", name="seals.reason")


PARTS: Mapping[str, Check] = {
    "opens": partial(
        _are,
        partial(
            _has, {"name": _is_name, "secret": partial(_matches, _SECRET), "fills": partial(_matches, _SECRET)}, {}
        ),
    ),
    "barrier": partial(
        _has,
        {"kind": partial(_is_one_of, BARRIERS), "what": lambda value, _: type(value) is str, "seats": _are_seats},
        {},
    ),
    "irregular": partial(_has, {"accepted_by": _are_seats}, {}),
}
"""Members of a move's entry besides the body; a correction has them by change."""


def eyes_faults(part: str, secret: str, found: object, seats: int) -> Iterator[Wrong]:
    """Faults for eyes that do not exist at a table with this number of seats: each would get a fold."""
    known = ["public", "recorder", "appointed", "judge", *(f"seat:{seat}" for seat in range(seats))]
    if type(found) is not list or not found or any(eyes not in known for eyes in found) or len(found) > len(known):
        yield wrong("fact", part=part, secret=secret)


def named_in(entry: Entry) -> Iterable[str]:
    """The earlier steps and entries that an entry names; its shape is that of its type."""
    body, kind = entry["body"], entry["type"]
    if kind == "undone":
        return [*body["undoes"], *(one["entry"] for one in body.get("consents", ()) if "entry" in one)]
    if kind == "consented":
        return list(body["to"])
    if kind == "sealed":
        return [body["name"]]
    if kind == "disputed":
        return [body["concession"]] if "concession" in body else []
    if kind == "corrected":
        return [change["before"] if change["op"] == "insert" else change["name"] for change in body["changes"]
                if change["op"] != "opening"]  # fmt: skip
    return [body["about"]] if "about" in body else []
