"""Kinds of fields, checks of their values, and query parameters, that the schemas of all subjects share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, Self

from marshmallow import EXCLUDE, INCLUDE, RAISE, Schema, ValidationError, fields, validate

from engines.kernel.text import code_of, shows
from service.record.entries import shapes, times
from service.record.entries.other_shapes import LONGEST_TEXT
from service.texts import table


def doc(
    description: str,
    *,
    among: Iterable[Any] | None = None,
    within: tuple[int, int] | None = None,
    length: tuple[int, int] | None = None,
    longest: int | None = None,
    **more: Any,
) -> dict[str, Any]:
    """The arguments of a field that describe it in the contract, and check it: ``String(**doc("Its name."))``.

    Args:
        description: What it is.
        among: The values that it may have.
        within: The least and the greatest number.
        length: The least and the greatest length.
        longest: The greatest length.
        more: Further members of its schema, such as an ``example``.
    """
    check: validate.Validator | None = None
    if among is not None:
        check = validate.OneOf(list(among))
    elif within is not None:
        check = validate.Range(*within)
    elif length is not None or longest is not None:
        check = validate.Length(*(length or (None, longest)))
    return {"metadata": {"description": description, **more}} | ({} if check is None else {"validate": check})


class Pattern(validate.Validator):
    """The form of a whole text.

    In the contract it is between ``^`` and ``$``, which every dialect of regular expressions knows; the end
    of a text as Python alone spells it makes validators in JavaScript fail.

    Args:
        form: A regular expression without anchors and without an alternative at its top.
        error: What is said of a text that has another one.
    """

    def __init__(self, form: str, error: str) -> None:
        self.regex = re.compile(f"^{form}$")
        """Where apispec finds the pattern of a field."""
        self.said = error

    def __call__(self, value: str) -> str:
        """The text, where it has the form."""
        # `$` alone would let a line's end pass behind it.
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self.said)
        return value


ID = Pattern(shapes.ID, error="letters, digits, '_', '.', '-'; at most 64")
HASH = Pattern("[0-9a-f]{64}", error="a SHA-256 hash, 64 hexadecimal digits")
SHORT = validate.Length(max=shapes.LONGEST_TEXT)
MOVES_LEFT = "How many more moves the record takes; said from nine tenths of them on."
"""What a record near its end says of itself, in every answer alike."""
ACTS_LEFT = (
    "How many more undos, consents and corrections the record takes, a judge's aside; said from nine tenths of them on."
)
"""What a record says of itself that was often corrected."""
MOST_SEAT = 99
"""No table has so many seats; what a seat's number is checked against before a game is known."""


def need_zone(name: str) -> None:
    """Refuse what is no zone; a function, for a list of six hundred names has no place in the contract."""
    if not times.is_place(name):
        raise ValidationError(table("times")["zone"]["en"])


def need_day(text: str) -> None:
    """Reject well-formed but invalid dates (2026-02-30)."""
    if not shapes.is_day(text):
        raise ValidationError("no such day")


DAY: list[Callable[[str], Any]] = [Pattern(shapes.DAY, error="a date such as 2026-11-21"), need_day]


def need_time(text: str) -> None:
    """Reject well-formed but invalid times (25:00)."""
    if not shapes.is_time(text):
        raise ValidationError("no such time")


class Shape(Schema):
    """A schema of the contract. None is changed once it is made, so the copy of one is itself.

    flask-smorest copies all that it has noted of a view with each further note. With its schemas copied, too, that took
    more than half of the time in which the application is loaded.
    """

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self


class Input(Shape):
    """A request body. Unknown fields are refused."""

    class Meta:
        """Unknown fields are refused."""

        unknown = RAISE


class Output(Shape):
    """A response. A later version may add members."""

    class Meta:
        """apispec says nothing of further members."""

        unknown = EXCLUDE


class OpenShape(Shape):
    """A schema with members that every game has, and members that each game defines and checks."""

    class Meta:
        """Further members are wanted."""

        unknown = INCLUDE


class Sentence(Output):
    """A text in every language."""

    en = fields.String(required=True, **doc("In English."))
    es = fields.String(required=True, **doc("In Spanish."))


class Says(Output):
    """A text in the requested languages, at least one."""

    en = fields.String(**doc("In English."))
    es = fields.String(**doc("In Spanish."))


def reason() -> PlainText:
    """Why something is done: free text that may be left out."""
    return PlainText(
        load_default="", **doc("The reason; stored apart from the log, so that it can be erased.", longest=LONGEST_TEXT)
    )


class WholeNumber(fields.Integer):
    """A whole number; neither text nor true."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if type(value) is not int:
            raise ValidationError("a whole number")
        return super()._deserialize(value, attr, data, **kwargs)


class TrueOrFalse(fields.Boolean):
    """True or false; no other spelling of them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if type(value) is not bool:
            raise ValidationError("true or false")
        return super()._deserialize(value, attr, data, **kwargs)


class PlainText(fields.String):
    """Text without control characters, bidi overrides among them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        code = code_of(text)
        if code is not None:
            raise ValidationError(f"no control characters: {code}")
        return text


class VisibleText(PlainText):
    """Text that people see, such as a note or a name."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not shows(text):
            raise ValidationError("must not be blank")
        return text


class UtcTime(fields.AwareDateTime):
    """A time with its offset, in UTC; at the ends of the calendar some have none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="iso", **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> datetime:
        moment = super()._deserialize(value, attr, data, **kwargs)
        try:
            return moment.astimezone(UTC)
        except OverflowError:
            raise ValidationError("outside the calendar") from None


class Bounded:
    """A list or map whose length is checked before its items."""

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


class BoundedList(Bounded, fields.List[Any]):
    """A list with a maximum length."""


class BoundedDict(Bounded, fields.Dict):
    """A map with a maximum number of keys."""


EYES = "Who is looking: public, seat:N, recorder or judge; by default the caller's own."


class LanguageArgs(Shape):
    """The language of sentences, titles and details."""

    lang = fields.String(
        **doc(
            "The language of sentences and refusals: en, es, or both (en,es); without it the one that "
            "`Accept-Language` prefers.",
            example="en",
        )
    )


class EyesArgs(LanguageArgs):
    """The eyes through which the caller looks."""

    eyes = fields.String(**doc(EYES, example="public"))
