"""The contract (design, section 4): valid OpenAPI 3.1, whole, and true when a stranger throws things at the service."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
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

from tests.contract import document, parameters
from tests.service.conftest import Api
from tests.service.promised import SEATS, START, app

__all__ = ["app"]

Json = dict[str, Any]
EXAMPLES = int(os.environ.get("MOVEBOOK_EXAMPLES", "8"))
"""Requests thrown at each call."""

ANSWERS: dict[tuple[str, str], str] = {
    ("get", "/v1/games"): "200",
    ("get", "/v1/games/{game}"): "200 404",
    ("post", "/v1/records"): "201 400 401 403 404 413 415 422",
    ("get", "/v1/records"): "200 400 401",
    ("get", "/v1/records/{record}"): "200 304 401 404",
    ("post", "/v1/records/{record}/tokens"): "201 400 401 403 404 409 415",
    ("get", "/v1/records/{record}/tokens"): "200 401 403 404",
    ("delete", "/v1/records/{record}/tokens/{token_id}"): "204 401 403 404",
    ("post", "/v1/records/{record}/moves"): "200 201 400 401 403 404 409 412 413 415 422 428",
    ("post", "/v1/records/{record}/secrets"): "200 201 400 401 403 404 409 412 413 415 422 428",
    ("post", "/v1/records/{record}/undo"): "200 201 400 401 403 404 409 412 413 415 422 428",
    ("post", "/v1/records/{record}/consents"): "200 201 400 401 403 404 409 412 413 415 422 428",
    ("post", "/v1/records/{record}/corrections"): "200 201 400 401 403 404 409 412 413 415 422 428",
    ("post", "/v1/records/{record}/import"): "200 201 400 401 403 404 409 412 413 415 422 428",
    ("get", "/v1/records/{record}/log"): "200 304 400 401 403 404",
    ("get", "/v1/records/{record}/state"): "200 304 400 401 403 404",
    ("get", "/v1/records/{record}/offers"): "200 304 400 401 403 404",
    ("get", "/v1/records/{record}/replay"): "200 202 304 401 403 404",
    ("get", "/v1/records/{record}/result"): "200 304 401 404 409",
    ("get", "/v1/records/{record}/export"): "200 304 400 401 403 404",
    ("post", "/v1/boxes"): "201 400 401 403 413 415 422",
    ("get", "/v1/boxes/{box}"): "200 404",
    ("post", "/v1/records/import"): "200 201 400 401 403 409 413 415 422",
}
"""Call -> every status that the design names for it, or that the tests of the API have seen."""


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


def test_every_call_of_the_design_is_there() -> None:
    described = {
        (method, path) for path, calls in document()["paths"].items() for method in calls if method != "parameters"
    }
    assert ANSWERS.keys() <= described


@pytest.mark.parametrize("call", ANSWERS, ids=" ".join)
def test_every_answer_of_a_call_is_described(call: tuple[str, str]) -> None:
    method, path = call
    described = document()["paths"][path][method]
    assert set(ANSWERS[call].split()) <= described["responses"].keys()
    for status, answer in described["responses"].items():
        assert answer["description"]
        if int(status) >= 400:
            assert list(answer["content"]) == ["application/problem+json"]
            assert answer["content"]["application/problem+json"]["schema"] == {"$ref": "#/components/schemas/Problem"}
    assert described["summary"]


def test_a_write_names_the_headers_it_wants() -> None:
    for call in ("moves", "secrets", "undo", "consents", "corrections", "import"):
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


@pytest.fixture(scope="module")
def thrown() -> Iterator[Counter[str]]:
    """How many requests were made, and how they were answered; ``pytest -s`` shows it."""
    counted: Counter[str] = Counter()
    yield counted
    print(f"\n{counted.total()} requests: {', '.join(f'{status} {n}' for status, n in sorted(counted.items()))}")  # noqa: T201


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["sound", "broken"])
@pytest.mark.parametrize("call", ANSWERS, ids=" ".join)
def test_a_stranger_with_a_good_token_breaks_neither_service_nor_contract(
    app: Flask, admin: Api, call: tuple[str, str], mode: GenerationMode, thrown: Counter[str]
) -> None:
    """Schemathesis makes requests from the contract alone; whatever comes, the answer is one that the contract has."""
    method, path = call
    record = admin.open(*SEATS)
    assert record.text(START).status_code == 201
    operation = contract(app)[path][method]
    # A made-up id leads nowhere: what is thrown goes at the record there is.
    there = {
        name: {"record": record.id, "game": "kingdoms", "token_id": "a" * 16, "box": "0" * 64}[name]
        for name in names(path)
    }

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode, path_parameters=there))
    def throw(case: Case[Any]) -> None:
        if mode is GenerationMode.POSITIVE and "If-Match" in (case.headers or {}):
            case.headers["If-Match"] = '"5"'
        answer = case.call(headers={"Authorization": f"Bearer {admin.token}"})
        thrown[str(answer.status_code)] += 1
        case.validate_response(answer, checks=CHECKS)

    throw()


CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


def names(path: str) -> list[str]:
    """The parameters in a path."""
    return re.findall(r"{(\w+)}", path)


def contract(app: Flask) -> Any:
    """The contract as schemathesis reads it off the application."""
    return schemathesis.openapi.from_wsgi("/openapi.json", app)
