"""The shapes of requests and answers, for checking and for the contract (OpenAPI 3.1)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from marshmallow import INCLUDE, RAISE, Schema, ValidationError, fields, post_load, validate

from engines.kernel.canonical import MOST
from engines.kernel.text import code_of, shows
from service.record import shapes

_ID = validate.Regexp(shapes.ID, error="letters, digits, '_', '.', '-'; at most 64")
_SHORT = validate.Length(max=shapes.LONGEST_TEXT)
_EYES = "public, seat:N, recorder or judge; by default the caller's own"


def _zone(name: str) -> None:
    """Refuse what is no zone; a function, for a list of six hundred names has no place in the contract."""
    if name not in shapes.zones():
        raise ValidationError("an IANA zone, as Europe/Madrid")


def _day(text: str) -> None:
    """Refuse what has the form of a date and is none."""
    if not shapes.is_day(text):
        raise ValidationError("there is no such day")


def _time(text: str) -> None:
    """Refuse what has the form of a time and is none."""
    if not shapes.is_time(text):
        raise ValidationError("there is no such time")


class Strict(Schema):
    """A body in which every field is known."""

    class Meta:
        """Unknown fields are refused."""

        unknown = RAISE


class Whole(fields.Integer):
    """A whole number; neither text nor true."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if type(value) is not int:
            raise ValidationError("a whole number")
        return super()._deserialize(value, attr, data, **kwargs)


class Word(fields.String):
    """Text without control characters, bidi overrides among them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        code = code_of(text)
        if code is not None:
            raise ValidationError(f"no control characters: {code}")
        return text


class Name(Word):
    """What somebody is called: text that shows."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not shows(text):
            raise ValidationError("a name that shows: it is blank")
        return text


class Moment(fields.AwareDateTime):
    """A time with its offset, in UTC; at the ends of the calendar some have none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="iso", **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> datetime:
        moment = super()._deserialize(value, attr, data, **kwargs)
        try:
            return moment.astimezone(UTC)
        except OverflowError:
            raise ValidationError("beyond the calendar") from None


class Counted:
    """A list or map whose length is checked before what is in it."""

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """As any field's.

        Raises:
            ValidationError: It is too long, or something in it is wrong.
        """
        if isinstance(value, (list, dict)):
            for check in self.validators:  # type: ignore[attr-defined]
                if isinstance(check, validate.Length):
                    check(value)
        return super().deserialize(value, *args, **kwargs)  # type: ignore[misc]


class Row(Counted, fields.List[Any]):
    """A list that is no longer than it may be."""


class Names(Counted, fields.Dict):
    """A map that has no more keys than it may have."""


class SeatIn(Strict):
    """Who sits down: a name (a new player), or the id of a known one."""

    name = Name(validate=validate.Length(min=1, max=shapes.LONGEST_NAME))
    player = fields.String(validate=_ID)
    colour = fields.String(validate=_ID)

    @post_load
    def one(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """A seat may stay unnamed; it has no two names."""
        if "name" in data and "player" in data:
            raise ValidationError("name or player, not both", "name")
        return data


class OccasionIn(Strict):
    """Where and for what the game is played."""

    league = Word(validate=_SHORT)
    event = Word(validate=_SHORT)
    round = Word(validate=_SHORT)
    table = Word(validate=_SHORT)
    place = Word(validate=_SHORT)
    date = fields.String(validate=[validate.Regexp(shapes.DAY, error="a date as 2026-11-21"), _day])
    zone = fields.String(validate=_zone)
    refs = Names(
        keys=fields.String(validate=_ID), values=Word(validate=_SHORT), validate=validate.Length(max=shapes.MOST_REFS)
    )


class RecordIn(Strict):
    """The opening of a record."""

    game = fields.String(required=True, metadata={"example": "kingdoms"})
    seats = Row(fields.Nested(SeatIn), required=True, validate=validate.Length(min=1, max=shapes.MOST_SEATS))
    options = Names(keys=fields.String(validate=_ID), load_default=dict, validate=validate.Length(max=100))
    box = fields.String(validate=validate.Regexp(r"[0-9a-f]{64}\Z", error="the hash of a box, 64 hexadecimal digits"))
    occasion = fields.Nested(OccasionIn, load_default=dict)
    visibility = fields.String(load_default="unlisted", validate=validate.OneOf(shapes.VISIBILITIES))


MOST_SEAT = 99
"""No table has so many seats; what a seat's number is checked against before a game is known."""


PLAIN = {"type", "seat"}
"""What the envelope of every move has, or may have."""


class MoveIn(Schema):
    """One move: its type, its seat, and the parameters of its type (see the game)."""

    class Meta:
        """The parameters are the game's to check."""

        unknown = INCLUDE

    type = fields.String(required=True, metadata={"example": "draw_and_place"})
    seat = Whole(validate=validate.Range(min=0, max=MOST_SEAT))
    occurred_at = fields.String(
        validate=[
            validate.Regexp(
                shapes.OCCURRED,
                error="a time as 2026-11-21T19:30:00+01:00",
            ),
            _time,
        ]
    )
    zone = fields.String(validate=_zone)

    def load(self, data: Any, **how: Any) -> Any:
        """As its base's; a move that brings nothing beside its parameters is taken as it is, in a tenth of the time."""
        if not how and type(data) is dict and self.fields.keys() & data.keys() <= PLAIN:
            seat = data.get("seat", 0)
            if type(data.get("type")) is str and type(seat) is int and 0 <= seat <= MOST_SEAT:
                return data
        return super().load(data, **how)


class SecretIn(Schema):
    """A secret that an earlier move left open: the move's name, and the secret parameters."""

    class Meta:
        """The parameters are the game's to check."""

        unknown = INCLUDE

    name = fields.String(required=True, validate=_ID, metadata={"example": "3"})


class TokenIn(Strict):
    """A token bound to a record."""

    scope = fields.String(required=True, validate=validate.OneOf(["seat", "record", "read"]))
    seat = Whole(validate=validate.Range(min=0, max=MOST_SEAT))
    label = Word(validate=_SHORT)
    expires_at = Moment()


class LanguageArgs(Schema):
    """The language of sentences, titles and details."""

    lang = fields.String(metadata={"description": "en, es or both (en,es); else Accept-Language", "example": "en"})


class WriteArgs(LanguageArgs):
    """How a move is written."""

    dry_run = fields.Boolean(
        load_default=False, metadata={"description": "tell what would happen, as far as the caller may know"}
    )
    run = fields.Boolean(
        load_default=False, metadata={"description": "go on through moves that are the only offer and have no field"}
    )
    offers = fields.Boolean(load_default=False, metadata={"description": "add what may be recorded next"})


class ImportArgs(LanguageArgs):
    """How a file is written."""

    dry_run = fields.Boolean(load_default=False)
    until_refused = fields.Boolean(
        load_default=False, metadata={"description": "keep what comes before the first refused line"}
    )
    offers = fields.Boolean(load_default=False)


class EyesArgs(LanguageArgs):
    """Who is looking."""

    eyes = fields.String(metadata={"description": _EYES, "example": "public"})


MOST_WAIT_S = 25
"""Seconds for which a reader may wait for the next entry; proxies give up after 30 and more."""


class LogArgs(EyesArgs):
    """Which entries."""

    after = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=MOST),
        metadata={"description": "only entries after this version"},
    )
    limit = fields.Integer(load_default=1000, validate=validate.Range(min=1, max=10000))
    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=MOST_WAIT_S),
        metadata={"description": "seconds to wait for an entry where there is none; then the answer has none"},
    )


class StateArgs(EyesArgs):
    """Which moment; the head where none is named."""

    ply = fields.Integer(
        validate=validate.Range(min=0, max=MOST),
        metadata={"description": "after so many moves, as the replay shows it: with what came to light for these eyes"},
    )
    version = fields.Integer(
        validate=validate.Range(min=1, max=MOST),
        metadata={"description": "after this entry, as these eyes knew it then"},
    )
    what = fields.String(
        load_default="view",
        validate=validate.OneOf(["view", "facts"]),
        metadata={
            "description": "the view of the table; or the public facts whose SHA-256 (RFC 8785) is the `state` of the "
            "entry at this version"
        },
    )


class OffersArgs(EyesArgs):
    """Given part of a move, the next field is asked for."""

    move = fields.String(
        metadata={"description": "part of a move, JSON", "example": '{"type": "place_castle", "rank": 2}'}
    )


class ExportArgs(EyesArgs):
    """In which form."""

    format = fields.String(load_default="json", validate=validate.OneOf(["json", "text", "html"]))


class FieldOut(Schema):
    """A parameter of a move or an option of a record: what a form draws. What a field leaves open is left out."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["integer", "choice", "flag", "text", "list", "map", "group"]),
    )
    label = fields.Dict(metadata={"description": "what a form calls it, by language"})
    optional = fields.Boolean(metadata={"description": "it may be left out; every secret parameter may"})
    nullable = fields.Boolean(
        metadata={"description": "an item of a map or list: null is an answer of its own, apart from one left out"}
    )
    alone = fields.Boolean(metadata={"description": "of a group: exactly one of its parameters is given"})
    choices = fields.List(fields.Raw(), metadata={"description": "the ids, where it is one of several"})
    aliases = fields.Dict(metadata={"description": "what a hand may write -> the id it means"})
    low = fields.Integer(metadata={"description": "least sensible value; the rules refuse, not the form"})
    high = fields.Integer(metadata={"description": "greatest sensible value"})
    seat = fields.Boolean(metadata={"description": "the whole number is a seat; a hand may write its colour"})
    of = fields.Nested(lambda: FieldOut(), metadata={"description": "each item of a list or map"})  # noqa: PLW0108
    keys = fields.Raw(metadata={"description": "of a map: `seat`, or the keys it may have; any where left out"})
    fields_ = fields.Dict(
        values=fields.Nested(lambda: FieldOut()),  # noqa: PLW0108 - itself
        data_key="fields",
        metadata={"description": "of a group: its parameters"},
    )
    default = fields.Raw(metadata={"description": "of an option: its value where a record names none"})


class MoveTypeOut(Schema):
    """A type of move."""

    label = fields.Dict(required=True)
    seated = fields.Boolean(required=True, metadata={"description": "false for a move of the table"})
    fields_ = fields.Dict(values=fields.Nested(FieldOut), data_key="fields", required=True)


class TitleOut(Schema):
    """A game that can be recorded."""

    name = fields.String(required=True, metadata={"example": "kingdoms"})
    title = fields.Dict(required=True, metadata={"description": "the name on the box, by language"})
    rules = fields.String(required=True, metadata={"example": "kingdoms@1"})
    seats = fields.Dict(required=True, values=fields.Integer(), metadata={"description": "`least` and `most`"})


class GamesOut(Schema):
    """Every title."""

    games = fields.List(fields.Nested(TitleOut), required=True)


class GameOut(TitleOut):
    """One game: what a form needs to record it."""

    colours = fields.List(fields.String(), required=True)
    options = fields.Dict(values=fields.Nested(FieldOut), required=True)
    moves = fields.Dict(values=fields.Nested(MoveTypeOut), required=True)
    secret = fields.Dict(required=True, metadata={"description": "move -> secret parameter -> whose it is"})
    box = fields.Dict(required=True, metadata={"description": "the components, with their `hash`"})


class BoxArgs(LanguageArgs):
    """Whose components."""

    game = fields.String(required=True, metadata={"example": "kingdoms"})


class BoxOut(Schema):
    """A box that is kept."""

    hash = fields.String(required=True)
    game = fields.String(required=True)
    edition = fields.String(allow_none=True)


class ListArgs(LanguageArgs):
    """Which records."""

    game = fields.String()
    status = fields.String(validate=validate.OneOf(["running", "finished", "closed"]))
    player = fields.String()
    league = fields.String()
    event = fields.String()
    round = fields.String()
    table = fields.String()
    ref = fields.String(metadata={"description": "site:id"})
    text = fields.String(
        validate=_SHORT,
        metadata={"description": "words that all stand in the title, the players' names or the occasion"},
    )
    changed_since = Moment()
    cursor = fields.String()
    limit = fields.Integer(load_default=50, validate=validate.Range(min=1, max=200))


class Problem(Schema):
    """A refusal (RFC 9457)."""

    type = fields.String(required=True, metadata={"example": "urn:movebook:problem:illegal-move"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    instance = fields.String()
    rule = fields.String(metadata={"description": "the clause that refuses the move", "example": "KIN-5.1"})
    rule_url = fields.String(metadata={"description": "the clause in the rules page"})
    code = fields.String(metadata={"description": "the reason as a code", "example": "occupied"})
    names = fields.List(fields.String(), metadata={"description": "earlier moves that this one contradicts"})
    event = fields.Dict(metadata={"description": "the event it would be, for what the table played all the same"})
    version = fields.Integer(metadata={"description": "the record's version"})
    errors = fields.Dict(metadata={"description": "field -> what is wrong with it"})
    since = fields.List(fields.Dict(), metadata={"description": "the entries after the caller's version"})
    offers = fields.Dict()
    line = fields.Integer(metadata={"description": "the line of a file"})
    column = fields.Integer()


class SeatOut(Schema):
    """Who sits where."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    name = fields.String(allow_none=True, metadata={"description": "null where it is erased or was never given"})
    colour = fields.String(required=True)


class Summary(Schema):
    """A record as lists show it."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    rules = fields.String(required=True, metadata={"example": "kingdoms@1"})
    box = fields.String(required=True, metadata={"description": "hash of the box"})
    options = fields.Dict(required=True)
    seats = fields.List(fields.Nested(SeatOut), required=True)
    visibility = fields.String(required=True)
    occasion = fields.Dict(required=True)
    status = fields.String(required=True, metadata={"description": "running, finished or closed"})
    version = fields.Integer(required=True)
    ply = fields.Integer(required=True)
    head_hash = fields.String(required=True)
    opened_at = fields.String(required=True)
    changed_at = fields.String(required=True)
    round = fields.Integer(allow_none=True)
    phase = fields.String()
    scores = fields.Dict(allow_none=True)
    winners = fields.List(
        fields.Integer(), allow_none=True, metadata={"description": "seats of rank 1; null while the game runs"}
    )
    eyes = fields.List(fields.String(), metadata={"description": "the eyes the caller may use"})
    calls = fields.List(fields.String(), metadata={"description": "the calls the caller may make"})
    role = fields.String(metadata={"description": "what the caller is to the record"})


class RecordOut(Summary):
    """A record just opened."""

    offers = fields.Dict(metadata={"description": "what may be recorded now"})


class Page(Schema):
    """A page of records, last changed first."""

    records = fields.List(fields.Nested(Summary), required=True)
    next = fields.String(allow_none=True, required=True, metadata={"description": "cursor of the next page"})


class Entry(Schema):
    """One line of the log."""

    version = fields.Integer(required=True)
    type = fields.String(required=True)
    at = fields.String(required=True)
    by = fields.String(required=True)
    body = fields.Dict(required=True)
    seals = fields.Dict()
    opens = fields.List(fields.Dict(), metadata={"description": "sealed facts that the move makes public whole"})
    barrier = fields.Dict()
    occurred_at = fields.String()
    zone = fields.String()
    state = fields.String(required=True)
    prev = fields.String(required=True)
    hash = fields.String(required=True)


class WrittenOut(Schema):
    """What a write did."""

    version = fields.Integer(required=True)
    ply = fields.Integer(required=True)
    entry = fields.Nested(Entry, allow_none=True)
    says = fields.Dict(allow_none=True, metadata={"description": "language -> the sentence to read back"})
    marks = fields.List(fields.Dict(), metadata={"description": "what followed"})
    moves = fields.List(fields.Dict(), metadata={"description": "each move, where several were written"})
    opens = fields.List(fields.Dict(), metadata={"description": "sealed facts that a dry run would open"})
    offers = fields.Dict()
    refused = fields.Nested(Problem)


class LogOut(Schema):
    """Entries, and the secrets the caller may see."""

    record = fields.String(required=True)
    version = fields.Integer(required=True)
    entries = fields.List(fields.Nested(Entry), required=True)
    secrets = fields.Dict(required=True, metadata={"description": "version -> secret -> salt and value"})


class StateOut(Schema):
    """A view, or the public facts."""

    record = fields.String(required=True)
    eyes = fields.String(required=True)
    version = fields.Integer(required=True)
    ply = fields.Integer(required=True)
    view = fields.Dict(metadata={"description": "the table as these eyes see it; left out where facts are asked for"})
    facts = fields.Dict(metadata={"description": "what an entry's `state` digests; only where it is asked for"})


class OffersOut(Schema):
    """What may be recorded now, or the next field of a part of a move."""

    record = fields.String(required=True)
    version = fields.Integer(required=True)
    moves = fields.List(fields.Dict())
    field = fields.String(allow_none=True)
    domain = fields.Dict(allow_none=True)


class BoxNamed(Schema):
    """A box, named and not repeated."""

    hash = fields.String(required=True, metadata={"description": "proves which components were played with"})
    edition = fields.String(allow_none=True, metadata={"description": "what its owner calls it: to read, no proof"})


class BoxWhole(BoxNamed):
    """A box with all that is in it."""

    components = fields.Dict(required=True, metadata={"description": "the box as it is kept under its hash"})


class ReplayOut(Schema):
    """A whole replay: the first view and a patch a move."""

    record = fields.String(required=True)
    game = fields.String(required=True)
    rules = fields.String(required=True)
    box = fields.Nested(BoxWhole, required=True)
    options = fields.Dict(required=True)
    occasion = fields.Dict(required=True)
    seats = fields.List(fields.Nested(SeatOut), required=True)
    eyes = fields.String(required=True)
    eyes_allowed = fields.List(fields.String(), required=True)
    version = fields.Integer(required=True)
    first = fields.Dict(required=True)
    frames = fields.List(fields.Dict(), required=True)
    result = fields.Dict(allow_none=True)


class Behind(Schema):
    """A worker is behind."""

    version = fields.Integer(required=True)
    projected = fields.Integer(required=True)


class Comparable(Schema):
    """What two records must have in common to be compared: the same here, and only then."""

    rules = fields.String(required=True, metadata={"example": "kingdoms@1"})
    options = fields.Dict(required=True, metadata={"description": "every option with its value"})
    box = fields.String(required=True, metadata={"description": "hash of the box"})


class ResultOut(Schema):
    """All a league needs."""

    record = fields.String(required=True)
    game = fields.String(required=True)
    rules = fields.String(required=True)
    box = fields.Nested(BoxNamed, required=True)
    options = fields.Dict(required=True)
    comparable = fields.Nested(
        Comparable,
        required=True,
        metadata={"description": "two results may be compared only where this is the same in both"},
    )
    occasion = fields.Dict(required=True)
    status = fields.String(required=True)
    seats = fields.List(
        fields.Dict(), required=True, metadata={"description": "seat, player, name, colour, rank, score, breakdown"}
    )
    end = fields.Dict(required=True)
    tie_break = fields.Dict(allow_none=True)
    winners = fields.List(fields.Integer())
    ended_at = fields.String(required=True)
    version = fields.Integer(required=True)
    head_hash = fields.String(required=True)


class BackOut(Schema):
    """A record taken back."""

    record = fields.String(required=True)
    version = fields.Integer(required=True)
    head_hash = fields.String(required=True)
    known = fields.Boolean(required=True, metadata={"description": "whether it was here already"})


class TokenOut(Schema):
    """A token; the secret only where it was just made."""

    id = fields.String(required=True)
    scope = fields.String(required=True)
    record = fields.String(allow_none=True)
    seat = fields.Integer(allow_none=True)
    since = fields.Integer(metadata={"description": "of a seat's later link: secrets sealed before are not for it"})
    label = fields.String()
    maker = fields.String(allow_none=True, metadata={"description": "id of the token that it goes back to"})
    created_at = fields.String()
    expires_at = fields.String(allow_none=True)
    revoked_at = fields.String(allow_none=True)
    token = fields.String(metadata={"description": "the secret, shown once"})
    link = fields.String(metadata={"description": "an address with the secret in its fragment, which no server sees"})


class TokensOut(Schema):
    """The tokens of a record."""

    tokens = fields.List(fields.Nested(TokenOut), required=True)
