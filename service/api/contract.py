"""The contract: the calls that there are, and the document that describes them, made from the code.

``python -m service.api.contract`` prints it as YAML; ``openapi.yaml`` is its output.
"""

from __future__ import annotations

import functools
import sys
from typing import Any

import flask_smorest
import yaml
from flask import Flask

from service.api import editions, files, frames, moves, records

VERSION = "1.0.0"
"""Of the contract, not of the program."""

BLUEPRINTS = (records.blp, moves.blp, frames.blp, files.blp, editions.blp)
"""Every call of the contract."""


class Api(flask_smorest.Api):
    """What describes the calls; errors are :mod:`service.api.problems`' business."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """None of its own: they drop Allow from a 405 and answer 422 where the body is not JSON."""


@functools.cache
def document() -> dict[str, Any]:
    """The OpenAPI document; not to be changed.

    It takes longer to make than all else that a process does before it answers, and most processes are never asked
    for it: so it is made when it is first wanted, on an application without a store.
    """
    bare = Flask("service", static_folder=None)
    bare.config.update(API_TITLE="Movebook", API_VERSION=VERSION, OPENAPI_VERSION="3.1.0")
    description = "Records table games move by move, checks each move against the rules, and replays and scores them."
    security = {"token": {"type": "http", "scheme": "bearer", "description": "mb_<id>_<secret>"}}
    info = {"description": description, "license": {"name": "See the distribution"}}
    api = Api(
        bare, spec_kwargs={"info": info, "components": {"securitySchemes": security}, "security": [{}, {"token": []}]}
    )
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    made: dict[str, Any] = api.spec.to_dict()
    return made


def text() -> str:
    """The document as YAML."""
    return yaml.safe_dump(document(), sort_keys=True, allow_unicode=True, width=120)


if __name__ == "__main__":
    sys.stdout.write(text())
