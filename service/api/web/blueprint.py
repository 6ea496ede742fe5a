"""A blueprint of the contract: what a call takes and answers is documented where it is read."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any

import flask_smorest
from flask import request
from marshmallow import Schema
from webargs.flaskparser import FlaskParser

from engines.kernel.game import Json
from service.api.web import openapi_common
from service.api.web.request import json_object, reject_unknown_parameters, validation_problem


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
            reject_unknown_parameters(argmap, request.args.to_dict(flat=False))
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
        raise validation_problem(error.messages) from error


class Blueprint(flask_smorest.Blueprint):
    """A blueprint whose arguments are read by :class:`Parser`, and whose refusals are in the contract."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._prepare_doc_cbks.insert(0, openapi_common.refusals)
        self._prepare_doc_cbks.append(openapi_common.headers)

    def add_url_rule(self, rule: str, *args: Any, **kwargs: Any) -> None:
        """As its base's; the parts of the path are documented."""
        parts = [
            {"in": "path", "name": name, **openapi_common.PATH_PARAMETERS[name]}
            for name in re.findall(r"<(\w+)>", rule)
        ]
        super().add_url_rule(rule, *args, **{**kwargs, "parameters": parts})

    def _store_endpoint_docs(self, endpoint: str, obj: Any, *args: Any, **kwargs: Any) -> None:
        """As its base's; a call is named after its function."""
        super()._store_endpoint_docs(endpoint, obj, *args, **kwargs)
        for name, doc_info in self._docs[endpoint].items():
            if name != "parameters":
                doc_info["docstring"]["operationId"] = endpoint

    def arguments(self, schema: type[Schema], **kwargs: Any) -> Any:
        """As its base's, with one schema for all requests: to make one takes longer than to read by it."""
        return super().arguments(schema(), **kwargs)

    def takes(self, schema: type[Schema], location: str = "json") -> Any:
        """Document arguments that the view reads itself."""
        return _noted(super().arguments(schema(), location=location))

    def response(self, *args: Any, headers: Sequence[str] = (), **kwargs: Any) -> Any:
        """Document the answer; our views make it themselves.

        Args:
            *args: As its base's.
            headers: Those of :data:`service.api.web.openapi_common.HEADERS` that it adds to those of its kind.
            **kwargs: As its base's.
        """
        return _noted(super().response(*args, headers={name: name for name in headers}, **kwargs))

    def alt_response(
        self, status: int, *, schema: type[Schema] | Json | None = None, headers: Sequence[str] = (), **kwargs: Any
    ) -> Any:
        """Document another answer; as :meth:`response`."""
        made = _of_all(schema) if isinstance(schema, type) else schema
        return _noted(super().alt_response(status, schema=made, headers={name: name for name in headers}, **kwargs))

    @staticmethod
    def takes_headers(*components: str) -> Any:
        """Document the request headers that a call reads: of :data:`service.api.web.openapi_common.PARAMETERS`."""

        def decorate(view: Any) -> Any:
            view._apidoc = {**getattr(view, "_apidoc", {}), "headers": components}  # noqa: SLF001 - as :func:`_noted`
            return view

        return decorate

    @staticmethod
    def doc(**kwargs: Any) -> Any:
        """Document something else."""
        return _noted(flask_smorest.Blueprint.doc(**kwargs))


@functools.cache
def _of_all(schema: type[Schema]) -> Schema:
    """The one instance of a schema for all calls that answer with it: two hundred answers have one of few schemas."""
    return schema()


def _noted(decorator: Any) -> Any:
    """What a decorator notes of a view for the contract, without the wrapper that it puts around it.

    Ten of them, as a write has, cost more than the rules of the game.
    """

    def decorate(view: Any) -> Any:
        view._apidoc = decorator(view)._apidoc  # noqa: SLF001 - where flask-smorest keeps it
        return view

    return decorate
