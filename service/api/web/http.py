"""Helpers of all routes: the caller of a request, and its answer."""

from collections.abc import Mapping
from typing import Any, cast

from flask import Response, current_app, g, request

from engines.kernel.game import LANGUAGES
from engines.kernel.sentences import OR, joined
from service.access import rights
from service.access.eyes import JUDGE, PUBLIC, Eyes
from service.access.rights import Caller, NoTokenError
from service.access.tokens import Token
from service.api.web import authentication, compression
from service.api.web.call import TO_ANYBODY, TO_BEARER, Answer, Call, etag, json_of, language_of, languages_of
from service.api.web.problems import ProblemError
from service.api.web.service import Service
from service.store.log import Head, RecordNotFoundError
from service.texts import said

COUNTED = ("/v1/", "/readyz", "/openapi.json")
"""Prefixes of paths that count against a caller's limit: they use the store or much processor time."""
RECORDING = "moves.make_move"
"""The name of the route that records a move."""
WRITING = ("POST", "PUT", "PATCH", "DELETE")


def service() -> Service:
    """The service of the app that answers this request."""
    found: Service = current_app.extensions["movebook"]
    return found


def call() -> Call:
    """This request."""
    return head_of_call()._replace(body=request.get_data())


def head_of_call() -> Call:
    """The path, query and headers of this request, without reading its body."""
    return Call(request.path, request.args.to_dict(flat=False), cast("Mapping[str, str]", request.headers))


def language() -> str:
    """The language of titles and details."""
    return language_of(request.args.get("lang"), request.headers.get("Accept-Language"))


def languages() -> tuple[str, ...]:
    """The languages of sentences."""
    return languages_of(request.args.get("lang"), request.headers.get("Accept-Language"))


# The caller


def takes_files(view: Any) -> Any:
    """Mark a view whose body may be as long as an import."""
    view.takes_files = True
    return view


def for_nobody(view: Any) -> Any:
    """Mark a view that writes without a token, because its body has a secret."""
    view.for_nobody = True
    return view


def for_everybody(view: Any) -> Any:
    """Mark a view that gives every caller the same answer: it may be compressed for a token, too."""
    view.for_everybody = True
    return view


def authenticate() -> None:
    """Run :func:`service.api.web.authentication.authenticate` before the body is read."""
    if request.method == "OPTIONS" or not request.path.startswith(COUNTED):
        return
    if request.url_rule is None:
        # An unknown route: it is counted, then Flask answers 404.
        token = authentication.authenticate(service(), head_of_call(), request.remote_addr, 0, 0, writes=False)
        g.sender = token, request.remote_addr
        return
    view = current_app.view_functions[request.url_rule.endpoint]
    if getattr(view, "takes_files", False):
        request.max_content_length = current_app.config["IMPORT_LIMIT"]
    g.shared = getattr(view, "for_everybody", False)
    size, most = request.content_length or 0, request.max_content_length or 0
    writes = request.method in WRITING and not getattr(view, "for_nobody", False)
    records = request.endpoint == RECORDING
    token = authentication.authenticate(
        service(), head_of_call(), request.remote_addr, size, most, writes=writes, records=records
    )
    g.sender = token, request.remote_addr
    if token is not None:
        g.token = token


def bearer() -> Token | None:
    """The valid token of this request; None if it has none.

    Raises:
        NoTokenError: Its token is not valid.
    """
    if "token" in g:
        held: Token | None = g.token
        return held
    token = authentication.bearer(service(), head_of_call())
    g.token = token
    return token


def need_token(*scopes: str) -> Token:
    """The valid token of this request, which must have one of the scopes and no record.

    Raises:
        NoTokenError: There is none.
        NotAllowedError: It has another scope, or is bound to a record.
    """
    token = bearer()
    if token is None:
        raise NoTokenError
    if token.scope not in scopes or token.record is not None:
        needed = {lang: joined(scopes, lang, OR) for lang in LANGUAGES}
        raise rights.NotAllowedError(said("token_of_scope_needed", scope=token.scope, needed=needed))
    return token


def caller_of(record: str, call: str) -> tuple[Caller, Head]:
    """The caller of this request for a record, after a check that it may make the call; and the record's head.

    Raises:
        RecordNotFoundError: There is no such record, or the caller may not know of it.
    """
    token = bearer()
    try:
        head = service().log.head(record)
    except RecordNotFoundError:
        service().lives.drop(record)  # nothing of a removed record is kept in memory
        raise
    caller = rights.caller(token, head)
    caller.check_may(call)
    return caller, head


def resolve_eyes(caller: Caller, record: str, eyes: str | None) -> Eyes:
    """The requested eyes; a read with the judge's eyes is logged."""
    found = caller.resolve_eyes(eyes)
    g.shared = found == PUBLIC
    if found == JUDGE:
        service().log.note_look(record, caller.by, request.endpoint or "")
    return found


# Answers


def respond(answer: Answer) -> Response:
    """Convert an answer to a Flask response."""
    return Response(answer.body, answer.status, answer.headers)


def answer(
    document: Any, status: int = 200, version: int | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """A JSON answer, with a tag if it has a record's version (see :func:`finish`); 304 if the caller has it already."""
    body = document if isinstance(document, (bytes, str)) else json_of(document)
    response = Response(body, status, mimetype="application/json")
    return finish(response, version, headers)


def finish(response: Response, version: int | None = None, headers: Mapping[str, str] | None = None) -> Response:
    """Add the headers of every answer, and the tag; 304 if ``If-None-Match`` names the tag.

    ``version``: the version of the record that its body shows; None if it does not depend on a record.

    Raises:
        ProblemError: A read whose ``If-Match`` is neither the answer's tag nor its version alone: version-conflict.
    """
    response.headers.update(TO_BEARER if "Authorization" in request.headers else TO_ANYBODY)
    response.headers.update(headers or {})
    if version is None:
        return response
    response.headers["ETag"] = etag(version, response.get_data())
    return conditional(response)


def conditional(response: Response) -> Response:
    """Apply the request's conditions to an answer: 304 if ``If-None-Match`` names its tag.

    A caller that accepts gzip may name either tag; the 304 repeats the tag that matched.

    Raises:
        ProblemError: A read whose ``If-Match`` is neither the answer's tag nor its version alone: version-conflict.
    """
    if request.method not in ("GET", "HEAD") or response.status_code != 200:  # noqa: PLR2004
        return response
    plain = response.headers["ETag"].strip('"').removesuffix(compression.MARK)
    tags = [plain + compression.MARK, plain] if compression.is_compressed(response) else [plain]
    version = int(plain.partition("-")[0])
    # A caller that knows the version but not this body may send the version alone.
    if request.if_match and not any(request.if_match.contains(known) for known in (*tags, str(version))):
        raise ProblemError("version-conflict", said("if_match_not_match", version=version), version=version)
    if (named := next(filter(request.if_none_match.contains_weak, tags), None)) is not None:
        response.status_code = 304
        response.set_etag(named)
    return response
