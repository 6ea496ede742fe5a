"""Moves from their events: how an event is written, read, asked for and shaped follows from its dataclass alone.

A game writes each event once, with what its annotations cannot say as :class:`Ask`::

    City = Annotated[int, Ask("City", "Ciudad", choices=lambda box: [city["id"] for city in box["cities"]])]


    @EVENTS.move("place_figure", "Place a figure", "Colocar una figura")
    @dataclass(frozen=True, slots=True)
    class FigurePlaced(Event):
        seat: int
        city: City

A parameter is a whole number, a text or a flag; a frozen dataclass (a group); a tuple of such (a list); a map from text
or from seats (``Mapping[int, ...]``). None is what this fold does not know: it is left out of the body. The parameter
``seat`` says who moves; an underscore at the end of a name (``from_``) is no part of it.

What a judge may put right is written in the same way (:meth:`Events.adjustment`).
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
"""Ids; or each with what a hand may write for it: ``("resource_3", "+3", "Farm")``."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ask:
    """How a parameter is asked for, as far as its type does not say it.

    What depends on the box is a function of it. An annotation may carry several: what a later one names counts.

    Args:
        en: What a form calls it, in English.
        es: What a form calls it, in Spanish.
        choices: The values there are.
        low: Least sensible value of a whole number, for forms only.
        high: Greatest sensible value, likewise.
        keys: Of a map from text: the keys there are.
        place: Of a list of numbers: the names of its parts in the key of a place of the board.
        seat: Whether a whole number names a seat.
        optional: Whether it may be left out although the event always has it: the rules say what is missing.
        plain: Of a map: whether one value alone may stand for it; the rules say whose it is.
        sealed: Of a map by seat: whether each seat's part is its own secret until then, which its seal fills in.
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


def one_of(cls: C) -> C:
    """Mark a group in which exactly one parameter is given; the others are None."""
    _ALTERNATIVES.add(cls)
    return cls


_ALTERNATIVES: set[type] = set()
_PLAIN: Mapping[Any, Literal["integer", "text", "flag"]] = {int: "integer", str: "text", bool: "flag"}


class _Shape(NamedTuple):
    """What follows from one annotation.

    Args:
        kind: As of a :class:`Field`; a choice is a number or a text that has choices.
        ask: What the annotation says of it.
        absent: Whether it may be None.
        of: The items of a list or map.
        by_seat: Whether the keys of a map are seats.
        fields: The parameters of a group.
        write: A value as JSON; None where it is JSON as it stands.
        read: A value from JSON; None likewise.
        alone: Whether exactly one parameter of a group is given.
        attribute: What the dataclass calls it: the parameter, with an underscore behind it where Python keeps the word.
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
        """The field as a form asks it; of an item of a list or map, null is a value and not a gap.

        Args:
            box: The components.
            listed: Identity of choices -> what they are in this box, for parameters that ask the same; more are added.
            item: Whether it is of a list or map.
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
        )


_Listed: TypeAlias = tuple[tuple[str | int, ...], Mapping[str, str | int]]
"""The values of choices, and what else a hand may write for them."""


def _listed(choices: Any, box: Json) -> _Listed:
    """What choices are in a box."""
    found: list[str | int] = []
    aliases: dict[str, str | int] = {}
    for choice in _with(choices, box) or ():
        names = choice if isinstance(choice, tuple) else (choice,)
        found.append(names[0])
        aliases |= {str(name): names[0] for name in names[1:] if name not in aliases}
    return tuple(found), aliases


def _with(value: Any, box: Json) -> Any:
    """What is asked with this box."""
    return value(box) if callable(value) else value


class Event:
    """Something that happened at a table: a move, or an adjustment. Each type of a game is a dataclass of its own."""

    __slots__ = ()


class _Kind(NamedTuple):
    """A type of move.

    Args:
        en: What it is called in English.
        es: What it is called in Spanish.
        shapes: Parameter -> what follows from its annotation, ``seat`` among them.
        ruled: Whether it is an adjustment, which stands in a judge's ruling alone.
        anytime: Whether it may be made at any time and nobody waits for it.
    """

    en: str
    es: str
    shapes: Mapping[str, _Shape]
    ruled: bool = False
    anytime: bool = False


class Events:
    """The events of one game, in the order in which forms show their moves.

    Args:
        game: What messages call the game.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self._kinds: dict[str, _Kind] = {}
        self._names: dict[type, str] = {}
        self._read: dict[str, Callable[[Json], Any]] = {}  # a type that is ever recorded -> a body of it as the event
        # Every move asks for those of its table.
        self._moves_of = cached_by_box(8)(functools.partial(self._types_of, ruled=False))
        self._adjustments_of = cached_by_box(8)(functools.partial(self._types_of, ruled=True))

    def move(self, name: str, en: str, es: str, *, recorded: bool = True, anytime: bool = False) -> Callable[[C], C]:
        """Register the event of a type of move.

        Args:
            name: The type, as entries have it.
            en: What a form calls it, in English.
            es: What a form calls it, in Spanish.
            recorded: False for a step of the rules that nobody records; it is known so that the rules can say why.
            anytime: True for what may be done at any time, whosever turn it is: nobody waits for it.

        Raises:
            TypeError: An annotation that can be no part of a move.
        """
        return self._registering(name, en, es, recorded=recorded, anytime=anytime)

    def adjustment(self, name: str, en: str, es: str) -> Callable[[C], C]:
        """Register the event of a type of adjustment; arguments and errors as :meth:`move`."""
        return self._registering(name, en, es, ruled=True)

    def _registering(
        self, name: str, en: str, es: str, *, recorded: bool = True, ruled: bool = False, anytime: bool = False
    ) -> Callable[[C], C]:
        def register(cls: C) -> C:
            shapes = _shapes(cls)
            self._kinds[name] = _Kind(en, es, shapes, ruled, anytime)
            self._names[cls] = name
            if recorded:
                self._read[name] = _reader(cls, shapes)
            return cls

        return register

    def type_of(self, event: object) -> str:
        """The type of move that an event is."""
        return self._names[type(event)]

    def encode(self, event: Any) -> Json:
        """The event as the body of an entry: ``type``, ``seat``, parameters; unknown ones left out."""
        name = self._names[type(event)]
        return {"type": name, **_written(self._kinds[name].shapes, event)}

    def decode(self, data: Json) -> Any:
        """The event of a body.

        Raises:
            ValueError: A type that is never recorded.
            KeyError: A parameter that the event must have is missing.
        """
        read = self._read.get(data["type"])
        if read is None:
            msg = f"{data['type']!r:.80} is never recorded in {self.game}"
            raise ValueError(msg)
        return read(data)

    def types(self, box: Json) -> Mapping[str, MoveType]:
        """Every type of move with its parameters, in the order in which they are asked."""
        return self._moves_of(box)

    def adjustments(self, box: Json) -> Mapping[str, MoveType]:
        """Every type of adjustment with its parameters, in the order in which they are asked."""
        return self._adjustments_of(box)

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
    """The function that makes an event or a group from JSON.

    It runs for each entry of a replay: what needs no conversion is taken as it is.
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


# ------------------------------------------------------------------------------------------------- from the annotations


def _shapes(cls: Any) -> Mapping[str, _Shape]:
    """The parameters of an event or a group.

    A parameter whose name Python keeps for itself (``from``) is written with an underscore behind it (``from_``).
    """
    hints = typing.get_type_hints(cls, include_extras=True)
    return {
        field.name.removesuffix("_"): _shape(hints[field.name], f"{cls.__name__}.{field.name}")._replace(
            attribute=field.name
        )
        for field in dataclasses.fields(cls)
    }


def _shape(hint: Any, where: str) -> _Shape:
    """The shape that an annotation describes; of several :class:`Ask` in it, an outer one overrides an inner one."""
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
        TypeError: It can be no part of a move.
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
    """A map with its keys in a fixed order: the order in which somebody typed them makes no other event."""

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
