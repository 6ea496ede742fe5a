"""Damage, by a seeded chance: of text, of bytes, of JSON; and a forger, who makes what he damaged follow again."""

import contextlib
import copy
import json
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from engines import GAMES
from engines.kernel import canonical
from engines.kernel.replay import Fold
from service.record.entries import boxes
from service.record.entries.timeline import Timeline
from service.record.files import verify
from service.store import chain

Json = dict[str, Any]


def nested(depth: int, kind: type) -> Any:
    """Lists, or objects, in each other."""
    value: Any = 1
    for _ in range(depth):
        value = {"a": value} if kind is dict else [value]
    return value


DEEP = 80
"""How deep what is copied may nest: more than the service takes, and less than Python."""

JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 99, 100, 2**31, 2**53 - 1, 2**53, -(2**53), 10**30, 0.0, 1.0, 1.5, -0.5, 1e300,
    float("inf"), float("nan"), "", " ", "0", "1", "-1", "+3", "x", "é", "ﬁ", "\x00", "\n", "\u2028", "\ud800", "a.b",
    "a=b", "..", "../../etc/passwd", "__class__", "seat:0", "seat:", "public", "judge", "dragon", "resource_3", "2012",
    "2026-02-31T25:61:61Z", "9999-12-31T23:59:59.999999Z", "0000-00-00T00:00:00Z", "Europe/Madrid", "x" * 300, "9" * 5000,
    "x" * 20_000, [], {}, [[]], [{}], {"": 1}, {"en": "x"}, {"en": "x", "es": "y"}, {"0": 1}, {"a": None}, [1, "1", None],
)  # fmt: skip
"""Values that nobody expects somewhere."""

TOKENS = (
    "=", ".", ",", ":", "#", '"', "'", "[", "]", "{", "}", "\\", "?", "+", "-", " ", "\t", "\n", "\r", "\x00", "\x1b",
    "\x7f", "\x85", "\u2028", "\ufeff", "é", "²", "٣", "😀", "null", "true", "NaN", "Infinity", "1e9", "0x1", "-0", "4",
    "99999999999999999999", "type", "seat", "tile", "row", "col", "gold", "gold.0", "gold=5", ".0.", "0.0", "name=", "red",
    "yellow", "y", "score_epoch", "place_castle", "\\ud800", "[" * 70, '{"a":' * 70, "a" * 300, "9" * 300, "%00", "%", "&",
)  # fmt: skip
"""Pieces that mean something to some reader."""


def text(rng: random.Random, line: str) -> str:
    """A text with up to six damages."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 6))):
        at, to = sorted((rng.randint(0, len(line)), rng.randint(0, len(line))))
        match rng.randrange(7):
            case 0:
                line = line[:at] + line[at + 1 :]
            case 1 | 2:
                line = line[:at] + rng.choice(TOKENS) + line[at:]
            case 3:
                line = line[:at] + chr(rng.choice((rng.randrange(128), rng.randrange(0xD7FF)))) + line[at + 1 :]
            case 4:
                line = line[:at] + line[to:]
            case 5:
                line = line[:to] + line[at:to] * rng.choice((1, 1, 3, 30)) + line[to:]
            case _:
                parts = line.split(" ")
                rng.shuffle(parts)
                line = " ".join(parts)
    return line[:100_000]


def swapped(rng: random.Random, line: str) -> str:
    """A line whose words say something else in the same places."""
    words = line.split(" ")
    if rng.random() < 0.1:
        words.append(rng.choice(words))
    for _ in range(rng.choice((0, 1, 1, 2))):
        at = rng.randrange(len(words))
        name, sign, value = words[at].partition("=")
        match rng.randrange(4):
            case 0:
                words[at] = f"{name}{sign}{rng.choice(TOKENS)}" if sign else rng.choice(TOKENS)
            case 1:
                words[at] = f"{rng.choice(TOKENS)}{sign}{value}"
            case 2:
                words.insert(at, f"{name}.{rng.choice(('0', '1', 'x', 'seat', ''))}={value or 1}")
            case _:
                words[at] = f"{name}={json.dumps(rng.choice(JUNK[:-8]))}"
    return " ".join(words)


def raw(rng: random.Random, data: bytes) -> bytes:
    """Bytes with up to six damages."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        at, to = sorted((rng.randint(0, len(data)), rng.randint(0, len(data))))
        match rng.randrange(6):
            case 0:
                data = data[:at] + data[at + 1 :]
            case 1:
                data = data[:at] + rng.choice(TOKENS).encode() + data[at:]
            case 2:
                data = data[:at] + rng.randbytes(rng.choice((1, 1, 2, 8))) + data[at + 1 :]
            case 3:
                data = data[:at]
            case 4:
                data = data[:at] + data[to:]
            case _:
                data = data[:to] + data[at:to] + data[to:]
    return data


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value: what it stands in, and under which key."""
    out: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        here = waiting.pop()
        keys: Sequence[Any] = (
            list(here) if isinstance(here, dict) else range(len(here)) if isinstance(here, list) else ()
        )
        for key in keys:
            out.append((here, key))
            waiting.append(here[key])
    return out


def copied(value: Any) -> Any:
    """A copy; nothing, where what nests without an end would nest in itself."""
    inner, depth = [value], 0
    while inner and depth <= DEEP:
        inner = [
            each
            for one in inner
            if isinstance(one, (dict, list))
            for each in (one.values() if isinstance(one, dict) else one)
        ]
        depth += 1
    return copy.deepcopy(value) if depth <= DEEP else None


def tree(rng: random.Random, value: Any, within: Callable[[Any], Any] = lambda whole: whole) -> Any:
    """A copy of a JSON value with up to four damages, somewhere in a part of it."""
    value = copy.deepcopy(value)
    deep = False
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        found = places(within(value))
        if not found:
            break
        here, key = rng.choice(found)
        match rng.randrange(9):
            case 0 | 1 | 2:
                here[key] = copy.deepcopy(rng.choice(JUNK))
            case 3:
                del here[key]
            case 4:
                other, name = rng.choice(found)
                here[key] = copied(other[name]) if name in range(len(other)) or name in other else None
            case 5 if isinstance(here, dict):
                here[rng.choice(["", "x", "é", "0", "type", "a.b", "\ud800", "k" * 300])] = here.pop(key)
            case 6 if isinstance(here, list):
                here.insert(rng.randint(0, len(here)), copied(rng.choice([*here, *JUNK])))
            case 7 if not deep:
                deep = True  # once: neither copy nor json takes much more
                here[key] = nested(rng.choice((1, 5, 63, 70, 200, 400)), rng.choice((list, dict)))
            case _:
                before = here[key]
                if isinstance(before, str):
                    here[key] = text(rng, before)
                elif type(before) is int:
                    here[key] = before + rng.choice((-1, 1, 10, -100, 2**53))
    return value


def spelled(value: Any) -> bytes:
    """A JSON value as a careless program would write it: NaN and halves of surrogates included."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def forged(document: Json) -> Json:
    """A damaged export whose writer made everything follow again: box, states, hashes, digest; as far as that goes."""
    try:
        entries = document["entries"]
        opening = entries[0]["body"]
        opening["box"] = boxes.hash_of(document["box"])
        opening["record"] = document["record"]
        game = GAMES[opening["game"]]
        if list(game.check_box(document["box"])):
            raise ValueError("a box that cannot be played with may be endless")  # noqa: TRY301 - as below
        seats = [seat["colour"] for seat in opening["seats"]]
        empty: Callable[[], Fold[Any, Any]] | None = partial(Fold, game, seats, opening["options"], document["box"])
        fold = empty() if empty is not None else None
    except Exception:  # noqa: BLE001 - what he cannot mend he leaves
        empty = fold = None
    timeline, prev = Timeline(), ""
    for entry in document["entries"] if isinstance(document.get("entries"), list) else ():
        if not isinstance(entry, dict):
            continue
        try:
            if fold is not None and empty is not None:
                first = timeline.apply(entry)
                if first is not None and first < fold.ply:
                    fold = empty()
                for step in timeline.steps[fold.ply :]:
                    fold.apply(step.name, step.body)
                entry["state"] = canonical.digest(fold.facts())
        except Exception:  # noqa: BLE001 - as above
            fold = None
        try:
            entry["prev"] = prev
            prev = entry["hash"] = chain.expected_hash(entry)
        except (ValueError, TypeError, RecursionError):
            pass
    with contextlib.suppress(ValueError, TypeError, RecursionError):
        document["digest"] = verify.digest(document)
    return document
