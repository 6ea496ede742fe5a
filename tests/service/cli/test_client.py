"""A lost connection: waited for, never written twice, and given up with one clear word."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from service.cli.client import Api, Credentials, ProblemError, new_key
from service.cli.errors import CommandError

pytestmark = pytest.mark.stand_in

Answer = Callable[[BaseHTTPRequestHandler, bytes], None]


class Script:
    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        script = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                script.asked.append((self.command, self.path, headers, body))
                answer = script.answers.pop(0) if script.answers else says(200, {})
                answer(self, body)

            do_GET = do_POST = do_DELETE = handle_any  # noqa: N815 - as the standard library calls them

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def says(status: int, document: Any, kind: str = "application/json", **more: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler, _: bytes) -> None:
        body = document if isinstance(document, bytes) else json.dumps(document).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(body)))
        for name, value in more.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def hangs_up(handler: BaseHTTPRequestHandler, _: bytes) -> None:
    """Took the request, perhaps did it, and gives no answer."""
    handler.close_connection = True


PROBLEM = "application/problem+json"


@pytest.fixture
def script() -> Iterator[Script]:
    with closing(Script()) as found:
        yield found


@pytest.fixture
def api(script: Script) -> Iterator[Api]:
    with closing(Api(script.url, Credentials("mb_secret"), "en", local=True, retry_for_s=5)) as found:
        yield found


def test_a_request_says_who_calls_and_in_which_language(script: Script, api: Api) -> None:
    api.get("/v1/games", after=3, eyes=None)
    command, path, headers, _ = script.asked[0]
    assert (command, path) == ("GET", "/v1/games?lang=en&after=3")
    assert headers["authorization"] == "Bearer mb_secret"


def test_a_move_is_sent_again_with_the_same_key(script: Script, api: Api, capsys: pytest.CaptureFixture[str]) -> None:
    script.answers = [says(200, {}), hangs_up, says(503, {}, PROBLEM), hangs_up, says(201, {"version": 2})]
    api.get("/v1/games")
    assert api.post("/v1/records/x/moves", {"type": "pass"}, match=1, key=new_key()) == {"version": 2}
    moves = script.asked[1:]
    assert len(moves) == 4
    assert len({(headers["idempotency-key"], headers["if-match"], body) for _, _, headers, body in moves}) == 1
    # It is said once, not at every try.
    assert capsys.readouterr().err == f"movebook: no connection to {script.url}; retrying\n"


def test_a_busy_service_is_asked_again(script: Script, api: Api, capsys: pytest.CaptureFixture[str]) -> None:
    busy = says(503, {"type": "urn:movebook:problem:busy", "detail": "again in 2 s"}, PROBLEM)
    script.answers = [busy, busy, says(201, {"version": 2})]
    assert api.post("/v1/records/import", {}, key=new_key()) == {"version": 2}
    assert len(script.asked) == 3
    assert capsys.readouterr().err == f"movebook: {script.url} is busy; retrying\n"


@pytest.mark.parametrize(("lang", "said"), [
    ("en", "movebook: too many requests for {}; trying again in 1 s\n"),
    ("es", "movebook: demasiadas solicitudes para {}; se intenta de nuevo en 1 s\n"),
])  # fmt: skip
def test_who_asked_too_often_waits_as_long_as_is_said_and_asks_again(
    script: Script, lang: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    often = says(429, {"type": "urn:movebook:problem:too-many", "detail": "again in 1 s"}, PROBLEM, Retry_After="1")
    script.answers = [often, often, says(201, {"version": 2})]
    began = time.monotonic()
    with closing(Api(script.url, Credentials(None), lang, local=True, retry_for_s=20)) as api:
        # No key is needed: what was refused was not begun.
        assert api.post("/v1/records/x/tokens", {"scope": "seat"}) == {"version": 2}
    assert time.monotonic() - began >= 2
    assert len(script.asked) == 3
    assert capsys.readouterr().err == said.format(script.url), "once"


def test_who_would_have_to_wait_for_too_long_is_told_at_once(script: Script, api: Api) -> None:
    script.answers = [says(429, {"status": 429, "detail": "again in 3600 s"}, PROBLEM, Retry_After="3600")]
    with pytest.raises(ProblemError, match="again in 3600 s"):
        api.get("/v1/games")
    assert len(script.asked) == 1


def test_who_is_told_so_again_and_again_is_told_in_the_end(script: Script, api: Api) -> None:
    api.retry_for_s = 2.5
    script.answers = [says(429, {"status": 429, "detail": "again in 1 s"}, PROBLEM, Retry_After="1")] * 20
    with pytest.raises(ProblemError, match="again in 1 s"):
        api.get("/v1/games")
    assert 2 <= len(script.asked) <= 3


def test_what_has_no_key_is_not_sent_twice(script: Script, api: Api) -> None:
    script.answers = [says(200, {}), hangs_up]
    api.get("/v1/games")
    with pytest.raises(CommandError, match="no longer responds"):
        api.post("/v1/records/x/tokens", {"scope": "seat"})
    assert len(script.asked) == 2


def test_a_service_that_stays_away_is_given_up(script: Script, api: Api) -> None:
    api.retry_for_s = 0.3
    script.answers = [says(200, {}), *[hangs_up] * 20]
    api.get("/v1/games")
    with pytest.raises(CommandError, match="no longer responds"):
        api.get("/v1/games")


def test_where_there_is_no_service_nobody_waits() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    gone = Api(f"http://127.0.0.1:{port}", Credentials(None), "es", local=True)
    with closing(gone), pytest.raises(CommandError) as refused:
        gone.get("/v1/games")
    assert refused.value.says["es"].startswith(f"no hay ningún Movebook en {gone.url}")


def test_a_refusal_carries_its_clause(script: Script, api: Api) -> None:
    script.answers = [says(422, {"status": 422, "detail": "row 1, column 3 is taken", "rule": "KIN-4.11"}, PROBLEM)]
    with pytest.raises(ProblemError) as refused:
        api.post("/v1/records/x/moves", {}, key="k")
    assert (refused.value.status, refused.value.rule, str(refused.value)) == (
        422,
        "KIN-4.11",
        "row 1, column 3 is taken",
    )
    assert len(script.asked) == 1


@pytest.mark.parametrize(
    "answer", [says(200, b"<html>", "text/html"), says(404, b"<html>", "text/html"), says(200, [])]
)
def test_what_answers_and_is_no_movebook_is_named(script: Script, api: Api, answer: Answer) -> None:
    script.answers = [answer]
    with pytest.raises(CommandError, match="is not Movebook"):
        api.get("/v1/games")


def test_a_token_that_nobody_named_is_dropped_where_it_is_not_good(script: Script) -> None:
    script.answers = [says(401, {"status": 401}, PROBLEM), says(200, {"fine": True})]
    with closing(Api(script.url, Credentials("mb_other", assumed=True), "en", local=True)) as found:
        assert found.get("/v1/games") == {"fine": True}
    assert "authorization" not in script.asked[1][2]


def test_a_token_that_somebody_named_is_not(script: Script, api: Api) -> None:
    script.answers = [says(401, {"status": 401, "detail": "missing or invalid token"}, PROBLEM)]
    with pytest.raises(ProblemError, match="missing or invalid token"):
        api.get("/v1/games")


def test_no_netrc_takes_the_place_of_the_token(script: Script, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login somebody password else\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    with closing(Api(script.url, Credentials("mb_mine"), "en", local=False)) as found:
        found.get("/v1/games")
    assert script.asked[0][2]["authorization"] == "Bearer mb_mine"


def test_a_replay_that_is_behind_is_asked_for_again(script: Script, api: Api) -> None:
    script.answers = [says(202, {"version": 2, "projected": 1}), says(200, {"frames": []})]
    assert api.replay("x", eyes="public") == {"frames": []}
    script.answers = [says(202, {})] * 3
    assert api.replay("x", wait_s=0.0) is None
