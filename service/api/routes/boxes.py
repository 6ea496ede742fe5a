"""Boxes over HTTP: the components of an edition, and the drafts of editions that a club is still filling in."""

from http import HTTPStatus
from typing import Any

from flask import Response, request

from engines.kernel.game import Game, Json, Text
from engines.kernel.sentences import say
from service.api.routes.records import game_of
from service.api.schemas.boxes import BoxArgs, BoxOut, Components, DraftOut, EditionsOut, KeepArgs
from service.api.web import slow_calls
from service.api.web.blueprint import Blueprint
from service.api.web.body import read_json
from service.api.web.http import answer, bearer, for_everybody, need_token, service, takes_files
from service.api.web.openapi_common import IF_MATCH
from service.api.web.problems import ProblemError
from service.api.web.request import if_match, need_json
from service.record import editions
from service.record.entries import boxes
from service.texts import said

blp = Blueprint("boxes", __name__, url_prefix="/v1/boxes", description="Components, as their owner corrected them")
drafts_blp = Blueprint("drafts", __name__, url_prefix="/v1/drafts", description="Editions that are being filled in")
NEEDS = "A token of scope admin or record is needed"
OVERTAKEN = "Another phone wrote it meanwhile: `version` is its version now"


@blp.post("")
@blp.arguments(KeepArgs, location="query")
@blp.response(201, BoxOut, description="Kept; a record is opened with its hash")
@blp.refuses(
    {
        400: "Not JSON, or no game is named",
        401: NEEDS,
        403: "Not with this token",
        404: "No such game",
        409: "`edition-taken`: another box of the caller's club has its name",
        413: "Too many bytes",
        415: "Not JSON",
        422: "`invalid-box`: it is refused; `box-questions`: it has implausible values, which `confirmed` confirms. "
        "`errors` by path",
    }
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
    most = None if token.scope == "admin" else boxes.MOST_BYTES
    _check_size(most, say("a box with a record token", "una caja con un token record"))
    if (made := slow_calls.offload()) is not None:
        return made
    box = boxes.reviewed(game.name, _sent(), confirmed=bool(args.get("confirmed")))
    try:
        name = editions.keep(service().log.store, editions.owner_of(token), game.name, box)
    except editions.NameTakenError as error:
        raise ProblemError("edition-taken", said("box_name_taken", name=error.name, hash=error.hash)) from None
    stored = {"hash": name, "play_hash": boxes.play_of(game, box), "game": game.name, "edition": box.get("edition")}
    return answer(stored, 201, headers={"Location": f"/v1/boxes/{name}"})


def _check_size(most: int | None, what: Text) -> None:
    """Refuse a body that is too long, or whose type is not JSON."""
    need_json(request.mimetype)
    size = len(request.get_data())
    if most is not None and size > most:
        raise ProblemError("too-large", said("box_too_large", size=size, what=what, most=most))


def _sent() -> Json:
    """The box that a call sends."""
    box = read_json(request.get_data(), floats=True)
    if type(box) is not dict:
        raise ProblemError("invalid-request", said("box_must_object"))
    return box


@blp.get("")
@blp.arguments(BoxArgs, location="query")
@blp.response(200, EditionsOut, description="The editions of a game that the caller can play with or go on with")
@blp.refuses({401: "Invalid token", 404: "No such game"})
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
@blp.response(200, Components, description="The box, byte for byte as it was hashed")
@for_everybody
@blp.refuses({404: "No such box"})
def read_box(box: str) -> Response:
    """Read a box by its hash.

    The bytes are those that were hashed, so that anybody with the hash can check them. They never change.
    """
    found = boxes.find(service().log.store, box)
    if found is None:
        raise ProblemError("not-found", said("no_box", box=box))
    return answer(found, headers={"Cache-Control": "public, max-age=31536000, immutable"})


# Drafts


def shown(game: str, draft: editions.Draft) -> Json:
    """A draft without its content."""
    edition = boxes.edition_of(game_of(game), draft.box, boxes.hash_of(draft.box))
    counts = {name: edition[name] for name in ("rows", "compared")}
    return {"edition": draft.edition, "game": game, "version": draft.version, "changed_at": draft.at, **counts}


@drafts_blp.get("/<game>/<edition>")
@drafts_blp.response(200, Components, description="The draft as it was written", tagged=True)
@drafts_blp.refuses({401: NEEDS, 403: "Not with this token", 404: "No such game, or no such draft"})
def read_draft(game: str, edition: str) -> Response:
    """Read a draft of the caller's club.

    A token and all tokens that it created share their drafts. The next write sends the version in the `ETag`.
    """
    token = need_token("admin", "record")
    found = editions.draft(service().log.store, editions.owner_of(token), game_of(game).name, edition)
    if found is None:
        raise _none(edition)
    return answer(boxes.dumps_box(found.box), version=found.version)


@drafts_blp.put("/<game>/<edition>")
@drafts_blp.response(200, DraftOut, description="Written")
@drafts_blp.refuses(
    {
        400: "Not JSON, or no name of an edition",
        401: NEEDS,
        403: "Not with this token",
        404: "No such game",
        409: "The club has as many drafts as it may",
        412: OVERTAKEN,
        413: "Too many bytes",
        415: "Not JSON",
        428: "No If-Match",
    }
)
@drafts_blp.takes_headers(IF_MATCH)
@drafts_blp.takes(Components)
@takes_files
def write_draft(game: str, edition: str) -> Response:
    """Replace the version of a draft that `If-Match` names; `"0"` for a new draft.

    It is not reviewed and may have faults. When it is complete, send it to `POST /v1/boxes`.
    """
    token, title = need_token("admin", "record"), game_of(game)
    version = _followed()
    if not editions.is_name(edition):
        raise ProblemError("invalid-request", said("edition_name", edition=edition))
    _check_size(editions.MOST_BYTES, say("a draft", "un borrador"))
    _write(editions.owner_of(token), title.name, edition, version, _sent())
    found = editions.draft(service().log.store, editions.owner_of(token), title.name, edition)
    if found is None:  # removed since
        raise _none(edition)
    return answer(shown(title.name, found))


@drafts_blp.delete("/<game>/<edition>")
@drafts_blp.response(204, description="Removed")
@drafts_blp.refuses(
    {401: NEEDS, 403: "Not with this token", 404: "No such game, or no such draft", 412: OVERTAKEN, 428: "No If-Match"}
)
@drafts_blp.takes_headers(IF_MATCH)
def remove_draft(game: str, edition: str) -> Response:
    """Remove a draft at the version that `If-Match` names.

    The box that was stored from it stays.
    """
    owner, title = editions.owner_of(need_token("admin", "record")), game_of(game)
    version = _followed()
    if version == 0 or editions.draft(service().log.store, owner, title.name, edition) is None:
        raise _none(edition)
    _write(owner, title.name, edition, version, None)
    return Response(status=HTTPStatus.NO_CONTENT)


def _followed() -> int:
    """The version in ``If-Match``; ``*`` is not allowed."""
    version = if_match(request.headers.get("If-Match"))
    if version is None:
        raise ProblemError("invalid-request", said("if_match_name_version"))
    return version


def _write(owner: str, game: str, edition: str, version: int, box: Json | None) -> None:
    try:
        editions.write_draft(service().log.store, owner, game, edition, version, box)
    except editions.DraftConflictError as error:
        raise ProblemError(
            "version-conflict", said("draft_version_read_merge", version=error.version), version=error.version
        ) from None
    except editions.TooManyDraftsError:
        raise ProblemError("too-many-drafts", said("drafts_remove", most=editions.MOST_DRAFTS)) from None


def _none(edition: str) -> ProblemError:
    return ProblemError("not-found", said("no_draft", edition=edition))
