"""Query parameters: what a call does not know is refused, by name, with those it takes; nothing is ignored."""

import itertools
from typing import Any

from flask import Flask

from tests.api_contract import document, parameters
from tests.service.conftest import Api, Json, Record
from tests.service.promised import SEATS, app, record, refused, untouched

__all__ = ["app", "record"]

BODIES: dict[str, Json] = {
    "/v1/records": {"json": {"game": "kingdoms", "seats": [{"colour": seat} for seat in SEATS]}},
    "/v1/records/{record}/moves": {"json": {"type": "place_castle", "rank": 1, "row": 1, "col": 1}},
    "/v1/records/{record}/secrets": {"json": {"name": "3", "tile": "dragon"}},
    "/v1/records/{record}/undo": {"json": {}},
    "/v1/records/{record}/consents": {"json": {"to": ["3"]}},
    "/v1/records/{record}/corrections": {"json": {"changes": [{"op": "retract", "name": "3"}]}},
    "/v1/records/{record}/rulings": {"json": {"adjustments": [{"type": "change_gold", "seat": 0, "by": 1}]}},
    "/v1/records/{record}/checks": {"json": {"point": 1, "seat": 0, "figures": {"gold": 1}}},
    "/v1/records/{record}/notes": {"json": {"text": "late"}},
    "/v1/records/{record}/signatures": {"json": {"outcome": "0" * 64, "seat": 0}},
    "/v1/records/{record}/disputes": {"json": {"outcome": "0" * 64, "seat": 0, "reason": "no"}},
    "/v1/records/{record}/close": {"json": {"reason": "abandoned"}},
    "/v1/records/{record}/void": {"json": {}},
    "/v1/records/{record}/import": {"data": b"y castle 1 1,1\n", "content_type": "text/plain"},
    "/v1/records/{record}/tokens": {"json": {"scope": "read"}},
    "/v1/records/{record}/codes": {"json": {"scope": "seat", "seat": 1}},
    "/v1/records/{record}/recorder": {"json": {}},
    "/v1/leagues": {"json": {"id": "a", "name": "A"}},
    "/v1/leagues/{league}": {"json": {"name": "A"}},
    "/v1/leagues/{league}/tables": {"json": {"tables": [{}]}},
    "/v1/leagues/{league}/links": {"json": {"records": ["x"], "links": ["seats"]}},
    "/v1/leagues/{league}/tokens": {"json": {}},
    "/v1/leagues/{league}/conditions": {"json": {}},
    "/v1/leagues/{league}/people/{ref}": {"json": {"name": "A"}},
    "/v1/leagues/{league}/people/{ref}/joined": {"json": {"to": "2"}},
    "/v1/leagues/{league}/webhook": {"json": {"url": "https://league.example/"}},
    "/v1/leagues/{league}/webhook/rotate": {"json": {}},
    "/v1/leagues/{league}/webhook/test": {},
    "/v1/leagues/{league}/webhook/resume": {},
    "/v1/claims": {"json": {"code": "0000-0000"}},
    "/v1/boxes": {"json": {}},
    "/v1/drafts/{game}/{edition}": {"json": {}},
    "/v1/records/import": {"json": {}},
}
CALLS = [
    (method.upper(), path)
    for path, calls in document()["paths"].items()
    for method in calls
    if path.startswith("/v1") and method in ("get", "post", "put", "delete")
]


def ask(record: Record, method: str, path: str, query: str) -> Any:
    named = {"game": "kingdoms", "box": "kingdoms", "token_id": "x", "player": "x", "version": "1", "name": "reason"}
    named |= {"league": "a", "ref": "1", "edition": "mine"}
    whole = path.format(record=record.id, **named)
    headers = record.api._headers({"If-Match": f'"{record.version}"'})
    more = BODIES.get(path, {}) if method in ("POST", "PUT") else {}
    return record.api.client.open(f"{whole}?{query}", method=method, headers=headers, **more)


def taken(method: str, path: str) -> list[str]:
    return [each["name"] for each in parameters(method.lower(), path) if each["in"] == "query"]


def test_the_calls_that_are_tried_are_all_there_are(app: Flask) -> None:
    rules = {
        (method, rule.rule.replace("<", "{").replace(">", "}"))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/v1")
    }
    assert rules == set(CALLS)
    assert {path for method, path in CALLS if method in ("POST", "PUT")} == set(BODIES)


def test_an_unknown_parameter_is_refused_and_named_with_those_there_are(record: Record, redis: Any) -> None:
    with untouched(redis):
        for (method, path), lang in itertools.product(CALLS, ("en", "es")):
            for query, name in (("leage=L1", "leage"), ("Lang=en", "Lang"), ("limit%20=5", "limit "), ("a=", "a")):
                problem = refused(ask(record, method, path, f"lang={lang}&{query}"), 400, "invalid-request")
                assert list(problem["errors"]) == [name]
                assert repr(name) in problem["detail"]
                assert all(known in problem["detail"] for known in taken(method, path)), problem["detail"]


def test_a_parameter_that_is_given_twice_is_refused(record: Record, redis: Any) -> None:
    with untouched(redis):
        for (method, path), query in itertools.product(CALLS, ("lang=en&lang=es", "lang=en&lang=en")):
            problem = refused(ask(record, method, path, query), 400, "invalid-request")
            assert list(problem["errors"]) == ["lang"]


def test_every_parameter_of_the_contract_is_known(record: Record) -> None:
    for method, path in [call for call in CALLS if call[0] == "GET"]:
        assert "lang" in taken(method, path)
        for name in taken(method, path):
            answer = ask(record, method, path, f"{name}=x")
            # A value may be refused, a parameter may not.
            assert answer.status_code != 400 or "there are" not in answer.json["detail"], answer.text


def test_a_filter_with_a_letter_missing_lists_nothing(record: Record, anyone: Api) -> None:
    problem = refused(anyone.get("/records", leage="L1"), 400, "invalid-request")
    assert problem["errors"].keys() == {"leage"}
    assert "league" in problem["detail"]


def test_the_names_that_a_refusal_repeats_are_few_and_short(anyone: Api) -> None:
    query = "&".join(f"{'x' * 50}{number}=1" for number in range(60))
    answer = anyone.client.get(f"/v1/records?{query}")
    problem = refused(answer, 400, "invalid-request")
    assert len(problem["errors"]) == 10
    assert len(answer.data) < 4000
