"""Verify the file of a record. Written from docs/format.md alone: the standard library, and nothing of Movebook.

``python verify.py FILE`` prints what is wrong, one line each; exit code 1 where something is.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
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


def box_bytes(raw: bytes) -> bytes:
    """The bytes of the box: the last member of the file, as it stands there."""
    text, found = raw.decode(), -1
    quoted, place = False, 0
    while place < len(text):
        if quoted and text[place] == "\\":
            place += 2
            continue
        if text[place] == '"':
            if not quoted and text.startswith('"box":{', place) and text[place - 1] == ",":
                found = place + len('"box":')
            quoted = not quoted
        place += 1
    return text[found : text.rindex("}")].encode()


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
    """The names of the moves that count, in order."""
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
    """The body of the opening that counts."""
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


def faults(raw: bytes) -> list[str]:
    """What is wrong with a file; empty where nothing is."""
    document = json.loads(raw)
    entries = document["entries"]
    opening = entries[0]["body"]
    found = []
    if (document["format"], document["format_version"]) != ("movebook-record", 2):
        found.append("no file of this format")
    if document["record"] != opening["record"]:
        found.append("the id around the log is not the one in it")
    if not HEX.fullmatch(opening["key"]):
        found.append("no key")
    if sha(box_bytes(raw)) != opening["box"]:
        found.append("another box than was played with")
    if document["digest"] != sha(canonical({name: part for name, part in document.items() if name != "digest"})):
        found.append("the digest is not that of the file")
    return found + chain_faults(entries) + seal_faults(document)


if __name__ == "__main__":
    said = faults(Path(sys.argv[1]).read_bytes())
    sys.stdout.write("".join(f"{fault}\n" for fault in said))
    sys.exit(1 if said else 0)
