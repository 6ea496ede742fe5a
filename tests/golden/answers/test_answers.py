"""The stored answers cover the contract, and a sample of them is given still."""

from typing import Any

import yaml

from tests.golden import answers
from tests.golden.answers import calls
from tests.golden.answers.running import TOP

CONTRACT: dict[str, Any] = yaml.load((TOP / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
SAMPLE = ["kingdoms-seats"]


def parameters(path: str, method: str) -> set[str]:
    """What a call of the contract takes, but for what every call takes."""
    item = CONTRACT["paths"][path]
    declared = [*item.get("parameters", []), *item[method].get("parameters", [])]
    named = [
        CONTRACT["components"]["parameters"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        for one in declared
    ]
    return {one["name"] for one in named} - {"Accept-Language", "lang"}


def test_every_call_of_the_contract_is_made_with_each_of_its_parameters() -> None:
    made: dict[tuple[str, str], set[str]] = {}
    told = answers.stored_tokens()
    records = [call for record in told["records"].values() for call in calls.of_record(record)]
    for call in [*calls.of_service(told, answers.games()), *records]:
        made.setdefault((call.path, call.method.lower()), set()).update(call.query, call.headers)
    declared = {
        (path, method): parameters(path, method)
        for path, item in CONTRACT["paths"].items()
        for method in item
        if method != "parameters"
    }
    untried = {call for call in declared if f"{call[1].upper()} {call[0]}" in calls.UNTRIED}
    assert all(method != "get" and "dry_run" not in declared[path, method] for path, method in untried)
    assert len(untried) == len(calls.UNTRIED)
    lacking = {call: sorted(taken - made.get(call, set())) for call, taken in declared.items() if call not in untried}
    assert {call: names for call, names in lacking.items() if names or call not in made} == {}


def test_every_call_is_stored_for_everybody() -> None:
    found = answers.stored(answers.ANSWERS.read_text(encoding="utf-8"))
    for group in (answers.SERVICE, *answers.stored_tokens()["records"]):
        for eyes in answers.eyes_of(group):
            row = found.pop(f"{group} {eyes}")
            english, spanish = (
                [call.name for call in answers.calls_of(group, eyes, lang)] for lang in answers.LANGUAGES
            )
            assert list(row) == english
            in_both = [call for call, both in row.items() if "/" in both]
            assert in_both == (spanish if eyes in answers.THOROUGH else [])
    assert found == {}


def test_a_sample_is_answered_as_it_was() -> None:
    before = answers.stored(answers.ANSWERS.read_text(encoding="utf-8"))
    with answers.restored(SAMPLE) as caller:
        after = answers.hashed(answers.taken(caller, SAMPLE, step=5))
    calls_made = {row: {call: before[row][call] for call in found} for row, found in after.items()}
    assert answers.differences(calls_made, after) == []
