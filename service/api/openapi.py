"""The API contract: the list of calls, and the OpenAPI document generated from the code.

``python -m service.api.openapi`` prints it as YAML; ``openapi.yaml`` is its output.
"""

import functools
import inspect
import sys
from typing import Any

import flask_smorest
from flask import Flask
from marshmallow import fields

from service.api.routes import (
    boxes,
    checks,
    claims,
    feed,
    files,
    league_webhook,
    leagues,
    moves,
    people,
    proof,
    records,
    replay,
    stream,
)
from service.api.web import openapi_common
from service.version import program_version

ABOUT: dict[str, Any] = {
    "info": {
        "description": "Records table games move by move, checks each move against the rules, and replays and scores "
        "them."
    },
    "servers": [{"url": "/", "description": "The service that this document comes from"}],
    "security": [{}, {"token": []}],
}
TOKEN = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "`mb_<id>_<secret>`. Writes need one; reads of public and unlisted records need none.",
    }
}

MEMBERS = ("openapi", "info", "servers", "tags", "security", "paths", "components")
"""The document, in the order in which it is read."""

BLUEPRINTS = (
    records.blp,
    claims.blp,
    moves.blp,
    checks.blp,
    replay.blp,
    stream.blp,
    feed.blp,
    files.blp,
    boxes.blp,
    boxes.drafts_blp,
    people.blp,
    proof.blp,
    leagues.blp,
    league_webhook.blp,
)
"""Every call of the contract."""


class Api(flask_smorest.Api):
    """Describes the calls; :mod:`service.api.web.problems` handles errors."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _init_spec(self, **options: Any) -> None:
        """Like the base's, without its predefined components, which no call of ours uses."""
        super()._init_spec(**options)
        self.spec.components.schemas.clear()

    def _register_error_handlers(self) -> None:
        """Register none: the base's handlers drop Allow from a 405 and answer 422 if the body is not JSON."""


@functools.cache
def document() -> dict[str, Any]:
    """The OpenAPI document; callers must not change it.

    Generating it takes longer than the rest of a process's start, and most processes never need it, so it is generated
    at the first call, on an application without a store.
    """
    bare = Flask("service", static_folder=None)
    bare.config.update(API_TITLE="Movebook", API_VERSION=program_version(), OPENAPI_VERSION="3.1.0")
    api = Api(bare, spec_kwargs={**ABOUT, "components": {"securitySchemes": TOKEN}})
    api.ma_plugin.converter.add_attribute_function(_properties)
    for name, parameter in openapi_common.PARAMETERS.items():
        api.spec.components.parameter(name, "header", parameter)
    for name, header in openapi_common.HEADERS.items():
        api.spec.components.header(name, {**header, "required": True})
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    made = api.spec.to_dict()
    schemas = made["components"]["schemas"]
    for key, name in api.ma_plugin.converter.refs.items():
        if name in schemas:
            schemas[name]["description"] = inspect.cleandoc(key[0].__doc__ or "")
    return {part: made[part] for part in MEMBERS}


def _properties(_converter: Any, field: Any, ret: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Rename a map's size limit to ``maxProperties``; apispec uses the name for texts."""
    return {"maxProperties": ret.pop("maxLength")} if isinstance(field, fields.Dict) and "maxLength" in ret else {}


def text() -> str:
    """The document as YAML. Needs PyYAML, which only a development environment has."""
    import yaml  # noqa: PLC0415 - only where it is written

    return yaml.safe_dump(document(), sort_keys=False, allow_unicode=True, width=120)


if __name__ == "__main__":
    sys.stdout.write(text())
