"""A blueprint that documents arguments and answers where they are parsed and sent."""

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any

import flask_smorest
from flask import request
from marshmallow import Schema
from webargs.flaskparser import FlaskParser

from engines.kernel.game import Json
from service.api.schemas.fields import LanguageArgs
from service.api.schemas.problems import Problem
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
        """Like the base's, but reject unknown query parameters, and cache the result of an empty query by schema."""
        if location == "query":
            if not request.query_string:
                if argmap not in self._of_nothing:
                    self._of_nothing[argmap] = super().parse(argmap, req, location=location, **kwargs)
                return dict(self._of_nothing[argmap])
            reject_unknown_parameters(argmap, request.args.to_dict(flat=False))
        return super().parse(argmap, req, location=location, **kwargs)

    def load_json(self, req: Any, schema: Schema) -> Any:
        """Parse the body strictly."""
        del schema
        return json_object(req.get_data(), req.mimetype)

    def handle_error(
        self, error: Any, req: Any, schema: Schema, *, error_status_code: int | None, error_headers: Any
    ) -> Any:
        """Raise the problem of an invalid body or query: 400, with the path of each fault."""
        del req, schema, error_status_code, error_headers
        raise validation_problem(error.messages) from error


class Blueprint(flask_smorest.Blueprint):
    """A blueprint that parses arguments with :class:`Parser` and documents its refusals in the contract."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._prepare_doc_cbks.insert(0, openapi_common.refusals)
        self._prepare_doc_cbks.append(openapi_common.headers)

    def route(self, rule: str, **options: Any) -> Any:
        """Like the base's. A view without a query of its own takes ``lang``; a call about a record may find none."""
        register = super().route(rule, **options)

        def decorate(view: Any) -> Any:
            noted = getattr(view, "_apidoc", {})
            if all(one["in"] != "query" for one in noted.get("arguments", {}).get("parameters", ())):
                view = self._takes_language(view)
            if "<record>" in rule and openapi_common.NOT_FOUND not in noted["response"]["responses"]:
                view = self.refuses({openapi_common.NOT_FOUND: openapi_common.NO_RECORD})(view)
            return register(view)

        return decorate

    def _takes_language(self, view: Any) -> Any:
        parser, schema = self.ARGUMENTS_PARSER, LanguageArgs()

        @functools.wraps(view)
        def checked(*args: Any, **kwargs: Any) -> Any:
            parser.parse(schema, location="query")
            return view(*args, **kwargs)

        return self.takes(LanguageArgs, "query")(checked)

    def add_url_rule(self, rule: str, *args: Any, **kwargs: Any) -> None:
        """Like the base's, but document the parts of the path."""
        parts = [
            {"in": "path", "name": name, **openapi_common.PATH_PARAMETERS[name]}
            for name in re.findall(r"<(\w+)>", rule)
        ]
        super().add_url_rule(rule, *args, **{**kwargs, "parameters": parts})

    def _store_endpoint_docs(self, endpoint: str, obj: Any, *args: Any, **kwargs: Any) -> None:
        """Like the base's, but name a call after its function."""
        super()._store_endpoint_docs(endpoint, obj, *args, **kwargs)
        for name, doc_info in self._docs[endpoint].items():
            if name != "parameters":
                doc_info["docstring"]["operationId"] = endpoint

    def arguments(self, schema: type[Schema], **kwargs: Any) -> Any:
        """Like the base's, with one schema for all requests: creating one takes longer than parsing with it."""
        return super().arguments(schema(), **kwargs)

    def takes(self, schema: type[Schema], location: str = "json") -> Any:
        """Document arguments that the view reads itself."""
        return _noted(super().arguments(schema(), location=location))

    def response(self, *args: Any, headers: Sequence[str] = (), tagged: bool = False, **kwargs: Any) -> Any:
        """Document the answer, which our views create themselves.

        ``headers``: names in :data:`service.api.web.openapi_common.HEADERS`, in addition to the headers of its kind.
        ``tagged``: whether it has a tag: then the call may also answer 304.
        """
        noted = _noted(super().response(*args, headers={name: name for name in headers}, **kwargs))
        if not tagged:
            return noted
        unchanged = self.alt_response(304, headers=headers, description="Nothing new since `If-None-Match`")
        return lambda view: noted(unchanged(view))

    def refuses(self, reasons: Mapping[int, str]) -> Any:
        """Document refusals of a call: status -> when."""

        def decorate(view: Any) -> Any:
            for status, description in reasons.items():
                view = self.alt_response(status, schema=Problem, description=description)(view)
            return view

        return decorate

    def alt_response(
        self, status: int, *, schema: type[Schema] | Json | None = None, headers: Sequence[str] = (), **kwargs: Any
    ) -> Any:
        """Document another answer; like :meth:`response`."""
        made = _of_all(schema) if isinstance(schema, type) else schema
        return _noted(super().alt_response(status, schema=made, headers={name: name for name in headers}, **kwargs))

    @staticmethod
    def takes_headers(*components: str) -> Any:
        """Document the request headers that a call reads, from :data:`service.api.web.openapi_common.PARAMETERS`."""

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
    """The shared instance of an answer's schema: two hundred answers use few schemas."""
    return schema()


def _noted(decorator: Any) -> Any:
    """Keep a decorator's documentation of a view, without its wrapper.

    The ten wrappers of a write would cost more than the rules of the game.
    """

    def decorate(view: Any) -> Any:
        view._apidoc = decorator(view)._apidoc  # noqa: SLF001 - where flask-smorest keeps it
        return view

    return decorate
