"""Leagues over HTTP: their tables from a list, their tokens, their people."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta

from flask import Response, request

from engines.kernel.game import Json
from service.access import tokens
from service.access.rights import NotAllowedError, NoTokenError
from service.access.tokens import Token
from service.api.routes import league_tables
from service.api.schemas.leagues import (
    MOST_TABLES,
    ConditionsIn,
    JoinIn,
    LeagueChangeIn,
    LeagueIn,
    LeagueOut,
    LeagueTokenIn,
    LeagueTokenOut,
    LinksIn,
    LinksOut,
    PersonIn,
    PersonOut,
    TablesIn,
    TablesOut,
)
from service.api.web.blueprint import Blueprint
from service.api.web.body import MediaTypeError
from service.api.web.http import answer, bearer, language, need_token, service, takes_files
from service.api.web.problems import ProblemError
from service.api.web.request import JSON_TYPES, json_object, validation_problem
from service.record import leagues, people, webhooks
from service.record.derived import feed
from service.record.leagues import League, LeagueNotFoundError
from service.texts import said

CSV = "text/csv"

blp = Blueprint("leagues", __name__, url_prefix="/v1/leagues", description="Leagues: tables, links, people")


of_league = blp.refuses(
    {
        401: "The league's token is needed",
        403: "Not with this token",
        404: "The caller has no such league, or the league no such person or token",
    }
)
"""Documents the refusals of a call that needs the token of the league in its path."""


def league_of(league_id: str) -> tuple[League, Token]:
    """The league of a call, and its token or an admin's.

    Raises:
        NoTokenError: It has no token.
        NotAllowedError: It has one of another scope.
        LeagueNotFoundError: There is no such league, or the token is another league's.
    """
    token = bearer()
    if token is None:
        raise NoTokenError
    if token.scope not in ("league", "admin"):
        raise NotAllowedError(said("league_token_needed", scope=token.scope))
    if token.scope == "league" and token.league != league_id:
        raise LeagueNotFoundError(f"{league_id!r:.40}")
    return leagues.get(service().log.store, league_id), token


def _shown(league: League) -> Json:
    mine = [token for token in tokens.list_tokens(service().log.store) if token.league == league.id]
    webhook = webhooks.get(service().log.store, league.id)
    shown = None if webhook is None else webhooks.shown(service().log, webhook)
    return {**asdict(league), "tokens": tokens.shown(service().dispatcher.connection, mine), "webhook": shown}


@blp.post("")
@blp.arguments(LeagueIn)
@blp.response(201, LeagueTokenOut, description="The league's first token; its secret is shown this once")
@blp.refuses({401: "An admin's token is needed", 403: "Not with this token", 409: "There is a league of this id"})
def create_league(given: Json) -> Response:
    """Create a league.

    Its token opens tables, reads them and gives out their links. It records no move.
    """
    need_token("admin")
    store = service().log.store
    league = leagues.create(store, given["id"], given["name"], given["tables_a_day"], given["site"])
    secret, token = tokens.issue(store, "league", league=league.id, label=league.name)
    return answer(
        {**asdict(token), "token": secret},
        201,
        headers={"Location": f"/v1/leagues/{league.id}", "Cache-Control": "no-store"},
    )


@blp.get("/<league>")
@blp.response(200, LeagueOut, description="The league")
@of_league
def show_league(league: str) -> Response:
    """Show a league.

    With all its tokens, so that its owner sees which are still valid.
    """
    return answer(_shown(league_of(league)[0]))


@blp.put("/<league>")
@blp.arguments(LeagueChangeIn)
@blp.response(200, LeagueOut, description="The league")
@of_league
def change_league(given: Json, league: str) -> Response:
    """Change a league.

    Its name and the address of its standings; both are replaced.
    """
    found, _ = league_of(league)
    return answer(_shown(leagues.change(service().log.store, found, given["name"], given["site"])))


@blp.post("/<league>/tokens")
@blp.arguments(LeagueTokenIn)
@blp.response(201, LeagueTokenOut, description="The token; its secret is shown this once")
@of_league
def rotate_token(given: Json, league: str) -> Response:
    """Make a further token of the league.

    Earlier tokens expire when the overlap ends, so that a site can switch without a gap.
    """
    found, _ = league_of(league)
    store = service().log.store
    until = datetime.now(UTC) + timedelta(hours=given["overlap_h"])
    for one in tokens.list_tokens(store):
        if one.league == found.id and one.is_valid:
            tokens.expire(store, one, until.isoformat(timespec="milliseconds"))
            service().tokens.forget(one.id)
    secret, token = tokens.issue(store, "league", league=found.id, label=given["label"] or found.name)
    headers = {"Location": f"/v1/leagues/{found.id}/tokens/{token.id}", "Cache-Control": "no-store"}
    return answer({**asdict(token), "token": secret}, 201, headers=headers)


@blp.delete("/<league>/tokens/<token_id>")
@blp.response(204, description="Revoked, everywhere within a second")
@of_league
def revoke_league_token(league: str, token_id: str) -> Response:
    """Revoke a token of the league.

    It is invalid at once in this process, and within a second in every other one.
    """
    found, _ = league_of(league)
    token = tokens.get(service().log.store, token_id)
    if token is None or token.league != found.id:
        raise ProblemError("not-found", said("league_no_token", token_id=token_id))
    tokens.revoke(service().log.store, token_id)
    service().tokens.forget(token_id)
    return Response(status=204)


@blp.post("/<league>/tables")
@blp.response(200, TablesOut, description="What became of each table")
@blp.doc(
    requestBody={
        "required": True,
        "content": {JSON_TYPES[0]: {"schema": TablesIn}, CSV: {"schema": {"type": "string", "format": "binary"}}},
    }
)
@blp.refuses({400: "The list cannot be read"})
@of_league
@takes_files
def open_tables(league: str) -> Response:
    """Open the tables of a list, up to 500, and give out their links.

    Each is opened, known, different, refused or removed by itself. The record's id follows from league, `ref` and
    `again`, so the same list sent again finishes what was broken off and gives the same links. As CSV the columns are
    `ref`, `game`, `event`, `round`, `table`, `place`, `date`, `zone`, `visibility`, `box`, `links`, `again`, for each
    seat `seat1`, `seat1_ref`, `seat1_colour`, and options as `option.NAME`, with commas or semicolons in between.
    """
    found, token = league_of(league)
    if request.mimetype == CSV:
        rows, lines = league_tables.from_csv(request.get_data())
    elif request.mimetype in JSON_TYPES:
        rows, lines = _rows(json_object(request.get_data(), request.mimetype)), []
    else:
        raise MediaTypeError(request.mimetype, (*JSON_TYPES, CSV))
    document = {"tables": league_tables.open_tables(found, token, rows, language(), lines)}
    return answer(document, headers={"Cache-Control": "no-store"})


def _rows(body: Json) -> list[Json]:
    """The tables of a list in JSON; what is in each is looked at one by one."""
    rows = body.get("tables")
    many = isinstance(rows, list) and 1 <= len(rows) <= MOST_TABLES
    if not many or set(body) != {"tables"}:
        raise validation_problem({"tables": [f"a list of 1 to {MOST_TABLES} tables, and nothing else"]})
    found: list[Json] = rows  # type: ignore[assignment]
    return found


@blp.post("/<league>/links")
@blp.arguments(LinksIn)
@blp.response(200, LinksOut, description="The links of each table")
@of_league
def give_links(given: Json, league: str) -> Response:
    """Give out links to tables that are open, as when their list is sent again.

    Use this to print a sheet again or to replace a lost phone: each link is the same as before.
    """
    found, token = league_of(league)
    document = {"tables": league_tables.links_of(found, token, given["records"], given["links"])}
    return answer(document, headers={"Cache-Control": "no-store"})


@blp.get("/<league>/conditions")
@blp.response(200, ConditionsIn, description="The conditions")
@blp.refuses({404: "No such league"})
def show_conditions(league: str) -> Response:
    """Show when a game counts for a league.

    For everybody: a table may look before it plays.
    """
    store = service().log.store
    return answer(leagues.conditions_of(store, leagues.get(store, league).id))


@blp.put("/<league>/conditions")
@blp.arguments(ConditionsIn)
@blp.response(200, ConditionsIn, description="The conditions")
@of_league
def set_conditions(given: Json, league: str) -> Response:
    """Set when a game counts for the league.

    From now on and for all its games, also those that are over; each is announced in the feed again. There are no
    exceptions: the league's site decides in the end.
    """
    found, _ = league_of(league)
    conditions = ConditionsIn().dump(given)
    leagues.set_conditions(service().log.store, found.id, conditions)
    feed.announce_all(service().log, service().dispatcher.connection, "counts", "league", found.id)
    return answer(conditions)


# People


def _person(league: League, ref: str) -> Json:
    store = service().log.store
    player = leagues.player_of(store, league.id, ref)
    if player is None:
        raise leagues.PersonNotFoundError(f"{ref!r:.80}")
    name, person = people.known(store, [player])[player]
    joined = leagues.joined_with(store, league.id, ref)
    return {"ref": ref, "player": player, "name": name, "joined": joined, "person": person}


def _announce(players: Iterable[str]) -> None:
    """Announce the records of players in the feed again."""
    for player in players:
        feed.announce_all(service().log, service().dispatcher.connection, "people", "player", player)


@blp.get("/<league>/people/<ref>")
@blp.response(200, PersonOut, description="The person")
@of_league
def show_person(league: str, ref: str) -> Response:
    """Show a person of the league.

    The player id in its records, and the name.
    """
    return answer(_person(league_of(league)[0], ref))


@blp.put("/<league>/people/<ref>")
@blp.arguments(PersonIn)
@blp.response(200, PersonOut, description="The person")
@of_league
@blp.refuses({410: "The person was erased"})
def name_person(given: Json, league: str, ref: str) -> Response:
    """Name a person of the league.

    In all its records at once, and in those of the refs that it was joined with; each is announced in the feed again.
    """
    found, token = league_of(league)
    store = service().log.store
    people.save(store, {leagues.add_person(store, found.id, ref): given["name"]}, token.id)
    players = list(leagues.group(store, found.id, ref).values())
    if not people.rename(store, players[0], given["name"]):
        raise ProblemError("person-erased", said("person_erased", ref=ref))
    _announce(players)
    return answer(_person(found, ref))


@blp.delete("/<league>/people/<ref>")
@blp.response(204, description="The name is erased; a second time nothing happens")
@of_league
def erase_person(league: str, ref: str) -> Response:
    """Forget who a person of the league is.

    This covers all joined refs. The games keep the player ids; each is announced in the feed again.
    """
    store, found = service().log.store, league_of(league)[0]
    players = leagues.group(store, found.id, ref).values()
    for player in players:
        people.erase(store, player)
    _announce(players)
    return Response(status=204)


@blp.put("/<league>/people/<ref>/joined")
@blp.arguments(JoinIn)
@blp.response(200, PersonOut, description="The person")
@of_league
@blp.refuses({409: "The other one is joined with this one already"})
def join_person(given: Json, league: str, ref: str) -> Response:
    """Say that two refs are the same person.

    In records, results and the feed the seats of this ref then have the name and the `person` of the other one; their
    `player` stays, and with it the log. Each record is announced in the feed again.
    """
    store, found = service().log.store, league_of(league)[0]
    leagues.join(store, found.id, ref, given["to"])
    _announce(leagues.settle(store, found.id, ref))
    return answer(_person(found, ref))


@blp.delete("/<league>/people/<ref>/joined")
@blp.response(204, description="It is a person of its own; a second time nothing happens")
@of_league
def part_person(league: str, ref: str) -> Response:
    """Say that a ref is a person of its own again.

    Those that were joined with it stay so. Each record is announced in the feed again.
    """
    store, found = service().log.store, league_of(league)[0]
    before = leagues.joined_with(store, found.id, ref)
    leagues.part(store, found.id, ref)
    _announce(leagues.settle(store, found.id, *([ref] if before is None else [ref, before])))
    return Response(status=204)
