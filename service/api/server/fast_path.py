"""The fast path: answers the call that records a move without the web framework.

Most writes are moves, and the framework's routing would be a quarter of the cost of each.
The answer comes from the same functions as on its route: :func:`service.api.web.authentication.authenticate` and
:func:`service.api.writes.moves.move`.
"""

import re
from collections.abc import Callable, Iterable
from http import HTTPStatus
from time import perf_counter, thread_time
from typing import Any, cast
from urllib.parse import parse_qs

from werkzeug.wsgi import get_content_length

from service.api.pages import site
from service.api.web.authentication import authenticate
from service.api.web.call import Answer, Call, Environ, EnvironHeaders, Wsgi
from service.api.web.http import RECORDING
from service.api.web.problems import problem_answer
from service.api.web.service import Service
from service.api.writes import moves

PATH = re.compile(r"/v1/records/([a-z0-9]{1,64})/moves")


class FastPath:
    """A WSGI application that answers moves and passes on other calls."""

    def __init__(self, service: Service, most: int, onward: Wsgi) -> None:
        self._service = service
        self._most = most
        self._onward = onward

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request."""
        record = record_of_move(environ)
        if record is None:
            return self._onward(environ, start_response)
        began = perf_counter()
        answer = self._answer(environ, record)
        headers = [*answer.headers, *site.SECURITY.items(), ("Content-Length", str(len(answer.body)))]
        start_response(f"{answer.status} {HTTPStatus(answer.status).phrase.upper()}", headers)
        site.count(RECORDING, answer.status, began)
        return (answer.body,)

    def _answer(self, environ: Environ, record: str) -> Answer:
        call = _call(environ)
        address, began_s = environ.get("REMOTE_ADDR"), thread_time()
        try:
            size = get_content_length(environ) or 0
            token = authenticate(self._service, call, address, size, self._most, writes=True, records=True)
            call = call._replace(body=environ["wsgi.input"].read(size))
        except Exception as error:  # noqa: BLE001 - what it is says the answer
            return problem_answer(error, call)
        answer = moves.move(self._service, token, record, call)
        if answer.status != HTTPStatus.CREATED:
            # Recording a move is not charged.
            self._service.throttle.charge(token, address, thread_time() - began_s)
        return answer


def refuse_read(environ: Environ, error: Exception, call: str) -> Answer:
    """Answer a read that is refused before a thread works on it."""
    began = perf_counter()
    answer = problem_answer(error, _call(environ))
    site.count(call, answer.status, began)
    return answer._replace(headers=[*answer.headers, *site.SECURITY.items(), *site.CORS.items()])


def _call(environ: Environ) -> Call:
    query = parse_qs(environ["QUERY_STRING"], keep_blank_values=True) if environ.get("QUERY_STRING") else {}
    return Call(environ["PATH_INFO"], query, cast("Any", EnvironHeaders(environ)))


def record_of_move(environ: Environ) -> str | None:
    """The id of the record to which a call adds a move; None for any other call."""
    found = PATH.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "POST" else None
    return None if found is None else found[1]
