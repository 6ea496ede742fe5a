"""Derives the types of move from their events: the dataclass of an event defines its JSON, its fields and its labels.

A game declares each event once; :class:`Ask` adds what the annotations cannot express::

    City = Annotated[int, Ask("City", "Ciudad", choices=lambda box: [city["id"] for city in box["cities"]])]


    @EVENTS.move("place_figure", "Place a figure", "Colocar una figura")
    class FigurePlaced(Event):
        seat: int
        city: City

A parameter is a whole number, a text or a flag; a frozen dataclass (a group); a tuple of these (a list); a map from
text or from seats (``Mapping[int, ...]``). None means that this fold does not know the value; it is left out of the
body. The parameter ``seat`` says who moves; an underscore at the end of a name (``from_``) is not part of it.

Adjustments by a judge are declared in the same way (:meth:`Events.adjustment`).
"""

from __future__ import annotations

import dataclasses
import functools
import operator
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from engines.kernel.box.cache import cached_by_box
from engines.kernel.game import Field, Json, MoveType
from engines.kernel.sentences import say

C = TypeVar("C", bound=type)

Choices = Iterable[str | int | tuple[str, ...]]
"""Ids, or tuples of an id and its other spellings: ``("resource_3", "+3", "Farm")``."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ask:
    """The properties of a parameter that do not follow from its type.

    A value that depends on the box is a function of the box. An annotation may have several; later ones override.

    Args:
        en: Its label in a form, in English.
        es: Its label in a form, in Spanish.
        choices: The possible values.
        low: Least sensible value of a whole number, for forms only.
        high: Greatest sensible value, likewise.
        keys: For a map from text: the possible keys.
        place: For a list of numbers: the names of its parts in the key of a place of the board.
        seat: Whether a whole number is a seat number.
        optional: Whether it may be left out although the event always has it: the rules say what is missing.
        plain: For a map: whether a single value may replace the map; the rules decide which key it belongs to.
        sealed: For a map by seat: whether each seat's item is that seat's secret until this move; its seal fills it in.
        refusal: The clause and the code of the refusal of an impossible value.
    """

    en: str | None = None
    es: str | None = None
    choices: Choices | Callable[[Json], Choices] | None = None
    low: int | None = None
    high: int | Callable[[Json], int] | None = None
    keys: Iterable[str] | Callable[[Json], Iterable[str]] | None = None
    place: tuple[str, ...] | None = None
    seat: bool | None = None
    optional: bool | None = None
    plain: bool | None = None
    sealed: bool | None = None
    refusal: tuple[str, str] | None = None


def one_of(cls: C) -> C:
    """Mark a group in which exactly one parameter is present; the others are None."""
    _ALTERNATIVES.add(cls)
    return cls


_ALTERNATIVES: set[type] = set()
_PLAIN: Mapping[Any, Literal["integer", "text", "flag"]] = {int: "integer", str: "text", bool: "flag"}


class _Shape(NamedTuple):
    """The properties derived from one annotation.

    Args:
        kind: As in :class:`Field`; a choice is a number or a text that has choices.
        ask: The :class:`Ask` of the annotation.
        absent: Whether it may be None.
        of: The items of a list or map.
        by_seat: Whether the keys of a map are seats.
        fields: The parameters of a group.
        write: Converts a value to JSON; None if it needs no conversion.
        read: Converts a value from JSON; None likewise.
        alone: Whether exactly one parameter of a group is present.
        attribute: Its name in the dataclass: the parameter, followed by an underscore if it is a Python keyword.
    """

    kind: Literal["integer", "text", "flag", "list", "map", "group"]
    ask: Ask = Ask()
    absent: bool = False
    of: _Shape | None = None
    by_seat: bool = False
    fields: Mapping[str, _Shape] = {}
    write: Callable[[Any], Any] | None = None
    read: Callable[[Any], Any] | None = None
    alone: bool = False
    attribute: str = ""

    def field(self, box: Json, listed: dict[int, _Listed], *, item: bool = False) -> Field:
        """The field for forms; for an item of a list or map, null is a value and does not make it optional.

        ``listed``: identity of choices -> their values in this box, shared by parameters; new ones are added.
        """
        ask = self.ask
        key = id(ask.choices)  # they live as long as the parameters
        if key not in listed:
            listed[key] = _listed(ask.choices, box)
        found, aliases = listed[key]
        return Field(
            "choice" if ask.choices is not None else self.kind,
            None if ask.en is None or ask.es is None else say(ask.en, ask.es),
            optional=not item and (self.absent if ask.optional is None else ask.optional),
            choices=found,
            aliases=aliases,
            low=ask.low,
            high=_with(ask.high, box),
            place=ask.place or (),
            seat=bool(ask.seat),
            of=None if self.of is None else self.of.field(box, listed, item=True),
            keys="seat" if self.by_seat else tuple(_with(ask.keys, box) or ()),
            fields={name: shape.field(box, listed) for name, shape in self.fields.items()},
            nullable=item and self.absent,
            alone=self.alone,
            plain=bool(ask.plain),
            sealed=bool(ask.sealed),
            refusal=ask.refusal,
        )


_Listed: TypeAlias = tuple[tuple[str | int, ...], Mapping[str, str | int]]
"""The values of choices, and their other spellings."""


def _listed(choices: Any, box: Json) -> _Listed:
    """The values of choices in a box."""
    found: list[str | int] = []
    aliases: dict[str, str | int] = {}
    for choice in _with(choices, box) or ():
        names = choice if isinstance(choice, tuple) else (choice,)
        found.append(names[0])
        aliases |= {str(name): names[0] for name in names[1:] if name not in aliases}
    return tuple(found), aliases


def _with(value: Any, box: Json) -> Any:
    """The value for this box."""
    return value(box) if callable(value) else value


@typing.dataclass_transform(frozen_default=True)
class Event:
    """Something that happened at a table: a move, or an adjustment. Registered, its class is a frozen dataclass."""

    __slots__ = ()


class _Kind(NamedTuple):
    """A type of move.

    Args:
        en: Its label in English.
        es: Its label in Spanish.
        shapes: Parameter -> the shape of its annotation, including ``seat``.
        ruled: Whether it is an adjustment, which appears only in a judge's ruling.
        anytime: Whether it may be made at any time, so that nobody waits for it.
    """

    en: str
    es: str
    shapes: Mapping[str, _Shape]
    ruled: bool = False
    anytime: bool = False


class Events:
    """The events of one game, in the order in which forms show their moves.

    Args:
        game: The name of the game in messages.

    Attributes:
        types: From a box to every type of move with its parameters, in the order in which they are asked.
        adjustments: The same for every type of adjustment.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self._kinds: dict[str, _Kind] = {}
        self._names: dict[type, str] = {}
        self._read: dict[str, Callable[[Json], Any]] = {}  # type that is recorded -> function from a body to the event
        # Called for every move of a table, so cached.
        self.types = cached_by_box(8)(functools.partial(self._types_of, ruled=False))
        self.adjustments = cached_by_box(8)(functools.partial(self._types_of, ruled=True))

    def move(self, name: str, en: str, es: str, *, recorded: bool = True, anytime: bool = False) -> Callable[[C], C]:
        """Register the event of a type of move.

        Args:
            name: The type in entries.
            en: Its label in a form, in English.
            es: Its label in a form, in Spanish.
            recorded: False for a step of the rules that is never recorded; it is known so that the rules can say why.
            anytime: True for a move that may be made at any time, in anybody's turn, so that nobody waits for it.

        Raises:
            TypeError: An annotation cannot be part of a move.
        """
        return self._registering(name, en, es, recorded=recorded, anytime=anytime)

    def adjustment(self, name: str, en: str, es: str) -> Callable[[C], C]:
        """Register the event of a type of adjustment; arguments and errors as in :meth:`move`."""
        return self._registering(name, en, es, ruled=True)

    def _registering(
        self, name: str, en: str, es: str, *, recorded: bool = True, ruled: bool = False, anytime: bool = False
    ) -> Callable[[C], C]:
        def register(cls: C) -> C:
            if "__dataclass_fields__" not in cls.__dict__:
                cls = typing.cast("C", dataclasses.dataclass(frozen=True, slots=True)(cls))
            shapes = _shapes(cls)
            self._kinds[name] = _Kind(en, es, shapes, ruled, anytime)
            self._names[cls] = name
            if recorded:
                self._read[name] = _reader(cls, shapes)
            return cls

        return register

    def type_of(self, event: object) -> str:
        """The type of move of an event."""
        return self._names[type(event)]

    def encode(self, event: Any) -> Json:
        """The event as the body of an entry: ``type``, ``seat``, parameters; unknown ones left out."""
        name = self._names[type(event)]
        return {"type": name, **_written(self._kinds[name].shapes, event)}

    def decode(self, data: Json) -> Any:
        """The event of a body.

        Raises:
            ValueError: The type is never recorded.
            KeyError: A parameter that the event must have is missing.
        """
        read = self._read.get(data["type"])
        if read is None:
            msg = f"{data['type']!r:.80} is never recorded in {self.game}"
            raise ValueError(msg)
        return read(data)

    def _types_of(self, box: Json, *, ruled: bool) -> Mapping[str, MoveType]:
        """Types of moves or of adjustments."""
        listed: dict[int, _Listed] = {}
        return {
            name: MoveType(
                say(kind.en, kind.es),
                {key: shape.field(box, listed) for key, shape in kind.shapes.items() if key != "seat"},
                seated="seat" in kind.shapes,
                anytime=kind.anytime,
            )
            for name, kind in self._kinds.items()
            if kind.ruled == ruled
        }


def _written(shapes: Mapping[str, _Shape], event: Any) -> Json:
    """The parameters of an event or a group as JSON, without those that are None."""
    out: Json = {}
    for key, shape in shapes.items():
        value = getattr(event, shape.attribute)
        if value is not None:
            out[key] = value if shape.write is None else shape.write(value)
    return out


def _reader(cls: Any, shapes: Mapping[str, _Shape]) -> Callable[[Json], Any]:
    """The function that builds an event or a group from JSON.

    It runs for each entry of a replay, so values that need no conversion are used unchanged.
    """
    if len(shapes) > 1 and all(shape.read is None and not shape.absent for shape in shapes.values()):
        taken = operator.itemgetter(*shapes)
        return lambda data: cls(*taken(data))
    plan = [(key, shape.absent, shape.read) for key, shape in shapes.items()]

    def read(data: Json) -> Any:
        values = []
        for key, absent, made in plan:
            value = data.get(key) if absent else data[key]
            values.append(value if value is None or made is None else made(value))
        return cls(*values)

    return read


def _shapes(cls: Any) -> Mapping[str, _Shape]:
    """The parameters of an event or a group.

    A parameter whose name is a Python keyword (``from``) is declared with an underscore after it (``from_``).
    """
    hints = typing.get_type_hints(cls, include_extras=True)
    return {
        field.name.removesuffix("_"): _shape(hints[field.name], f"{cls.__name__}.{field.name}")._replace(
            attribute=field.name
        )
        for field in dataclasses.fields(cls)
    }


def _shape(hint: Any, where: str) -> _Shape:
    """The shape that an annotation describes; if it has several :class:`Ask`, an outer one overrides an inner one."""
    asks: list[Ask] = []
    absent = False
    while True:
        args = typing.get_args(hint)
        if typing.get_origin(hint) is typing.Annotated:
            asks = [*(extra for extra in hint.__metadata__ if isinstance(extra, Ask)), *asks]
            hint = hint.__origin__
        elif type(None) in args and typing.get_origin(hint) in (typing.Union, types.UnionType):
            absent = True
            hint = functools.reduce(operator.or_, (arg for arg in args if arg is not type(None)))
        else:
            break
    said = {
        f.name: value for ask in asks for f in dataclasses.fields(Ask) if (value := getattr(ask, f.name)) is not None
    }
    return _plain(hint, where)._replace(ask=Ask(**said), absent=absent)


def _plain(hint: Any, where: str) -> _Shape:
    """The shape that an annotation describes, without its :class:`Ask`.

    Raises:
        TypeError: It cannot be part of a move.
    """
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint in _PLAIN:
        return _Shape(_PLAIN[hint])
    if dataclasses.is_dataclass(hint):
        shapes = _shapes(hint)
        return _Shape(
            "group",
            fields=shapes,
            write=lambda value: _written(shapes, value),
            read=_reader(hint, shapes),
            alone=hint in _ALTERNATIVES,
        )
    if origin is tuple and len(set(args) - {Ellipsis}) == 1:
        return _list(_shape(args[0], where))
    if origin is Mapping and args[0] in (int, str):
        return _map(_shape(args[1], where), by_seat=args[0] is int)
    msg = f"{where}: {hint} can be no part of a move"
    raise TypeError(msg)


def _list(of: _Shape) -> _Shape:
    write, read = of.write, of.read
    return _Shape(
        "list",
        of=of,
        write=list if write is None else lambda items: [None if item is None else write(item) for item in items],
        read=tuple if read is None else lambda items: tuple(None if item is None else read(item) for item in items),
    )


def _key(pair: tuple[Any, Any]) -> Any:
    return pair[0]


def _map(of: _Shape, *, by_seat: bool) -> _Shape:
    """The shape of a map with sorted keys, so that the order in which they were typed does not matter."""

    def same(value: Any) -> Any:
        return value

    write, read = of.write or same, of.read or same
    named: Callable[[str], Any] = int if by_seat else same
    return _Shape(
        "map",
        of=of,
        by_seat=by_seat,
        write=lambda value: {
            str(key): None if item is None else write(item) for key, item in sorted(value.items(), key=_key)
        },
        read=lambda data: {
            key: None if item is None else read(item)
            for key, item in sorted(((named(key), item) for key, item in data.items()), key=_key)
        },
    )
