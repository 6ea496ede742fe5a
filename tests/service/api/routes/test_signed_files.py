"""Files of signed records: the genuine one verifies, a forged one is named, and neither counts as signed here."""

from collections.abc import Callable
from typing import Any

import pytest

from service.record.files import verify
from service.store import chain
from tests.service.api.writes.evening import castles, post
from tests.service.api.writes.test_judges import appointed
from tests.service.api.writes.test_signatures import dispute, finished, free, sign
from tests.service.conftest import Api, As, Json, Record


@pytest.fixture
def record(recorder: Api, as_: As) -> Record:
    """Over, noted, disputed, signed by all and closed."""
    made = finished(recorder)
    phone = made.by(as_(made.seat_token(0)))
    judge, _ = appointed(made, as_)
    assert free(made, "notes", {"text": "for all", "about": "3"}).status_code == 201
    for by in (made, phone, judge):
        assert free(by, "notes", {"text": "for judges", "for": "judges"}).status_code == 201
    assert dispute(phone, reason="miscounted").status_code == 201
    for seat in (1, 2):
        assert sign(made, seat).status_code == 201
    assert sign(phone).status_code == 201
    return made


def exported(record: Record, **query: Any) -> Json:
    found: Json = record.get("/export", **query).json
    return found


def faults(document: Json) -> list[str]:
    return [f"{fault.version}: {fault.what}" for fault in verify.check(document)]


def test_the_file_of_a_signed_record_verifies_for_every_eyes(record: Record, admin: Api, anyone: Api) -> None:
    assert record.get("").json["status"] == "closed"
    for api, eyes in ((anyone, "public"), (record.api, "recorder"), (admin, "judge")):
        assert faults(exported(record.by(api), eyes=eyes)) == [], eyes


def test_the_text_of_a_record_ends_with_how_it_stands_and_what_was_noted(record: Record, anyone: Api) -> None:
    told = record.get("/result").json["standing"]
    text = record.by(anyone).get("/export", format="text").text
    assert f"\n# status: closed\n# outcome: {told['outcome']}\n# closed: signed (entry" in text
    assert "# signatures: seat 0, own_link (entry" in text
    assert "# signatures: seat 1, claimed (entry" in text
    assert "(recorder, about 3): for all\n" in text
    assert "for judges" not in text
    assert record.get("/export", format="text").text.count("for judges") == 1, "the recorder's own"


def forged(document: Json, change: Callable[[list[Json]], object]) -> Json:
    """The file with other entries, every hash redone."""
    entries = [{k: v for k, v in entry.items() if k not in ("prev", "hash")} for entry in document["entries"]]
    change(entries)
    before = ""
    for version, entry in enumerate(entries, 1):
        entry["version"] = version
        chain.link(entry, before)
        before = entry["hash"]
    found = {**document, "entries": entries}
    found["digest"] = verify.digest({name: value for name, value in found.items() if name != "digest"})
    return found


def last(entries: list[Json], kind: str) -> Json:
    return next(entry for entry in reversed(entries) if entry["type"] == kind)


def too_early(entries: list[Json]) -> None:
    place = next(n for n, entry in enumerate(entries) if entry["type"] == "move") + 1
    early = {**last(entries, "signed"), "seals": {}}
    early.pop("seals")
    entries.insert(place, {**early, "at": entries[place - 1]["at"], "state": entries[place - 1]["state"]})


def again(entries: list[Json], kind: str) -> None:
    entries.append({**last(entries, kind), "at": entries[-1]["at"], "state": entries[-1]["state"]})


FORGED: dict[str, tuple[Callable[[list[Json]], object], str]] = {
    "appointed twice": (lambda entries: again(entries, "appointed"), "appoints"),
    "a link as judge": (
        lambda entries: last(entries, "appointed")["body"].update(judge=last(entries, "seated")["body"]["link"]),
        "appoints",
    ),
    "another outcome": (lambda entries: last(entries, "signed")["body"].update(outcome="0" * 64), "outcome"),
    "signed before the end": (too_early, "outcome"),
    "one has not signed": (lambda entries: entries.remove(last(entries, "signed")), "it closes"),
    "closed twice": (lambda entries: again(entries, "closed"), "closed"),
    "signed after closing": (lambda entries: again(entries, "signed"), "closed"),
    "stopped early, though over": (
        lambda entries: last(entries, "closed").update(body={"reason": "abandoned"}), "it closes",
    ),
}  # fmt: skip


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_signature_or_closing_is_named_though_every_hash_follows(record: Record, forgery: str) -> None:
    change, what = FORGED[forgery]
    document = exported(record, eyes="public")
    document["secrets"], document["opened"] = {}, {}
    assert faults(forged(document, lambda _: None)) == []
    found = faults(forged(document, change))
    assert len(found) >= 1
    assert what in found[0], found


def test_a_dispute_in_a_file_names_the_concession_that_closed_the_record(recorder: Api) -> None:
    record = castles(recorder, (1, 1))
    assert post(record, "close", {"reason": "conceded", "seat": 1}).status_code == 201
    assert free(record, "disputes", {"seat": 1, "reason": "not at all"}).status_code == 201
    document = exported(record)

    def other(**body: Any) -> list[str]:
        def change(entries: list[Json]) -> None:
            last(entries, "disputed")["body"] |= body

        return faults(forged(document, change))

    assert other() == []
    for body in ({"concession": "3"}, {"seat": 0}):
        assert "it disputes a concession that did not close the record then" in other(**body)[0]
