"""Drafts over HTTP: editions that a club is still filling in, on one phone after another."""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, request

from engines.kernel.game import Json
from service.api.routes.records import game_of
from service.api.schemas.boxes import Components, DraftOut
from service.api.schemas.fields import LanguageArgs
from service.api.schemas.problems import Problem
from service.api.web.blueprint import Blueprint
from service.api.web.body import read_json
from service.api.web.http import answer, need_token, service, takes_files
from service.api.web.openapi_common import IF_MATCH
from service.api.web.problems import ProblemError
from service.api.web.request import if_match, need_json
from service.record import editions
from service.record.entries import boxes

blp = Blueprint("drafts", __name__, url_prefix="/v1/drafts", description="Editions that are being filled in")
NEEDS = "A token of scope admin or record is needed"


def shown(game: str, draft: editions.Draft) -> Json:
    """A draft without its content."""
    edition = boxes.edition_of(game_of(game), draft.box, boxes.hash_of(draft.box))
    counts = {name: edition[name] for name in ("rows", "compared")}
    return {"edition": draft.edition, "game": game, "version": draft.version, "changed_at": draft.at, **counts}


@blp.get("/<game>/<edition>")
@blp.arguments(LanguageArgs, location="query")
@blp.response(200, Components, description="The draft as it was written", headers=("ETag",))
@blp.alt_response(304, description="Nothing new since `If-None-Match`")
@blp.alt_response(401, schema=Problem, description=NEEDS)
@blp.alt_response(403, schema=Problem, description="Not with this token")
@blp.alt_response(404, schema=Problem, description="No such game, or no such draft")
def read_draft(args: Json, game: str, edition: str) -> Response:
    """Read a draft of the caller's club.

    All tokens that go back to one maker share their drafts. The version in the `ETag` is what the next write follows.
    """
    del args
    token = need_token("admin", "record")
    found = editions.draft(service().log.store, editions.owner_of(token), game_of(game).name, edition)
    if found is None:
        raise _none(edition)
    return answer(boxes.dumps_box(found.box), version=found.version)


@blp.put("/<game>/<edition>")
@blp.arguments(LanguageArgs, location="query")
@blp.response(200, DraftOut, description="Written")
@blp.alt_response(400, schema=Problem, description="Not JSON, or no name of an edition")
@blp.alt_response(401, schema=Problem, description=NEEDS)
@blp.alt_response(403, schema=Problem, description="Not with this token")
@blp.alt_response(404, schema=Problem, description="No such game")
@blp.alt_response(409, schema=Problem, description="The club has as many drafts as it may")
@blp.alt_response(412, schema=Problem, description="Another phone wrote it meanwhile: `version` is its version now")
@blp.alt_response(413, schema=Problem, description="Too many bytes")
@blp.alt_response(415, schema=Problem, description="Not JSON")
@blp.alt_response(428, schema=Problem, description="No If-Match")
@blp.takes_headers(IF_MATCH)
@blp.takes(Components)
@takes_files
def write_draft(args: Json, game: str, edition: str) -> Response:
    """Write a draft over the version that `If-Match` names; `"0"` for a new one.

    It is not reviewed: it may have any faults. `POST /v1/boxes` takes it when it is complete.
    """
    del args
    token, title = need_token("admin", "record"), game_of(game)
    version = _followed()
    if not editions.is_name(edition):
        raise ProblemError(
            "invalid-request",
            f"{edition!r:.60}: 1 to 40 letters, digits, - or _",
            f"{edition!r:.60}: de 1 a 40 letras, cifras, - o _",
        )
    need_json(request.mimetype)
    raw = request.get_data()
    if len(raw) > editions.MOST_BYTES:
        raise ProblemError(
            "too-large",
            f"{len(raw)} bytes; a draft has at most {editions.MOST_BYTES}",
            f"{len(raw)} bytes; un borrador tiene como mucho {editions.MOST_BYTES}",
        )
    box = read_json(raw, floats=True)
    if type(box) is not dict:
        raise ProblemError("invalid-request", "a box must be an object", "una caja debe ser un objeto")
    _write(editions.owner_of(token), title.name, edition, version, box)
    found = editions.draft(service().log.store, editions.owner_of(token), title.name, edition)
    if found is None:  # removed since
        raise _none(edition)
    return answer(shown(title.name, found))


@blp.delete("/<game>/<edition>")
@blp.arguments(LanguageArgs, location="query")
@blp.response(204, description="It is gone")
@blp.alt_response(401, schema=Problem, description=NEEDS)
@blp.alt_response(403, schema=Problem, description="Not with this token")
@blp.alt_response(404, schema=Problem, description="No such game, or no such draft")
@blp.alt_response(412, schema=Problem, description="Another phone wrote it meanwhile: `version` is its version now")
@blp.alt_response(428, schema=Problem, description="No If-Match")
@blp.takes_headers(IF_MATCH)
def remove_draft(args: Json, game: str, edition: str) -> Response:
    """Remove a draft at the version that `If-Match` names.

    The box that was stored from it stays.
    """
    del args
    owner, title = editions.owner_of(need_token("admin", "record")), game_of(game)
    version = _followed()
    if version == 0 or editions.draft(service().log.store, owner, title.name, edition) is None:
        raise _none(edition)
    _write(owner, title.name, edition, version, None)
    return Response(status=HTTPStatus.NO_CONTENT)


def _followed() -> int:
    """The version that the caller follows; to write whatever there is, is not allowed."""
    version = if_match(request.headers.get("If-Match"))
    if version is None:
        raise ProblemError(
            "invalid-request",
            'If-Match: name the version of the draft, as "3"; "0" for a new one',
            'If-Match: indica la versión del borrador, como "3"; "0" para uno nuevo',
        )
    return version


def _write(owner: str, game: str, edition: str, version: int, box: Json | None) -> None:
    try:
        editions.write_draft(service().log.store, owner, game, edition, version, box)
    except editions.DraftConflictError as error:
        raise ProblemError(
            "version-conflict",
            f"the draft is at version {error.version}: read it, merge, and write again",
            f"el borrador está en la versión {error.version}: léelo, combina y escribe de nuevo",
            version=error.version,
        ) from None
    except editions.TooManyDraftsError:
        raise ProblemError(
            "too-many-drafts",
            f"there are {editions.MOST_DRAFTS} drafts: remove one",
            f"hay {editions.MOST_DRAFTS} borradores: elimina uno",
        ) from None


def _none(edition: str) -> ProblemError:
    return ProblemError("not-found", f"there is no draft {edition!r:.60}", f"no existe el borrador {edition!r:.60}")
