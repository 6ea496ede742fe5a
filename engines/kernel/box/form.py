"""The form of a box: its tables, rows and fields, used to draw the editor and to check owners' boxes.

A game declares its tables, its labels and what cannot be derived (:class:`BoxForm`); everything else follows from the
default edition. ``engines.kernel.box.review`` asks about values that are implausible by the form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from engines.kernel.sentences import say
from engines.kernel.values import LANGUAGES, Json, Text

MARKS = "stand_in"
"""The member that lists the placeholders of a row; in a box, whether it has any."""
COMMON: Mapping[str, Text] = {
    "aliases": say("other names", "otros nombres"),
    "category": say("category", "categoría"),
    "colour": say("colour", "color"),
    "cost": say("cost", "coste"),
    "count": say("number", "cantidad"),
    "id": say("id", "identificador"),
    "kind": say("kind", "clase"),
    "name": say("name", "nombre"),
    "number": say("number", "número"),
    "set": say("set", "juego"),
    "stand_in": say("placeholders", "provisionales"),
    "token": say("short form", "abreviatura"),
    "value": say("value", "valor"),
    "vp": say("VP", "PV"),
    "width": say("width", "anchura"),
    "height": say("height", "altura"),
    "x": say("from the left", "desde la izquierda"),
    "y": say("from the top", "desde arriba"),
}
"""Labels of members that boxes of several games have."""


@dataclass(frozen=True, slots=True)
class BoxField:
    """The value at a place of a box.

    Args:
        kind: ``integer``, ``flag``, ``choice``, ``text``, ``names`` (a text, or one in each language), ``list``,
            ``map`` (``fields`` by key, or ``of`` for every key), ``group``, ``variants`` or ``free`` (JSON that the
            game checks).
        label: Its label in the editor.
        low: Least plausible integer.
        high: Greatest plausible integer.
        nullable: Whether null is a value.
        optional: Whether a group may lack it.
        choices: For ``choice``: the values.
        words: Labels of choices and of the keys of a map.
        rows: The path of the table whose rows may be named here.
        of: For ``list`` and ``map``: the field of each item.
        fields: For ``group`` and ``map``: member -> field; for ``variants``: the fields of every variant.
        variants: Kind -> its own fields.
        sentences: Kind -> the template of its generated text.
        total: The sum of the integers of a map.
        derived: How the value is derived from others, so that nobody types it: ``text`` (from the variants of the row),
            ``membership`` (rows of ``rows`` that list this row), ``mutual`` (a link that the other row has, too).
        follows: Kind of a variant of the row -> the choice that it implies, the last of ``choices`` if they differ;
            inside a variant: another member of it -> the choice that it implies.
    """

    kind: str
    label: Text | None = None
    low: int | None = None
    high: int | None = None
    nullable: bool = False
    optional: bool = False
    choices: tuple[str | int, ...] = ()
    words: Mapping[str, Text] = field(default_factory=dict)
    rows: str = ""
    of: BoxField | None = None
    fields: Mapping[str, BoxField] = field(default_factory=dict)
    variants: Mapping[str, Mapping[str, BoxField]] = field(default_factory=dict)
    sentences: Mapping[str, Text] = field(default_factory=dict)
    total: int | None = None
    derived: str = ""
    follows: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a box, whose rows an owner compares with a printed copy one by one.

    Args:
        path: Its dotted path.
        label: Its label in the editor.
        row: The template for the owner's name of a row, filled with its members.
        copies: Members with equal values in all copies of a tile; they are entered once.
        keyed: Whether the rows are an object by key, not a list.
        always: Whether every row is used in every game; otherwise only rows that a move names.
        seats: The numbers of seats for which it is used; empty for any.
    """

    path: str
    label: Text
    row: str = "{id}"
    copies: tuple[str, ...] = ()
    keyed: bool = False
    always: bool = False
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BoxForm:
    """The declarations of a game about its box.

    Args:
        tables: The tables with rows to compare, in the order in which the editor shows them.
        labels: Member -> label; a path is more specific (``map.colours``).
        changes: Path -> the properties of its :class:`BoxField` that differ from those of the default edition.
        more: Path of a table -> members that its rows may have although no row of the default edition has them.
        free: Paths that only the game's own check decides, such as effects in their own language.
        words: Members allowed at any depth of a free part, in addition to those of the default edition.
        fill: Fills in missing values that follow from others, in place.
    """

    tables: tuple[Table, ...]
    labels: Mapping[str, Text] = field(default_factory=dict)
    changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    more: Mapping[str, Mapping[str, BoxField]] = field(default_factory=dict)
    free: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    fill: Callable[[Json], None] | None = None


class Shape:
    """The fields of a game's box: the form and the default edition as one tree.

    ``prose``: members that do not affect play: no number there is implausible.
    """

    def __init__(self, form: BoxForm, box: Json, prose: Sequence[str]) -> None:
        self.form = form
        self._prose = prose
        self._keyed = {table.path for table in form.tables if table.keyed}
        self._lists = {table.path for table in form.tables}
        self.names: dict[str, Text] = {}
        _collect_names(box, self.names)
        self.words = form.words | {
            word for path in form.free for part in _parts_at(box, path.split(".")) for word in _words(part)
        }
        root = self._derive([box], "")
        self.root = replace(root, fields={MARKS: BoxField("flag"), **root.fields})

    def _derive(self, values: Sequence[Any], path: str) -> BoxField:
        """The field derived from the values at a path of the default edition, with the form's changes."""
        present = [value for value in values if value is not None]
        member = path.rpartition(".")[2]
        found = BoxField(
            "free", self.form.labels.get(path) or self.form.labels.get(member) or COMMON.get(member),
            nullable=len(present) < len(values),
        )  # fmt: skip
        if path not in self.form.free and present:
            found = self._shaped(found, present, path)
        return replace(found, **self.form.changes.get(path, {}))

    def _shaped(self, found: BoxField, present: Sequence[Any], path: str) -> BoxField:
        kinds = {type(value) for value in present}
        if kinds == {bool}:
            return replace(found, kind="flag")
        if kinds == {int}:
            low, high = (None, None) if self._is_prose(path) else plausible(present)
            return replace(found, kind="integer", low=low, high=high)
        if kinds == {str}:
            return self._worded(found, present, path)
        if kinds == {list}:
            items = [item for value in present for item in value]
            return replace(found, kind="list", of=self._derive(items, path)) if items else replace(found, kind="list")
        if kinds == {dict}:
            return self._members(found, present, path)
        return found

    def _worded(self, found: BoxField, present: Sequence[str], path: str) -> BoxField:
        if path.rpartition(".")[2] in ("id", "token", "aliases") or len(set(present)) == len(present):
            return replace(found, kind="text")
        choices = tuple(dict.fromkeys(present))
        return replace(found, kind="choice", choices=choices, words=self._labelled(choices))

    def _members(self, found: BoxField, present: Sequence[Json], path: str, *, row: bool = False) -> BoxField:
        keys = list(dict.fromkeys(key for value in present for key in value))
        if set(keys) <= set(LANGUAGES):
            return replace(found, kind="names")
        if not row and path in self._keyed:
            rows = [of for value in present for of in value.values()]
            return replace(found, kind="map", of=self._members(found, rows, path, row=True))
        if all(key.isdecimal() for key in keys):
            return replace(found, kind="map", of=self._derive([of for value in present for of in value.values()], path))
        inner = {key: self._member([value[key] for value in present if key in value], path, key) for key in keys}
        counts = all(one.kind == "integer" for one in inner.values()) and path not in self._lists
        inner = {key: replace(one, optional=any(key not in value for value in present)) for key, one in inner.items()}
        if path in self._lists:
            inner = {**self.form.more.get(path, {}), **inner}
            inner.setdefault(MARKS, BoxField("list", COMMON[MARKS], optional=True))
        return replace(
            found, kind="map" if counts else "group", fields=inner, words=self._labelled(keys) if counts else {}
        )

    def _member(self, values: Sequence[Any], path: str, key: str) -> BoxField:
        return self._derive(values, f"{path}.{key}" if path else key)

    def _labelled(self, keys: Sequence[str]) -> dict[str, Text]:
        known = {key: self.form.labels.get(key) or self.names.get(key) or COMMON.get(key) for key in keys}
        return {key: label for key, label in known.items() if label is not None}

    def _is_prose(self, path: str) -> bool:
        parts = path.split(".")
        return any(member.split(".")[-1] in parts for member in self._prose) or parts[-1] == "id"

    def table(self, table: Table) -> BoxField:
        """The fields of a row of a table.

        Raises:
            KeyError: The default edition has no such table.
        """
        here = self.root
        for key in table.path.split("."):
            here = here.fields[key]
        if here.of is None:
            raise KeyError(table.path)
        return here.of

    def walk(self, box: Json) -> Iterator[tuple[str, BoxField | None, Any]]:
        """Yield path, field and value of each place of a box; the field is None for an unknown member."""
        yield from _walk(self.root, box, "", self.words)


def plausible(values: Sequence[int]) -> tuple[int, int]:
    """The plausible range of a number: to twice the values of the default edition, at least three beyond them."""
    low, high = min(values), max(values)
    return (0 if low >= 0 else min(2 * low, low - 3)), max(2 * high, high + 3)


def _walk(here: BoxField, value: Any, path: str, words: frozenset[str]) -> Iterator[tuple[str, BoxField | None, Any]]:
    yield path, here, value
    if here.kind == "free":
        yield from ((f"{path}.{where}", None, None) for where in _strange(value, words))
    elif isinstance(value, list) and here.of is not None:
        for at, item in enumerate(value):
            yield from _walk(here.of, item, f"{path}.{at}", words)
    elif isinstance(value, dict) and here.kind in ("group", "map", "variants"):
        variant = here.variants.get(str(value.get("kind")), {})
        for key, item in value.items():
            inner = variant.get(key) or here.fields.get(key) or here.of
            where = f"{path}.{key}" if path else str(key)
            if inner is not None:
                yield from _walk(inner, item, where, words)
            elif here.kind == "group":
                yield where, None, item


def _strange(value: Any, words: frozenset[str]) -> Iterator[str]:
    """The members at any depth that are not among the words."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in words:
                yield from (f"{key}.{where}" for where in _strange(item, words))
            else:
                yield str(key)
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from (f"{at}.{where}" for where in _strange(item, words))


def _words(value: Any) -> Iterator[str]:
    """Every member at any depth."""
    for key, item in value.items() if isinstance(value, dict) else ():
        yield key
        yield from _words(item)
    for item in value if isinstance(value, list) else ():
        yield from _words(item)


def _parts_at(value: Any, way: Sequence[str]) -> Iterator[Any]:
    """The values at a path of members, in every item of the lists along the path."""
    if isinstance(value, list):
        for item in value:
            yield from _parts_at(item, way)
    elif not way:
        yield value
    elif isinstance(value, dict) and way[0] in value:
        yield from _parts_at(value[way[0]], way[1:])


def _collect_names(value: Any, found: dict[str, Text]) -> None:
    """Add id -> name of every object of a box that has both to ``found``."""
    if isinstance(value, dict):
        if isinstance(value.get("id"), str) and isinstance(value.get("name"), dict):
            found.setdefault(value["id"], value["name"])
        for inner in value.values():
            _collect_names(inner, found)
    elif isinstance(value, list):
        for inner in value:
            _collect_names(inner, found)


def as_json(shape: Shape) -> Json:
    """The form of a box as JSON for the editor: the tables, each with the fields of a row."""
    return {
        "tables": [
            {
                "path": table.path,
                "label": table.label,
                "row": table.row,
                "keyed": table.keyed,
                "copies": list(table.copies),
                "always": table.always,
                "seats": list(table.seats),
                "fields": {
                    key: _field_json(of) for key, of in shape.table(table).fields.items() if key not in ("id", MARKS)
                },
            }
            for table in shape.form.tables
        ]
    }


def _field_json(of: BoxField) -> Json:
    """A field as JSON, without empty properties."""
    out: Json = {}
    for one in fields(BoxField):
        value: Any = getattr(of, one.name)
        if one.name == "of":
            value = None if value is None else _field_json(value)
        elif one.name == "fields":
            value = {key: _field_json(inner) for key, inner in value.items()}
        elif one.name == "variants":
            value = {kind: {key: _field_json(inner) for key, inner in of.items()} for kind, of in value.items()}
        elif isinstance(value, tuple):
            value = list(value)
        if value is not None and value is not False and value not in ("", [], {}):
            out[one.name] = value
    return out
