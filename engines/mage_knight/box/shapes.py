"""Shapes of the values in our edition, derived once; an owner's box is compared with them, value by value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.kernel.box.checks import Known


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of the values at one place.

    Args:
        kinds: Their types.
        words: The texts among them.
        least: The lowest number allowed there: 0, or -99 if one in our box is below 0.
        members: Member of the objects among them -> its shape; effects are checked separately and left out.
        needed: The members that all of these objects have, in order.
        named: Whether they are names in both languages.
        items: Shape of the items of the lists among them; None if all are empty.
        worded: Whether all items of those lists are texts.
        node: Whether effects are among them.
        nodes: Whether lists of effects are among them.
    """

    kinds: frozenset[type]
    words: Known
    least: int
    members: Mapping[str, Shape]
    needed: tuple[str, ...]
    named: bool
    items: Shape | None
    worded: bool
    node: bool
    nodes: bool


def shape_of(values: Sequence[Any]) -> Shape:
    """The common shape of some values at one place of our box."""
    objects = [one for one in values if isinstance(one, dict) and "op" not in one]
    inside = [item for one in values if isinstance(one, list) for item in one]
    members = {key: None for one in objects for key in one}
    return Shape(
        kinds=frozenset(type(one) for one in values),
        words=Known(one for one in values if isinstance(one, str)),
        least=-99 if any(type(one) is int and one < 0 for one in values) else 0,
        members={key: shape_of([one[key] for one in objects if key in one]) for key in sorted(members)},
        needed=tuple(sorted(key for key in members if all(key in one for one in objects))),
        named=bool(objects) and set(objects[0]) == {"en", "es"},
        items=shape_of(inside) if inside else None,
        worded=all(isinstance(one, str) for one in inside),
        node=any(is_node(one) for one in values),
        nodes=any(isinstance(one, list) and bool(one) and is_node(one[0]) for one in values),
    )


def is_node(value: object) -> bool:
    """Whether a value is an effect (chapter 24)."""
    return isinstance(value, dict) and "op" in value
