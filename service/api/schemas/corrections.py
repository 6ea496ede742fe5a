"""Taking back, correcting and ruling: undo, consents, corrections, rulings."""

from typing import Any

from marshmallow import ValidationError, fields, post_load, pre_load, validate, validates_schema

from service.api.schemas.fields import (
    DAY,
    HASH,
    ID,
    MOST_SEAT,
    SHORT,
    BoundedDict,
    BoundedList,
    Input,
    OpenShape,
    PlainText,
    VisibleText,
    WholeNumber,
    doc,
    need_zone,
    reason,
)
from service.api.schemas.moves import SEATS, IrregularIn
from service.record.entries import shapes
from service.record.entries.opening_corrections import PARTS
from service.record.entries.other_shapes import MOST_ADJUSTMENTS
from service.record.write.correction import MOST_CHANGES

NEEDS = {
    "amend": ("name", "body"),
    "insert": ("before", "body"),
    "retract": ("name",),
    "keep": ("name", "irregular"),
    "opening": (),
}
"""Kind of change -> what it must say."""
FOR_GOOD = ("record", "key", "game", "rules", "policies", "visibility")
"""What an opening says once and for all."""


def names(**more: Any) -> Any:
    """A list of names of moves."""
    return BoundedList(fields.String(validate=ID), validate=validate.Length(max=MOST_CHANGES), **more)


class UndoIn(Input):
    """The moves to undo: the last one, the last `count` of a `seat`, or moves by name.

    The name of an undo redoes its moves.
    """

    undoes = names(
        load_default=list, **doc("Names of moves, or of one undo (the redo) or correction.", example=["41", "43"])
    )
    seat = WholeNumber(
        load_default=None, allow_none=True, **doc("The seat whose last moves are undone.", within=(0, MOST_SEAT))
    )
    count = WholeNumber(load_default=1, **doc("The number of its last moves.", within=(1, MOST_CHANGES)))
    consents = BoundedList(
        WholeNumber(),
        load_default=list,
        validate=SEATS,
        **doc("Seats that have consented, as the recorder says; a seat's own link does so by itself."),
    )
    requested_by = WholeNumber(load_default=None, allow_none=True, **doc("The seat that asked for it."))
    reason = reason()


class ConsentIn(Input):
    """A seat's consent to undo these moves."""

    to = names(required=True, **doc("Names of the moves.", example=["41"]))


class SittingIn(Input):
    """Who sits at a seat: a name (a new player), the id of a known one, or with neither somebody who is not named.

    With a colour alone the person stays.
    """

    seat = WholeNumber(required=True, **doc("The place at the table.", within=(0, MOST_SEAT)))
    name = VisibleText(**doc("The name of a new player.", length=(1, shapes.LONGEST_NAME)))
    player = fields.String(validate=ID, **doc("The id of a known player."))
    colour = fields.String(validate=ID, **doc("The colour, where it was another one."))

    @post_load
    def one(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """A seat has no two names."""
        if "name" in data and "player" in data:
            raise ValidationError("name or player, not both", "name")
        return data


def _text(what: str) -> PlainText:
    return PlainText(allow_none=True, validate=SHORT, **doc(f"{what}; null takes it out."))


class OccasionChangeIn(Input):
    """Changes to the place, date and event of a game. Members that are left out do not change."""

    league = _text("The league")
    event = _text("The tournament, the club night")
    round = _text("The round of the event")
    table = _text("The table of the round")
    place = _text("Where it was played")
    date = fields.String(
        allow_none=True, validate=DAY, **doc("The local date of the game; null removes it.", example="2026-11-21")
    )
    zone = fields.String(
        allow_none=True,
        validate=need_zone,
        **doc("The IANA time zone of the place; null removes it.", example="Europe/Madrid"),
    )
    refs = BoundedDict(
        keys=fields.String(validate=ID),
        values=_text("Its id of this game"),
        allow_none=True,
        **doc("Another site -> its id of this game; null removes one of them, or all.", length=(1, shapes.MOST_REFS)),
    )


class ChangeIn(Input):
    """One change of a correction."""

    op = fields.String(required=True, **doc("The operation.", among=list(NEEDS)))
    name = fields.String(validate=ID, **doc("The move that is amended, retracted or kept."))
    before = fields.String(validate=ID, **doc("The move before which one is inserted."))
    body = fields.Dict(**doc("The correct move."))
    irregular = fields.Nested(IrregularIn, **doc("Where the table played what the rules refuse."))
    box = fields.String(validate=HASH, **doc("Of the opening: the hash of the right box."))
    occasion = fields.Nested(OccasionChangeIn, **doc("Of the opening: where and for what."))
    options = BoundedDict(
        keys=fields.String(validate=ID),
        **doc("Of the opening: options of the game with their right values.", length=(1, 100)),
    )
    seats = BoundedList(
        fields.Nested(SittingIn),
        **doc(
            "Of the opening: who sat at these seats, in which colour; the others stay.", length=(1, shapes.MOST_SEATS)
        ),
    )

    @pre_load
    def leaves_what_stands_for_good(self, data: Any, **_: Any) -> Any:
        """Refuse to correct what an opening says once and for all."""
        if isinstance(data, dict) and data.get("op") == "opening":
            fixed = [name for name in FOR_GOOD if name in data]
            if fixed:
                raise ValidationError({name: ["cannot be changed; open a new record"] for name in fixed})
        return data

    @validates_schema
    def says_what_it_must(self, data: Any, **_: Any) -> None:
        """Refuse a change that leaves out what its kind needs, or says what has no place in it."""
        needs = NEEDS[data["op"]]
        may = {"op", *needs, *(["irregular"] if "body" in needs else []), *(PARTS if data["op"] == "opening" else ())}
        wrong = {name: ["is missing"] for name in needs if name not in data}
        wrong |= {name: ["not allowed here"] for name in data if name not in may}
        if data["op"] == "opening" and not any(data.get(part) for part in PARTS):
            wrong["op"] = ["to correct the opening, give box, occasion, options or seats"]
        if wrong:
            raise ValidationError(wrong)


class CorrectionIn(Input):
    """Changes to a record. Either all of them are applied, or none."""

    changes = BoundedList(fields.Nested(ChangeIn), required=True, **doc("The changes.", length=(1, MOST_CHANGES)))
    requested_by = WholeNumber(load_default=None, allow_none=True, **doc("The seat that asked for it."))
    reason = reason()


class AdjustmentIn(OpenShape):
    """One adjustment: its type, the seat that it concerns, and the parameters of its type (see the game)."""

    type = fields.String(required=True, **doc("Its type.", example="change_gold"))
    seat = WholeNumber(**doc("The seat that it concerns, where it concerns one."))


class RulingIn(Input):
    """A judge's ruling. Either all of its adjustments are applied, or none."""

    adjustments = BoundedList(
        fields.Nested(AdjustmentIn),
        required=True,
        **doc(
            "Each of them, in their order: a type that the game declares, and its parameters.",
            length=(1, MOST_ADJUSTMENTS),
        ),
    )
    about = fields.String(
        load_default=None, allow_none=True, validate=ID, **doc("Name of the move that it is about.", example="41")
    )
    requested_by = WholeNumber(load_default=None, allow_none=True, **doc("The seat that asked for it."))
    reason = reason()
