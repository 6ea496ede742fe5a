"""The API client of the command line: it retries after a lost connection and never writes anything twice."""

import contextlib
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import requests

from engines.kernel.game import Json, Text
from service.cli.errors import CommandError
from service.out import note
from service.texts import said

CONNECT_S, READ_S = 5.0, 60.0
RETRY_FOR_S = 60.0
"""How long to retry a service that answered before (s)."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.2, 5.0
_AWAY, _TOO_OFTEN = (502, 503, 504), 429
_UNAUTHORIZED = 401

Query = Mapping[str, str | int | None]
"""Query parameters; None is left out."""


class ProblemError(CommandError):
    """The service refused."""

    NEEDED: ClassVar[Text] = {
        "en": "missing or invalid token: use --token-file FILE or set MOVEBOOK_TOKEN",
        "es": "falta un token válido: usa --token-file ARCHIVO o define MOVEBOOK_TOKEN",
    }

    def __init__(self, status: int, document: Json) -> None:
        said = str(document.get("detail") or document.get("title") or status)
        if "rule" in document:
            said += "".join(f" [{name}]" for name in document.get("names", ()))
        super().__init__(said)
        if status == _UNAUTHORIZED:  # what the service says is for who writes requests by hand
            self.says = {"en": f"{self.NEEDED['en']} ({said})", "es": f"{self.NEEDED['es']} ({said})"}
        self.status = status
        self.document = document

    @property
    def rule(self) -> str | None:
        """The clause that refuses, if a rule does."""
        return self.document.get("rule")


@dataclass(frozen=True, slots=True)
class Credentials(requests.auth.AuthBase):
    """The token to call with. It is an authentication object, because requests would otherwise read ``.netrc``.

    ``assumed``: whether it was found in the data folder, not named by the user, and may belong to another service.
    """

    token: str | None
    assumed: bool = False

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        """Add the token to a request."""
        if self.token is not None:
            request.headers["Authorization"] = f"Bearer {self.token}"
        return request


class Api:
    """A service.

    Args:
        url: Its address, without a slash at the end.
        credentials: The token to call with.
        lang: The language of sentences and refusals.
        local: Whether it is on this machine; then no proxy is used.
        retry_for_s: How long to retry after it has answered once (s).
    """

    def __init__(
        self, url: str, credentials: Credentials, lang: str, *, local: bool = False, retry_for_s: float = RETRY_FOR_S
    ) -> None:
        self.url = url
        self.lang = lang
        self.retry_for_s = retry_for_s
        self.reached = False
        self.session = requests.Session()
        self.session.trust_env = not local
        self.session.auth = credentials
        self.session.headers.update({"User-Agent": "movebook", "Accept-Language": lang})

    def close(self) -> None:
        """Close the connections."""
        self.session.close()

    def get(self, path: str, **query: str | int | None) -> Json:
        """A JSON answer.

        Raises:
            ProblemError: The service refuses.
            CommandError: It cannot be reached.
        """
        return _json(self.send("GET", path, query))

    def replay(self, record: str, *, wait_s: float = 5.0, **query: str | int | None) -> Json | None:
        """A replay; None if the workers are too far behind to finish in time."""
        until = time.monotonic() + wait_s
        while True:
            answer = self.send("GET", f"/v1/records/{record}/replay", query)
            if answer.status_code != 202:  # noqa: PLR2004 - the projections are behind
                return _json(answer)
            if time.monotonic() > until:
                return None
            time.sleep(_FIRST_PAUSE_S)

    def post(
        self,
        path: str,
        body: Json | bytes | None,
        *,
        match: int | None = None,
        key: str | None = None,
        kind: str = "application/json",
        **query: str | int | None,
    ) -> Json:
        """Send a body and give the JSON answer.

        Args:
            path: From ``/v1`` on.
            body: JSON, or bytes of another kind; None for no body.
            match: The version it follows.
            key: Idempotency key; with one it is sent again when the connection is lost.
            kind: The media type of bytes.
            **query: The query.

        Raises:
            ProblemError: The service refuses.
            CommandError: It cannot be reached.
        """
        headers = {}
        if match is not None:
            headers["If-Match"] = f'"{match}"'
        if key is not None:
            headers["Idempotency-Key"] = key
        if isinstance(body, bytes):
            headers["Content-Type"] = kind
            return _json(self.send("POST", path, query, headers, data=body, again=key is not None))
        return _json(self.send("POST", path, query, headers, json=body, again=key is not None))

    def put(self, path: str, body: Json) -> Json:
        """Set the resource at a path and return the JSON answer; idempotent.

        Raises:
            ProblemError: The service refuses.
            CommandError: It cannot be reached.
        """
        return _json(self.send("PUT", path, {}, json=body))

    def delete(self, path: str) -> None:
        """Delete the resource at a path; idempotent.

        Raises:
            ProblemError: The service refuses.
            CommandError: It cannot be reached.
        """
        self.send("DELETE", path, {})

    def send(
        self,
        method: str,
        path: str,
        query: Query,
        headers: Mapping[str, str] | None = None,
        *,
        again: bool = True,
        **body: Any,
    ) -> requests.Response:
        """Send a request until it is answered.

        Raises:
            ProblemError: The service refuses.
            CommandError: It cannot be reached.
        """
        asked = {name: value for name, value in ({"lang": self.lang} | dict(query)).items() if value is not None}
        began = time.monotonic()
        for pause in _pauses():
            answer: requests.Response | None = None
            try:
                answer = self.session.request(
                    method, self.url + path, params=asked, headers=headers, timeout=(CONNECT_S, READ_S), **body
                )
            except (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError) as error:
                # Sent again only if it never arrived, or if it is idempotent.
                if not (again or isinstance(error, requests.ConnectTimeout)) or not self._may_wait(began):
                    raise self._away(error) from None
            except requests.RequestException as error:
                raise CommandError(f"{self.url}: {error}") from None
            busy = answer is not None and _is_busy(answer)
            # A service that says it is busy is there, even if this is the first request to it.
            self.reached = self.reached or busy
            wait = max(pause, _wanted_s(answer)) if answer is not None and busy else pause
            if answer is not None and not (_comes_again(answer) and self._may_wait(began, wait)):
                if self._drop_assumed(answer):
                    continue
                return self._checked(answer)
            if pause == _FIRST_PAUSE_S:
                self._note(answer, busy=busy, wait=wait)
            time.sleep(wait)
        raise AssertionError  # the pauses do not end

    def _note(self, answer: requests.Response | None, *, busy: bool, wait: float) -> None:
        """Report why it takes longer."""
        if answer is not None and answer.status_code == _TOO_OFTEN:
            en = f"too many requests for {self.url}; trying again in {wait:.0f} s"
            es = f"demasiadas solicitudes para {self.url}; se intenta de nuevo en {wait:.0f} s"
        elif busy:
            en, es = f"{self.url} is busy; retrying", f"{self.url} está ocupado; reintentando"
        else:
            en, es = f"no connection to {self.url}; retrying", f"sin conexión con {self.url}; reintentando"
        note(f"movebook: {es if self.lang == 'es' else en}")

    def _may_wait(self, began: float, wait: float = 0.0) -> bool:
        """Whether to wait ``wait`` seconds more for the service: it has answered before, and not too long ago."""
        return self.reached and time.monotonic() - began + wait < self.retry_for_s

    def _away(self, error: Exception) -> CommandError:
        if self.reached:
            return CommandError(said("no_longer_responds", url=self.url))
        why = "no answer in time" if isinstance(error, requests.Timeout) else "no connection"
        return CommandError(said("no_service_at_address", url=self.url, why=why))

    def _drop_assumed(self, answer: requests.Response) -> bool:
        """Call anonymously from now on if the data folder's token belongs to another service than this one."""
        who = self.session.auth
        if answer.status_code != _UNAUTHORIZED or not (isinstance(who, Credentials) and who.assumed):
            return False
        self.session.auth = Credentials(None)
        return True

    def _checked(self, answer: requests.Response) -> requests.Response:
        """Return the answer, or raise an error if it is a refusal."""
        self.reached = True
        if answer.ok:
            return answer
        document: Json = {}
        with contextlib.suppress(ValueError):
            found = answer.json()
            document = found if isinstance(found, dict) else {}
        if "problem+json" not in answer.headers.get("Content-Type", "") or not document:
            raise CommandError(said("answers_status_but_not_movebook", url=answer.url, status_code=answer.status_code))
        raise ProblemError(answer.status_code, document)


def new_key() -> str:
    """A new idempotency key."""
    return uuid.uuid4().hex


def _comes_again(answer: requests.Response) -> bool:
    """Whether to repeat the request later: the service is unavailable, or asks to wait."""
    return answer.status_code in (*_AWAY, _TOO_OFTEN)


def _wanted_s(answer: requests.Response) -> float:
    """The delay that the service requests before a retry (``Retry-After``, s); 0 if it does not say."""
    said = answer.headers.get("Retry-After", "")
    return float(said) if said.isascii() and said.isdigit() else 0.0


def _is_busy(answer: requests.Response) -> bool:
    """Whether the service says that it is busy with other requests, or that this caller has reached a limit."""
    if answer.status_code == _TOO_OFTEN:
        return True
    if answer.status_code not in _AWAY:
        return False
    try:
        document = answer.json()
    except ValueError:
        return False
    return isinstance(document, dict) and document.get("type") == "urn:movebook:problem:busy"


def _pauses() -> Iterator[float]:
    pause = _FIRST_PAUSE_S
    while True:
        yield pause
        pause = min(2 * pause, _LONGEST_PAUSE_S)


def _json(answer: requests.Response) -> Json:
    try:
        found = answer.json()
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise CommandError(said("answers_but_not_movebook", url=answer.url))
    return found
