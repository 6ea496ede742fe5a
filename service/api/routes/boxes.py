"""Boxes over HTTP: the components of an edition, kept under the hash of their bytes."""

from __future__ import annotations

from flask import Response, request

from engines.kernel.game import Json
from service.api.routes.records import game_of
from service.api.schemas.boxes import BoxOut, Components, KeepArgs
from service.api.schemas.problems import Problem
from service.api.schemas.queries import LanguageArgs
from service.api.web import slow_calls
from service.api.web.blueprint import Blueprint
from service.api.web.body import read_json
from service.api.web.http import answer, for_everybody, need_token, service, takes_files
from service.api.web.problems import ProblemError
from service.api.web.request import need_json
from service.record.entries import boxes

blp = Blueprint("boxes", __name__, url_prefix="/v1/boxes", description="Components, as their owner corrected them")


@blp.post("")
@blp.arguments(KeepArgs, location="query")
@blp.response(201, BoxOut, description="Kept; a record is opened with its hash")
@blp.alt_response(400, schema=Problem, description="Not JSON, or no game is named")
@blp.alt_response(401, schema=Problem, description="A token of scope admin or record is needed")
@blp.alt_response(403, schema=Problem, description="Not with this token")
@blp.alt_response(404, schema=Problem, description="No such game")
@blp.alt_response(413, schema=Problem, description="Too many bytes")
@blp.alt_response(415, schema=Problem, description="Not JSON")
@blp.alt_response(
    422,
    schema=Problem,
    description="`invalid-box`: it is refused; `box-questions`: it has implausible values, which `confirmed` confirms. "
    "`errors` by path",
)
@blp.takes(Components)
@takes_files
def keep_box(args: Json) -> Response:
    """Keep a box that can be played with.

    It is kept under the hash of its bytes, by which a record is opened with it and anybody reads it again. What follows
    from the rest and is left out is filled in before: generated texts, a name that is one text in every language.
    """
    token = need_token("admin", "record")
    game = game_of(args["game"])
    need_json(request.mimetype)
    raw = request.get_data()
    if len(raw) > boxes.MOST_BYTES and token.scope != "admin":
        raise ProblemError(
            "too-large",
            f"{len(raw)} bytes; with a token of scope record a box has at most {boxes.MOST_BYTES}",
            f"{len(raw)} bytes; con un token de alcance record una caja tiene como mucho {boxes.MOST_BYTES}",
        )
    if (made := slow_calls.offload()) is not None:
        return made
    box = read_json(raw, floats=True)
    if type(box) is not dict:
        raise ProblemError("invalid-request", "a box must be an object", "una caja debe ser un objeto")
    box = boxes.reviewed(game.name, box, confirmed=bool(args.get("confirmed")))
    name = boxes.save(service().log.store, box)
    told = {"hash": name, "play_hash": boxes.play_of(game, box), "game": game.name, "edition": box.get("edition")}
    return answer(told, 201, headers={"Location": f"/v1/boxes/{name}"})


@blp.get("/<box>")
@blp.arguments(LanguageArgs, location="query")
@blp.response(200, Components, description="The box, byte for byte as it was hashed")
@for_everybody
@blp.alt_response(404, schema=Problem, description="No such box")
def read_box(args: Json, box: str) -> Response:
    """Read a box by its hash.

    The bytes are those that were hashed, so that whoever has the hash can check them. They never change.
    """
    del args
    found = boxes.find(service().log.store, box)
    if found is None:
        raise ProblemError("not-found", f"there is no box {box!r:.80}", f"no existe la caja {box!r:.80}")
    return answer(found, headers={"Cache-Control": "public, max-age=31536000, immutable"})
