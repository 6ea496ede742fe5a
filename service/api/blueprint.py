"""A blueprint of the contract: what a call takes and answers is documented where it is read."""

from __future__ import annotations

from typing import Any

import flask_smorest
from flask import request
from marshmallow import Schema
from webargs.flaskparser import FlaskParser

from engines.kernel.game import Json
from service.api.envelope import json_object, misshapen, refuse_strange
from service.api.schemas.problems import Problem


class Parser(FlaskParser):
    """Reads JSON strictly and refuses with a problem of our own."""

    DEFAULT_VALIDATION_STATUS = 400

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._of_nothing: dict[Any, Json] = {}

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012 - as its base has it
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "json": None,
    }

    def parse(self, argmap: Any, req: Any = None, *, location: str | None = None, **kwargs: Any) -> Any:
        """As its base's, with every query parameter known; of no query at all a schema makes the same each time."""
        if location == "query":
            if not request.query_string:
                if argmap not in self._of_nothing:
                    self._of_nothing[argmap] = super().parse(argmap, req, location=location, **kwargs)
                return dict(self._of_nothing[argmap])
            refuse_strange(argmap, request.args.to_dict(flat=False))
        return super().parse(argmap, req, location=location, **kwargs)

    def load_json(self, req: Any, schema: Schema) -> Any:
        """The body, strictly."""
        del schema
        return json_object(req.get_data(), req.mimetype)

    def handle_error(
        self, error: Any, req: Any, schema: Schema, *, error_status_code: int | None, error_headers: Any
    ) -> Any:
        """A body or query that does not fit: 400, with the path of each fault."""
        del req, schema, error_status_code, error_headers
        raise misshapen(error.messages) from error


class Blueprint(flask_smorest.Blueprint):
    """A blueprint whose arguments are read by :class:`Parser`, and whose refusals are in the contract."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._prepare_doc_cbks.insert(0, _refusals)

    def arguments(self, schema: type[Schema], **kwargs: Any) -> Any:
        """As its base's, with one schema for all requests: to make one takes longer than to read by it."""
        return super().arguments(schema(), **kwargs)

    def takes(self, schema: type[Schema], location: str = "json") -> Any:
        """Document arguments that the view reads itself."""
        return _noted(super().arguments(schema(), location=location))

    def response(self, *args: Any, **kwargs: Any) -> Any:
        """Document the answer; our views make it themselves."""
        return _noted(super().response(*args, **kwargs))

    def alt_response(self, *args: Any, **kwargs: Any) -> Any:
        """Document another answer."""
        return _noted(super().alt_response(*args, **kwargs))

    @staticmethod
    def doc(**kwargs: Any) -> Any:
        """Document something else."""
        return _noted(flask_smorest.Blueprint.doc(**kwargs))


def _noted(decorator: Any) -> Any:
    """What a decorator notes of a view for the contract, without the wrapper that it puts around it.

    Ten of them, as a write has, cost more than the rules of the game.
    """

    def decorate(view: Any) -> Any:
        view._apidoc = decorator(view)._apidoc  # noqa: SLF001 - where flask-smorest keeps it
        return view

    return decorate


EVERY = {
    400: "The query, a header or the body cannot be read",
    401: "The token is worthless, or one is needed",
    429: "Asked too often, or for more than the caller may take of the processor: again after `Retry-After`",
    503: "The store is out of reach, or takes no writes, or too many ask for what takes long: try again after "
    "`Retry-After`, with the same Idempotency-Key",
}
"""What every call may be refused with."""


def _refusals(doc: Json, doc_info: Json, *, method: str, **_: Any) -> Json:
    """Document what every call may be refused with, and all refusals as what they are: problem+json."""
    answers = doc_info.setdefault("response", {}).setdefault("responses", {})
    common = EVERY | ({413: "Too many bytes", 415: "Not in this form"} if method == "post" else {})
    if 304 in answers:  # noqa: PLR2004 - what has a tag
        common[412] = "If-Match names another version"
    if any("No such record" in each["description"] for each in answers.get(404, ())):
        common[410] = "The record was removed"
        for each in answers.setdefault(409, []):
            each["description"] += "; or the record is set aside"
        if not answers[409]:
            common[409] = "The record is set aside: it cannot be replayed"
            del answers[409]
    for status, description in common.items():
        answers.setdefault(status, [{"schema": Problem, "description": description, "content_type": None}])
    for status, documented in answers.items():
        for each in documented if int(status) >= 400 else ():  # noqa: PLR2004 - refusals from 400 on
            each["content_type"] = "application/problem+json"
    return doc
