"""Opening a league's tables from a list: each table by itself, and the same ones again however often it is sent."""

import csv
import hashlib
import hmac
import io
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from marshmallow import ValidationError

from engines import GAMES
from engines.kernel.game import Json, MalformedMoveError
from engines.kernel.sentences import say
from service.access import rights, tokens
from service.access.tokens import Token
from service.api.routes import token_links
from service.api.routes.records import game_of
from service.api.schemas.leagues import MOST_AGAIN, MOST_TABLES, TableIn
from service.api.web.body import BodyError
from service.api.web.http import service
from service.api.web.problems import problem_content
from service.api.web.request import faults_of, invalid_request
from service.record import leagues, people
from service.record.entries import boxes, policies
from service.record.leagues import League
from service.record.signed import encode
from service.record.state.record import LiveRecord
from service.record.write.open_record import NewRecord, derived_ids
from service.record.write.request import LineError
from service.store.keys import key as record_key
from service.store.log import KeyReusedError, RecordNotFoundError, RecordRemovedError
from service.store.secret import store_secret
from service.texts import said

SCHEMA = TableIn()
_SEAT = re.compile(r"seat([1-9][0-9]?)(?:_(ref|colour))?\Z")
_OCCASION = ("event", "round", "table", "place", "date", "zone")
_PLAIN = ("ref", "game", "visibility", "box")


def open_tables(league: League, token: Token, rows: Sequence[Any], lang: str, lines: Sequence[int] = ()) -> list[Json]:
    """Open the tables of a list.

    Args:
        league: Whose they are.
        token: The league's token.
        rows: As JSON has them; each is checked by itself.
        lang: Of the problems.
        lines: Of a CSV file: the line of each row; then problems name its columns.

    Returns:
        For each what :class:`service.api.schemas.leagues.TableOut` says.
    """
    return [_open(league, token, row, lang, line) for row, line in zip_longest(rows, lines)]


def _open(league: League, token: Token, row: Any, lang: str, line: int | None) -> Json:
    ref = row.get("ref") if isinstance(row, dict) else None
    answer: Json = {"ref": ref if isinstance(ref, str) else None, "record": None}
    try:
        table = SCHEMA.load(row)
        return {**answer, **_opened(league, token, table)}
    except (ValidationError, MalformedMoveError) as error:
        faults = error.errors if isinstance(error, MalformedMoveError) else faults_of(error.messages)
        named = faults if line is None else {_column(path): says for path, says in faults.items()}
        problem: Exception = invalid_request(named)
    except Exception as error:  # noqa: BLE001 - one table's problem is not the next one's; a bug of ours is logged
        problem = error
    said = problem_content(problem if line is None else LineError(line, problem), lang)
    if said.slug in ("broken", "store-out-of-reach", "busy"):
        raise problem
    return {**answer, "answer": "refused", "problem": said.document(lang)}


def _opened(league: League, token: Token, table: Json) -> Json:
    """Open a table, or find the one that is open."""
    store = service().log.store
    game_of(table["game"])
    key = f"{table['ref']} {table['again']}"
    derive = derived_ids(store, f"league {league.id}", key)
    links = table.pop("links")
    answer: Json = {"record": derive("record")}
    if not store.exists(record_key("head", answer["record"])):
        leagues.count_table(store, league)
    people.check_may_seat(store, (seat["player"] for seat in table["seats"] if "player" in seat), token)
    seats = [_seat(store, league, token, seat) for seat in table["seats"]]
    _check_apart(store, table["seats"], seats)
    # A person's name may be another by now: it is no part of the table.
    sat = [{**seat, "name": None} if "ref" in seat else seat for seat in table["seats"]]
    new = NewRecord(
        by=token.id,
        game=table["game"],
        seats=seats,
        options=table["options"],
        policies=table["policies"],
        box=table.get("box") or boxes.save(store, boxes.default(table["game"])[1]),
        visibility=table["visibility"],
        occasion=table["occasion"],
        league={"id": league.id, "ref": table["ref"]},
        key=key,
        payload={"call": "tables", "table": {**table, "seats": sat}},
    )
    try:
        _, done = service().recording.open(new)
    except RecordRemovedError:
        return {**answer, "answer": "removed"}
    except KeyReusedError:
        return {**answer, "answer": "differs", "differs": _differs(service().lives.get(answer["record"]), new)}
    answer["answer"] = "known" if done.known else "opened"
    if links:
        answer["links"] = _links(league, token, answer["record"], links, derive)
    return answer


def _check_apart(store: Any, said: Sequence[Json], seats: Sequence[Json]) -> None:
    """Refuse to seat a person twice, as the list names it."""
    persons = people.known(store, [seat["player"] for seat in seats if "player" in seat])
    taken: dict[str, tuple[int, str]] = {}
    for number, seat in enumerate(seats):
        if "player" not in seat:
            continue
        name = "ref" if "ref" in said[number] else "player"
        who = f"{said[number][name]:.80}"
        first, other = taken.setdefault(persons[seat["player"]][1], (number, who))
        if first != number:
            text = say(f"{who} already has a seat", f"{who} ya tiene un asiento")
            if other != who:
                text = say(f"{who} is the same person as {other}", f"{who} es la misma persona que {other}")
            raise MalformedMoveError({f"seats.{number}.{name}": text})


def _seat(store: Any, league: League, token: Token, seat: Json) -> Json:
    """A seat as a record opens with it: a person of the league sits down with a player id."""
    if "ref" not in seat:
        return seat
    player = leagues.add_person(store, league.id, seat["ref"])
    people.save(store, {player: seat.get("name")}, token.id)
    return {"player": player, **({"colour": seat["colour"]} if "colour" in seat else {})}


def _differs(live: LiveRecord, new: NewRecord) -> list[str]:
    """The members in which an open table is not what the list says now."""
    body = live.opening.entry["body"]
    sat = body["seats"]
    found = []
    if body["game"] != new.game:
        found.append("game")
    if len(sat) != len(new.seats) or any(
        given.get("colour", seat["colour"]) != seat["colour"] or given.get("player", seat["player"]) != seat["player"]
        for given, seat in zip(new.seats, sat, strict=False)
    ):
        found.append("seats")
    usual = {name: option.default for name, option in GAMES[body["game"]].options().items()}
    if any({**usual, **body["options"]}.get(name) != value for name, value in new.options.items()):
        found.append("options")
    if body["policies"] != policies.complete(new.policies, len(sat)):
        found.append("policies")
    found += [
        name
        for name, given in (("box", new.box), ("visibility", new.visibility), ("occasion", new.occasion))
        if body.get(name, {}) != given
    ]
    # What is left are names of people without a reference.
    return found or ["seats"]


def links_of(league: League, token: Token, records: Sequence[str], wanted: Sequence[str]) -> list[Json]:
    """The links to open tables of a league; the same ones as from their list.

    Raises:
        RecordNotFoundError: The league has no such table; then no link is made.
    """
    for record in records:
        if service().log.head(record).fields.get("league") != league.id:
            raise RecordNotFoundError(record)
    return [
        {"record": record, "links": _links(league, token, record, wanted, _derived(league, record))}
        for record in records
    ]


def _derived(league: League, record: str) -> Callable[[str], str]:
    """What the ids of a table's links are derived by: its key in the list, found again by the record's id."""
    store, by = service().log.store, f"league {league.id}"
    ref = service().lives.get(record).opening.entry["body"]["league"]["ref"]
    for again in range(1, MOST_AGAIN + 1):
        derive = derived_ids(store, by, f"{ref} {again}")
        if derive("record") == record:
            return derive
    return derived_ids(store, by, f"record {record}")  # opened by another store's secret


def _links(league: League, token: Token, record: str, wanted: Sequence[str], derive: Callable[[str], str]) -> Json:
    """The links to a table: their ids and secrets follow from the store's secret, so that they are the same again."""
    head = service().log.head(record)
    caller, live = rights.caller(token, head), service().lives.get(record)

    def link(scope: str, seat: int | None = None) -> str | None:
        store = service().log.store
        token_id = derive(f"token {scope} {seat}")[:16]
        found = tokens.get(store, token_id)
        secret = _secret(store, token_id)
        if found is None:
            root = tokens.reserve(store, token, token_id, None, leagues.MOST_TOKENS)
            fields: Json = {"id": token_id, "record": record, "seat": seat, "maker": root, "label": league.name}
            once = f"link {token_id}"
            if scope == "seat" and seat is not None:
                fields["since"] = token_links.note_seat_link(caller, record, seat, token_id, key=once)
            elif scope == "judge":
                token_links.write_entry(caller, record, {"type": "appointed", "body": {"judge": token_id}}, key=once)
            _, found = tokens.issue(store, scope, secret=secret, **fields)
        return token_links.link(found, tokens.format_token(token_id, secret)) if found.is_valid else None

    out: Json = {scope: link(scope) for scope in ("record", "judge") if scope in wanted}
    if "seats" in wanted:
        out["seats"] = [link("seat", seat) for seat in range(len(live.opening.seats))]
    return out


def _secret(store: Any, token_id: str) -> str:
    digest = hmac.new(store_secret(store), f"league link\n{token_id}".encode(), hashlib.sha256).digest()
    return encode(digest)


# Lists as CSV


def from_csv(raw: bytes) -> tuple[list[Json], list[int]]:
    """The tables of a CSV file, whose empty cells are left out, and the line of each.

    Its columns: ``ref, game, event, round, table, place, date, zone, visibility, box, links, again``, for each seat
    ``seat1, seat1_ref, seat1_colour``, and options as ``option.NAME``; with commas or semicolons in between.

    Raises:
        BodyError: It is no such file.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BodyError(said("line_not_utf_8", line=line)) from None
    head = text.partition("\n")[0]
    delimiter = ";" if head.count(";") > head.count(",") else ","
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True, delimiter=delimiter)
        unknown = [name for name in reader.fieldnames or [""] if not _is_column(name)]
        if unknown:
            raise BodyError(said("unknown_column", what=unknown[0]))
        found = [(_table(row), reader.line_num) for row in reader]
    except csv.Error as error:
        raise BodyError(said("not_csv_file", error=error)) from None
    if not 1 <= len(found) <= MOST_TABLES:
        raise BodyError(said("number_of_tables", count=len(found), most=MOST_TABLES))
    return [row for row, _ in found], [line for _, line in found]


def _column(path: str) -> str:
    """The column of a member of a table."""
    match path.split("."):
        case ["seats", number, *rest] if number.isdigit():
            return f"seat{int(number) + 1}" + (f"_{rest[0]}" if rest and rest[0] != "name" else "")
        case ["occasion", name]:
            return name
        case ["options", name]:
            return f"option.{name}"
    return path


def _is_column(name: str) -> bool:
    return name in (*_PLAIN, *_OCCASION, "links", "again") or name.startswith("option.") or bool(_SEAT.match(name))


def _table(row: dict[str, str]) -> Json:
    cells = {name: value for name, value in row.items() if name and value}
    table: Json = {name: cells[name] for name in _PLAIN if name in cells}
    if occasion := {name: cells[name] for name in _OCCASION if name in cells}:
        table["occasion"] = occasion
    if "links" in cells:
        table["links"] = cells["links"].split()
    if "again" in cells:
        table["again"] = _value(cells["again"])
    seats: dict[int, Json] = {}
    for name, value in cells.items():
        if found := _SEAT.match(name):
            seats.setdefault(int(found[1]), {})[found[2] or "name"] = value
    table["seats"] = [seats[number] for number in sorted(seats)]
    if options := dict(_options(cells)):
        table["options"] = options
    return table


def _options(cells: Json) -> Iterator[tuple[str, Any]]:
    for name, value in cells.items():
        if name.startswith("option."):
            yield name.removeprefix("option."), _value(value)


def _value(text: str) -> Any:
    """A cell as JSON has it: a number, true or false, else the text."""
    if re.fullmatch(r"-?[0-9]{1,9}", text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)
