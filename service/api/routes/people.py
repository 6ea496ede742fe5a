"""Who asks to be forgotten: names of players, and free texts that may name somebody."""

from flask import Response

from service.api.web.blueprint import Blueprint
from service.api.web.http import caller_of, need_token, service
from service.api.web.problems import ProblemError
from service.record import people
from service.record.derived import feed
from service.record.entries import texts
from service.texts import said

blp = Blueprint("people", __name__, url_prefix="/v1", description="People, and what names them")

UNKNOWN = "No such player, or another token created the player"


@blp.delete("/players/<player>")
@blp.response(204, description="The name is erased; a second time nothing happens")
@blp.refuses({401: "A token of scope admin, league or record is needed", 403: "Not with this token", 404: UNKNOWN})
def erase_player(player: str) -> Response:
    """Forget who a player is.

    The games stay, with the player's id. The name is gone from every answer at once, and from the store's files within
    a minute; no file that is imported later restores it. For the token that created the player, its league or an
    admin.
    """
    token, store = need_token("admin", "league", "record"), service().log.store
    if not people.may_erase(store, player, token):
        raise ProblemError("not-found", said("no_player", player=player))
    people.erase(store, player)
    feed.announce_all(service().log, service().dispatcher.connection, "people", "player", player)
    return Response(status=204)


@blp.delete("/records/<record>/texts/<version>/<name>")
@blp.response(204, description="It is erased")
@blp.refuses(
    {403: "Only the record's owner erases what is written in it", 404: "No such record, or no such text in it"}
)
def erase_text(record: str, version: str, name: str) -> Response:
    """Erase a free text of a record: a note, or why something was done.

    `version` is that of its entry, `name` that of its seal: `reason`, `text`, `2.reason` in a correction. The seal
    stays, so the record verifies as before. The text is gone from every answer at once, and from the store's files
    within a minute.
    """
    caller_of(record, "texts")
    number = int(version) if version.isascii() and version.isdigit() and len(version) <= len(str(2**53)) else 0
    if number == 0 or not texts.erase(service().log, record, number, name):
        raise ProblemError("not-found", said("entry_no_text", version=version, name=name))
    return Response(status=204)
