"""``python -m service.api.contract``: the contract as YAML, made from the code; ``openapi.yaml`` is its output."""

from __future__ import annotations

import sys
from typing import Any

import yaml
from flask import Flask

from service.api import app


def document() -> dict[str, Any]:
    """The OpenAPI document, without a store."""
    bare = Flask("service", static_folder=None)
    bare.config.update(API_TITLE="Movebook", API_VERSION=app.VERSION, OPENAPI_VERSION="3.1.0")
    made: dict[str, Any] = app.contract(bare).spec.to_dict()
    return made


def text() -> str:
    """The document as YAML."""
    return yaml.safe_dump(document(), sort_keys=True, allow_unicode=True, width=120)


if __name__ == "__main__":
    sys.stdout.write(text())
