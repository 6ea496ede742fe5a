"""The difference of two views as a JSON Patch (RFC 6902)."""

from __future__ import annotations

from typing import Any

_NOTHING = object()


def _token(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key


def diff(before: Any, after: Any) -> list[dict[str, Any]]:
    """The operations that turn ``before`` into ``after``.

    Objects are compared key by key; lists of equal length that contain objects or lists, item by item; any other list
    is replaced as a whole. A part that is the same object in both is skipped. Keys follow the order of ``after``, so
    equal views give equal patches.
    """
    out: list[dict[str, Any]] = []
    _compare(before, after, "", out)
    return out


def _compare(before: Any, after: Any, path: str, out: list[dict[str, Any]]) -> None:
    """Add the operations below a path.

    In Python, a bool equals 0 or 1, so the types of equal values are compared, too.
    """
    kind = type(after)
    if kind is not type(before):
        out.append({"op": "replace", "path": path, "value": after})
    elif kind is dict:
        _compare_objects(before, after, path, out)
    elif kind is list:
        if len(before) == len(after) and any(type(item) is dict or type(item) is list for item in after):
            for place, (old, item) in enumerate(zip(before, after, strict=True)):
                if old is not item:
                    _compare(old, item, f"{path}/{place}", out)
        elif before != after or any(type(old) is not type(new) for old, new in zip(before, after, strict=True)):
            out.append({"op": "replace", "path": path, "value": after})
    elif before != after:
        out.append({"op": "replace", "path": path, "value": after})


def _compare_objects(before: dict[str, Any], after: dict[str, Any], path: str, out: list[dict[str, Any]]) -> None:
    """Add the operations between two objects."""
    if before.keys() != after.keys():
        out += [{"op": "remove", "path": f"{path}/{_token(key)}"} for key in before if key not in after]
    for key, item in after.items():
        old = before.get(key, _NOTHING)
        if old is item:
            continue
        kind = type(item)
        if old is _NOTHING:
            out.append({"op": "add", "path": f"{path}/{_token(key)}", "value": item})
        elif kind is dict or kind is list:
            _compare(old, item, f"{path}/{_token(key)}", out)
        elif old != item or type(old) is not kind:
            out.append({"op": "replace", "path": f"{path}/{_token(key)}", "value": item})
