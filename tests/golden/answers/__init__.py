"""What the service answers to every reading call, by everybody's eyes and in both languages, stored as hashes.

``store.jsonl.gz`` is the backup of a store with records of each title, ``tokens.json`` has their ids and the tokens of
those who look, ``answers.txt`` a hash for each call. ``python -m tests.golden.answers`` restores the backup into an
empty store, makes every call and compares. A change that is to change no answer changes none; what another one changes
shows in two folders that ``--full`` wrote before and after.
"""

import hashlib
import json
import re
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from gzip import decompress
from http import HTTPStatus
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

from tests.golden.answers.calls import NEXT, Call, of_record, of_service
from tests.golden.answers.running import TIMEOUT_S, Caller, movebook, up

HERE = Path(__file__).parent
STORE, TOKENS, ANSWERS = HERE / "store.jsonl.gz", HERE / "tokens.json", HERE / "answers.txt"
LANGUAGES = ("en", "es")
THOROUGH = {"nobody", "owner"}
"""Who makes every call; the others, and these in Spanish, make those whose answer depends most on who asks."""
SERVICE = "service"
"""The group of the calls that are about no record."""
PASSING = {"date", "server", "connection", "transfer-encoding", "content-length"}
"""Headers of the connection, not of the answer; the length is that of the body."""
COUNTED = {"whole": "records", "entry": "entries"}
"""What the lines of a record count as at the end of a backup; others by what they hold."""
_SIGNS = 8

_LAG = re.compile(rb'"(behind|oldest_s)":[0-9.]+')
_USED = re.compile(rb'"used_at":(?:null|"[0-9T:.-]+Z")')
_DRAFT = (
    (re.compile(rb'"at":"[0-9T:.-]+Z"'), b'"at":"<now>"'),
    (re.compile(rb'"hash":"[0-9a-f]{64}"'), b'"hash":"<hash>"'),
    (re.compile(rb'(?<=":)"[\w-]{43}"'), b'"<seal>"'),
)
"""In an entry that a dry run would write: the time, the random seals, and the hash over both."""
_SIGNED = (
    (re.compile(rb'"id":"[0-9a-f]{16}"'), b'"id":"<store>"'),
    (re.compile(rb'"digest":"[0-9a-f]{64}"'), b'"digest":"<digest>"'),
    (re.compile(rb'"issued":\{"at":"[0-9-]+"'), b'"issued":{"at":"<today>"'),
    (re.compile(rb'"signature":"[\w-]{86}"'), b'"signature":"<signature>"'),
)
"""What differs with each restore and each day: the store's name, when a file was issued, what is signed of that."""
_ASSETS = (
    (re.compile(rb'((?:src|href)=")[^"]*\.(?:js|css)(?=")'), rb"\1<file>"),
    (re.compile(rb"<style [^>]*data-sheet=.*?</style>\n?", re.DOTALL), b""),
    (re.compile(rb'(<script type="importmap" nonce="[^"]*">)[^<]*'), rb"\1<modules>"),
    (re.compile(rb"(window\.movebookModules = )[^<]*"), rb"\1<modules>"),
    (re.compile(rb"(nonce-|nonce=\")[0-9a-f]{32}"), rb"\1<nonce>"),
    (re.compile(rb'(id="movebook-record">)[^<]*'), rb"\1<exported>"),
)
"""The viewer's own files in a page: names, text, a hash over it; and the export, which is a call of its own."""


def stored_tokens() -> dict[str, Any]:
    """Ids and tokens of the backup."""
    found: dict[str, Any] = json.loads(TOKENS.read_text(encoding="utf-8"))
    return found


def games() -> list[str]:
    """The titles of the backup."""
    return sorted({label.partition("-")[0] for label in stored_tokens()["records"]})


@contextmanager
def restored(groups: Collection[str] = ()) -> Iterator[Caller]:
    """A service on a store into which the backup was restored, once everything derived is there."""
    with tempfile.TemporaryDirectory() as name:
        data, known = Path(name), stored_tokens()
        records = {label: record["id"] for label, record in known["records"].items() if not groups or label in groups}
        (data / "store.jsonl").write_bytes(_smaller(decompress(STORE.read_bytes()), set(records.values())))
        movebook(data, "import", data / "store.jsonl")
        for file, token in (("token", known["admin"]), ("recorder", known["owner"])):
            (data / file).write_text(token + "\n")
        with up(data) as (host, _):
            caller = Caller(host)
            _until_derived(caller, known["admin"], list(records.values()))
            yield caller
            caller.hang_up()


def _smaller(backup: bytes, records: set[str]) -> bytes:
    """A backup with some of its records alone."""
    *lines, last = backup.splitlines(keepends=True)
    end, kept, wanted = json.loads(last), [], True
    for line in lines:
        parsed = json.loads(line)
        wanted = parsed["record"] in records if parsed.get("kind") == "record" else wanted
        if wanted:
            kept.append(line)
        elif (what := COUNTED.get(parsed["kind"], parsed["kind"])) in end["counts"]:
            rows = parsed[what] if what == parsed["kind"] else [line]
            end["counts"][what] -= len(rows)
        wanted |= parsed.get("kind") == "whole"
    end["counts"] = {what: count for what, count in end["counts"].items() if count}
    end["sha256"] = hashlib.sha256(b"".join(kept)).hexdigest()
    return b"".join(kept) + json.dumps(end, separators=(",", ":")).encode() + b"\n"


def _until_derived(caller: Caller, admin: str, records: list[str]) -> None:
    """Wait until the lists and the frames of every record are made."""
    until, waiting = time.monotonic() + TIMEOUT_S, list(records)
    while waiting:
        answer = caller.begin("GET", f"/v1/records/{waiting[-1]}/replay", admin, {"eyes": "public"}, {}, None)
        answer.read()
        listed = caller.begin("GET", "/v1/records", admin, {"copies": "1", "limit": 200}, {}, None)
        count = len(json.loads(listed.read())["records"])
        if answer.status == HTTPStatus.OK and count == len(records):
            waiting.pop()
        elif time.monotonic() > until:
            raise TimeoutError(waiting[-1])
        else:
            time.sleep(0.2)


def eyes_of(group: str) -> dict[str, str | None]:
    """Everybody who makes the calls of a group, and their tokens."""
    known = stored_tokens()
    others = {"nobody": None, **{name: known[name] for name in ("stranger", "revoked", "owner", "admin")}}
    if group == SERVICE:
        hands = known["records"]["kingdoms-seats"]["hands"]
        return others | {name: hands[name] for name in ("seat:0", "judge", "recorder", "reader")}
    del others["revoked"]
    return others | known["records"][group]["hands"]


def taken(caller: Caller, groups: Collection[str], step: int = 1) -> Iterator[tuple[str, str, str, str, bytes]]:
    """The answers to the calls of some groups, all or every n-th: group, eyes, call, language, answer."""
    for group in groups:
        last = stored_tokens()["records"].get(group, {}).get("version", 0)
        for eyes, token in eyes_of(group).items():
            for lang in LANGUAGES if eyes in THOROUGH else LANGUAGES[:1]:
                cursor = ""
                for call in calls_of(group, eyes, lang)[::step]:
                    answered, cursor = _answer(caller, call, token, lang, cursor, last)
                    yield group, eyes, call.name, lang, answered


def calls_of(group: str, eyes: str, lang: str) -> list[Call]:
    """The calls of a group that somebody makes."""
    known = stored_tokens()
    if group == SERVICE:
        return list(of_service(known, games()))
    return list(of_record(known["records"][group], everything=eyes in THOROUGH and lang == LANGUAGES[0]))


def _events(answer: HTTPResponse, last: int) -> bytes:
    """What a watcher receives up to a version, or to the end of the stream."""
    found, over = b"", False
    while line := answer.readline():
        found += line
        over |= line.strip() in (b"id: %d" % last, b"event: end")
        if over and not line.strip():
            break
    return found


def _answer(caller: Caller, call: Call, token: str | None, lang: str, cursor: str, last: int) -> tuple[bytes, str]:
    """What a call is answered with, as it is stored; and the cursor of the next page."""
    path = re.sub(r"\{(\w+)\}", lambda found: str(call.query[found[1]]), call.path)
    query = {name: cursor if value == NEXT else value for name, value in call.asked.items()}
    answer = caller.begin(call.method, path, token, query, {"Accept-Language": lang, **call.headers}, call.body)
    kind = answer.headers.get("Content-Type", "")
    if kind.startswith("text/event-stream"):
        body = _events(answer, last)
        caller.hang_up()
    else:
        body = answer.read()
    if answer.headers.get("Content-Encoding") == "gzip":
        body = decompress(body)
    if kind == "application/json" and b'"next":' in body:
        cursor = json.loads(body).get("next") or cursor
    shown = body
    if call.path == "/readyz":
        shown = _LAG.sub(rb'"\1":<lag>', body)
    elif kind.startswith("text/html") or "dry_run" in call.query:
        for pattern, put in _DRAFT if "dry_run" in call.query else _ASSETS:
            shown = pattern.sub(put, shown)
    elif call.path == "/sw.js":
        shown = b"<files>"
    elif call.path.endswith("/tokens"):
        shown = _USED.sub(b'"used_at":<used>', body)
    if call.path.endswith("/audit") and answer.status == HTTPStatus.OK and body:
        told = json.loads(body)  # the calls of the judge's eyes are looks
        shown = json.dumps({**told, "findings": [one for one in told["findings"] if one["code"] != "look"]}).encode()
    for pattern, put in _SIGNED if kind == "application/json" else ():
        shown = pattern.sub(put, shown)
    # An export is signed by the key of the store, which is new each time.
    passing = PASSING if shown == body and not call.path.endswith("/export") else PASSING | {"etag"}
    names = {name.lower() for name in answer.headers} - passing
    headers = {name: ", ".join(answer.headers.get_all(name, [])) for name in names}
    begun = f"{call.method} {path} {query}\n{answer.status}\n" + "".join(
        f"{name}: {headers[name]}\n" for name in sorted(headers)
    )
    return begun.encode() + b"\n" + shown, cursor


def hashed(answers: Iterator[tuple[str, str, str, str, bytes]], full: Path | None = None) -> dict[str, dict[str, str]]:
    """The hash of each answer, the English one before the Spanish: group and eyes -> call -> hashes."""
    found: dict[str, dict[str, str]] = {}
    for group, eyes, call, lang, answered in answers:
        row = found.setdefault(f"{group} {eyes}", {})
        digest = hashlib.sha256(answered).hexdigest()[:_SIGNS]
        row[call] = f"{row[call]}/{digest}" if call in row else digest
        if full is not None:
            path = full / group / eyes / f"{call}.{lang}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(answered)
    return found


def written(found: dict[str, dict[str, str]]) -> str:
    """Hashes as a file has them: a line for each group and pair of eyes."""
    rows = sorted(found.items())
    return "".join(f"{row} {' '.join(f'{call}={both}' for call, both in calls.items())}\n" for row, calls in rows)


def stored(text: str) -> dict[str, dict[str, str]]:
    """Hashes out of a file."""
    lines = (line.split(" ") for line in text.splitlines())
    return {f"{group} {eyes}": dict(each.split("=") for each in calls) for group, eyes, *calls in lines}


def differences(before: dict[str, dict[str, str]], after: dict[str, dict[str, str]]) -> list[str]:
    """A line for each call whose answers differ, or that is on one side alone."""
    return [
        f"{row} {call}: {old} -> {new}"
        for row in sorted(before.keys() | after.keys())
        for call in sorted(before.get(row, {}).keys() | after.get(row, {}).keys())
        for old, new in [(before.get(row, {}).get(call, "-"), after.get(row, {}).get(call, "-"))]
        if old != new
    ]
