"""The forger: two placements of a public export are swapped, every state and hash is redone, and it is brought back.

Under the old id, under a new one, cut off, and gone on: in no list, league, result or id does it pass for the genuine
record, and the genuine one is never blocked.
"""

import copy
import itertools
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engines import GAMES
from engines.kernel import canonical
from engines.kernel.game import IllegalMoveError
from engines.kernel.replay import Fold
from service.api.web.http import Service
from service.record import identity, signed, trust
from service.record.derived import projections
from service.record.entries.timeline import Timeline
from service.record.files import proof, verify
from service.record.files.faults import NoRecordError
from service.record.write import rate_limit
from service.store import chain
from tests.long import cases
from tests.service.api.routes.test_copies import bring, ended, ids, stranger
from tests.service.conftest import Api, Json, Record

__all__ = ["ended", "stranger"]

ELSEWHERE = "f" * 26


def fold_of(file: Json) -> Fold[Any, Any]:
    body = file["entries"][0]["body"]
    return Fold(GAMES[body["game"]], [seat["colour"] for seat in body["seats"]], body["options"], file["box"])


def rewritten(file: Json) -> Json:
    """Every state, barrier and hash redone, by somebody who has the program."""
    timeline, fold, prev = Timeline(), fold_of(file), ""
    for entry in file["entries"]:
        first = timeline.apply(entry)
        if first is not None and first < fold.ply:
            fold = fold_of(file)
        for step in timeline.steps[fold.ply :]:
            if step.irregular is None:
                fold.game.decide(fold.state, step.body)
            if step.source_entry is entry and entry["type"] == "move":
                bars = fold.game.barrier(fold.state, fold.game.decode(entry["body"]))
                entry.pop("barrier", None)
                if bars is not None:
                    entry["barrier"] = {"kind": bars.kind, "what": bars.what, "seats": list(bars.seats)}
            fold.apply(step.name, step.body)
        entry["state"] = canonical.digest(fold.facts())
        chain.link(entry, prev)
        prev = entry["hash"]
    file["digest"] = verify.digest(file)
    return file


def swapped(file: Json) -> Json:
    """The file with the places of two moves exchanged, so that the rules still allow every move of it."""
    entries = file["entries"]
    placed = [number for number, entry in enumerate(entries) if {"row", "col"} <= entry["body"].keys()]
    for one, other in itertools.pairwise(placed):
        forged = copy.deepcopy(file)
        for coordinate in ("row", "col"):
            first, second = entries[one]["body"][coordinate], entries[other]["body"][coordinate]
            forged["entries"][one]["body"][coordinate] = second
            forged["entries"][other]["body"][coordinate] = first
        try:
            return rewritten(forged)
        except IllegalMoveError:
            continue
    raise AssertionError("no two placements of this game can be exchanged")


def renamed(file: Json) -> Json:
    file["record"] = file["entries"][0]["body"]["record"] = ELSEWHERE
    return rewritten(file)


def cut_off(file: Json, entries: int = 3) -> Json:
    del file["entries"][-entries:]
    return rewritten(file)


def gone_on(file: Json) -> Json:
    """One more entry than the record has: what was won is made void."""
    return appended(file, "voided", {})


def appended(file: Json, kind: str, body: Json, **members: Any) -> Json:
    last = file["entries"][-1]
    entry = {"version": last["version"] + 1, "type": kind, "at": last["at"], "by": last["by"], "body": body, **members}
    file["entries"].append(entry)
    return rewritten(file)


def corrected(file: Json) -> Json:
    """The spaces of two castles exchanged by a correction that the record never had."""
    castles = [entry for entry in file["entries"] if entry["body"].get("type") == "place_castle"]
    for one, other in itertools.combinations(castles, 2):
        changes = [
            {
                "op": "amend",
                "name": str(entry["version"]),
                "body": {**entry["body"], "row": to["row"], "col": to["col"]},
            }
            for entry, to in ((one, other["body"]), (other, one["body"]))
        ]
        try:
            return appended(copy.deepcopy(file), "corrected", {"changes": changes})
        except IllegalMoveError:
            continue
    raise AssertionError("no two castles of this game can be exchanged")


def taken_back(file: Json) -> Json:
    """The last move taken back, with the consents of all as the forger claims: the game is not over."""
    last = next(entry for entry in reversed(file["entries"]) if entry["type"] == "move")
    seats = range(len(file["entries"][0]["body"]["seats"]))
    consents = [{"seat": seat, "way": "claimed"} for seat in seats]
    return appended(file, "undone", {"undoes": [str(last["version"])], "seat": None, "consents": consents})


def excused(file: Json) -> Json:
    """The last move marked as one that the rules refuse and all accepted."""
    last = next(entry for entry in reversed(file["entries"]) if entry["type"] == "move")
    last["irregular"] = {"accepted_by": [0, 1]}
    return rewritten(file)


def first_half(file: Json) -> Json:
    """Cut off without any care: whatever stood beside what is gone is left, the digest too."""
    del file["entries"][len(file["entries"]) // 2 :]
    return file


FORGERIES: dict[str, tuple[Callable[[Json], Json], str]] = {
    "under its own id": (swapped, "differs from record"),
    "under a new id": (lambda file: renamed(swapped(file)), "does not confirm it"),
    "cut off": (cut_off, "it is cut off"),
    "without its last entry": (lambda file: cut_off(file, 1), "it is cut off"),
    "cut off carelessly": (first_half, "its digest does not match its content"),
    "swapped and cut off": (lambda file: cut_off(swapped(file)), "differs from record"),
    "gone on": (gone_on, "more than this service had recorded"),
    "corrected": (corrected, "more than this service had recorded"),
    "taken back": (taken_back, "more than this service had recorded"),
    "excused as an irregularity": (excused, "differs from record"),
}


def test_the_forgery_is_perfect_by_itself(ended: Record) -> None:
    file = ended.get("/export", eyes="public").json
    forged = swapped(copy.deepcopy(file))
    assert verify.check(forged) == []
    assert forged["record"] == ended.id
    assert forged["entries"][-1]["hash"] != file["entries"][-1]["hash"]


@pytest.mark.parametrize("what", FORGERIES)
def test_no_forgery_passes(ended: Record, stranger: Api, anyone: Api, admin: Api, service: Service, what: str) -> None:
    forge, says = FORGERIES[what]
    looks = ("", "/log", "/state", "/replay", "/result", "/export")
    before = {look: ended.by(anyone).get(look).data for look in looks}
    listed = {
        query: anyone.get("/records", **dict([query])).data for query in (("league", "winter"), ("game", "kingdoms"))
    }
    answer = bring(stranger, forge(ended.by(anyone).get("/export").json))
    assert answer.status_code == 201, answer.text
    made, told = answer.json["record"], answer.json["copy"]
    projections.project(service.log, service.lives, made)
    assert made not in (ended.id, ELSEWHERE)
    assert says in " ".join(fault["what"] for fault in told["found"])
    assert anyone.get(f"/records/{made}/result").status_code == 409
    assert anyone.get(f"/records/{ELSEWHERE}").status_code == 404
    for api in (anyone, stranger, admin):
        for query in ({}, {"league": "winter"}, {"event": "final"}, {"game": "kingdoms"}, {"status": "finished"}):
            assert made not in ids(api, **query)
    for seat in ended.get("").json["seats"]:
        assert made not in ids(admin, player=seat["player"])
    # Nothing of the genuine record is other than it was, and whoever may write it does.
    assert {look: ended.by(anyone).get(look).data for look in looks} == before
    assert {query: anyone.get("/records", **dict([query])).data for query in listed} == listed
    assert ended.api.post(f"{ended.path}/tokens", {"scope": "seat", "seat": 0}).status_code == 201


@pytest.mark.parametrize("what", ["under its own id", "cut off", "gone on"])
def test_a_forgery_that_comes_first_does_not_keep_the_genuine_record_out(
    ended: Record, stranger: Api, admin: Api, anyone: Api, redis: Any, what: str
) -> None:
    genuine = ended.get("/export").json
    for name in redis.scan_iter(f"*:{ended.id}"):
        redis.delete(name)
    planted = bring(stranger, FORGERIES[what][0](copy.deepcopy(genuine))).json["record"]
    answer = bring(admin, genuine, adopt=1)
    assert (answer.status_code, answer.json["record"]) == (201, ended.id)
    assert anyone.get(f"{ended.path}/log").json["entries"] == genuine["entries"]
    assert anyone.get(f"/records/{planted}").json["copy"]["original"] == ended.id


def verdict(raw: bytes, keys: dict[str, trust.Key], kept: list[Json] | None = None) -> str:
    try:
        file = verify.read(raw)
    except NoRecordError:
        return "altered"
    return proof.judge(raw, file, verify.examine(file), keys, kept or []).name


def own(file: Json) -> Json:
    key = Ed25519PrivateKey.generate()
    bare = {name: value for name, value in file["statement"].items() if name != "signature"}
    bare |= {"key": signed.id_of(key), "head": file["entries"][-1]["hash"], "version": len(file["entries"])}
    file["statement"] = {**bare, "signature": signed.sign(key, bare)}
    file |= proof.signed(key, file["issued"]["at"], verify.digest(file))
    return file


def named_otherwise(file: Json) -> Json:
    one, other, *_ = file["players"]
    file["players"] |= {one: file["players"][other], other: file["players"][one]}
    file["digest"] = verify.digest(file)
    return file


def with_other(part: str, member: str, value: object) -> Callable[[Json], Json]:
    def forge(file: Json) -> Json:
        file[part][member] = value
        return file

    return forge


def without(*parts: str) -> Callable[[Json], Json]:
    def forge(file: Json) -> Json:
        file = {name: value for name, value in swapped(file).items() if name not in parts}
        return {**file, "digest": verify.digest(file)} if "digest" in file else file

    return forge


SIGNED_FORGERIES: dict[str, tuple[Callable[[Json], Json], str]] = {
    **{what: (forge, "altered") for what, (forge, _) in FORGERIES.items()},
    "names swapped": (named_otherwise, "altered"),
    "another key named": (with_other("issued", "key", "0" * 64), "unknown_key"),
    "signed by the forger": (lambda file: own(swapped(file)), "unknown_key"),
    "names swapped, signed by the forger": (lambda file: own(named_otherwise(file)), "unknown_key"),
    "given out at another time": (with_other("issued", "at", "2020-01-01"), "altered"),
    "another status": (with_other("statement", "status", "void"), "altered"),
    "no signature": (without("issued", "statement"), "unsigned"),
    "no signature and no digest": (without("issued", "statement", "digest"), "unsigned"),
    "no digest": (without("digest"), "altered"),
    "no statement": (without("statement"), "altered"),
    "format 2": (lambda file: {**without("issued", "statement")(file), "format_version": 2}, "altered"),
    "a signature that is none": (with_other("issued", "signature", "A" * 85), "altered"),
    "an extended signature": (with_other("issued", "also", 1), "altered"),
    "a statement that is none": (lambda file: {**file, "statement": 7}, "altered"),
}


def spelled(file: Json) -> bytes:
    return verify.spell(file)


@pytest.fixture
def keys(service: Service) -> dict[str, trust.Key]:
    return trust.keys_of(identity.described(service.log.store), "here")


@pytest.mark.parametrize("what", SIGNED_FORGERIES)
def test_no_forgery_is_genuine(ended: Record, keys: dict[str, trust.Key], what: str) -> None:
    file = ended.get("/export", eyes="public").json
    kept = file["statement"]
    forge, says = SIGNED_FORGERIES[what]
    forged = forge(copy.deepcopy(file))
    assert verdict(spelled(forged), keys) == says
    changed = len(forged["entries"]) < kept["version"] or forged["entries"][kept["version"] - 1]["hash"] != kept["head"]
    if changed and len(forged["entries"]) >= kept["version"]:
        assert verdict(spelled(forged), keys, [kept]) == "altered", "a statement that somebody kept"


def test_what_is_given_out_is_genuine_and_only_in_these_bytes(ended: Record, keys: dict[str, trust.Key]) -> None:
    raw = ended.get("/export").data
    assert verdict(raw, keys) == "genuine"
    assert verdict(raw, {}) == "unknown_key"
    places = range(len(raw))
    chosen = random.Random(39)
    tried = places if cases(0, 1) else [len(raw) - 1, *chosen.sample(places, 12)]
    others = {place: {raw[place] ^ 1 << chosen.randrange(8), 9, 32} - {raw[place]} for place in tried}
    for place, byte in ((place, byte) for place, each in others.items() for byte in each):
        assert verdict(raw[:place] + bytes([byte]) + raw[place + 1 :], keys) != "genuine", (place, byte)
    file = json.loads(raw)
    for other in (json.dumps(file).encode(), raw + b" ", raw[:-1], raw.replace(b'"digest"', b'"\\u0064igest"', 1)):
        assert verdict(other, keys) == "altered"
    two = {name: value for name, value in file.items() if name not in ("issued", "statement")} | {"format_version": 2}
    two["digest"] = verify.digest(two)
    assert verdict(spelled(two), keys) == "unsigned", "a file from before"


def test_an_owner_s_rewrite_with_the_real_key_is_found_by_what_others_kept(
    ended: Record, keys: dict[str, trust.Key], service: Service, redis: Any
) -> None:
    kept = ended.get("/statement").json
    file = ended.get("/export", eyes="public").json
    log, forged = service.log, swapped(copy.deepcopy(file))
    for entry in forged["entries"]:
        redis.xdel(f"{log._names(ended.id)[0]}", f"{entry['version']}-0")
    redis.delete(log._names(ended.id)[0])
    for entry in forged["entries"]:
        redis.xadd(log._names(ended.id)[0], {"e": canonical.dumps(entry)}, id=f"{entry['version']}-0")
    redis.hset(log._names(ended.id)[1], "hash", forged["entries"][-1]["hash"])
    service.lives.drop(ended.id)
    raw, now = ended.get("/export", eyes="public").data, ended.get("/statement", now=1).json
    assert verdict(raw, keys) == "genuine", "the owner has the key"
    assert verdict(raw, keys, [kept]) == "two_statements"
    proved = proof.of_statements(proof.statements_in(json.dumps({"lines": [kept, {"of": now}]}).encode()), keys)
    assert (proved.name, proved.code, len(proved.proof)) == ("two_statements", 3, 2)
    identity.begin_origin(redis, "2020-01-01T00:00:00.000Z")
    assert verdict(ended.get("/export", eyes="public").data, keys, [kept]) == "restored", (
        "a backup from before the game"
    )
    redis.delete("mb:{s00}:service-history")
    identity.begin_origin(redis, "2099-01-01T00:00:00.000Z")
    raw = ended.get("/export", eyes="public").data
    assert verdict(raw, keys, [kept]) == "two_statements", "a backup from after it"


def test_another_record_s_statement_proves_nothing(ended: Record, keys: dict[str, trust.Key], recorder: Api) -> None:
    other = recorder.open("yellow", "red").get("/statement").json
    raw = ended.get("/export").data
    file = proof.judge(raw, verify.read(raw), verify.examine(verify.read(raw)), keys, [other])
    assert (file.name, file.rests[-1]["en"][-1]) == ("genuine", "0"), "it agrees with nothing here"
    assert verdict(spelled({**json.loads(raw), "statement": other}), keys) == "altered"


def test_a_clock_that_is_set_back_takes_no_entry_and_no_statement_back(
    ended: Record, keys: dict[str, trust.Key], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = ended.get("/statement", now=1).json
    monkeypatch.setattr(rate_limit, "now", lambda: "2020-01-01T00:00:00.000Z")
    note = {"text": "the clock is wrong", "for": "all"}
    assert ended.api.post(f"{ended.path}/notes", note, {"If-Match": "*"}).status_code == 201
    last, later = ended.get("/log").json["entries"][-1], ended.get("/statement", now=1).json
    assert last["at"] == later["at"] == kept["at"]
    assert verdict(ended.get("/export").data, keys, [kept, later]) == "genuine"


def test_a_key_that_was_replaced_signs_nothing_later(ended: Record, service: Service, redis: Any) -> None:
    old = identity.private_key(redis)
    raw = ended.get("/export").data
    identity.rotate(redis)
    keys = trust.keys_of(identity.described(redis), "here")
    assert verdict(raw, keys) == verdict(ended.get("/export").data, keys) == "genuine"
    file = json.loads(raw)
    file |= proof.signed(old, "2099-01-01", verify.digest(file))
    assert verdict(spelled(file), keys) == "unknown_key"
