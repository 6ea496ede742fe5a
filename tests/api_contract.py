"""Every answer that a test is given is held to the contract: its status, its form, its shape and its headers.

An answer is looked at where it comes in: from the application's test client and from ``requests``. What differs from
the contract fails the test at its end. Validators are made once for each shape, by a compiled library: to check an
answer takes less than to read it.
"""

import contextlib
import copy
import functools
import gzip
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

import jsonschema_rs
import pytest
import requests
import werkzeug.test

from service.api import openapi

Json = dict[str, Any]
PART = re.compile(r"{(\w+)}")
FEWEST, MOST = 200, 600
"""Statuses of answers; below are steps on the way to one."""


@functools.cache
def document() -> Json:
    """The contract as the code makes it."""
    return openapi.document()


def parameters(method: str, path: str) -> list[Json]:
    """The parameters that a call has beside those in its path."""
    known = document()["components"]["parameters"]
    found = document()["paths"][path][method]["parameters"]
    return [known[each["$ref"].rpartition("/")[2]] if "$ref" in each else each for each in found]


@functools.cache
def closed() -> Json:
    """The components of the contract, in which an answer may have no member that is not declared.

    The contract leaves answers open, so that a later version may add members. What has members of its game's own says
    so (``additionalProperties: true``), and stays open.
    """
    components: Json = copy.deepcopy(document()["components"])
    for schema in components["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return components


@functools.cache
def calls() -> list[tuple[str, re.Pattern[str], str]]:
    """Each call of the contract: its method, the form of its path, and its path as the contract has it."""
    forms = [
        (method, PART.sub("([^/]+)", path), path)
        for path, found in document()["paths"].items()
        for method in found
        if method != "parameters"
    ]
    # A path without parts before one with: /v1/records/import is no record.
    forms.sort(key=lambda form: form[2].count("{"))
    return [(method, re.compile(form), path) for method, form, path in forms]


@functools.cache
def call_of(method: str, path: str) -> tuple[str, str] | None:
    """The call that a request makes, as the contract has it; None where the contract has no such call."""
    method = "get" if method == "HEAD" else method.lower()
    return next(((known, there) for known, form, there in calls() if known == method and form.fullmatch(path)), None)


@functools.cache
def validator(method: str, path: str, status: str, form: str) -> Any:
    """What checks the body of an answer in one of its forms."""
    schema = document()["paths"][path][method]["responses"][status]["content"][form]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": closed()})


def breach(method: str, url: str, status: int, headers: Mapping[str, str], body: bytes) -> str | None:
    """How an answer differs from what the contract promises; None where it does not."""
    call = call_of(method, urlsplit(url).path)
    if call is None:
        return None
    where = f"{method} {call[1]} {status}"
    promised = document()["paths"][call[1]][call[0]]["responses"]
    if str(status) not in promised:
        return f"{where}: the contract has only {', '.join(promised)}"
    differs = _headers(promised[str(status)].get("headers", {}), headers)
    if differs:
        return f"{where}: {differs}"
    content = promised[str(status)].get("content", {})
    if method == "HEAD" or (not content and not body):
        return None
    form = headers.get("Content-Type", "").partition(";")[0]
    if form not in content:
        return f"{where}: {form or 'no form'}; the contract has {', '.join(content) or 'no body'}"
    if form.endswith("json") and form != "application/x-ndjson":
        found = validator(*call, str(status), form).iter_errors(json.loads(body))
        faults = [f"{'/'.join(map(str, fault.instance_path))}: {fault.message[:200]}" for fault in found]
        if faults:
            return f"{where}: {'; '.join(faults)[:600]}"
    return None


def _headers(promised: Json, found: Mapping[str, str]) -> str:
    """How the headers of an answer differ from the promised ones."""
    missing = [name for name in promised if name not in found]
    known = document()["components"]["headers"]
    strange = [name for name in known if name in found and name not in promised]
    return "; ".join(
        f"{what} {', '.join(names)}" for what, names in (("no", missing), ("undeclared", strange)) if names
    )


broken: list[str] = []
"""What the answers of this test broke."""


@contextlib.contextmanager
def damaged() -> Iterator[None]:
    """A damaged log is shown as it stands: whatever shape it has, no contract can promise it."""
    before = len(broken)
    yield
    del broken[before:]


def look(method: str, url: str, status: int, headers: Mapping[str, str], body: bytes) -> None:
    """Note where an answer differs from the contract."""
    found = breach(method, url, status, headers, body) if FEWEST <= status < MOST else None
    if found is not None:
        broken.append(found)


@pytest.fixture(autouse=True)
def answers_match_contract(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every answer of the test is in the contract; a test that asks a stand-in says ``@pytest.mark.stand_in``."""
    if request.node.get_closest_marker("stand_in"):
        yield
        return
    send, open_ = requests.Session.send, werkzeug.test.Client.open

    @functools.wraps(send)
    def sent(session: requests.Session, asked: requests.PreparedRequest, **how: Any) -> requests.Response:
        answer = send(session, asked, **how)
        if not how.get("stream"):
            look(asked.method or "", asked.url or "", answer.status_code, answer.headers, answer.content)
        return answer

    @functools.wraps(open_)
    def opened(client: werkzeug.test.Client, *args: Any, **how: Any) -> werkzeug.test.TestResponse:
        answer = open_(client, *args, **how)
        packed = answer.data and answer.headers.get("Content-Encoding") == "gzip"
        body = gzip.decompress(answer.data) if packed else answer.data
        look(answer.request.method, answer.request.path, answer.status_code, answer.headers, body)
        return answer

    monkeypatch.setattr(requests.Session, "send", sent)
    monkeypatch.setattr(werkzeug.test.Client, "open", opened)
    broken.clear()
    yield
    if broken:
        pytest.fail("\n".join(dict.fromkeys(broken)))
