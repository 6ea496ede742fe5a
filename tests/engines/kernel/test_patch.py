"""Patches, applied by a foreign package."""

import copy
import json
from typing import Any

import jsonpatch
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.kernel.canonical import dumps
from engines.kernel.patch import diff
from tests.engines.kernel.examples import examples

KEYS = st.sampled_from(["a", "b", "c", "", "~", "/", "~1", "a/b", "0", "1", "-"])
SCALARS = st.none() | st.booleans() | st.integers(-1, 2) | st.sampled_from(["", "a", "0", "ñ"])
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)


def applied(before: Any, patch: Any) -> Any:
    """What a foreign hand makes of a patch that went through JSON."""
    return jsonpatch.apply_patch(copy.deepcopy(before), json.loads(json.dumps(patch)))


@examples(100)
@given(before=VALUES, after=VALUES)
def test_a_patch_turns_before_into_after(before: Any, after: Any) -> None:
    assert dumps(applied(before, diff(before, after))) == dumps(after)


@examples(100)
@given(value=VALUES, data=st.data())
def test_a_patch_of_a_small_change_turns_before_into_after(value: Any, data: st.DataObject) -> None:
    after = copy.deepcopy(value)
    here, holders = after, []
    while isinstance(here, (dict, list)) and here:
        key = data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else list(range(len(here)))))
        holders.append((here, key))
        here = here[key]
    if holders:
        holder, key = data.draw(st.sampled_from(holders))
        holder[key] = data.draw(VALUES)
    assert dumps(applied(value, diff(value, after))) == dumps(after)


@examples(100)
@given(before=VALUES, after=VALUES)
def test_two_values_are_left_as_they_were(before: Any, after: Any) -> None:
    kept = copy.deepcopy((before, after))
    diff(before, after)
    assert (before, after) == kept


@examples(100)
@given(value=VALUES)
def test_nothing_changed_is_no_operation(value: Any) -> None:
    assert diff(value, copy.deepcopy(value)) == []


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    [
        ({"a": 1}, {"a": 2}, [{"op": "replace", "path": "/a", "value": 2}]),
        ({"a": 1}, {"a": None}, [{"op": "replace", "path": "/a", "value": None}]),
        ({"a": 1}, {}, [{"op": "remove", "path": "/a"}]),
        ({}, {"a": None}, [{"op": "add", "path": "/a", "value": None}]),
        ({"a/b~c": 1}, {"a/b~c": 2}, [{"op": "replace", "path": "/a~1b~0c", "value": 2}]),
        ({"row": [{"x": 1}, None]}, {"row": [{"x": 2}, None]}, [{"op": "replace", "path": "/row/0/x", "value": 2}]),
        ({"row": [None, None]}, {"row": [None, {"x": 1}]}, [{"op": "replace", "path": "/row/1", "value": {"x": 1}}]),
        ({"hand": [1, 2]}, {"hand": [1]}, [{"op": "replace", "path": "/hand", "value": [1]}]),
        ({"hand": [1, 2]}, {"hand": [2, 1]}, [{"op": "replace", "path": "/hand", "value": [2, 1]}]),
        ([[1, 2], [3]], [[1, 2], [4]], [{"op": "replace", "path": "/1", "value": [4]}]),
        ({"a": 0}, {"a": False}, [{"op": "replace", "path": "/a", "value": False}]),
        ({"a": [0, 1]}, {"a": [False, True]}, [{"op": "replace", "path": "/a", "value": [False, True]}]),
        ({"a": {}}, {"a": []}, [{"op": "replace", "path": "/a", "value": []}]),
        (1, "1", [{"op": "replace", "path": "", "value": "1"}]),
    ],
    ids=str,
)
def test_a_patch_names_what_changed(before: Any, after: Any, patch: Any) -> None:
    assert diff(before, after) == patch


def test_operations_stand_in_the_order_of_what_is_shown() -> None:
    patch = diff({"gone": 1, "b": 1, "a": 1}, {"a": 2, "new": 1, "b": 2})
    assert [operation["path"] for operation in patch] == ["/gone", "/a", "/new", "/b"]
