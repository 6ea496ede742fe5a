"""The faults of an effect, node by node: ops that are carried out, with operands of the kind they have (chapter 24)."""

from __future__ import annotations

from functools import cache
from typing import Any

from engines.kernel.checking import Faults, Known
from engines.kernel.game import Json
from engines.mage_knight.data import box
from engines.mage_knight.ops import KNOWN

DEEP = 12
"""Nodes within nodes: no effect comes near."""

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


@cache
def _grammar() -> dict[str, dict[str, list[Any]]]:
    """Op -> operand -> the values that stand there in our edition; under ``!`` the operands that it always has."""
    found: dict[str, dict[str, list[Any]]] = {}
    always: dict[str, set[str]] = {}
    ours = box()
    for node in _nodes([ours["cards"], ours["units"], ours["tactics"], ours["skills"]]):
        operands = {key: value for key, value in node.items() if key != "op"}
        always[node["op"]] = always.get(node["op"], set(operands)) & set(operands)
        for key, value in operands.items():
            found.setdefault(node["op"], {}).setdefault(key, []).append(value)
        found.setdefault(node["op"], {})
    for op, more in MORE.items():
        for key, values in more.items():
            found[op].setdefault(key, []).extend(values if isinstance(values, list) else [values])
    for op, keys in always.items():
        found[op]["!"] = sorted(keys)
    return found


def check_effects(faults: Faults, node: object, path: str, depth: int = 0) -> None:
    """Note what is wrong with an effect and all that stands in it."""
    if depth > DEEP:
        faults.add(path, "nodes lie too deep in each other", "los nodos se anidan demasiado")
        return
    if isinstance(node, list):
        if not node:
            faults.add(path, "a node is wanted here", "aquí va un nodo")
        for at, step in enumerate(node):
            check_effects(faults, step, f"{path}.{at}", depth + 1)
        return
    it = faults.group(node, path)
    op = it.get("op")
    if not isinstance(op, str) or op not in KNOWN or op not in _grammar():
        faults.add(f"{path}.op", f"{op!r:.40} is no op", f"{op!r:.40} no es una operación")
        return
    grammar = _grammar()[op]
    for key in grammar["!"]:
        if key not in it:
            faults.add(f"{path}.{key}", "is missing", "falta")
    for key, value in it.items():
        if key == "op":
            continue
        if key == "!" or key not in grammar:
            faults.add(f"{path}.{key}", f"{op} has no such operand", f"{op} no tiene ese operando")
        else:
            _operand(faults, value, grammar[key], f"{path}.{key}", depth)


def _operand(faults: Faults, value: object, ours: list[Any], path: str, depth: int) -> None:
    """An operand is of a kind that it has in ours."""
    if (isinstance(value, dict) and "op" in value and any(_is_node(one) for one in ours)) or (
        isinstance(value, list) and any(_is_nodes(one) for one in ours)
    ):
        check_effects(faults, value, path, depth + 1)
    elif type(value) not in {type(one) for one in ours}:
        faults.add(path, f"{value!r:.40} is of another kind", f"{value!r:.40} es de otra clase")
    elif type(value) is int:
        faults.whole(value, path, -30, 30)
    elif isinstance(value, str):
        faults.one_of(value, path, Known(one for one in ours if isinstance(one, str)))
    elif isinstance(value, list):
        inside = [item for one in ours if isinstance(one, list) for item in one]
        if not value:
            faults.add(path, "at least one is wanted", "va al menos uno")
        for at, item in enumerate(value):
            _operand(faults, item, inside or [""], f"{path}.{at}", depth + 1)
    elif isinstance(value, dict):
        mine = [one for one in ours if isinstance(one, dict)]
        for key, inner in value.items():
            seen = [one[key] for one in mine if key in one]
            if seen:
                _operand(faults, inner, seen, f"{path}.{key}", depth + 1)
            else:
                faults.add(f"{path}.{key}", "nothing is called so here", "aquí nada se llama así")
        needed = {key for key in mine[0] if all(key in one for one in mine)}
        for key in sorted(needed - set(value)):
            faults.add(f"{path}.{key}", "is missing", "falta")


def _is_node(value: object) -> bool:
    return isinstance(value, dict) and "op" in value


def _is_nodes(value: object) -> bool:
    return isinstance(value, list) and bool(value) and _is_node(value[0])
