"""The public facts that an entry's `state` digests: anybody can read them, and check the digest by them."""

import hashlib
import itertools
import json
import random
from typing import Any

import pytest
import rfc8785

from engines import GAMES
from service.api.web.http import Service
from tests.service.conftest import Api, As, Record
from tests.service.promised import SEATS, app, record, refused

__all__ = ["app", "record"]

COLOURS = {"kingdoms": SEATS, "xidit": ("red", "blue", "yellow")}


def played(recorder: Api, game: str, plies: int) -> Record:
    title = GAMES[game]
    options = {name: field.default for name, field in title.options().items()}
    moves = title.table(random.Random(5), COLOURS[game], options, title.box())
    return recorder.open(*COLOURS[game], game=game).import_moves(itertools.islice(moves, plies))


def digest(facts: Any) -> str:
    """SHA-256 over RFC 8785 by a foreign library, as the contract has it."""
    return hashlib.sha256(rfc8785.dumps(facts)).hexdigest()


@pytest.mark.parametrize("game", ["kingdoms", "xidit"])
def test_facts_at_each_version_have_the_digest_that_its_entry_carries(recorder: Api, anyone: Api, game: str) -> None:
    made = played(recorder, game, 60)
    entries = anyone.get(f"{made.path}/log").json["entries"]
    assert len(entries) == 61
    for entry in entries:
        answer = anyone.get(f"{made.path}/state", what="facts", version=entry["version"])
        assert answer.json.keys() == {"record", "eyes", "version", "ply", "facts"}
        assert (answer.json["eyes"], answer.json["version"]) == ("public", entry["version"])
        assert digest(answer.json["facts"]) == entry["state"], entry["version"]
    now = anyone.get(f"{made.path}/state", what="facts").json
    assert (digest(now["facts"]), now["ply"]) == (entries[-1]["state"], 60)
    at_ply = anyone.get(f"{made.path}/state", what="facts", ply=7).json
    assert (digest(at_ply["facts"]), at_ply["ply"]) == (entries[7]["state"], 7)


def test_facts_are_alike_and_without_secret(record: Record, anyone: Api, admin: Api, as_: As, service: Service) -> None:
    seat = as_(record.seat_token(0))
    told = {}
    for name, api in (("nobody", anyone), ("recorder", record.api), ("admin", admin), ("seat", seat)):
        answer = api.get(f"{record.path}/state", what="facts")
        told[name] = answer.json
        assert api.get(f"{record.path}/state", what="facts", eyes="public").json == answer.json
    assert all(each == told["nobody"] for each in told.values())
    # A +6 was confided to the recorder and dealt to seat 0.
    assert record.get("/log").json["secrets"]["2"]["tile"]["value"] == "resource_6"
    assert "resource_6" not in json.dumps(told["seat"]["facts"])
    assert service.log.head(record.id).version == told["seat"]["version"]


@pytest.mark.parametrize("eyes", ["recorder", "seat:0", "judge", "nonsense"])
def test_facts_are_asked_for_with_no_eyes_but_the_publics(admin: Api, record: Record, eyes: str) -> None:
    for lang in ("en", "es"):
        answer = admin.get(f"{record.path}/state", what="facts", eyes=eyes, lang=lang)
        assert refused(answer, 400, "invalid-request")["detail"].startswith("eyes: ")


@pytest.mark.parametrize("what", ["", "Facts", "view,facts", "digest"])
def test_what_a_state_does_not_have_is_refused(record: Record, what: str) -> None:
    assert refused(record.get("/state", what=what), 400, "invalid-request")["errors"].keys() == {"what"}
