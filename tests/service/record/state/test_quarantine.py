"""A record that cannot be folded goes into quarantine: it costs others nothing, says why, and waits for an upgrade."""

import json
import logging
import re
from collections.abc import Callable
from typing import Any

import pytest
import redis
from rq.timeouts import JobTimeoutException

from engines.kernel import canonical
from engines.kernel.replay import Fold
from service.access.tokens import random_id
from service.api.web.http import Service
from service.record.derived import projections, queue
from service.record.derived.queue import SWEEP
from service.record.entries import boxes
from service.record.state import quarantine
from service.store import chain
from service.store.keys import key
from tests import api_contract
from tests.fuzz import mutate
from tests.service.conftest import Api, As, Json, Record
from tests.service.record.entries.test_shapes import forged, programmed, secret
from tests.service.test_worker import SEATS, a_game
from worker import jobs, rebuild
from worker.sweep import Sweep

__all__ = ["programmed"]


def planted(record: Record, service: Service, file: Json, visibility: str = "public") -> Record:
    """A record put into the store as it is, as no import would take it."""
    secrets = {int(version): told for version, told in file.get("secrets", {}).items()}
    fields = {"owner": record.api.token.split("_")[1], "visibility": visibility, "game": "x", "secret": random_id()}
    service.log.create(file["record"], file["entries"], secrets, fields, random_id())
    return Record(record.api, file["record"], len(file["entries"]))


@pytest.fixture
def blind(programmed: Record, service: Service) -> Record:
    """A record whose seat 0 has sealed orders that are none: those eyes, and the recorder's, cannot fold it."""
    file = forged(programmed, lambda file: secret(file).update(value=5))
    return planted(programmed, service, file)


@pytest.fixture
def broken(recorder: Api, service: Service) -> Record:
    """A record whose eighth entry nobody can fold: its chain holds."""
    record = recorder.open(*SEATS).play(a_game(plies=9))
    file = json.loads(record.get("/export").data) | {"record": "b" * 26}
    file["entries"][7]["body"]["row"] = {}
    return planted(record, service, mutate.forged(file))


class Counted:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        apply = Fold.apply

        def counted(fold: Any, *args: Any, **more: Any) -> Any:
            self.times += 1
            return apply(fold, *args, **more)

        monkeypatch.setattr(Fold, "apply", counted)


def swept(service: Service) -> Json:
    """What a sweep that starts now says, after what it queued is done."""
    sweep = Sweep(service.log, service.dispatcher.connection)
    sweep.once()
    for record in queue.take(service.dispatcher.connection, 100):
        projections.project_or_quarantine(service.log, service.lives, record)
    sweep.once()
    found: Json = json.loads(service.dispatcher.connection.get(SWEEP))
    return found


def test_what_only_some_eyes_cannot_fold_is_projected_for_the_public(blind: Record, service: Service) -> None:
    assert projections.project_or_quarantine(service.log, service.lives, blind.id) == blind.version
    assert swept(service)["behind"] == 0


def test_what_nobody_can_fold_keeps_its_good_part_and_lags_no_more(broken: Record, service: Service) -> None:
    assert projections.project_or_quarantine(service.log, service.lives, broken.id) == 7
    assert len(projections.replay(service.log, broken.id)[1]) == 6
    assert swept(service) == {"at": pytest.approx(0, abs=9e9), "behind": 0, "oldest_s": 0.0}
    note = quarantine.notes(service.log.store, broken.id)["public"]
    assert (note.version, "TypeError" in note.what) == (8, True)


@pytest.mark.parametrize("held", [True, False])
def test_an_entry_of_a_newer_program_stops_every_reader_of_its_record_and_of_no_other(
    recorder: Api, service: Service, *, held: bool
) -> None:
    """Whoever read past it could show a game that was not played."""
    record, other = recorder.open(*SEATS).play(a_game(plies=6)), recorder.open(*SEATS).play(a_game(plies=6))
    assert projections.project_or_quarantine(service.log, service.lives, record.id) == 7
    last = service.log.read(record.id)[-1]
    kept = {name: last[name] for name in ("at", "by", "state")}
    for version, (kind, body) in enumerate((("teleported", {}), ("move", {"type": "pass", "seat": 0})), 8):
        entry: Json = {"version": version, "type": kind, "body": body, **kept}
        spelled = chain.link(entry, last["hash"])
        service.log.append(record.id, version - 1, [(spelled, None)], entry)
        last = entry
    if not held:
        service.lives.drop(record.id)
    assert projections.project_or_quarantine(service.log, service.lives, record.id) == 7
    assert len(projections.replay(service.log, record.id)[1]) == 6
    note = quarantine.notes(service.log.store, record.id)["public"]
    assert (note.version, note.what) == (
        8,
        "entry 8: its type 'teleported' is unknown to this program; a newer one wrote it",
    )
    other.play(a_game(plies=8)[6:])
    assert projections.project_or_quarantine(service.log, service.lives, other.id) == 9
    assert swept(service)["behind"] == 0
    record.version = 9
    answers = [record.get(look) for look in ("", "/state", "/offers", "/export")]
    answers.append(record.move(**a_game(plies=7)[6]))
    answers.append(record.api.post(f"{record.path}/undo", {}, {"If-Match": '"9"'}))
    assert [answer.status_code for answer in answers] == [409] * 6
    assert all("teleported" in answer.json["detail"] for answer in answers), [a.json["detail"] for a in answers]


@pytest.mark.parametrize(("number", "change", "said"), [
    (0, {"type": True}, "a record begins with its opening"),
    (0, {"body": {"seats": [{"player": 5, "colour": "red"}, {"player": "b", "colour": "blue"}]}}, "'seats'"),
    (0, {"body": {"options": []}}, "'options'"),
    (2, {"type": "sealed", "body": {"name": {"a": 0}}}, "is not allowed here|its 'name'"),
])  # fmt: skip
def test_what_only_the_file_of_a_store_can_bring_goes_into_quarantine_and_breaks_no_list(
    recorder: Api, service: Service, number: int, change: Json, said: str
) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=3))
    file = json.loads(record.get("/export").data) | {"record": "b" * 26}
    entry = file["entries"][number]
    body = {**entry["body"], **change.get("body", {})} if number == 0 else change["body"]
    file["entries"][number] = {**entry, **change, "body": body}
    hurt = planted(record, service, mutate.forged(file))
    projections.project_or_quarantine(service.log, service.lives, hurt.id)
    assert re.search(said, quarantine.notes(service.log.store, hurt.id)["public"].what)
    assert [hurt.get(look).status_code for look in ("", "/state", "/export")] == [409, 409, 409]
    with api_contract.damaged():
        assert hurt.get("/log").status_code in (200, 409)
    assert recorder.get("/records").status_code == 200
    assert swept(service)["behind"] == 0


def test_it_is_tried_once_however_queued(broken: Record, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    projections.project_or_quarantine(service.log, service.lives, broken.id)
    counted = Counted(monkeypatch)
    for _ in range(5):
        assert projections.project_or_quarantine(service.log, service.lives, broken.id) == 7
        sweep = Sweep(service.log, service.dispatcher.connection)
        sweep.once()
        sweep.once()
    assert counted.times == 0
    assert queue.take(service.dispatcher.connection, 100).count(broken.id) == 0


def test_another_program_tries_it_again(broken: Record, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    projections.project_or_quarantine(service.log, service.lives, broken.id)
    monkeypatch.setattr(quarantine, "program", lambda: "a later one")
    Sweep(service.log, service.dispatcher.connection).once()
    assert broken.id in queue.take(service.dispatcher.connection, 100)
    counted = Counted(monkeypatch)
    projections.project_or_quarantine(service.log, service.lives, broken.id)
    assert counted.times > 0
    assert quarantine.notes(service.log.store, broken.id)["public"].program == "a later one"


def test_a_good_fold_drops_the_note(recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=5))
    with monkeypatch.context() as patch:
        patch.setattr(Fold, "apply", None)
        patch.setattr(Fold, "step", None)
        service.lives.drop(record.id)
        assert projections.project_or_quarantine(service.log, service.lives, record.id) == 1
        assert record.get("/state").status_code == 409
    assert record.get("/state").status_code == 409, "this program could not"
    monkeypatch.setattr(quarantine, "program", lambda: "a later one")
    assert projections.project_or_quarantine(service.log, service.lives, record.id) == 6
    assert quarantine.list_all(service.log.store) == {}
    assert record.get("/state").status_code == 200


def test_an_operator_has_it_tried_again(broken: Record, service: Service) -> None:
    was = service.log.store.xrange(key("log", broken.id))
    projections.project_or_quarantine(service.log, service.lives, broken.id)
    assert rebuild.rebuild(service.log, service.lives, broken.id) == 7
    assert quarantine.notes(service.log.store, broken.id)["public"].version == 8
    # Mended from a backup, say.
    good = Record(broken.api, next(r for r in service.lives._held if r != broken.id))
    mended = mutate.forged(json.loads(good.get("/export").data) | {"record": broken.id})
    service.log.store.delete(key("log", broken.id))
    for entry in mended["entries"]:
        service.log.store.xadd(key("log", broken.id), {"e": canonical.dumps(entry)}, id=f"{entry['version']}-0")
    assert len(was) == broken.version
    assert rebuild.rebuild(service.log, service.lives, broken.id) == broken.version
    assert quarantine.list_all(service.log.store) == {}


class Fault:
    """A fault of the engine after some calls, once or from then on; it counts how often it came."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, method: str, *, after: int = 0, lasting: bool = False) -> None:
        self.times = self.calls = 0
        work = getattr(Fold, method)

        def fails(fold: Any, *args: Any, **more: Any) -> Any:
            self.calls += 1
            if self.calls <= after or (self.times and not lasting):
                return work(fold, *args, **more)
            self.times += 1
            raise RuntimeError("deque mutated during iteration")

        monkeypatch.setattr(Fold, method, fails)


@pytest.mark.parametrize(("eyes", "look", "method"), [
    ("public", "/state", "apply"), ("public", "/state", "view"), ("public", "/offers", "offers"),
    ("seat:0", "/state", "apply"), ("seat:0", "/state", "view"), ("seat:0", "/offers", "offers"),
    ("seat:0", "/replay", "step"),
])  # fmt: skip
def test_a_fault_that_comes_once_costs_a_second_fold_and_no_quarantine(
    programmed: Record,
    as_: As,
    service: Service,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    eyes: str,
    look: str,
    method: str,
) -> None:
    phone = programmed.by(as_(programmed.seat_token(0)))
    expected = phone.get(look, eyes=eyes).json
    service.lives.drop(programmed.id)
    if eyes != "public":
        assert phone.get("/state", eyes="public").status_code == 200
    fault = Fault(monkeypatch, method)
    assert phone.get(look, eyes=eyes).json == expected
    assert (fault.times, quarantine.list_all(service.log.store)) == (1, {})
    assert [record.getMessage() for record in caplog.records] == [
        f"record {programmed.id} could be folded for {eyes} the second time only, from the empty table"
    ]


@pytest.mark.parametrize(("method", "after"), [("step", 0), ("view", 0)], ids=["a frame", "the first view"])
def test_a_worker_with_a_fault_that_comes_once_projects_what_it_would_without(
    programmed: Record, service: Service, monkeypatch: pytest.MonkeyPatch, method: str, after: int
) -> None:
    def projected() -> Any:
        service.lives.drop(programmed.id)
        assert projections.project_or_quarantine(service.log, service.lives, programmed.id) == programmed.version
        return projections.replay(service.log, programmed.id)

    expected = projected()
    projections.delete(service.log, programmed.id)
    fault = Fault(monkeypatch, method, after=after)
    assert projected() == expected
    assert (fault.times, quarantine.list_all(service.log.store)) == (1, {})


def test_a_fault_that_stays_is_quarantined_after_the_second_fold_with_what_it_said(
    programmed: Record, as_: As, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = programmed.by(as_(programmed.seat_token(0)))
    assert phone.get("/state", eyes="public").status_code == 200
    fault = Fault(monkeypatch, "view", lasting=True)
    assert phone.get("/state", eyes="seat:0").status_code == 409
    assert fault.times == 2
    note = quarantine.notes(service.log.store, programmed.id)["seat:0"]
    assert (note.version, note.what) == (0, "RuntimeError")
    assert note.why == "RuntimeError: deque mutated during iteration"


def damage_fold(service: Service, record: Record, _: pytest.MonkeyPatch) -> None:
    """The fold that is held of the public has lost its seats."""
    held = service.lives.get(record.id).public
    held.state.seats = held._view = None


def damage_box(service: Service, record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """The box that is held of the game has lost its parts."""
    name, _ = boxes.default("kingdoms")
    monkeypatch.setattr(boxes, "default", lambda _: (name, {}))
    service.lives.drop(record.id)


@pytest.mark.parametrize("damage", [damage_fold, damage_box])
def test_what_is_held_and_damaged_is_made_anew(
    recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch, damage: Callable[..., None]
) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=6))
    expected = record.get("/state", eyes="public").json
    damage(service, record, monkeypatch)
    assert record.get("/state", eyes="public").json == expected
    assert quarantine.list_all(service.log.store) == {}
    record.play(a_game(plies=7)[6:])
    assert record.get("/state", eyes="public").json["ply"] == 7


def test_a_record_that_takes_all_the_time_of_a_worker_is_quarantined_the_second_time(
    recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=3))
    monkeypatch.setattr(jobs, "stores", lambda: (service.log, service.lives, service.dispatcher.connection))
    monkeypatch.setattr(jobs, "SLOW", set())
    monkeypatch.setattr(queue, "JOB_S", -1)

    def slow(_: str) -> int:
        raise JobTimeoutException

    def out_of_time() -> list[str]:
        with monkeypatch.context() as patch:
            patch.setattr(jobs, "project", slow)
            with pytest.raises(JobTimeoutException):
                jobs._round([record.id])
        return list(quarantine.list_all(service.log.store))

    assert out_of_time() == []
    assert jobs._round([record.id]) == 1
    assert [out_of_time(), out_of_time()] == [[], [record.id]], "twice in a row"


def test_a_store_away_quarantines_nothing(recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=3))
    with monkeypatch.context() as patch:

        def away(*_: Any, **__: Any) -> None:
            raise redis.exceptions.ConnectionError

        patch.setattr(service.log, "read", away)
        service.lives.drop(record.id)
        with pytest.raises(redis.exceptions.ConnectionError):
            projections.project_or_quarantine(service.log, service.lives, record.id)
        assert record.get("/state").status_code == 503
    assert quarantine.list_all(service.log.store) == {}
    assert record.get("/state").status_code == 200


def test_what_goes_wrong_outside_a_fold_is_not_tried_for_ever_either(
    recorder: Api, service: Service, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = recorder.open(*SEATS)
    projections.project_or_quarantine(service.log, service.lives, record.id)
    record.play(a_game(plies=2))
    service.log.store.hset(key("place", record.id), "summary", b"no JSON")
    monkeypatch.setattr(jobs, "stores", lambda: (service.log, service.lives, service.dispatcher.connection))
    assert jobs._round([record.id]) == 1
    Sweep(service.log, service.dispatcher.connection).once()
    assert swept(service)["behind"] == 0


READS = ("", "/state", "/offers", "/replay", "/result", "/export", "/export?format=text", "/export?format=html")


def test_reads_of_what_nobody_can_fold_answer_a_clear_problem(broken: Record, anyone: Api) -> None:
    for look in [*READS, *READS]:
        path, _, query = look.partition("?")
        answer = anyone.get(broken.path + path, **dict(pair.split("=") for pair in query.split("&") if pair))
        if answer.status_code != 202:  # no worker has been there
            assert (answer.status_code, answer.json["type"]) == (409, "urn:movebook:problem:set-aside"), answer.text
            assert (answer.json["version"], answer.json["eyes"]) == (7, "public")
            assert "from entry 8 on" in answer.json["detail"]


@pytest.mark.parametrize(("member", "value"), [("by", ["a"]), ("at", "yesterday")])
def test_an_audit_of_a_bare_move_names_a_problem(recorder: Api, service: Service, member: str, value: object) -> None:
    record = recorder.open(*SEATS).play(a_game(plies=9))
    file = json.loads(record.get("/export").data) | {"record": "b" * 26}
    file["entries"][7][member] = value
    answer = planted(record, service, mutate.forged(file)).get("/audit")
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (409, "set-aside")


def test_a_replay_says_so_once_a_worker_has_been_there(broken: Record, anyone: Api, service: Service) -> None:
    assert broken.by(anyone).get("/replay").status_code == 202
    projections.project_or_quarantine(service.log, service.lives, broken.id)
    answer = broken.by(anyone).get("/replay", lang="es")
    assert (answer.status_code, answer.json["version"]) == (409, 7)
    assert answer.json["title"] == "Partida en cuarentena"


def test_the_log_and_what_comes_before_can_be_read(broken: Record, anyone: Api) -> None:
    assert broken.by(anyone).get("/state").status_code == 409
    assert len(broken.by(anyone).get("/log").json["entries"]) == broken.version
    assert broken.by(anyone).get("/state", version=7).json["ply"] == 6
    assert broken.by(anyone).get("/state", ply=6).json["version"] == 7
    assert broken.by(anyone).get("/state", version=8).status_code == 409


def test_writes_to_it_are_refused_with_the_same_problem(broken: Record, service: Service) -> None:
    before = service.log.store.xlen(key("log", broken.id))
    for answer in (
        broken.move(type="pass", seat=0),
        broken.text("pass"),
        broken.api.post(f"{broken.path}/secrets", {"name": "2", "tile": "dragon"}, {"If-Match": '"10"'}),
        broken.api.post(f"{broken.path}/tokens", {"scope": "seat", "seat": 0}),
    ):
        assert (answer.status_code, answer.json["type"]) == (409, "urn:movebook:problem:set-aside"), answer.text
    assert service.log.store.xlen(key("log", broken.id)) == before


def test_who_may_not_know_of_it_is_told_nothing(recorder: Api, service: Service, anyone: Api, broken: Record) -> None:
    file = {"entries": service.log.read(broken.id), "record": "p" * 26}
    hidden = planted(broken, service, file, "private").by(anyone)
    assert hidden.get("/state").status_code == 404
    assert hidden.move(type="pass", seat=0).status_code == 401
    assert hidden.by(recorder).get("/state").status_code == 409


def test_an_api_says_it_once_and_folds_it_once(
    broken: Record, anyone: Api, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with caplog.at_level(logging.INFO):
        assert broken.by(anyone).get("/state").status_code == 409
        counted = Counted(monkeypatch)
        for _ in range(10):
            for look in ("/state", "/offers", "/export", ""):
                assert broken.by(anyone).get(look).status_code == 409
    assert counted.times == 0
    assert [record.getMessage() for record in caplog.records if broken.id in record.getMessage()] == [
        caplog.records[0].getMessage()
    ]


@pytest.mark.parametrize("eyes", ["seat:0", "recorder"])
def test_other_eyes_fold_it(blind: Record, anyone: Api, as_: As, service: Service, eyes: str) -> None:
    holder = blind.by(as_(blind.seat_token(0))) if eyes == "seat:0" else blind
    projections.project_or_quarantine(service.log, service.lives, blind.id)
    for look in ("/state", "/replay", "/offers", "/export?format=html"):
        path, _, query = look.partition("?")
        more = {"format": "html"} if query else {}
        answer = holder.get(path, eyes=eyes, **more)
        assert (answer.status_code, answer.json["eyes"]) == (409, eyes), look
        # What it is about is theirs alone, and the engine's words may quote it.
        assert "'int'" not in answer.text
        assert blind.by(anyone).get(path, **more).status_code == 200
    assert blind.by(anyone).get("").status_code == 200


def test_a_seats_secret_does_not_hold_up_the_table(programmed: Record, as_: As, service: Service) -> None:
    file = forged(programmed, lambda file: [fact.update(eyes=["seat:0"]) for fact in [secret(file)]])
    file["secrets"][min(file["secrets"], key=int)]["orders"]["value"] = 5
    record = planted(programmed, service, file)
    phone = record.by(as_(record.seat_token(0)))
    assert phone.get("/state", eyes="seat:0").status_code == 409
    assert record.get("/state").status_code == 200
    record.play([{"type": "program", "seat": 2, "orders": ["road_red"] * 6}])
    assert record.get("/state").json["version"] == record.version
    assert phone.get("/state", eyes="public").status_code == 200


def test_a_fold_that_breaks_while_another_writes_is_dropped_and_the_write_stands(
    programmed: Record, service: Service, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = programmed.by(as_(programmed.seat_token(0)))
    assert phone.get("/state", eyes="seat:0").status_code == 200
    live = service.lives.get(programmed.id)
    seat = next(eyes for eyes in live.private_folds if eyes.name == "seat:0")
    monkeypatch.setattr(live.private_folds[seat], "game", None)
    programmed.play([{"type": "reveal_orders", "orders": {}}])
    assert seat not in live.private_folds
    assert phone.get("/state", eyes="seat:0").json["version"] == programmed.version


def test_a_reason_holds_nothing_that_a_terminal_would_obey(recorder: Api, service: Service) -> None:
    record = recorder.open(*SEATS)
    error = quarantine.put(
        service.log.store, record.id, quarantine.PUBLIC, ValueError("a\x1b]52;c;Z2V0\x07 b\u202ec\n")
    )
    assert error.note.why == "ValueError: a␛]52;c;Z2V0␇ b\ufffdc␊"
    assert error.note.what == "a␛]52;c;Z2V0␇ b\ufffdc␊"
