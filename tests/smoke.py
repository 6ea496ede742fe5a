"""Record a game through a running service, and read it again later: how containers and releases are tried.

    movebook simulate kingdoms --out - | MOVEBOOK_TOKEN=... python tests/smoke.py record URL > before.json
    python tests/smoke.py read URL < before.json

Standard library only: it runs outside of what it tries.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
from typing import Any

Json = dict[str, Any]
TIMEOUT_S = 60
AT_ONCE = 10
"""Moves in a request."""
WORKER_S = 120
"""Seconds until a worker must have projected the game."""
PARTS = ("log", "replay", "result")
"""What is compared; the replay is only there once a worker has projected the record."""


def ask(url: str, text: str | Json | None = None, **headers: str) -> tuple[int, Json]:
    """Send a request, a POST where there is a body; return the status and the JSON of the answer."""
    body = json.dumps(text).encode() if isinstance(text, dict) else text and text.encode()
    kind = {"Content-Type": "application/json" if isinstance(text, dict) else "text/plain"}
    sent = {name.replace("_", "-"): value for name, value in headers.items()} | (kind if body else {})
    request = urllib.request.Request(url, body, sent)  # noqa: S310 - the address is the caller's own
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        sys.exit(f"{url}: {error.code} {error.read().decode(errors='replace')}")


def record(url: str, token: str, story: str) -> Json:
    """Record a game in text notation, some moves at a time; return what ``read`` finds of it."""
    lines = story.splitlines()
    head = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# ") and ": " in line)
    moves = [line for line in lines if line and not line.startswith("#")]
    opening = {"game": head["game"], "seats": [{"colour": colour} for colour in head["seats"].split(", ")]}
    authorization = {"Authorization": f"Bearer {token}"}
    _, opened = ask(f"{url}/v1/records", opening, **authorization)
    version = opened["version"]
    for start in range(0, len(moves), AT_ONCE):
        some = "\n".join(moves[start : start + AT_ONCE])
        _, sent = ask(f"{url}/v1/records/{opened['id']}/import", some, If_Match=f'"{version}"', **authorization)
        version = sent["version"]
    found = read(url, opened["id"])
    if found["replay"]["version"] != version or found["replay"]["result"] is None:
        sys.exit(f"the worker's replay is at version {found['replay']['version']} of {version}, or has no result")
    return found


def read(url: str, record_id: str) -> Json:
    """Return log, replay and result of a record, as the public sees them; wait for the worker that makes the replay."""
    found: Json = {"record": record_id}
    end = time.monotonic() + WORKER_S
    for part in PARTS:
        while True:
            status, found[part] = ask(f"{url}/v1/records/{record_id}/{part}")
            if status == 200:  # 202: a worker is behind
                break
            if time.monotonic() > end:
                sys.exit(f"{part} of {record_id}: no worker made it within {WORKER_S} s")
            time.sleep(0.2)
    return found


def main() -> None:
    """Record a game or read one again."""
    what, url = sys.argv[1:]
    if what == "record":
        json.dump(record(url, os.environ["MOVEBOOK_TOKEN"], sys.stdin.read()), sys.stdout)
        return
    before = json.load(sys.stdin)
    after = read(url, before["record"])
    different = [part for part in PARTS if before[part] != after[part]]
    if different:
        sys.exit(f"record {before['record']}: not what it was: {', '.join(different)}")
    seats = after["replay"]["result"]["seats"]
    print(f"record {after['record']}: {len(after['log']['entries'])} entries, as before; {len(seats)} seats scored")  # noqa: T201


if __name__ == "__main__":
    main()
