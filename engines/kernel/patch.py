"""The difference of two views as a JSON Patch (RFC 6902)."""

from __future__ import annotations

from typing import Any


def _token(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def diff(before: Any, after: Any, path: str = "") -> list[dict[str, Any]]:
    """The operations that turn ``before`` into ``after``.

    Objects are compared key by key, rows of one length place by place; any other list is replaced whole. Keys stand in
    the order of ``after``, so equal views give equal patches.
    """
    if type(before) is dict and type(after) is dict:
        out = [{"op": "remove", "path": f"{path}/{_token(key)}"} for key in before if key not in after]
        for key, item in after.items():
            if key not in before:
                out.append({"op": "add", "path": f"{path}/{_token(key)}", "value": item})
            elif before[key] is not item:
                out += diff(before[key], item, f"{path}/{_token(key)}")
        return out
    if (
        type(before) is list
        and type(after) is list
        and len(before) == len(after)
        and any(type(x) in (dict, list) for x in after)
    ):
        out = []
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            out += diff(old, new, f"{path}/{place}")
        return out
    return [] if _same(before, after) else [{"op": "replace", "path": path, "value": after}]


def _same(before: Any, after: Any) -> bool:
    """Whether two values are one in JSON; to Python, a bool equals 0 or 1, in a list as well."""
    if before != after or type(before) is not type(after):
        return False
    return type(after) is not list or all(type(old) is type(new) for old, new in zip(before, after, strict=True))
