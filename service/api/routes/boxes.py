"""Boxes over HTTP: the components of an edition, kept under the hash of their bytes."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from engines.kernel.game import Game, Json
from service.api.routes.drafts import shown
from service.api.routes.records import game_of
from service.api.schemas.boxes import BoxArgs, BoxOut, Components, EditionsOut, KeepArgs
from service.api.schemas.fields import LanguageArgs
from service.api.schemas.problems import Problem
from service.api.web import slow_calls
from service.api.web.blueprint import Blueprint
from service.api.web.body import read_json
from service.api.web.http import answer, bearer, for_everybody, need_token, service, takes_files
from service.api.web.problems import ProblemError
from service.api.web.request import need_json
from service.record import editions
from service.record.entries import boxes

blp = Blueprint("boxes", __name__, url_prefix="/v1/boxes", description="Components, as their owner corrected them")


@blp.post("")
@blp.arguments(KeepArgs, location="query")
@blp.response(201, BoxOut, description="Kept; a record is opened with its hash")
@blp.alt_response(400, schema=Problem, description="Not JSON, or no game is named")
@blp.alt_response(401, schema=Problem, description="A token of scope admin or record is needed")
@blp.alt_response(403, schema=Problem, description="Not with this token")
@blp.alt_response(404, schema=Problem, description="No such game")
@blp.alt_response(409, schema=Problem, description="`edition-taken`: another box of the caller's club has its name")
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
    try:
        name = editions.keep(service().log.store, editions.owner_of(token), game.name, box)
    except editions.NameTakenError as error:
        raise ProblemError(
            "edition-taken",
            f"another box of yours is called {error.name!r:.60}, {error.hash}: give this one a name of its own",
            f"otra caja tuya se llama {error.name!r:.60}, {error.hash}: da a esta un nombre propio",
        ) from None
    told = {"hash": name, "play_hash": boxes.play_of(game, box), "game": game.name, "edition": box.get("edition")}
    return answer(told, 201, headers={"Location": f"/v1/boxes/{name}"})


@blp.get("")
@blp.arguments(BoxArgs, location="query")
@blp.response(200, EditionsOut, description="The editions of a game that the caller can play with or go on with")
@blp.alt_response(401, schema=Problem, description="The token is worthless")
@blp.alt_response(404, schema=Problem, description="No such game")
def list_boxes(args: Json) -> Response:
    """List the editions of a game: this program's own, then those that the caller's club stored, and its drafts.

    Without a token of scope admin or record there is only the first. All tokens that go back to one maker share them.
    """
    game, token, store = game_of(args["game"]), bearer(), service().log.store
    own = [boxes.default(game.name)]
    mine = token is not None and token.scope in ("admin", "record") and token.record is None
    owner = editions.owner_of(token) if token is not None and mine else None
    kept = [] if owner is None else [one for one in editions.kept(store, owner, game.name) if one[0] != own[0][0]]
    drafts = [] if owner is None else editions.drafts(store, owner, game.name)
    return answer(
        {
            "boxes": [_listed(game, name, box) for name, box in [*own, *kept]],
            "drafts": [shown(game.name, draft) for draft in drafts],
        }
    )


def _listed(game: Game[Any, Any], name: str, box: Json) -> Json:
    edition = boxes.edition_of(game, box, name)
    shown = {part: edition[part] for part in ("hash", "edition", "stand_in", "rows", "compared")}
    return {**shown, "play_hash": boxes.play_of(game, box)}


@blp.get("/<box>")
@blp.arguments(LanguageArgs, location="query")
@blp.response(200, Components, description="The box, byte for byte as it was hashed")
@for_everybody
@blp.alt_response(404, schema=Problem, description="No such box")
def read_box(args: Json, box: str) -> Response:
    """Read a box by its hash.

    The bytes are those that were hashed, so that anybody with the hash can check them. They never change.
    """
    del args
    found = boxes.find(service().log.store, box)
    if found is None:
        raise ProblemError("not-found", f"there is no box {box!r:.80}", f"no existe la caja {box!r:.80}")
    return answer(found, headers={"Cache-Control": "public, max-age=31536000, immutable"})
