"""Parses the JSON, query and headers of a call, or refuses them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from marshmallow import Schema, ValidationError

from engines.kernel.game import LANGUAGES, Json, Text
from service.api.web.body import MediaTypeError, read_json
from service.api.web.call import Call
from service.api.web.problems import ProblemError, capped
from service.api.web.validation_messages import translate
from service.record.write.request import PreconditionNeededError
from service.texts import said

JSON_TYPES = ("application/json",)
MOST_UNKNOWN = 10
"""Maximum number of query parameters that a refusal names."""
MOST_NAME = 60
"""Maximum characters of an unknown parameter's name in a refusal."""
# A proxy that compresses an answer changes its tag: nginx makes it weak, Caddy adds the name of the encoding.
_VERSION = re.compile(r'(?:W/(?="[0-9]+-))?"?([0-9]{1,15})(?:-[0-9a-f]{16}(?:-[a-z]{1,10})?)?"?')


def need_json(media_type: str) -> None:
    """Check that the media type of a body is JSON.

    Raises:
        MediaTypeError: It is not.
    """
    if media_type not in JSON_TYPES:
        raise MediaTypeError(media_type, JSON_TYPES)


def json_object(raw: bytes, media_type: str) -> Json:
    """Parse a body as a JSON object.

    Raises:
        MediaTypeError: Its media type is not JSON.
        BodyError: It is not JSON.
        ProblemError: It is not an object.
    """
    need_json(media_type)
    value = read_json(raw)
    if type(value) is not dict:
        raise ProblemError("invalid-request", said("body_must_object"))
    return value


def parse_body(schema: Schema, call: Call) -> Json:
    """Parse the JSON body of a call with a schema.

    Raises:
        ProblemError: The body does not fit the schema; further errors as in :func:`json_object`.
    """
    try:
        found: Json = schema.load(json_object(call.body, call.media_type))
    except ValidationError as error:
        raise validation_problem(error.messages) from None
    return found


def parse_query(schema: Schema, call: Call) -> Json:
    """Parse the query of a call with a schema.

    Raises:
        ProblemError: A parameter is unknown, repeated, or has an invalid value.
    """
    if not call.query:
        return dict(_defaults(schema))
    reject_unknown_parameters(schema, call.query)
    try:
        found: Json = schema.load({name: values[0] for name, values in call.query.items()})
    except ValidationError as error:
        raise validation_problem(error.messages) from None
    return found


def reject_unknown_parameters(schema: Schema, query: Mapping[str, Sequence[str]]) -> None:
    """Refuse a query with an unknown or repeated parameter.

    Raises:
        ProblemError: The query has such a parameter: invalid-request.
    """
    names = {field.data_key or name for name, field in schema.fields.items()}
    strange = [name for name in query if name not in names][:MOST_UNKNOWN]
    twice = [name for name, values in query.items() if len(values) > 1 and name in names]
    if strange:
        named, known = ", ".join(f"{name!r:.{MOST_NAME}}" for name in strange), ", ".join(sorted(names))
        raise ProblemError(
            "invalid-request",
            said("unknown_query_parameter_known", named=named, known=known),
            errors={name[:MOST_NAME]: translate("unknown") for name in strange},
        )
    if twice:
        raise ProblemError(
            "invalid-request",
            said("given_twice", them=", ".join(twice)),
            errors=dict.fromkeys(twice, translate("given more than once")),
        )


@lru_cache
def _defaults(schema: Schema) -> Json:
    """The result of a schema for an empty query."""
    found: Json = schema.load({})
    return found


def validation_problem(messages: Any) -> ProblemError:
    """The refusal of a query or a body, with the path of each fault."""
    return invalid_request(faults_of(messages))


def invalid_request(faults: Mapping[str, Text]) -> ProblemError:
    """The refusal of a request, with the place of each fault."""
    shown = {lang: capped({where: says[lang] for where, says in faults.items()}, lang) for lang in LANGUAGES}
    errors = {where: {lang: each[1][where] for lang, each in shown.items()} for where in shown["en"][1]}
    return ProblemError("invalid-request", {lang: each[0] for lang, each in shown.items()}, errors=errors)


def faults_of(messages: Any) -> dict[str, Text]:
    """The messages of a schema: path -> what is wrong there."""
    return dict(_flat(messages))


def _flat(messages: Any, where: str = "") -> Iterator[tuple[str, Text]]:
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            # webargs puts the location first; a caller knows where it wrote.
            path = where if not where and name in ("json", "query") else f"{where}.{name}".lstrip(".")
            yield from _flat(inner, path if name != "_schema" else where)
    else:
        said = [translate(str(one)) for one in (messages if isinstance(messages, list) else [messages])]
        yield where or "body", {lang: " ".join(one[lang] for one in said) for lang in LANGUAGES}


def if_match(header: str | None) -> int | None:
    """The version that a write follows, by its ``If-Match``; None for ``*``.

    Raises:
        PreconditionNeededError: The header is missing.
        ProblemError: It does not name a version.
    """
    if header is None:
        raise PreconditionNeededError(star=False)
    if header.strip() == "*":
        return None
    form = _VERSION.fullmatch(header.strip())
    if form is None:
        raise ProblemError("invalid-request", said("if_match_not_version", header=header))
    return int(form[1])


def idempotency_key(header: str | None) -> str | None:
    """The key in an ``Idempotency-Key`` header; None without one.

    Raises:
        ProblemError: The key is empty, longer than 200 characters, or not printable ASCII.
    """
    if header is None:
        return None
    if not 0 < len(header) <= 200 or not header.isprintable() or not header.isascii():  # noqa: PLR2004
        raise ProblemError("invalid-request", said("idempotency_key"))
    return header
