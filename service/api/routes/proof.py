"""What the service signs, and with which key."""

from __future__ import annotations

from flask import Response

from engines.kernel.game import Json
from service.api.schemas.proof import KeyOut
from service.api.schemas.queries import LanguageArgs
from service.api.web.blueprint import Blueprint
from service.api.web.http import answer, for_everybody, service
from service.record import identity

blp = Blueprint("proof", __name__, url_prefix="/v1", description="What the service signs")


@blp.get("/key")
@blp.arguments(LanguageArgs, location="query")
@blp.response(200, KeyOut, description="The key, and those before it")
@for_everybody
def read_key(args: Json) -> Response:
    """Read the key that signs this service's files and statements.

    Compare its id with one that you have from elsewhere, and keep it: a key that comes with a file proves nothing.
    A former key signed `{"format": "movebook-key@1", "key", "next", "at"}` of the one after it (canonical bytes).
    """
    del args
    return answer(identity.described(service().log.store))
