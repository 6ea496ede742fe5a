"""Before the first turn: the table, set-up, starting apprentices, the draft (chapters 2, 3 and 21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.architects.arguments.parameters import MARKETS
from engines.architects.box.cards import SILVER, Character
from engines.architects.box.components import ALTERNATE, BASE, OPEN_LOCATIONS, PROMO, ROWS, SEATS, read
from engines.architects.moves import Drafted, SetUp, StartingApprenticeTaken
from engines.architects.refusals.texts import refusal
from engines.architects.rules import hands, hires
from engines.architects.rules.ledger import Ledger
from engines.architects.rules.market import see_face
from engines.architects.state import DRAFT, PLAY, Seat, State
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.seats import check_seats

CHARACTERS = 2
"""The side of the boards that shows characters."""


def setup(seats: Sequence[str], options: Json, box: Json) -> State:
    """The table before its first move.

    Raises:
        IllegalMoveError: ARC-25.4 one player; ARC-2.1 too many seats, an unknown colour, one colour twice.
    """
    components = read(box)
    if len(seats) == 1:
        raise refusal("ARC-25.4", "ill_61")
    try:
        check_seats(seats, SEATS, components.colours, counted="ARC-2.1", coloured="ARC-2.1")
    except IllegalMoveError as error:
        raise IllegalMoveError(error.rule, "ill_62", error.says) from None
    count = len(seats)
    promos = options["promos"]
    apprentices = sum(1 for card in components.apprentices.values() if promos or card.set != PROMO)
    buildings = sum(1 for card in components.buildings.values() if promos or card.set != PROMO)
    goods = dict.fromkeys(components.goods, 0)
    return State(
        box=components,
        colours=tuple(seats),
        side=options["side"],
        alternates=options["alternate_characters"],
        starting=options["starting_apprentice"],
        promos=promos,
        per_capture=options["conspirator_scope"] == "per_capture",
        hall=components.guildhalls[count],
        seats=[Seat(components.workers, [0] * count, goods.copy(), components.start_virtue) for _ in range(count)],
        at={place: [0] * count for place in OPEN_LOCATIONS},
        market=dict.fromkeys(MARKETS),
        prison=[0] * count,
        display={row: [None] * components.columns for row in ROWS},
        coins={row: [0] * components.columns for row in ROWS},
        apprentice_pile=apprentices,
        building_pile=buildings,
        reward_pile=components.reward_cards[count],
        left_pile=components.market_cards,
        tax=components.tax_silver,
    )


def set_up(ledger: Ledger, event: SetUp) -> SetUp:
    """Set up start player, characters, display and the first market face (ARC-2.2 to 2.15, chapter 21)."""
    state = ledger.state
    characters = _characters(ledger, event.characters)
    start = _start(ledger, event.start_player, characters)
    rows: dict[str, list[str]] = {}
    for row, cards in ((ROWS[0], event.top), (ROWS[1], event.bottom)):
        if ledger.deciding and len(cards or ()) != state.box.columns:
            ledger.refuse("ARC-5.16", "ill_66_display", row=row, columns=state.box.columns)
        rows[row] = [hires.reveal(ledger, card) for card in (cards or ())]
        for column, card in enumerate(rows[row][: state.box.columns]):
            state.display[row][column] = card
    state.small = see_face(ledger, event.small_face, state.box.small, state.smalls, "small_face")
    _give_out(state, start, characters)
    state.start, state.phase = start, DRAFT
    if not ledger.deciding:
        return event
    return replace(
        event,
        start_player=start,
        characters=characters or None,
        top=tuple(rows[ROWS[0]]),
        bottom=tuple(rows[ROWS[1]]),
        small_face=state.small,
    )


def of_colour(state: State, seat: int) -> list[Character]:
    """The characters that are printed on boards of a seat's colour; alternates where they are played with."""
    return [
        one
        for one in state.box.characters.values()
        if one.colour == state.colours[seat] and (one.set == BASE or state.alternates)
    ]


def _characters(ledger: Ledger, said: Mapping[int, str] | None) -> dict[int, str]:
    """The character of each seat on side 2; empty on side 1 (ARC-21.1, ARC-21.2)."""
    state = ledger.state
    if state.side != CHARACTERS:
        if said and ledger.deciding:
            ledger.refuse("ARC-21.1", "ill_62_side")
        return {}
    if not ledger.deciding and said is not None:
        return dict(said)
    found: dict[int, str] = {}
    for seat in range(len(state.seats)):
        can = of_colour(state, seat)
        word = (said or {}).get(seat)
        if word is None:
            if len(can) > 1 and ledger.deciding:
                ledger.refuse("ARC-21.1", "ill_62_none", seat=seat)
            found[seat] = can[0].id
            continue
        folded = word.casefold()
        named = [
            one
            for one in state.box.characters.values()
            if folded in (one.id, *(name.casefold() for name in one.name.values()))
        ]
        if not named:
            ledger.refuse("ARC-21.2", "ill_62_unknown", word=word[:40])
        if named[0].colour != state.colours[seat]:
            ledger.refuse("ARC-21.2", "ill_62_colour", character=named[0].id, seat=seat)
        if named[0].set == ALTERNATE and not state.alternates:
            ledger.refuse("ARC-21.2", "ill_62_alternate", character=named[0].id)
        found[seat] = named[0].id
    return found


def _start(ledger: Ledger, said: int | None, characters: Mapping[int, str]) -> int:
    """Who begins: by chance on side 1, by virtue on side 2 (ARC-2.13, ARC-21.4)."""
    if not characters:
        if said is None and ledger.deciding:
            ledger.refuse("ARC-5.16", "ill_66_start")
        return said or 0
    box = ledger.state.box
    first = max(characters, key=lambda seat: box.characters[characters[seat]].start["virtue"])
    ledger.compare("start_player", said, first, "ARC-21.4")
    return first


def _give_out(state: State, start: int, characters: Mapping[int, str]) -> None:
    """What each seat starts with (ARC-2.11, ARC-2.14, ARC-21.3, ARC-21.5)."""
    for place, seat in enumerate(state.in_turn_order(start)):
        mine = state.seats[seat]
        if seat not in characters:
            mine.goods[SILVER] = state.box.start_silver[place]
            continue
        mine.character = characters[seat]
        given = state.box.characters[mine.character].start
        mine.virtue, mine.unpaid = given["virtue"], given["unpaid_debts"]
        for good in mine.goods:
            mine.goods[good] = given[good]
        mine.workers -= given["own_workers_in_prison"]
        state.prison[seat] = given["own_workers_in_prison"]


def take_apprentice(ledger: Ledger, event: StartingApprenticeTaken) -> StartingApprenticeTaken:
    """Take a face-up apprentice free of charge; fill the gaps when everybody has one (ARC-2.16, ARC-2.18)."""
    state = ledger.state
    spot = hires.find_spot(ledger, event.row, event.column, event.apprentice)
    hires.take(ledger, spot)
    state.display[spot.row][spot.column - 1] = None
    state.taken += 1
    last = state.taken == len(state.seats)
    new: list[str] = []
    if last:
        gaps = [
            (row, column) for column in range(state.box.columns) for row in ROWS if state.display[row][column] is None
        ]
        words = list(event.refills or ())
        if ledger.deciding and event.refills is None:
            ledger.refuse("ARC-5.16", "ill_66_refill")
        if ledger.deciding and len(words) != len(gaps):
            ledger.refuse("ARC-2.18", "ill_69_refills", said=len(words), wanted=len(gaps))
        for (row, column), word in zip(gaps, words, strict=False):
            card = hires.reveal(ledger, word)
            state.display[row][column] = card
            new.append(card)
    elif event.refills and ledger.deciding:
        ledger.refuse("ARC-2.18", "ill_69_early")
    if not ledger.deciding:
        return event
    return replace(event, row=spot.row, column=spot.column, apprentice=spot.card, refills=tuple(new) or None)


def extra_cards(state: State, seat: int) -> int:
    """Building cards that a character draws after the draft (ARC-21.6)."""
    character = state.character(seat)
    return 0 if character is None else character.start["extra_building_cards_after_draft"]


def draft(ledger: Ledger, event: Drafted) -> Drafted:
    """Deal the hands and begin the first turn (ARC-3.1 to 3.7)."""
    state = ledger.state
    kept: dict[int, tuple[str | None, ...]] = {}
    drawn: dict[int, tuple[str | None, ...]] = {}
    count = len(state.seats)
    state.building_pile -= state.box.kept * count
    for seat in range(count):
        state.seats[seat].hand += state.box.kept
        stated = hands.noted(ledger, (event.kept or {}).get(seat), state.box.kept, "kept")
        if stated is not None:
            kept[seat] = stated
    for seat in state.in_turn_order(state.start or 0):
        more = ledger.draw(seat, extra_cards(state, seat))
        stated = hands.noted(ledger, (event.drawn or {}).get(seat), more, "drawn")
        if stated is not None:
            drawn[seat] = stated
        if not ledger.deciding:
            hands.keep_moved(state.seats[seat], ledger.name, {"kept": state.box.kept, "drawn": more})
    for seat in range(count):
        for cards in (kept.get(seat), drawn.get(seat)):
            if ledger.deciding:
                hands.check_coming(ledger, cards)
            hands.come(ledger, seat, cards)
    state.phase, state.active, state.turn = PLAY, state.start, 1
    return replace(event, kept=kept or None, drawn=drawn or None) if ledger.deciding else event
