"""The contract (design, section 4): valid OpenAPI 3.1, whole, and true when a stranger throws things at the service."""

import functools
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
import requests
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.api.routes import records
from tests.api_contract import PART, breach, broken, calls, document, parameters
from tests.fixtures.serving import serving
from tests.long import cases
from tests.service.conftest import Api, Json
from tests.service.promised import SEATS, START, app

__all__ = ["app"]

EXAMPLES = int(os.environ.get("MOVEBOOK_EXAMPLES", cases(2, 8)))
"""Requests thrown at each call."""

PARTS = {"game": "kingdoms", "token_id": "a" * 16, "box": "0" * 64}
"""What stands in a path where there is no record."""
THROWN_AT = [
    (method, path)
    for method, _, path in calls()
    if path.startswith(("/v1/games", "/v1/records", "/v1/boxes")) and {*PART.findall(path)} <= {"record", *PARTS}
]
"""The calls that schemathesis throws at."""


def test_the_contract_is_valid_openapi_3_1(anyone: Api) -> None:
    served: Json = anyone.client.get("/openapi.json").json or {}
    assert served["openapi"].startswith("3.1")
    validate(served, cls=OpenAPIV31SpecValidator)
    assert served == document()


def test_every_route_of_the_api_is_in_the_contract_and_nothing_else(app: Flask) -> None:
    routes = {
        (method.lower(), re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/v1")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    described = {
        (method, path) for path, calls in document()["paths"].items() for method in calls if method != "parameters"
    }
    assert routes == described


def test_every_answer_of_a_call_is_described() -> None:
    for described in operations():
        assert described["summary"]
        for status, answer in described["responses"].items():
            assert answer["description"]
            if int(status) >= 400:
                schemas = {form: content["schema"] for form, content in answer["content"].items()}
                assert schemas == {"application/problem+json": {"$ref": "#/components/schemas/Problem"}}


def test_a_write_names_the_headers_it_wants() -> None:
    marking = ("checks", "notes", "signatures", "disputes", "close", "void")
    for call in ("moves", "secrets", "undo", "consents", "corrections", "rulings", *marking, "import"):
        headers = {
            each["name"]: each
            for each in parameters("post", f"/v1/records/{{record}}/{call}")
            if each["in"] == "header"
        }
        assert headers["If-Match"]["required"] is True
        assert "Idempotency-Key" in headers


def test_opening_a_record_names_its_key() -> None:
    assert "Idempotency-Key" in {each["name"] for each in parameters("post", "/v1/records")}


def test_the_way_to_send_a_token_is_described() -> None:
    schemes = document()["components"]["securitySchemes"]
    assert [(scheme["type"], scheme["scheme"]) for scheme in schemes.values()] == [("http", "bearer")]


def operations() -> list[Json]:
    return [call for calls in document()["paths"].values() for method, call in calls.items() if method != "parameters"]


def nodes(node: Any) -> Iterator[Json]:
    """Every object of the contract, at any depth."""
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from nodes(inner)


def test_every_call_has_a_name_of_its_own_and_says_what_it_does() -> None:
    names = [call["operationId"] for call in operations()]
    assert len(set(names)) == len(names)
    assert {"open_record", "make_move", "import_moves", "read_replay"} <= set(names)
    assert [call["operationId"] for call in operations() if not call.get("description")] == []


def test_every_parameter_header_and_member_is_described() -> None:
    parts = [*document()["components"]["parameters"].values(), *document()["components"]["headers"].values()]
    for found in document()["paths"].values():
        for method, call in found.items():
            parts += call if method == "parameters" else [each for each in call["parameters"] if "$ref" not in each]
    bare = [part.get("name") for part in parts if not part.get("description")]
    for name, schema in document()["components"]["schemas"].items():
        bare += [] if schema.get("description") else [name]
        bare += [f"{name}.{member}" for member, of in schema["properties"].items() if not of.get("description")]
    assert bare == []


def test_patterns_are_spelled_as_every_dialect_reads_them() -> None:
    patterns = [node["pattern"] for node in nodes(document()) if isinstance(node.get("pattern"), str)]
    assert patterns
    assert [
        pattern for pattern in patterns if not re.fullmatch(r"\^.*\$", pattern) or re.search(r"\\[AZz]", pattern)
    ] == []


@pytest.mark.parametrize("end", ["\n", "\n\n", " ", "\r"])
def test_a_text_with_something_behind_it_does_not_have_its_form(recorder: Api, end: str) -> None:
    """A pattern that ends in ``$`` would let a line's end pass, to Python alone."""
    answer = recorder.post("/records", {"game": "kingdoms", "seats": [{"player": f"ana{end}"}, {}]})
    assert answer.status_code == 400
    assert list(answer.json["errors"]) == ["seats.0.player"]


FREE = {
    "AdjustmentIn", "ChangeOut", "Body", "Event", "MoveIn", "SecretIn", "Mark", "View", "Facts", "Packed",
    "Components", "HashedComponents",
}  # fmt: skip
FREE |= {"Breakdown", "End", "TieBreak", "Placing", "Provenance", "Outcome", "ResultOut", "SeatResult"}
"""What holds members that each game names by itself."""
LOOSE = {"options", "derived", "ChangeIn.body", "Domain.known"}
"""Members whose values are of whatever kind a game's are."""


def test_only_what_a_game_names_itself_is_of_any_shape() -> None:
    schemas: Json = document()["components"]["schemas"]
    assert {name for name, schema in schemas.items() if schema.get("additionalProperties") is True} == FREE
    loose = {
        f"{name}.{member}"
        for name, schema in schemas.items()
        for member, of in schema["properties"].items()
        for node in nodes(of)
        if node.get("additionalProperties") == {} or ("object" in str(node.get("type")) and len(node) == 1)
    }
    assert {where for where in loose if not {where, where.partition(".")[2]} & LOOSE} == set()


def test_every_answer_declares_the_headers_that_a_client_needs() -> None:
    """A tag to follow, a place to look, a time to come back at, and what kind of token is wanted."""
    for call in operations():
        for status, answer in call["responses"].items():
            for header, statuses in {
                "Retry-After": "202 429 503",
                "Location": "201",
                "WWW-Authenticate": "401",
            }.items():
                assert (header in answer["headers"]) or status not in statuses.split(), (call["operationId"], status)
        if "304" in call["responses"]:
            assert "ETag" in call["responses"]["200"]["headers"]
            asked = {each["$ref"].rpartition("/")[2] for each in call["parameters"] if "$ref" in each}
            assert asked >= {"IfNoneMatch", "IfMatchHere", "AcceptLanguage"}


@pytest.mark.parametrize("status", ["429", "500", "503"])
def test_what_may_befall_any_call_is_declared_of_every_call(status: str) -> None:
    assert [call["operationId"] for call in operations() if status not in call["responses"]] == []


GAMES: Json = {"games": []}
SENT = {"Content-Type": "application/json", "Vary": "Authorization, Accept-Language", "Cache-Control": "no-cache"}


@pytest.mark.parametrize(("path", "status", "headers", "body", "what"), [
    ("/v1/games", 200, SENT, GAMES, None),
    ("/v1/games", 418, SENT, GAMES, "the contract has only 200"),
    (
        "/v1/games", 200, {**SENT, "Content-Type": "text/plain"}, GAMES,
        "text/plain; the contract has application/json",
    ),
    ("/v1/games", 200, {**SENT, "Content-Type": ""}, GAMES, "no form; the contract has"),
    ("/v1/games", 200, {**SENT, "ETag": '"1-a"'}, GAMES, "undeclared ETag"),
    ("/v1/games", 200, {"Content-Type": "application/json"}, GAMES, "no Cache-Control, Vary"),
    ("/v1/games", 200, SENT, {}, '"games" is a required property'),
    ("/v1/games", 200, SENT, {**GAMES, "more": 1}, "'more' was unexpected"),
    ("/v1/games", 200, SENT, {"games": [{"name": 3}]}, "games/0/name"),
    ("/v1/records/abc/state", 429, SENT, GAMES, "no Retry-After"),
    ("/v1/strange", 200, SENT, GAMES, None),
])  # fmt: skip
def test_an_answer_off_contract_is_found(path: str, status: int, headers: Json, body: Json, what: str | None) -> None:
    found = breach("GET", path, status, headers, json.dumps(body).encode())
    assert (found or "").startswith("" if what is None else "GET /v1/")
    assert found is None if what is None else what in str(found)


def test_an_undeclared_member_fails_the_test_that_is_answered_so(anyone: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    title = records._title
    monkeypatch.setattr(records, "_title", lambda game: {**title(game), "planted": 1})
    assert anyone.get("/games").status_code == 200
    assert ["planted" in found for found in broken] == [True]
    broken.clear()


def test_an_answer_that_came_over_a_socket_is_held_to_the_contract_too() -> None:
    class Strange(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(299)
            self.end_headers()

    with serving(Strange) as url:
        requests.get(f"{url}/v1/games", timeout=60)
    assert broken == [
        f"GET /v1/games 299: the contract has only {', '.join(document()['paths']['/v1/games']['get']['responses'])}"
    ]
    broken.clear()


@pytest.fixture(scope="module")
def thrown() -> Iterator[Counter[str]]:
    """How many requests were made, and how they were answered; ``pytest -s`` shows it."""
    counted: Counter[str] = Counter()
    yield counted
    print(f"\n{counted.total()} requests: {', '.join(f'{status} {n}' for status, n in sorted(counted.items()))}")  # noqa: T201


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["sound", "broken"])
@pytest.mark.parametrize("call", THROWN_AT, ids=" ".join)
def test_a_stranger_with_a_good_token_breaks_neither_service_nor_contract(
    app: Flask, admin: Api, call: tuple[str, str], mode: GenerationMode, thrown: Counter[str]
) -> None:
    """Schemathesis makes requests from the contract alone; whatever comes, the answer is one that the contract has."""
    method, path = call
    record = admin.open(*SEATS)
    assert record.text(START).status_code == 201
    operation = contract(app)[path][method]
    # A made-up id leads nowhere: what is thrown goes at the record there is.
    there = {name: (PARTS | {"record": record.id})[name] for name in PART.findall(path)}

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode, path_parameters=there))
    def throw(case: Case[Any]) -> None:
        if mode is GenerationMode.POSITIVE and "If-Match" in (case.headers or {}):
            case.headers["If-Match"] = '"5"'
        # Of an application that is called without a socket schemathesis does not decompress the answers.
        answer = case.call(headers={"Authorization": f"Bearer {admin.token}", "Accept-Encoding": "identity"})
        thrown[str(answer.status_code)] += 1
        case.validate_response(answer, checks=CHECKS)

    throw()


CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


@functools.cache
def contract(app: Flask) -> Any:
    return schemathesis.openapi.from_wsgi("/openapi.json", app)
