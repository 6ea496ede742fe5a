"""Domains: the possible values of a field of a move on offer, for forms, phones and completion.

Each may have flags: ``optional=True`` (it may be left out), ``exact=False`` (wider than the rules), ``secret=True``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engines.kernel.game import Json


def choice(of: Iterable[str | int], **more: bool) -> Json:
    """One of these values."""
    return {"kind": "choice", "of": list(of), **more}


def places(of: Iterable[tuple[int, ...]], **more: bool) -> Json:
    """One of these places of the board, each a list of numbers."""
    return {"kind": "choice", "of": [list(one) for one in dict.fromkeys(of)], **more}


def span(low: int, high: int, **more: bool) -> Json:
    """A whole number from ``low`` to ``high``, both included."""
    return {"kind": "range", "low": low, "high": high, **more}


def free(**more: bool) -> Json:
    """Any text or number: the rules do not narrow it here."""
    return {"kind": "free", **more}


def flag(**more: bool) -> Json:
    """True or false."""
    return {"kind": "flag", **more}


def several(of: Json, least: int, most: int, **more: bool) -> Json:
    """A list of ``least`` to ``most`` values."""
    return {"kind": "list", "of": of, "least": least, "most": most, **more}


def by_key(keys: Iterable[str], of: Json, **more: bool) -> Json:
    """A map from some of these keys."""
    return {"kind": "map", "keys": list(keys), "of": of, **more}


def by_seat(seats: int, of: Json | Sequence[Json], **more: bool) -> Json:
    """A map from some of the seats; ``of`` is one domain for all seats, or a list of choices for each seat."""
    keys = [str(seat) for seat in range(seats)]
    if isinstance(of, dict):
        return by_key(keys, of, **more)
    return {**by_key(keys, _united(of), **more), "each": dict(zip(keys, of, strict=True))}


def _united(lists: Sequence[Json]) -> Json:
    """One domain that covers several lists of choices."""
    values = dict.fromkeys(value for one in lists for value in one["of"]["of"])
    return several(choice(values), min(one["least"] for one in lists), max(one["most"] for one in lists), exact=False)


def group(fields: Mapping[str, Json], **more: bool) -> Json:
    """An object with these fields; with ``alone=True`` exactly one of them must be present."""
    return {"kind": "group", "fields": dict(fields), **more}


def joined(domains: Sequence[Json]) -> Json:
    """One domain for several seats, any of which may move; wider than the rules if their domains differ."""
    first = domains[0]
    if all(domain == first for domain in domains):
        return first
    if {domain["kind"] for domain in domains} == {"choice"}:
        of = [item for domain in domains for item in domain["of"]]
        return {**first, "of": [one for at, one in enumerate(of) if one not in of[:at]], "exact": False}
    if {domain["kind"] for domain in domains} == {"range"}:
        low, high = min(domain["low"] for domain in domains), max(domain["high"] for domain in domains)
        return {**first, "low": low, "high": high, "exact": False}
    return {**first, "exact": False}
