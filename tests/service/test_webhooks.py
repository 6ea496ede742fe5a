"""Webhooks: a league's lines of the feed arrive in order and at least once, and are sent nowhere that they must not."""

import dataclasses
import ipaddress
import json
import socket
import socketserver
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import urlsplit

import pytest
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from service.access import tokens
from service.api.app import create_app
from service.api.web.http import Service
from service.config import Settings
from service.record import webhooks
from service.record.derived import removal
from tests.fixtures.serving import serving
from tests.fixtures.waiting import eventually
from tests.service.api.routes.test_leagues import made, post, table
from tests.service.conftest import Api, As, Json, Project
from tests.service.record.backup.test_backup import empty, export, restore_file, second
from worker.webhooks import Sender
from worker.webhooks import post as send

__all__ = ["empty", "second"]

LOOPBACK = [ipaddress.ip_network("127.0.0.0/8")]
START = datetime(2026, 11, 27, 12, tzinfo=UTC)


class Receiver:
    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], str]] = []
        self.status, self.headers = 204, dict[str, str]()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                outer.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(outer.status)
                for name, value in outer.headers.items():
                    self.send_header(name, value)
                self.end_headers()

        self.handler, self.url = Handler, ""

    def lines(self) -> list[Json]:
        return [json.loads(body)["data"] for _, body in self.got]


class Clock:
    now = START

    def __call__(self) -> datetime:
        return self.now

    def ahead(self, **by: int) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    with serving(made.handler) as url:
        made.url = f"{url}/hook"
        yield made


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return dataclasses.replace(settings, webhook_networks="127.0.0.0/8")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sender(service: Service, clock: Clock) -> Sender:
    return Sender(service.log, service.dispatcher.connection, LOOPBACK, clock)


@pytest.fixture
def league(admin: Api, as_: As) -> Api:
    return made(admin, as_)


def set_(league: Api, url: str, name: str = "castilla", **more: Any) -> Json:
    answer = league.put(f"/leagues/{name}/webhook", {"url": url, **more})
    assert answer.status_code in (200, 201), answer.text
    found: Json = answer.json
    return found


def shown(league: Api) -> Json:
    found: Json = league.get("/leagues/castilla").json["webhook"]
    return found


def ask(league: Api, call: str, **body: Any) -> Json:
    answer = league.post(f"/leagues/castilla/webhook/{call}", body if call == "rotate" else None)
    assert answer.status_code == (202 if call == "test" else 200), answer.text
    found: Json = answer.json
    return found


def opened(league: Api, project: Project, *refs: str) -> list[str]:
    found = [row["record"] for row in post(league, *(table(ref) for ref in refs))]
    for record in found:
        project(record)
    return found


def test_a_message_is_signed_and_its_data_is_the_line_of_the_feed(
    league: Api, recorder: Api, sender: Sender, receiver: Receiver, project: Project
) -> None:
    secret = set_(league, receiver.url)["secret"]
    project(recorder.open("yellow", "red", visibility="public").id)
    record = opened(league, project, "a")[0]
    sender.clock = lambda: datetime.now(UTC)
    assert sender.once() == 1
    headers, body = receiver.got[0]
    message = Verifier(secret).verify(body, headers)
    assert message["type"] == "record.changed"
    feed = league.get("/feed", league="castilla", include="result").json
    assert (message["data"], message["data"]["record"]) == (feed["lines"][0], record)
    with pytest.raises(WebhookVerificationError):
        Verifier(webhooks.new_secret()["secret"]).verify(body, headers)
    assert shown(league)["cursor"] == feed["cursor"]
    assert shown(league)["last"]["status"] == 204
    assert (sender.once(), sender.due()) == (0, []), "nothing new"


def test_a_receiver_that_is_down_for_an_hour_loses_nothing(
    league: Api, sender: Sender, receiver: Receiver, clock: Clock, project: Project, service: Service
) -> None:
    set_(league, receiver.url)
    records = opened(league, project, *"abc")
    receiver.status = 503
    tries = [0]
    for _ in range(60):
        tries.append(tries[-1] + sender.once())
        if len(records) < 20:
            records += opened(league, project, f"t{len(records)}")
        clock.ahead(minutes=1)
    assert len(receiver.got) == 4, "at once, after 5 s, 5 min and 30 min"
    assert len({headers["webhook-id"] for headers, _ in receiver.got}) == 1, "the same message"
    removal.remove(service.log, service.dispatcher.connection, records[0])
    state = shown(league)
    assert (state["attempts"], state["failing_since"], state["disabled"]) == (4, "2026-11-27T12:00:00.000Z", None)
    receiver.status, receiver.got = 200, []
    clock.ahead(hours=3)
    assert sender.once() == 20
    assert [line["record"] for line in receiver.lines()] == [*records[1:], records[0]]
    assert receiver.lines()[-1]["status"] == "removed"
    feed = league.get("/feed", league="castilla", include="result").json["lines"]
    assert receiver.lines() == feed, "as a site has it that never slept"
    assert (shown(league)["attempts"], shown(league)["due_at"], sender.due()) == (0, None, [])


def test_a_test_that_arrives_ends_the_wait(league: Api, sender: Sender, receiver: Receiver, project: Project) -> None:
    set_(league, receiver.url)
    records = opened(league, project, "a")
    for status, sent, due in ((503, 0, True), (200, 2, False)):
        receiver.status = status
        ask(league, "test")
        sender.once()
        assert bool(shown(league)["due_at"]) == due
        assert [json.loads(body)["type"] for _, body in receiver.got].count("record.changed") == (2 if sent else 1)
    assert receiver.lines()[-1]["record"] == records[0]


def test_attempts_follow_the_schedule_until_five_days_are_over_and_go_on_by_resume(
    league: Api, sender: Sender, receiver: Receiver, clock: Clock, project: Project
) -> None:
    set_(league, receiver.url)
    opened(league, project, "a", "b")
    receiver.status = 500
    waits = []
    while not (state := shown(league))["disabled"]:
        if state["due_at"]:
            due = datetime.fromisoformat(state["due_at"])
            waits.append((due - clock.now).total_seconds())
            clock.now = due - timedelta(seconds=1)
            assert sender.due() == []
            clock.now = due
        assert sender.once() == 0, "it did not arrive"
    wanted = [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400, 86400, 86400]
    assert len(waits) == len(wanted)
    assert all(delay <= wait <= 1.1 * delay + 1 for wait, delay in zip(waits, wanted, strict=True))
    assert state["disabled"]["why"] == "failing"
    clock.ahead(days=30)
    assert sender.due() == []
    receiver.status, receiver.got = 200, []
    assert ask(league, "resume")["disabled"] is None
    assert sender.once() == 2
    assert len(receiver.got) == 2


def test_410_disables_and_a_receiver_says_when_to_come_back(
    league: Api, sender: Sender, receiver: Receiver, clock: Clock, project: Project
) -> None:
    set_(league, receiver.url)
    opened(league, project, "a")
    receiver.status, receiver.headers = 429, {"Retry-After": "900"}
    sender.once()
    assert datetime.fromisoformat(shown(league)["due_at"]) >= clock.now + timedelta(minutes=15)
    receiver.status = 410
    clock.ahead(hours=1)
    sender.once()
    assert shown(league)["disabled"] == {"at": "2026-11-27T13:00:00.000Z", "why": "gone"}
    receiver.status = 200
    ask(league, "test")
    assert sender.once() == 1, "a test is sent all the same"
    assert json.loads(receiver.got[-1][1])["type"] == "test"
    assert shown(league)["last"]["type"] == "test"
    assert shown(league)["disabled"] is not None
    set_(league, receiver.url)
    assert sender.once() == 1, "set anew it goes on"


def test_old_secrets_overlap(league: Api, sender: Sender, receiver: Receiver, clock: Clock, project: Project) -> None:
    first = set_(league, receiver.url)["secret"]
    second = ask(league, "rotate", overlap_h=2)["secret"]
    clock.now = datetime.now(UTC)
    for ref, good in (("a", [first, second]), ("b", [second])):
        opened(league, project, ref)
        assert sender.once() == 1
        headers, body = receiver.got.pop()
        signatures = headers["webhook-signature"].split(" ")
        at = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
        assert sorted(signatures) == sorted(Verifier(one).sign(headers["webhook-id"], at, body) for one in good)
        clock.ahead(hours=3)
    text = league.get("/leagues/castilla").text + league.get("/leagues/castilla/webhook").text
    assert second not in text, "shown once"


def test_what_was_set_meanwhile_is_not_overwritten(
    league: Api, sender: Sender, receiver: Receiver, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_(league, receiver.url)
    opened(league, project, "a", "b")
    other = receiver.url.replace("hook", "other")

    def move(*args: Any) -> Any:
        if shown(league)["url"] != other:
            set_(league, other, after="0")
        return send(*args)

    with monkeypatch.context() as patch:
        patch.setattr("worker.webhooks.post", move)
        sender.send("castilla")
    assert shown(league)["url"] == other
    assert len(receiver.got) == 3, "from the beginning, to the new place"
    assert sender.due() == []


def test_another_worker_that_sends_keeps_this_one_from_it(
    league: Api, sender: Sender, receiver: Receiver, project: Project, service: Service
) -> None:
    set_(league, receiver.url)
    opened(league, project, "a")
    service.dispatcher.connection.set("mb:webhook:castilla", 1)
    assert sender.once() == 0
    service.dispatcher.connection.delete("mb:webhook:castilla")
    assert sender.once() == 1


def test_a_worker_sends_what_it_announces(league: Api, receiver: Receiver, worker: Any) -> None:
    del worker
    set_(league, receiver.url)
    record = post(league, table("a"))[0]["record"]
    assert eventually(lambda: [line["record"] for line in receiver.lines()] == [record])


def test_a_backup_has_the_webhook_and_its_restore_begins_again(
    league: Api, redis: Any, empty: Any, receiver: Receiver, sender: Sender, project: Project
) -> None:
    set_(league, receiver.url)
    opened(league, project, "a")
    assert sender.once() == 1
    restore_file(export(redis), empty)
    assert webhooks.leagues_with(empty) == ["castilla"]
    assert webhooks.get(empty, "castilla") == webhooks.get(redis, "castilla")


@pytest.mark.parametrize(("url", "networks", "why"), [
    ("https://league.example/hook", [], None), ("https://league.example:8443/a?b=c", [], None),
    ("https://93.184.215.14/", [], None), ("http://league.example/", [], "https"),
    ("http://93.184.215.14/", LOOPBACK, "https"), ("http://127.0.0.1:1/", LOOPBACK, None),
    ("http://localhost:1/", LOOPBACK, None), ("https://localhost/", [], "network"),
    ("https://x.localhost/", [], "network"), ("https://127.0.0.1/", [], "network"),
    ("https://10.0.0.1/", LOOPBACK, "network"), ("https://169.254.169.254/latest", [], "network"),
    ("https://[::1]/", [], "network"), ("https://[::ffff:127.0.0.1]/", [], "network"),
    ("ftp://league.example/", [], "form"), ("https://user:secret@league.example/", [], "form"),
    ("https://league.example/#a", [], "form"), ("https://league.example/\u202e", [], "form"),
    ("https://league.example:99999/", [], "form"), ("https://[league/", [], "form"), ("https:///x", [], "form"),
    ("", [], "form"), ("https://league.example/" + "a" * 500, [], "form"),
])  # fmt: skip
def test_where_webhooks_lead_to(url: str, networks: Any, why: str | None) -> None:
    assert webhooks.why_not(url, networks) == why


@pytest.mark.parametrize("url", ["https://127.0.0.2/", "https://10.0.0.1/", "http://league.example/", "x"])
def test_a_webhook_to_a_private_place_is_refused(settings: Settings, redis: Any, url: str) -> None:
    app = create_app(dataclasses.replace(settings, webhook_networks=""))
    league = made(Api(app.test_client(), tokens.create(redis, "admin")), lambda token: Api(app.test_client(), token))
    answer = league.put("/leagues/castilla/webhook", {"url": url})
    assert (answer.status_code, answer.json["detail"][:4]) == (400, "url:")
    assert league.get("/leagues/castilla/webhook").status_code == 404
    assert league.get("/leagues/castilla").json["webhook"] is None


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "::"])
def test_no_resolver_leads_inside(receiver: Receiver, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    port = urlsplit(receiver.url).port
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(family, socket.SOCK_STREAM, 6, "", (address, port))])
    assert send(f"https://league.example:{port}/", {}, b"{}", []) == (None, "not sent: network", 0)
    assert receiver.got == []


def test_an_address_is_called_as_it_was_looked_up(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that answers otherwise the second time leads nowhere else: it is looked up once."""
    real, asked = socket.getaddrinfo, []

    def lookup(host: str, *args: Any, **kwargs: Any) -> Any:
        asked.append(host)
        return real("127.0.0.1" if host == "league.example" else host, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    port = urlsplit(receiver.url).port
    assert send(f"http://league.example:{port}/", {}, b"{}", LOOPBACK)[0] == 204
    assert asked == ["league.example", "127.0.0.1"]
    assert receiver.got[0][0]["host"] == f"league.example:{port}"
    outside = [ipaddress.ip_network("10.0.0.0/8")]
    assert send(f"http://league.example:{port}/", {}, b"{}", outside)[1] == "not sent: network"


class Raw(socketserver.BaseRequestHandler):
    """Answers every call with a head, and then a part again and again, for ever."""

    head, part = b"", b""
    ended = threading.Event()

    def handle(self) -> None:
        try:
            self.request.recv(65536)
            self.request.sendall(self.head)
            while True:
                self.request.sendall(self.part)
        except OSError:
            self.ended.set()


@pytest.mark.parametrize(("head", "part", "status", "error"), [
    (b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65536, 200, None),
    (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n", b"x" * 65536, 302, "HTTP 302"),
    (b"HTTP/1.1 200 OK\r\n", b"x: y\r\n", None, "ConnectionError"),
    (b"HTTP/1.1 200 OK\r\nx: ", b"y" * 65536, None, "ConnectionError"),
    (b"", b"HTTP/1.1 100 Continue\r\n\r\n", None, "ConnectionError"),
])  # fmt: skip
def test_an_endless_answer_ends(head: bytes, part: bytes, status: int | None, error: str | None) -> None:
    kind = type("Endless", (Raw,), {"head": head, "part": part, "ended": threading.Event()})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), kind) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        found = send(f"http://127.0.0.1:{server.server_address[1]}/", {}, b"{}", LOOPBACK, 0.3)
        assert found[:2] == (status, error)
        assert kind.ended.wait(30), "the connection is closed"
        server.shutdown()


def test_a_redirect_is_not_followed(league: Api, sender: Sender, receiver: Receiver, project: Project) -> None:
    set_(league, receiver.url)
    opened(league, project, "a")
    receiver.status, receiver.headers = 307, {"Location": receiver.url + "2"}
    sender.once()
    assert len(receiver.got) == 1
    assert shown(league)["last"]["error"] == "HTTP 307"


def test_what_is_no_cursor_of_this_store_is_refused(league: Api, receiver: Receiver) -> None:
    for after in ("1", "7-00000000-" + "0" * 32):
        answer = league.put("/leagues/castilla/webhook", {"url": receiver.url, "after": after})
        assert answer.status_code == 400
    assert league.get("/leagues/castilla/webhook").status_code == 404
    for call in ("test", "resume", "rotate"):
        assert league.post(f"/leagues/castilla/webhook/{call}", {} if call == "rotate" else None).status_code == 404


def test_another_league_does_not_reach_it(admin: Api, as_: As, league: Api, receiver: Receiver, recorder: Api) -> None:
    set_(league, receiver.url)
    other = made(admin, as_, "aragon")
    for api, status in ((other, 404), (recorder, 403)):
        assert api.get("/leagues/castilla/webhook").status_code == status
        assert api.put("/leagues/castilla/webhook", {"url": receiver.url}).status_code == status
        assert api.delete("/leagues/castilla/webhook").status_code == status
    assert league.delete("/leagues/castilla/webhook").status_code == 204
    assert league.delete("/leagues/castilla/webhook").status_code == 204
    assert shown(league) is None


@pytest.mark.parametrize("change", [{"url": 1}, {"secrets": []}, {"position": "1"}, {"due_at": "soon"}, {"more": 1}])
def test_what_is_no_webhook_is_not_restored(change: Json) -> None:
    good = dataclasses.asdict(
        webhooks.Webhook("https://league.example/", [webhooks.new_secret()], "2026-11-27T12:00:00.000Z")
    )
    assert webhooks.is_webhook(json.dumps(good))
    assert not webhooks.is_webhook(json.dumps(good | change))
