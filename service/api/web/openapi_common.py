"""The parts of the contract that many calls share: headers, parts of a path, and common refusals.

A new call declares what is its own: its query and body (``arguments``, or ``takes`` where it reads them itself), the
request headers that it reads (``takes_headers``), its good answers (``response``, ``alt_response``) and its refusals
(``refuses``). All else follows from that and is added here. Its name in the contract (``operationId``) is the name of
its function, its summary the first line of the docstring, its description the rest. ``make openapi`` generates it.
"""

from typing import Any

from engines.kernel.game import Json
from service.api.schemas.problems import Problem

KEY = "IdempotencyKey"
IF_MATCH = "IfMatch"
WRITES = (IF_MATCH, KEY)
"""Components of the request headers of every write to a record."""
READS = ("IfNoneMatch", "IfMatchHere")
"""Components of the request headers of every read that has a tag."""
ALWAYS = ("AcceptLanguage",)
"""Components of the request headers of every call."""

PARAMETERS: dict[str, Json] = {
    IF_MATCH: {
        "name": "If-Match",
        "required": True,
        "description": 'The version followed, as `"41"` or as the tag of an answer; `*` where order does not matter.',
        "schema": {"type": "string", "example": '"41"'},
    },
    KEY: {
        "name": "Idempotency-Key",
        "required": False,
        "description": "The same key and body give the first answer again, so that a lost answer costs nothing.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[ -~]*$"},
    },
    "IfNoneMatch": {
        "name": "If-None-Match",
        "required": False,
        "description": "A tag (`ETag`) that the caller has: `304` without a body where nothing is new.",
        "schema": {"type": "string"},
    },
    "IfMatchHere": {
        "name": "If-Match",
        "required": False,
        "description": "A tag or version that the answer must have; else `412`.",
        "schema": {"type": "string"},
    },
    "LastEventID": {
        "name": "Last-Event-ID",
        "required": False,
        "description": "The `id` of the last event that the caller has: entries after it are sent. Overrides `after`.",
        "schema": {"type": "integer", "minimum": 0, "example": 41},
    },
    "AcceptLanguage": {
        "name": "Accept-Language",
        "required": False,
        "description": "The language of sentences and refusals where `lang` names none: en or es.",
        "schema": {"type": "string", "example": "es"},
    },
}
"""Component -> a header of requests."""

HEADERS: dict[str, Json] = {
    "ETag": {
        "description": 'The tag of the answer: `"<version>-<hash of the body>"`; with `-gzip` at its end where the '
        "body is sent compressed.",
        "schema": {"type": "string"},
    },
    "Location": {"description": "The path of what was written.", "schema": {"type": "string"}},
    "Retry-After": {"description": "Seconds after which to ask again.", "schema": {"type": "integer", "minimum": 0}},
    "WWW-Authenticate": {"description": "`Bearer`: a token is wanted.", "schema": {"type": "string"}},
    "Content-Disposition": {"description": "The name of the file.", "schema": {"type": "string"}},
    "Cache-Control": {"description": "Who may keep the answer.", "schema": {"type": "string"}},
    "Vary": {"description": "The request headers that the answer depends on.", "schema": {"type": "string"}},
}
"""Headers of answers; an answer always has the headers declared for it."""
COMMON_HEADERS = ("Cache-Control", "Vary")

PATH_PARAMETERS: dict[str, Json] = {
    "game": {
        "description": "The name of a title.",
        "schema": {"type": "string", "minLength": 1},
        "example": "kingdoms",
    },
    "record": {"description": "The id of a record.", "schema": {"type": "string", "minLength": 1}},
    "token_id": {"description": "The id of a token, which is no secret.", "schema": {"type": "string", "minLength": 1}},
    "player": {"description": "The id of a player.", "schema": {"type": "string", "minLength": 1}},
    "version": {"description": "The version of an entry.", "schema": {"type": "string", "minLength": 1}},
    "name": {"description": "The name of a seal.", "schema": {"type": "string", "minLength": 1}},
    "league": {"description": "The id of a league.", "schema": {"type": "string", "minLength": 1}},
    "ref": {"description": "The league's own id of a person.", "schema": {"type": "string", "minLength": 1}},
    "box": {"description": "The hash of a box.", "schema": {"type": "string", "minLength": 1}},
    "edition": {"description": "The name of a draft.", "schema": {"type": "string", "minLength": 1, "maxLength": 40}},
}
"""The parts of a path."""

COMMON_REFUSALS = {
    400: "The query, a header or the body cannot be read",
    401: "Missing or invalid token",
    429: "Asked too often, or for more than the caller may take of the processor: again after `Retry-After`",
    500: "The fault is the service's, and has been noted",
    503: "The store is out of reach, or takes no writes, or too many ask for what takes long: try again after "
    "`Retry-After`, with the same Idempotency-Key",
}
"""The common refusals of all calls."""
NOT_FOUND = 404
NO_RECORD = "No such record"
"""What :data:`NOT_FOUND` means in all calls about a record."""
PROBLEM = "application/problem+json"
NOT_MODIFIED = 304
REFUSED = 400
"""Statuses from here on are refusals."""


def refusals(doc: Json, doc_info: Json, *, method: str, **_: Any) -> Json:
    """Document the common refusals of a call, and all its refusals as problem+json."""
    answers = doc_info.setdefault("response", {}).setdefault("responses", {})
    common = COMMON_REFUSALS | ({413: "Too many bytes", 415: "Not in this form"} if method == "post" else {})
    if NOT_MODIFIED in answers:  # what has a tag
        common[412] = "If-Match names another version"
    if any(NO_RECORD in each["description"] for each in answers.get(NOT_FOUND, ())):
        common[410] = "The record was removed"
        for each in answers.setdefault(409, []):
            each["description"] += "; or the record is in quarantine"
        if not answers[409]:
            common[409] = "The record is in quarantine: it cannot be replayed"
            del answers[409]
    for status, description in common.items():
        answers.setdefault(status, [{"schema": Problem, "description": description, "content_type": None}])
    for status, documented in answers.items():
        for each in documented if int(status) >= REFUSED else ():
            each["content_type"] = PROBLEM
    return doc


def headers(doc: Json, doc_info: Json, **_: Any) -> Json:
    """Document the headers of a call and of its answers; runs after everything else is documented."""
    doc["responses"] = dict(sorted(doc["responses"].items(), key=lambda answer: int(answer[0])))
    tagged = NOT_MODIFIED in map(int, doc["responses"])
    named = [*doc_info.get("headers", ()), *(READS if tagged else ()), *ALWAYS]
    doc["parameters"] = [*doc.get("parameters", []), *named]
    for status, answer in doc["responses"].items():
        found = answer.setdefault("headers", {})
        found |= {name: name for name in headers_of(int(status), tagged=tagged, writes=IF_MATCH in named)}
    return doc


def headers_of(status: int, *, tagged: bool, writes: bool) -> tuple[str, ...]:
    """The headers that every answer of a status has.

    ``tagged``: whether the call reads something that has a tag.
    """
    match status:
        case 204:
            return ()
        case 202 | 429 | 503:
            return (*COMMON_HEADERS, "Retry-After")
        case 401:
            return (*COMMON_HEADERS, "WWW-Authenticate")
        case 412:
            return (*COMMON_HEADERS, "ETag")
        case 201:
            return (*COMMON_HEADERS, "Location", *(("ETag",) if writes else ()))
        case 200 | 304 if tagged:
            return (*COMMON_HEADERS, "ETag")
    return COMMON_HEADERS
