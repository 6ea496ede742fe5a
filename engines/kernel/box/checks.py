"""The faults of an owner's box, and the checks that find them, shared by every game.

A box is untrusted and may be of any size, so each part is inspected only once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from engines.kernel.values import LANGUAGES, Text

MOST = 1000
"""The greatest number in a box: totals stay far below the limit of exact JSON numbers."""
LONG = 2000
"""Maximum length of a text, in characters."""

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}\Z")
COLOUR = re.compile(r"[a-z][a-z0-9_-]{0,39}\Z")
"""The id of a colour; recorders type it, and it is compared case-insensitively."""


class Known:
    """The allowed texts and numbers of a place; lookup takes constant time, however many an untrusted box has.

    Args:
        values: The allowed values; values that are neither text nor number are ignored.
    """

    def __init__(self, values: Iterable[Any]) -> None:
        self._kinds = dict.fromkeys((type(one), one) for one in values if isinstance(one, (str, int)))
        self.listed = ", ".join(str(one) for _, one in self._kinds)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, (str, int)) and (type(value), value) in self._kinds


class EnoughError(Exception):
    """A box has reached the limit of reported faults; ends the check."""

    def __init__(self, faults: Faults) -> None:
        super().__init__(f"faults: {len(faults)}")
        self.faults = faults


class Faults(list[tuple[str, Text]]):
    """The faults found so far, and the checks that find them."""

    most = 100
    """Maximum number of reported faults; an untrusted box of 256 KiB may have a hundred thousand."""

    def __init__(self) -> None:
        super().__init__()
        self._at: set[str] = set()
        self._faulty: set[str] = set()

    def sound(self, *paths: str) -> bool:
        """Whether no fault was found at any of these paths, below them, or at their parents."""
        holders = [path[:at] for path in paths for at, sign in enumerate(path) if sign == "."]
        return self._faulty.isdisjoint(paths) and self._at.isdisjoint(holders)

    def rows(self, box: object, table: str, *needs: str) -> list[tuple[str, dict[str, Any]]]:
        """The rows without faults in a list of a box, each with its path.

        ``needs``: the members that must have no faults; all if none is named.
        """
        found = [(f"{table}.{at}", row) for at, row in objects_of(value_at(box, *table.split(".")))]
        return [
            (path, row) for path, row in found if path not in self._faulty or (needs and self._has(path, row, needs))
        ]

    def _has(self, path: str, row: object, needs: Iterable[str]) -> bool:
        """Whether no fault was found in some members of a row or in their parents."""
        return all(
            f"{path}.{need}" not in self._faulty and isinstance(value_at(row, *need.split(".")[:-1]), dict)
            for need in needs
        )

    def add(self, path: str, en: str, es: str) -> None:
        """Note a fault.

        Raises:
            EnoughError: The limit of reported faults is reached; ``engines.kernel.box.hashes.faults_of`` returns them.
        """
        # A value in an untrusted box may be of any length.
        self.append((path, {"en": f"{en:.1000}", "es": f"{es:.1000}"}))
        self._at.add(path)
        while path and path not in self._faulty:
            self._faulty.add(path)
            path = path.rpartition(".")[0]
        if len(self) >= self.most:
            raise EnoughError(self)

    def group(self, value: object, path: str) -> dict[str, Any]:
        """Return the value if it is an object; otherwise add a fault and return an empty object."""
        if isinstance(value, dict):
            return value
        self.add(path, "must be an object", "debe ser un objeto")
        return {}

    def groups(self, value: object, path: str) -> list[tuple[str, dict[str, Any]]]:
        """The objects of a list, each with its path; an item that is not an object is a fault."""
        return [
            (f"{path}.{place}", self.group(item, f"{path}.{place}"))
            for place, item in enumerate(self.items(value, path))
        ]

    def items(self, value: object, path: str) -> list[Any]:
        """Return the value if it is a list; otherwise add a fault and return an empty list."""
        if isinstance(value, list):
            return value
        self.add(path, "must be a list", "debe ser una lista")
        return []

    def whole(self, value: object, path: str, low: int = 0, high: int = MOST) -> int:
        """Return the value if it is a whole number within the limits; otherwise add a fault and return ``low``."""
        if type(value) is int and low <= value <= high:
            return value
        self.add(
            path,
            f"{value!r:.40} should be a whole number from {low} to {high}",
            f"{value!r:.40} debería ser un entero de {low} a {high}",
        )
        return low

    def exactly(self, value: object, path: str, wanted: int, rule: str) -> None:
        """Add a fault unless the value is the number that the rules require."""
        if type(value) is not int or value != wanted:
            self.add(path, f"{value!r:.40} should be {wanted} ({rule})", f"{value!r:.40} debería ser {wanted} ({rule})")

    def flag(self, value: object, path: str) -> None:
        """Add a fault unless the value is true or false."""
        if type(value) is not bool:
            self.add(path, f"{value!r:.40} should be true or false", f"{value!r:.40} debería ser true o false")

    def text(self, value: object, path: str) -> None:
        """Add a fault unless the value is a text of 1 to :data:`LONG` characters."""
        if not isinstance(value, str) or not value or len(value) > LONG:
            self.add(path, f"{value!r:.40} should be a text", f"{value!r:.40} debería ser un texto")

    def names(self, value: object, path: str) -> None:
        """Add a fault unless the value is a name in every language."""
        texts = self.group(value, path)
        for lang in LANGUAGES:
            self.text(texts.get(lang), f"{path}.{lang}")

    def text_or_names(self, value: object, path: str) -> None:
        """Add a fault unless the value is a text, or a text in every language."""
        check = self.names if isinstance(value, dict) else self.text
        check(value, path)

    def once(self, value: object, path: str, seen: set[str], pattern: re.Pattern[str] = ID) -> str:
        """Return the value if it is an id not seen before; otherwise add a fault and return an empty text."""
        if not isinstance(value, str) or not pattern.match(value):
            self.add(path, f"{value!r:.40} cannot be used as an id", f"{value!r:.40} no sirve de identificador")
            return ""
        if value.casefold() in seen:
            self.add(path, f"{value!r:.40} appears twice", f"{value!r:.40} aparece dos veces")
            return ""
        seen.add(value.casefold())
        return value

    def one_of(self, value: object, path: str, known: Known) -> bool:
        """Return whether the value is a known one; add a fault if it is not."""
        if value in known:
            return True
        listed = known.listed[:200]
        self.add(path, f"{value!r:.40} should be one of {listed}", f"{value!r:.40} debería ser uno de {listed}")
        return False

    def same(self, found: Iterable[str], path: str, wanted: Iterable[str], rule: str) -> None:
        """Add a fault for each id that the rules require but is missing, and for each extra id."""
        have, want = dict.fromkeys(found), dict.fromkeys(wanted)
        for missing in [one for one in want if one not in have]:
            self.add(path, f"{missing} is missing ({rule})", f"falta {missing} ({rule})")
        for extra in [one for one in have if one and one not in want]:
            self.add(path, f"{extra} does not belong here ({rule})", f"{extra} sobra aquí ({rule})")


def objects_of(value: object) -> list[tuple[int, dict[str, Any]]]:
    """The objects of a list, each with its index; other items are left out; empty if the value is not a list."""
    return [(at, item) for at, item in enumerate(value) if isinstance(item, dict)] if isinstance(value, list) else []


def value_at(whole: object, *way: str) -> Any:
    """The value at a path through objects; None if there is none."""
    here: Any = whole
    for key in way:
        here = here.get(key) if isinstance(here, dict) else None
    return here
