"""Verify the file of a record. Written from docs/format.md alone: the standard library, and nothing of Movebook.

``python verify.py FILE [KEY] [STATEMENTS]`` prints what is wrong, one line each; exit code 1 where something is.
Without the public key that it should be signed with, only whether the file is consistent.
"""

import base64
import hashlib
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TYPES = {
    "opened", "move", "seated", "sealed", "undone", "corrected", "ruled", "consented", "appointed", "noted", "checked",
    "signed", "disputed", "closed", "voided",
}  # fmt: skip
MEMBERS = {"version", "type", "at", "by", "body", "state", "prev", "hash"}
HEX = re.compile(r"[0-9a-f]{64}")


def canonical(value: Any) -> bytes:
    """Sorted compact JSON in UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def seal(salt: str, value: Any) -> str:
    """base64url(SHA-256(salt || canonical bytes)), without padding."""
    raw = base64.urlsafe_b64decode(salt + "=" * (-len(salt) % 4))
    return base64.urlsafe_b64encode(hashlib.sha256(raw + canonical(value)).digest()).decode().rstrip("=")


# Ed25519, as RFC 8032 describes it (section 5.1 and 6).
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
BASE_Y = 4 * pow(5, P - 2, P) % P
Point = tuple[int, int, int, int]


def add(a: Point, b: Point) -> Point:
    m, n, c, d = (a[1] - a[0]) * (b[1] - b[0]), (a[1] + a[0]) * (b[1] + b[0]), 2 * a[3] * b[3] * D, 2 * a[2] * b[2]
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    found = (0, 1, 1, 0)
    while number:
        if number & 1:
            found = add(found, point)
        point, number = add(point, point), number >> 1
    return found


def point_of(raw: bytes) -> Point:
    y = int.from_bytes(raw, "little") & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P:
        raise ValueError("no point")
    if x & 1 != raw[31] >> 7:
        x = P - x
    return x, y, 1, x * y % P


def exactly(text: Any, size: int) -> bytes:
    """The bytes of base64url in its only spelling."""
    raw = base64.urlsafe_b64decode(str(text) + "=" * (-len(str(text)) % 4))
    if len(raw) != size or base64.urlsafe_b64encode(raw).decode().rstrip("=") != text:
        raise ValueError("not so many bytes")
    return raw


def signed(public: str, document: Any, signature: Any) -> bool:
    """Whether the key signed the canonical bytes of a document."""
    try:
        key, raw = exactly(public, 32), exactly(signature, 64)
        number = int.from_bytes(raw[32:], "little")
        hashed = hashlib.sha512(raw[:32] + key + canonical(document)).digest()
        right = add(point_of(raw[:32]), times(int.from_bytes(hashed, "little") % L, point_of(key)))
    except ValueError:
        return False
    left = times(number, point_of(BASE_Y.to_bytes(32, "little")))
    same = all((left[n] * right[2] - right[n] * left[2]) % P == 0 for n in (0, 1))
    return number < L and same


def signature_faults(document: Any, raw: bytes, public: str) -> list[str]:
    """Why the key does not vouch for a file; empty where it does."""
    issued, stated = document.get("issued"), document.get("statement")
    if not isinstance(issued, dict) or not isinstance(stated, dict) or issued.keys() != {"at", "key", "signature"}:
        return ["unsigned"]
    name, last = sha(exactly(public, 32)), document["entries"][-1]
    if {issued["key"], stated.get("key")} != {name}:
        return ["another key"]
    mark = {"format": "movebook-file@1", "at": issued["at"], "key": name, "digest": document.get("digest")}
    head = (stated.get("record"), stated.get("version"), stated.get("head"))
    found = [] if signed(public, mark, issued["signature"]) else ["the file is not what was signed"]
    if head != (document["record"], last["version"], last["hash"]) or not stated_by(stated, public):
        found.append("the statement is not one about this file")
    outside = {member: value for member, value in document.items() if member not in ("box", "boxes")}
    if not raw.startswith(canonical(outside)[:-1] + b',"box":') or not raw.endswith(b"}\n"):
        found.append("its bytes are not in order")
    return found


def stated_by(statement: Any, public: str) -> bool:
    bare = {member: value for member, value in statement.items() if member != "signature"}
    return bare.get("format") == "movebook-statement@1" and signed(public, bare, statement.get("signature"))


def contradicted(document: Any, statements: list[Any], public: str) -> list[Any]:
    """The statements of the key that name another hash than the file has, and that no restore explains."""
    entries, found = document["entries"], []
    for one in statements:
        if one["record"] != document["record"] or not 0 < one["version"] <= len(entries) or not stated_by(one, public):
            continue
        entry = entries[one["version"] - 1]
        chains = one["origin"], document["statement"]["origin"]
        apart = next((n for n, (a, b) in enumerate(zip(*chains)) if a != b), min(map(len, chains)))  # noqa: B905
        parted = [chain[apart]["restored"] for chain in chains if len(chain) > apart]
        restored = apart and parted and None not in parted and min(one["at"], entry["at"]) > min(parted)
        if entry["hash"] != one["head"] and not restored:
            found.append(one)
    return found


def box_bytes(raw: bytes) -> bytes:
    """The bytes of the box: a member of the top level, as written, up to the next member or the end."""
    text, depth, start = raw.decode(), 0, 0
    for token in re.finditer(r'"(?:\\.|[^"\\])*"|[{}\[\]]', text):
        if depth == 1 and text.startswith(":", token.end()):
            if start:
                return text[start : token.start() - 1].encode()
            start = token.end() + 1 if token[0] == '"box"' else 0
        depth += (token[0] in "{[") - (token[0] in "}]")
    return text[start : text.rindex("}")].encode()


def chain_faults(entries: list[Any]) -> list[str]:
    found, prev, at = [], "", ""
    for number, entry in enumerate(entries, 1):
        if entry.keys() < MEMBERS or entry["type"] not in TYPES:
            found.append(f"entry {number}: no entry of this format")
            continue
        if entry["version"] != number:
            found.append(f"entry {number}: version {entry['version']} stands in its place")
        if entry["prev"] != prev:
            found.append(f"entry {number}: does not follow")
        prev = sha(canonical({name: part for name, part in entry.items() if name != "hash"}))
        if entry["hash"] != prev:
            found.append(f"entry {number}: its hash is not that of its bytes")
        if entry["at"] < at:
            found.append(f"entry {number}: its clock runs back")
        at = entry["at"]
        if not HEX.fullmatch(entry["state"]):
            found.append(f"entry {number}: no state")
    return found


def seal_faults(document: Any) -> list[str]:
    found = []
    for part in ("secrets", "opened"):
        for version, facts in document[part].items():
            entry = document["entries"][int(version) - 1] if 0 < int(version) <= len(document["entries"]) else {}
            for name, fact in facts.items():
                if entry.get("seals", {}).get(name) != seal(fact["salt"], fact["value"]):
                    found.append(f"{part}: {name} of entry {version} is not what was sealed")
    return found


def line(entries: list[Any]) -> list[str]:
    taken: set[str] = set()
    for entry in reversed(entries):
        if entry["type"] == "undone" and str(entry["version"]) not in taken:
            taken.update(entry["body"]["undoes"])
    order: list[str] = []
    gone: set[str] = set(taken)
    for entry in entries:
        name, body = str(entry["version"]), entry["body"]
        if entry["type"] == "move":
            order.append(name)
        elif entry["type"] == "ruled" and name not in taken:
            order += [f"{name}.{number}" for number in range(1, len(body["adjustments"]) + 1)]
        elif entry["type"] == "corrected" and name not in taken:
            for number, change in enumerate(body["changes"], 1):
                if change["op"] == "insert":
                    order.insert(order.index(change["before"]), f"{name}.{number}")
                elif change["op"] == "retract":
                    gone.add(change["name"])
    return [name for name in order if name not in gone]


def opening(entries: list[Any]) -> Any:
    taken: set[str] = set()
    for entry in reversed(entries):
        if entry["type"] == "undone" and str(entry["version"]) not in taken:
            taken.update(entry["body"]["undoes"])
    body = json.loads(json.dumps(entries[0]["body"]))
    for entry in entries:
        if entry["type"] == "corrected" and str(entry["version"]) not in taken:
            for change in entry["body"]["changes"]:
                if change["op"] == "opening":
                    _reopen(body, change)
    return body


def _reopen(body: Any, change: Any) -> None:
    body.setdefault("options", {}).update(change.get("options", {}))
    for seat in change.get("seats", []):
        body["seats"][seat["seat"]]["player"] = seat["player"]
    occasion = body.setdefault("occasion", {})
    for name, value in change.get("occasion", {}).items():
        if name == "refs" and value is not None:
            refs = {**occasion.get("refs", {}), **value}
            occasion["refs"] = {site: ref for site, ref in refs.items() if ref is not None}
        else:
            occasion[name] = value
        if occasion[name] in (None, {}):
            del occasion[name]
    if not occasion:
        del body["occasion"]


def faults(raw: bytes, public: str = "", statements: Sequence[Any] = ()) -> list[str]:
    """What is wrong with a file; empty where nothing is, and the key signed it where one is given."""
    document = json.loads(raw)
    entries = document["entries"]
    opening = entries[0]["body"]
    found = []
    if document["format"] != "movebook-record" or document["format_version"] not in (2, 3):
        found.append("no file of this format")
    if document["record"] != opening["record"]:
        found.append("the id around the log is not the one in it")
    if not HEX.fullmatch(opening["key"]):
        found.append("no key")
    if sha(box_bytes(raw)) != opening["box"]:
        found.append("another box than was played with")
    if document["digest"] != sha(
        canonical({name: part for name, part in document.items() if name not in ("digest", "issued")})
    ):
        found.append("the digest is not that of the file")
    found += chain_faults(entries) + seal_faults(document)
    if public:
        found += signature_faults(document, raw, public)
    if public and not found:
        found += [f"the service also signed {one['head']}" for one in contradicted(document, [*statements], public)]
    return found


if __name__ == "__main__":
    kept = [json.loads(line) for line in Path(sys.argv[3]).read_text().splitlines()] if sys.argv[3:] else []
    said = faults(Path(sys.argv[1]).read_bytes(), *sys.argv[2:3], kept)
    sys.stdout.write("".join(f"{fault}\n" for fault in said))
    sys.exit(1 if said else 0)
