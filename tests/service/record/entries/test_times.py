"""Stated times: what names no moment is refused, what surprises is marked, and nothing keeps a table from recording."""

import json

import pytest

from service.record.entries import times
from service.record.entries.times import TimeVerdict, judge
from service.record.files import verify
from tests.service.conftest import Api

MADRID = "Europe/Madrid"
"""Clocks went forward on 29 March 2026 at 2:00, and back on 25 October 2026 at 3:00."""


@pytest.mark.parametrize(("occurred_at", "zone", "refused"), [
    ("2026-03-29T02:30:00", MADRID, "skipped"),
    ("2026-03-29T01:59:59", MADRID, None),
    ("2026-03-29T03:00:00", MADRID, None),
    ("2011-12-30T12:00:00", "Pacific/Apia", "skipped"),  # the day that Samoa left out
    ("2026-06-01T20:00:00+05:30", MADRID, "never"),
    ("2026-06-01T20:00:00+02:00", MADRID, None),
    ("2026-06-01T18:00:00Z", MADRID, None),
    ("2026-06-01T18:00:00+00:00", MADRID, None),
    ("2026-06-01T20:00:00-05:00", None, None),
    ("2026-06-01T20:00:00Z", "Factory", "zone"),
    ("2026-06-01T20:00:00Z", "localtime", "zone"),
    ("2026-06-01T20:00:00Z", "Europe/Mordor", "zone"),
    ("2026-06-01T20:00:00Z", "UTC", None),
    ("0001-01-01T00:00:00+14:00", None, "time"),
    ("9999-12-31T23:00:00-12:00", MADRID, "time"),
])  # fmt: skip
def test_what_names_no_moment_is_refused(occurred_at: str, zone: str | None, refused: str | None) -> None:
    assert judge(occurred_at, zone) == TimeVerdict(refused)


OPENED, AT = "2026-11-21T19:00:00.000Z", "2026-11-21T20:00:00.000Z"


@pytest.mark.parametrize(("occurred_at", "zone", "occasion", "marked"), [
    ("2026-11-21T20:30:00+01:00", MADRID, {}, ()),
    ("2026-11-21T20:30:00+02:00", MADRID, {}, ("offset", "before")),  # as a phone with the rules of last year may
    ("2026-10-25T02:30:00", MADRID, {}, ("ambiguous", "before")),
    ("2026-10-25T02:30:00+01:00", MADRID, {}, ("before",)),
    ("2026-11-21T20:00:59Z", None, {}, ()),
    ("2026-11-21T20:01:01Z", None, {}, ("ahead",)),
    ("2026-11-21T21:30:00", MADRID, {}, ("ahead",)),
    ("2026-11-21T21:30:00", None, {"zone": MADRID}, ("ahead",)),
    ("2026-11-21T21:30:00", None, {}, ()),  # somewhere it was
    ("2026-11-23T21:30:00", None, {}, ("ahead",)),
    ("2026-11-20T21:30:00+01:00", MADRID, {}, ("before",)),
    ("2026-11-20T21:30:00+01:00", MADRID, {"date": "2026-11-20"}, ()),
    ("2026-11-21T00:30:00+01:00", MADRID, {"date": "2026-11-20"}, ()),
    ("2026-11-19T21:30:00+01:00", MADRID, {"date": "2026-11-20"}, ("before",)),
    ("2026-11-19T23:30:00Z", MADRID, {"date": "2026-11-20"}, ()),  # past midnight at the table
    ("2026-11-19T23:30:00", None, {"date": "2026-11-20"}, ("before",)),
    ("2026-03-29T02:30:00", None, {"zone": MADRID}, ("before",)),
    ("2026-11-21T19:30:00Z", None, {"zone": "Factory"}, ()),
])  # fmt: skip
def test_what_surprises_is_marked(
    occurred_at: str, zone: str | None, occasion: dict[str, str], marked: tuple[str, ...]
) -> None:
    assert judge(occurred_at, zone, at=AT, opened=OPENED, occasion=occasion) == TimeVerdict(None, marked)


STAMPED = [
    (
        {"occurred_at": "2026-03-29T02:30:00", "zone": MADRID},
        "this hour does not exist: the zone's clocks skip it",
    ),
    ({"occurred_at": "2026-06-01T20:00:00+05:30", "zone": MADRID}, "the zone never has this offset"),
    ({"occurred_at": "0001-01-01T00:00:00+14:00"}, "no such time"),
]


@pytest.mark.parametrize(("stated", "why"), STAMPED)
@pytest.mark.parametrize("call", ["moves", "import", "records"])
def test_every_call_refuses_a_time_without_moment(recorder: Api, call: str, stated: dict[str, str], why: str) -> None:
    made = recorder.open("yellow", "red")
    move = {"type": "deal_starting_tile", "seat": 0, **stated}
    if call == "moves":
        answer = made.move(**move)
    elif call == "import":
        headers = {"If-Match": '"1"', "Content-Type": "application/x-ndjson"}
        answer = recorder.post(f"{made.path}/import", json.dumps(move), headers)
    else:
        seats = [{"colour": "yellow"}, {"colour": "red"}]
        answer = recorder.post("/records", {"game": "kingdoms", "seats": seats, "moves": [move]})
    assert answer.status_code == 400
    assert why in answer.text


@pytest.mark.parametrize("zone", ["Factory", "localtime"])
def test_a_zone_that_is_no_place_is_refused_for_moves_and_occasions(recorder: Api, zone: str) -> None:
    made = recorder.open("yellow", "red")
    assert made.move(type="deal_starting_tile", seat=0, zone=zone).status_code == 400
    seats = [{"colour": "yellow"}, {"colour": "red"}]
    opening = {"game": "kingdoms", "seats": seats, "occasion": {"zone": zone}}
    assert recorder.post("/records", opening).status_code == 400
    correction = {"changes": [{"op": "opening", "occasion": {"zone": zone}}]}
    assert recorder.post(f"{made.path}/corrections", correction, {"If-Match": '"1"'}).status_code == 400


def test_an_evening_entered_afterwards_is_recorded_and_told_once(recorder: Api, admin: Api) -> None:
    made = recorder.open("yellow", "red")
    evening = {"occurred_at": "2020-01-17T21:30:00+01:00", "zone": MADRID}
    first = made.move(type="deal_starting_tile", seat=0, **evening)
    mark = {"kind": "time", "why": "before", "name": "2", "count": 1}
    assert (first.status_code, first.json["marks"]) == (201, [mark])
    assert made.move(type="deal_starting_tile", seat=1, **evening).status_code == 201
    report = verify.examine(verify.read(made.get("/export").data))
    assert report.faults == []
    assert [(found.version, found.what) for found in report.findings] == [
        (2, "occurred_at: it is earlier than both the record's opening and the day of its occasion (entries: 2)")
    ]
    dated = recorder.open("yellow", "red", occasion={"date": "2020-01-17"})
    assert dated.move(type="deal_starting_tile", seat=0, **evening).json["marks"] == []


def test_an_old_record_with_such_times_is_read_and_verifies(recorder: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as formerly:
        formerly.setattr(times, "judge", lambda *_, **__: TimeVerdict())
        formerly.setattr(times, "is_place", lambda _: True)
        made = recorder.open("yellow", "red", occasion={"zone": "Factory"})
        answers = [
            made.move(type="deal_starting_tile", seat=0, occurred_at="2026-03-29T02:30:00", zone=MADRID),
            made.move(type="deal_starting_tile", seat=1, zone="localtime"),
        ]
        assert [answer.status_code for answer in answers] == [201, 201]
    assert made.move(type="choose_start_player", player=0).status_code == 201
    report = verify.examine(verify.read(made.get("/export").data))
    assert report.faults == []
    assert {found.version for found in report.findings} == {2, 3}
