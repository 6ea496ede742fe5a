"""Encode, decode, fields and shape of a move follow from its event: shown with what the coming games need."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Annotated, Any

import pytest

from engines.kernel import canonical, notation
from engines.kernel.game import Json, MalformedMoveError
from engines.kernel.input.shorthand import Shorthand
from engines.kernel.moves import shapes
from engines.kernel.moves.events import Ask, Events, one_of

MARKET = Events("Market")
BOX = {"goods": [{"id": "fig", "token": "f"}, {"id": "plum", "token": "p"}], "places": [3, 5], "most": 9}

Good = Annotated[str, Ask("Good", "Bien", choices=lambda box: [(good["id"], good["token"]) for good in box["goods"]])]
Place = Annotated[int, Ask("Place", "Lugar", choices=lambda box: box["places"])]
Seat = Annotated[int, Ask("Seat", "Asiento", low=0, high=4, seat=True)]


@dataclass(frozen=True, slots=True)
class Capture:
    """A capture: who, where, and what was paid for it."""

    location: Place
    seat: Seat
    paid: Annotated[Mapping[str, int], Ask(keys=("gold", "silver"))] | None = None


@one_of
@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a card asks for."""

    option: int | None = None
    good: Good | None = None
    spaces: tuple[tuple[int, int], ...] | None = None


@MARKET.move("place_town_centre", "Town centre", "Centro")
@dataclass(frozen=True, slots=True)
class TownCentre:
    seat: int
    captures: Annotated[tuple[Capture, ...], Ask("Captures", "Capturas")]
    evade: Annotated[int, Ask("Evaded", "Evadidos", low=0, high=lambda box: box["most"])] | None = None


@MARKET.move("play", "Play", "Jugar")
@dataclass(frozen=True, slots=True)
class Played:
    seat: int
    card: str
    choices: tuple[Choice, ...] | None = None
    drawn: Annotated[tuple[Good | None, ...], Ask("Drawn", "Robadas")] | None = None


@MARKET.move("deal", "Deal", "Repartir")
@dataclass(frozen=True, slots=True)
class Dealt:
    hands: Mapping[int, tuple[Good, ...]]
    counted: Mapping[str, int | None]
    again: bool


@MARKET.move("open", "Open", "Abrir", recorded=False)
@dataclass(frozen=True, slots=True)
class Opened:
    """A step that nobody records."""


GAME: Any = SimpleNamespace(name="market", moves=MARKET.types, shorthand=Shorthand(), colours=lambda _: {})

CASES: list[tuple[Any, Json]] = [
    (
        TownCentre(1, (Capture(5, 2), Capture(3, 0, {"silver": 1, "gold": 2}))),
        {
            "type": "place_town_centre",
            "seat": 1,
            "captures": [{"location": 5, "seat": 2}, {"location": 3, "seat": 0, "paid": {"gold": 2, "silver": 1}}],
        },
    ),
    (TownCentre(0, (), 2), {"type": "place_town_centre", "seat": 0, "captures": [], "evade": 2}),
    (
        Played(2, "march", (Choice(option=0), Choice(good="fig"), Choice(spaces=((0, -1), (2, 1)))), ("fig", None)),
        {
            "type": "play", "seat": 2, "card": "march",
            "choices": [{"option": 0}, {"good": "fig"}, {"spaces": [[0, -1], [2, 1]]}], "drawn": ["fig", None],
        },
    ),
    (Played(2, "march"), {"type": "play", "seat": 2, "card": "march"}),
    (
        Dealt({10: ("fig",), 2: ()}, {"b": None, "a": 4}, again=False),
        {"type": "deal", "hands": {"2": [], "10": ["fig"]}, "counted": {"a": 4, "b": None}, "again": False},
    ),
]  # fmt: skip
by_type = pytest.mark.parametrize(("event", "body"), CASES, ids=lambda value: type(value).__name__)


@by_type
def test_an_event_and_its_body_are_one_another(event: Any, body: Json) -> None:
    assert MARKET.encode(event) == body
    assert MARKET.decode(body) == event
    assert MARKET.type_of(event) == body["type"]


@by_type
def test_a_body_has_canonical_bytes_and_is_a_move(event: Any, body: Json) -> None:
    assert shapes.parse(GAME, BOX, body) == body
    assert MARKET.decode(canonical_copy(body)) == event


@by_type
def test_a_body_survives_text_notation(event: Any, body: Json) -> None:
    seats = ["red", "blue", "green"]
    assert notation.read(GAME, BOX, notation.write(GAME, BOX, body, seats), seats) == body


def canonical_copy(body: Json) -> Json:
    import json  # noqa: PLC0415 - the way every entry takes

    copy: Json = json.loads(canonical.canonical(body))
    return copy


def test_maps_keep_one_order_however_they_were_typed() -> None:
    event = MARKET.decode({"type": "deal", "hands": {"10": [], "2": []}, "counted": {"b": 1, "a": 2}, "again": True})
    assert (list(event.hands), list(event.counted)) == ([2, 10], ["a", "b"])
    assert list(MARKET.encode(Dealt({10: (), 2: ()}, {}, again=True))["hands"]) == ["2", "10"]


def test_fields_follow_from_annotations_and_the_box() -> None:
    types = MARKET.types(BOX)
    assert list(types) == ["place_town_centre", "play", "deal", "open"]
    assert [kind.seated for kind in types.values()] == [True, True, False, False]
    assert types["deal"].label == {"en": "Deal", "es": "Repartir"}
    town = types["place_town_centre"].fields
    assert list(town) == ["captures", "evade"]
    assert (town["evade"].kind, town["evade"].low, town["evade"].high, town["evade"].optional) == (
        "integer",
        0,
        9,
        True,
    )
    capture = town["captures"].of
    assert capture is not None
    assert (town["captures"].kind, capture.kind, list(capture.fields)) == (
        "list",
        "group",
        ["location", "seat", "paid"],
    )
    assert (capture.fields["location"].kind, capture.fields["location"].choices) == ("choice", (3, 5))
    assert capture.fields["seat"].seat
    assert (capture.fields["paid"].kind, capture.fields["paid"].keys) == ("map", ("gold", "silver"))
    hands = types["deal"].fields["hands"]
    assert (hands.kind, hands.keys, hands.optional) == ("map", "seat", False)
    assert hands.of is not None
    assert hands.of.of is not None
    assert (hands.of.of.kind, hands.of.of.aliases) == ("choice", {"f": "fig", "p": "plum"})
    counted = types["deal"].fields["counted"].of
    assert counted is not None
    assert (counted.kind, counted.nullable, counted.optional) == ("integer", True, False)
    assert types["deal"].fields["again"].kind == "flag"


def test_a_later_ask_overrides_what_an_earlier_one_names() -> None:
    events = Events("Later")

    @events.move("go", "Go", "Ir")
    @dataclass(frozen=True, slots=True)
    class Gone:
        to: Annotated[Place, Ask("Where to", "Adónde", optional=True)]

    field = events.types(BOX)["go"].fields["to"]
    assert (field.label, field.choices, field.optional) == ({"en": "Where to", "es": "Adónde"}, (3, 5), True)
    with pytest.raises(KeyError, match="to"):
        events.decode({"type": "go"})


@pytest.mark.parametrize("choice", [{}, {"option": 1, "good": "fig"}, {"option": None}])
def test_of_alternatives_exactly_one_is_given(choice: Json) -> None:
    with pytest.raises(MalformedMoveError) as caught:
        shapes.parse(GAME, BOX, {"type": "play", "seat": 0, "card": "x", "choices": [choice]})
    assert "exactly one of option, good, spaces" in caught.value.errors["choices.0"]["en"]


@pytest.mark.parametrize("kind", ["open", "close"])
def test_what_is_never_recorded_is_no_event(kind: str) -> None:
    with pytest.raises(ValueError, match=f"'{kind}' is never recorded in Market"):
        MARKET.decode({"type": kind})


def test_null_ends_a_list_unless_it_is_an_answer_of_its_own() -> None:
    move = {"type": "play", "seat": 0, "card": "x", "choices": [{"option": 1}, None], "drawn": ["f", None]}
    parsed = shapes.parse(GAME, BOX, move)
    assert (parsed["choices"], parsed["drawn"]) == ([{"option": 1}], ["fig", None])
    with pytest.raises(MalformedMoveError):
        shapes.parse(GAME, BOX, {**move, "choices": [None, {"option": 1}]})


def test_a_step_that_nobody_records_is_known_as_a_move() -> None:
    assert shapes.parse(GAME, BOX, {"type": "open"}) == {"type": "open"}


def test_the_types_of_another_box_are_its_own() -> None:
    other = {**BOX, "places": [8]}
    assert MARKET.types(BOX) is MARKET.types(BOX)
    capture = MARKET.types(other)["place_town_centre"].fields["captures"].of
    assert capture is not None
    assert capture.fields["location"].choices == (8,)


@pytest.mark.parametrize("hint", [float, list[int], dict[str, int], "int | str", object])
def test_an_annotation_that_can_be_no_part_of_a_move_is_named(hint: Any) -> None:
    cls = dataclass(frozen=True)(type("Odd", (), {"__annotations__": {"odd": hint}, "__module__": __name__}))
    with pytest.raises(TypeError, match=r"Odd\.odd: .* can be no part of a move"):
        Events("Odd").move("odd", "Odd", "Raro")(cls)


@dataclass(frozen=True, slots=True)
class Paid:
    """An event with parameters whose names Python keeps for itself."""

    seat: int
    from_: Annotated[str, Ask("From", "De", choices=("die", "token"))]
    as_: Annotated[str, Ask("As", "Como")] | None = None


def test_an_underscore_behind_a_word_that_python_keeps_is_no_part_of_the_parameter() -> None:
    events = Events("the test")
    events.move("pay", "Pay", "Pagar")(Paid)
    body = {"type": "pay", "seat": 1, "from": "die"}
    assert list(events.types({})["pay"].fields) == ["from", "as"]
    assert events.decode(body) == Paid(1, "die", None)
    assert events.encode(Paid(1, "die", "red")) == {**body, "as": "red"}
