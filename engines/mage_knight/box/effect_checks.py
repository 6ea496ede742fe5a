"""The faults of an effect, node by node: known ops with operands of the right kind (chapter 24)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from engines.kernel.box.checks import Faults
from engines.kernel.game import Json
from engines.mage_knight.box.components import box
from engines.mage_knight.box.shapes import Shape, shape_of
from engines.mage_knight.rules.effects.ops import KNOWN

DEEP = 12
"""Maximum depth of nested nodes; no effect comes near it."""

MORE: Json = {
    "block": {"counts_double_against": ["swift", "brutal", "poison", "paralyze"]},
    "target_enemies": {"up_to": 3},
    "cast_from_offer": {"color": ["discarded_card_color", "thrown_card_color", "paid_color"]},
    "discard": {"filter": ["colored_card"]},
    "throw_away": {"filter": ["colored_card"]},
    "gain_crystal": {"pick_from": ["discarded_card_color"]},
}
"""Operands and words that later printings need and our edition has not."""


def _nodes(value: Any) -> Any:
    """Every node in a value."""
    if isinstance(value, dict):
        if "op" in value:
            yield value
        for inner in value.values():
            yield from _nodes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _nodes(inner)


class _Grammar(NamedTuple):
    """The operands of an op: the sets of required ones, and the shape of each."""

    together: tuple[frozenset[str], ...]
    operands: Mapping[str, Shape]


@cache
def _grammar() -> dict[str, _Grammar]:
    """Op -> its operands in our edition."""
    found: dict[str, dict[str, list[Any]]] = {}
    together: dict[str, set[frozenset[str]]] = {}
    ours = box()
    for node in _nodes([ours["cards"], ours["units"], ours["tactics"], ours["skills"]]):
        operands = {key: value for key, value in node.items() if key != "op"}
        together.setdefault(node["op"], set()).add(frozenset(operands))
        for key, value in operands.items():
            found.setdefault(node["op"], {}).setdefault(key, []).append(value)
        found.setdefault(node["op"], {})
    for op, more in MORE.items():
        for key, values in more.items():
            found[op].setdefault(key, []).extend(values if isinstance(values, list) else [values])
    return {
        op: _Grammar(_least(together[op]), {key: shape_of(values) for key, values in operands.items()})
        for op, operands in found.items()
    }


def _least(sets: set[frozenset[str]]) -> tuple[frozenset[str], ...]:
    """The sets that contain no other set, in a fixed order."""
    return tuple(sorted((one for one in sets if not any(other < one for other in sets)), key=sorted))


def check_effects(faults: Faults, node: object, path: str, depth: int = 0) -> None:
    """Note the faults of an effect and of everything in it."""
    if depth > DEEP:
        faults.add(path, "nodes are nested too deeply", "los nodos están anidados a demasiada profundidad")
        return
    if isinstance(node, list):
        if not node:
            faults.add(path, "must be a node", "debe ser un nodo")
        for at, step in enumerate(node):
            check_effects(faults, step, f"{path}.{at}", depth + 1)
        return
    it = faults.group(node, path)
    op = it.get("op")
    if not isinstance(op, str) or op not in KNOWN or op not in _grammar():
        faults.add(f"{path}.op", f"{op!r:.40} is not an operation", f"{op!r:.40} no es una operación")
        return
    grammar = _grammar()[op]
    # Of several sets of operands of an op, report the one with the fewest missing operands.
    missing = min((wanted.difference(it) for wanted in grammar.together), key=len)
    for key in sorted(missing):
        faults.add(f"{path}.{key}", "is missing", "falta")
    for key, value in it.items():
        if key == "op":
            continue
        if key not in grammar.operands:
            faults.add(f"{path}.{key}", f"{op} has no such operand", f"{op} no tiene ese operando")
        else:
            _operand(faults, value, grammar.operands[key], f"{path}.{key}", depth)


def _operand(faults: Faults, value: object, ours: Shape, path: str, depth: int) -> None:
    """Check that an operand has a kind that it has in our box."""
    an_effect = isinstance(value, dict) and ours.node and ("op" in value or not ours.members)
    if an_effect or (isinstance(value, list) and ours.nodes):
        check_effects(faults, value, path, depth + 1)
    elif type(value) not in ours.kinds:
        faults.add(path, f"{value!r:.40} has the wrong kind", f"{value!r:.40} no es de la clase debida")
    elif type(value) is int:
        faults.whole(value, path, -30, 30)
    elif isinstance(value, str):
        faults.one_of(value, path, ours.words)
    elif isinstance(value, list):
        if not value:
            faults.add(path, "at least one is needed", "hace falta al menos uno")
        for at, item in enumerate(value):
            _operand(faults, item, ours.items or NOTHING, f"{path}.{at}", depth + 1)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key in ours.members:
                _operand(faults, inner, ours.members[key], f"{path}.{key}", depth + 1)
            else:
                faults.add(f"{path}.{key}", "this name does not exist here", "ese nombre no existe aquí")
        for key in ours.needed:
            if key not in value:
                faults.add(f"{path}.{key}", "is missing", "falta")


NOTHING = shape_of([""])
"""The shape of list items where all lists in our box are empty."""
