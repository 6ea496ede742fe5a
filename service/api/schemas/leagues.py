"""Leagues: the organiser's tables, links and people, and where the lines of the feed are sent."""

from typing import Any

from marshmallow import ValidationError, fields, post_load, validate, validates_schema

from engines import GAMES
from service.api.schemas import output as out
from service.api.schemas.fields import (
    DAY,
    HASH,
    ID,
    SHORT,
    BoundedDict,
    BoundedList,
    Input,
    Output,
    Pattern,
    PlainText,
    TrueOrFalse,
    VisibleText,
    WholeNumber,
    doc,
)
from service.api.schemas.problems import Problem
from service.api.schemas.records import OccasionIn, RecordIn, SeatIn
from service.api.schemas.tokens import TokenOut
from service.record import leagues
from service.record.conditions import CHECKED, SIGNED
from service.record.entries import shapes
from service.record.webhooks import LONGEST_URL


class WebhookIn(Input):
    """The address of a webhook."""

    url = fields.String(
        required=True,
        **doc("HTTPS, on the public internet.", length=(1, LONGEST_URL), example="https://league.example/movebook"),
    )
    after = fields.String(
        **doc(
            "Only lines after this cursor of the feed; 0 for all. Without it a new webhook begins at 0, "
            "and an existing one continues from its cursor."
        )
    )


class RotateIn(Input):
    """How long the previous secret stays valid."""

    overlap_h = WholeNumber(
        load_default=24, **doc("Hours that the previous secret also signs messages.", within=(0, 24 * 90))
    )


class AttemptOut(Output):
    """The last attempt to send a message."""

    at = out.text("When, RFC 3339.")
    type = out.text("`record.changed` or `test`.")
    status = out.number("The status of the answer; null for none.", null=True)
    error = out.text("Null when it arrived.", null=True, example="not sent: network")


class DisabledOut(Output):
    """The reason why the webhook is disabled."""

    at = out.text("When it was disabled, RFC 3339.")
    why = out.text("gone: it answered 410; failing: it failed for five days.", among=["gone", "failing"])


class WebhookOut(Output):
    """A league's webhook."""

    url = out.text("Where the lines are sent.")
    created_at = out.text("When it was first set, RFC 3339.")
    cursor = out.text("Of the feed: what came before has arrived.")
    attempts = out.number("Failed attempts since then.")
    failing_since = out.text("When the first of them failed; null for none.", null=True)
    due_at = out.text("When the next one is due; null for at once.", null=True)
    last = out.part(AttemptOut, "The last attempt; null for none.", null=True)
    disabled = out.part(DisabledOut, "Null while the webhook is enabled.", null=True)


class WebhookMade(WebhookOut):
    """A new webhook, with its secret."""

    secret = out.text("A new secret, shown this once; a further call that changes the URL has none.", optional=True)


MOST_TABLES = 500
MOST_AGAIN = 99
LINKS = ("seats", "record", "judge")
ANSWERS = ("opened", "known", "differs", "refused", "removed")
LEAGUE_ID = Pattern(leagues.ID, error="small letters, digits and '-'; at most 40")
SITE = Pattern(r'https?://[^\s"<>]{1,200}', error="an address beginning with https:// or http://")
PERSON_REF = "The league's own id of a person; it is stored apart from the records and enters none."


class LeagueChangeIn(Input):
    """The public properties of a league."""

    name = PlainText(required=True, validate=SHORT, **doc("Its name."))
    site = fields.String(
        load_default=None,
        allow_none=True,
        validate=SITE,
        **doc("Where its standings are.", example="https://liga.example/"),
    )


class LeagueIn(LeagueChangeIn):
    """A new league."""

    id = fields.String(required=True, validate=LEAGUE_ID, **doc("Its id in addresses.", example="castilla"))
    tables_a_day = WholeNumber(
        load_default=leagues.TABLES_A_DAY, **doc("Tables that it may open on one day (UTC).", within=(1, 100_000))
    )


class LeagueOut(Output):
    """A league."""

    id = out.text("Its id.")
    name = out.text("Its name.")
    site = out.text("Where its standings are.", null=True)
    created_at = out.text("When it was created, RFC 3339.")
    tables_a_day = out.number("Tables that it may open on one day (UTC).")
    tokens = out.parts(TokenOut, "The league's tokens, without their secrets.")
    webhook = out.part(WebhookOut, "Where its lines of the feed are sent.", null=True)


class LeagueTokenIn(Input):
    """A request for a further token of a league. Earlier tokens stay valid for some hours."""

    label = PlainText(validate=SHORT, load_default="", **doc("A name that its creator gave it."))
    overlap_h = WholeNumber(load_default=24, **doc("Hours after which earlier tokens expire.", within=(0, 24 * 90)))


class LeagueTokenOut(TokenOut):
    """A new token of a league."""

    token = out.text("The secret, shown this once.")


class PlayersIn(Input):
    """The required number of players."""

    least = WholeNumber(**doc("At least.", within=(1, 99)))
    most = WholeNumber(**doc("At most.", within=(1, 99)))

    @validates_schema
    def in_order(self, data: dict[str, Any], **_: Any) -> None:
        """No number of players is more than the most and less than the least."""
        if data.get("least", 1) > data.get("most", 99):
            raise ValidationError("least is greater than most", "least")


class DatesIn(Input):
    """The dates within which a game must be played."""

    since = fields.String(data_key="from", validate=DAY, **doc("From this day on.", example="2026-01-01"))
    to = fields.String(validate=DAY, **doc("Until this day.", example="2026-06-30"))

    @validates_schema
    def in_order(self, data: dict[str, Any], **_: Any) -> None:
        """No day is before the first and after the last."""
        if data.get("since", "") > data.get("to", "9"):
            raise ValidationError("from is after to", "from")


def known_game(name: str) -> None:
    """Refuse a title that is not installed: no game would ever count."""
    validate.OneOf(sorted(GAMES))(name)


class ConditionsIn(Input):
    """The conditions under which a game counts for the league. Conditions that are left out do not apply."""

    games = BoundedList(fields.String(validate=known_game), **doc("These titles.", longest=100))
    rules = BoundedList(
        PlainText(validate=SHORT),
        **doc("These titles and versions of their rules.", longest=100, example=["kingdoms@1"]),
    )
    boxes = BoundedList(fields.String(validate=HASH), **doc("These editions, by content hash.", longest=100))
    options = BoundedDict(
        keys=fields.String(validate=known_game),
        values=BoundedDict(keys=fields.String(validate=ID), validate=validate.Length(max=100)),
        **doc("Title -> option -> value.", longest=100),
    )
    placeholders = TrueOrFalse(**doc("False: not with an edition that has placeholder values."))
    players = fields.Nested(PlayersIn, **doc("The required number of players."))
    dates = fields.Nested(DatesIn, **doc("The dates within which a game must be played."))
    signed = fields.String(**doc("Every player signed: with the own link, in any way, or not at all.", among=SIGNED))
    closed_by_judge = TrueOrFalse(**doc("True: a game that a judge closed (`ruled`) needs no signatures."))
    checked = fields.String(
        **doc("agreed: no difference at a check is open; every: and each check point was checked.", among=CHECKED)
    )
    regular = TrueOrFalse(**doc("True: no move against the rules and no ruling."))
    recorder_apart = TrueOrFalse(**doc("True: not where each player enters the own moves."))
    strict = TrueOrFalse(**doc("True: in league mode (policy `strict`), and nothing broke what the table fixed."))
    least_minutes = WholeNumber(**doc("From opening to end at least.", within=(0, 100_000)))
    waiting_h = WholeNumber(**doc("Hours after closing until it counts.", within=(0, 24 * 90)))


class LeagueSeatIn(SeatIn):
    """A player at a league's table."""

    ref = PlainText(validate=SHORT, **doc(PERSON_REF))

    @post_load
    def of_one(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """A person of the league has no player id of another's."""
        if "ref" in data and "player" in data:
            raise ValidationError("ref or player, not both", "ref")
        return data


class TableOccasionIn(OccasionIn):
    """The place, date and event of a league's table."""

    class Meta(Input.Meta):
        """Its league is the caller."""

        exclude = ("league",)


class TableIn(RecordIn):
    """A table of a league: the opening of a record, and the league's reference for it."""

    ref = PlainText(required=True, validate=SHORT, **doc("The league's own id of the table."))
    again = WholeNumber(
        load_default=1,
        **doc(
            "A higher number opens the table again, after its record was removed or made void.", within=(1, MOST_AGAIN)
        ),
    )
    seats = BoundedList(
        fields.Nested(LeagueSeatIn),
        required=True,
        **doc("Who sits at the table, clockwise; the first is seat 0.", length=(1, shapes.MOST_SEATS)),
    )
    occasion = fields.Nested(TableOccasionIn, load_default=dict, **doc("The place, date and event of the game."))
    links = BoundedList(
        fields.String(validate=validate.OneOf(LINKS)),
        load_default=list,
        **doc("Links to give out: each seat's, one that records, one for a judge.", longest=len(LINKS)),
    )


class TablesIn(Input):
    """Tables to open. Each one succeeds or fails on its own."""

    tables = BoundedList(fields.Nested(TableIn), required=True, **doc("The tables.", length=(1, MOST_TABLES)))


class TableLinks(Output):
    """Links to a table. Sending the same list again returns the same links."""

    seats = fields.List(fields.String(allow_none=True), **doc("By seat; null where one was revoked."))
    record = out.text("For the phone that records.", optional=True, null=True)
    judge = out.text("For a judge.", optional=True, null=True)


class LinksIn(Input):
    """A request for the links of tables."""

    records = BoundedList(
        fields.String(validate=ID), required=True, **doc("The ids of the records.", length=(1, MOST_TABLES))
    )
    links = BoundedList(
        fields.String(validate=validate.OneOf(LINKS)),
        required=True,
        **doc("Links to give out: each seat's, one that records, one for a judge.", length=(1, len(LINKS))),
    )


class LinkedTable(Output):
    """The links to a table."""

    record = out.text("The record's id.")
    links = out.part(TableLinks, "Its links.")


class LinksOut(Output):
    """Links to tables, in the order of the request."""

    tables = out.parts(LinkedTable, "The links of each table.")


class TableOut(Output):
    """The result of opening one table of the list."""

    ref = out.text("The league's reference.", null=True)
    answer = out.text(
        "opened; known: it was open already, as in the list; differs: it is open otherwise, in "
        "`differs`; refused, for what `problem` says; removed: its record is gone.",
        among=ANSWERS,
    )
    record = out.text("Its id; null if refused.", null=True)
    differs = out.texts("The members in which the open table differs.", optional=True)
    links = out.part(TableLinks, "Where links were asked for.", optional=True)
    problem = out.part(Problem, "Where the table is refused.", optional=True)


class TablesOut(Output):
    """The results of opening a list of tables, in its order."""

    tables = out.parts(TableOut, "The result of each table.")


class PersonIn(Input):
    """A person's name."""

    name = VisibleText(required=True, **doc("The name, in all records at once.", length=(1, shapes.LONGEST_NAME)))


class JoinIn(Input):
    """A person to join with another one."""

    to = PlainText(required=True, validate=SHORT, **doc("The other ref, which gives the name."))


class PersonOut(Output):
    """A person of a league."""

    ref = out.text(PERSON_REF)
    player = out.text("The player id in records.", validate=ID)
    name = out.text("Null where it is erased or was never given.", null=True)
    joined = out.text("The ref with which it was joined; null for none.", null=True)
    person = out.text("The player id of all refs that are this person.", validate=ID)
