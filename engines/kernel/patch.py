"""The difference of two views as a JSON Patch (RFC 6902)."""

from __future__ import annotations

from typing import Any

DEEP = (dict, list)
_NOTHING = object()


def _token(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def diff(before: Any, after: Any) -> list[dict[str, Any]]:
    """The operations that turn ``before`` into ``after``.

    Objects are compared key by key, rows of one length place by place; any other list is replaced whole. Keys stand in
    the order of ``after``, so equal views give equal patches.
    """
    out: list[dict[str, Any]] = []
    _compare(before, after, "", out)
    return out


def _compare(before: Any, after: Any, path: str, out: list[dict[str, Any]]) -> None:
    """Add the operations below a path."""
    kind = type(after)
    if kind is dict and type(before) is dict:
        out += [{"op": "remove", "path": f"{path}/{_token(key)}"} for key in before if key not in after]
        for key, item in after.items():
            old = before.get(key, _NOTHING)
            if old is _NOTHING:
                out.append({"op": "add", "path": f"{path}/{_token(key)}", "value": item})
            elif not _is(old, item):
                _compare(old, item, f"{path}/{_token(key)}", out)
    elif kind is list and type(before) is list and len(before) == len(after) and any(type(x) in DEEP for x in after):
        for place, (old, item) in enumerate(zip(before, after, strict=True)):
            if not _is(old, item):
                _compare(old, item, f"{path}/{place}", out)
    elif not _same(before, after):
        out.append({"op": "replace", "path": path, "value": after})


def _is(before: Any, after: Any) -> bool:
    """Whether two values are seen to be one without a look inside: most of a view stays as it was."""
    if before is after:
        return True
    kind = type(after)
    return kind is type(before) and kind not in DEEP and bool(before == after)


def _same(before: Any, after: Any) -> bool:
    """Whether two values are one in JSON; to Python, a bool equals 0 or 1, in a list as well."""
    if before != after or type(before) is not type(after):
        return False
    return type(after) is not list or all(type(old) is type(new) for old, new in zip(before, after, strict=True))
