"""Moves that may be recorded now, field by field; exact wherever the rules are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engines.architects.arguments.parameters import BOARD, GUARDHOUSE_ACTIONS, PRICES
from engines.architects.box.cards import Price
from engines.architects.box.components import ROWS
from engines.architects.offers import forms
from engines.architects.offers.move_types import candidates, columns, hidden, may
from engines.architects.offers.questions import debts, groups_there, loose, open_list, seat_of, secrets, tried
from engines.architects.offers.work_questions import ask_build, ask_cathedral
from engines.architects.rules.hires import free
from engines.architects.rules.market import reset_abilities
from engines.architects.rules.payments import payable, payments
from engines.architects.rules.scoring import phase_a
from engines.architects.rules.turns import places_to_return_from
from engines.architects.setup import extra_cards, of_colour
from engines.architects.state import State
from engines.kernel.domains import choice, several, span
from engines.kernel.game import Json
from engines.kernel.offers import Offers, Questions, asked, look


def offers(state: State, partial: Json | None = None, derived: Sequence[int] | None = None) -> Json:
    """Moves that may be recorded now, or the next field of a partial move; this game has no screens.

    Args:
        state: The table, as far as its fold knows; not changed.
        partial: ``type``, ``seat`` and the fields known so far; None for every move.
        derived: Not used: no figure is derived.
    """
    del derived
    return OFFERS.answer(state, partial)


def _setup(state: State, _seat: int | None, _given: Json) -> Questions:
    box, count = state.box, len(state.seats)
    if state.side == 1:
        yield "start_player", span(0, count - 1)
    elif state.alternates:
        for place in range(count):
            yield f"characters.{place}", choice(one.id for one in of_colour(state, place))
    cards = [card for card in box.apprentices if free(state, card)]
    for row in ("top", "bottom"):
        yield row, several(choice(cards), box.columns, box.columns, exact=False)
    yield "small_face", choice(box.small)


def _starting(state: State, seat: int | None, given: Json) -> Questions:
    yield from _space(state, given)
    if state.taken == len(state.seats) - 1:
        gaps = len(state.seats)
        cards = [card for card in state.box.apprentices if free(state, card)]
        yield "refills", several(choice(cards), gaps, gaps, exact=False)
    yield from debts(state, seat, given)


def _space(state: State, given: Json, near: Iterable[int] | None = None) -> Questions:
    """The row and the column of a card on display."""
    there = {
        row: [
            place
            for place, card in enumerate(state.display[row], 1)
            if card is not None and (near is None or place in near)
        ]
        for row in ROWS
    }
    yield "row", choice(row for row in ROWS if there[row])
    yield "column", choice(there.get(str(look(given, "row"))) or [1])


def _draft(state: State, _seat: int | None, _given: Json) -> Questions:
    one, count = choice(hidden(state), optional=True), state.box.kept
    for place in range(len(state.seats)):
        yield f"kept.{place}", several(one, count, count, optional=True, secret=True, exact=False)
    for place in range(len(state.seats)):
        extra = extra_cards(state, place)
        if extra:
            yield f"drawn.{place}", several(one, extra, extra, optional=True, secret=True, exact=False)


def _mines(state: State, seat: int | None, _given: Json) -> Questions:
    n = state.at["mines"][seat_of(state, seat)] + 1
    yield "take", choice(good for of in state.box.yields["mines"] if n >= of.least for good in of.goods)


def _storehouse(state: State, seat: int | None, given: Json) -> Questions:
    place = seat_of(state, seat)
    cards = state.box.apprentices

    def items(done: Json) -> Iterator[Json]:
        before = tried(state, {key: value for key, value in done.items() if key != "keep_debts"})
        goods = state.seats[place].goods if before is None else before.me.goods
        for trade, of in state.box.trades.items():
            can = payable(payments(of.price, state.character(place), works=False), goods)
            if len(can) == 1:
                yield {"trade": trade}
            yield from ({"trade": trade, "paid": way} for way in can)
        for card in state.seats[place].apprentices:
            pay = cards[card].ability.pay
            if pay is not None:
                for way in _ways_to_pay(state, place, pay, goods):
                    yield {"trade": card} | ({} if way is None else {"paid": way})

    yield from open_list(state, given, "trades", items)
    yield from debts(state, seat, given)


def _ways_to_pay(
    state: State, seat: int, cost: Price, goods: Mapping[str, int], *, works: bool = False
) -> list[dict[str, int] | None]:
    """The payments to choose from; None where only one is possible."""
    can = payable(payments(cost, state.character(seat), works=works), goods)
    return list(can) if len(can) > 1 else [None] * len(can)


def _hire(state: State, seat: int | None, given: Json) -> Questions:
    place = seat_of(state, seat)
    yield from _space(state, given, columns(state, place))
    yield from _refill(state, place, given)
    tax = min(state.evasion(place), state.box.hire.tax)
    if tax and all(asked(given, name) for name in ("row", "column", "refill")):
        can = [evade for evade in range(tax + 1) if tried(state, given, evade=evade) is not None]
        if can:
            yield "evade", choice(can, optional=True)
    yield from debts(state, seat, given)


def _refill(state: State, seat: int, _given: Json) -> Questions:
    """The card that comes up, and the one that makes room for a hire (MOV-6)."""
    if state.apprentice_pile:
        yield "refill", choice(card for card in state.box.apprentices if free(state, card))
    mine = state.seats[seat].apprentices
    if mine:
        full = len(mine) >= state.apprentice_limit(seat)
        yield "discard", choice(mine, **({} if full else {"optional": True}))


def _cards(state: State, seat: int | None, given: Json) -> Questions:
    yield from secrets(state, seat, given, ("drawn",))


def _town(state: State, seat: int | None, given: Json) -> Questions:
    def items(done: Json) -> Iterator[Json]:
        before = tried(state, done)
        yield from groups_there(state if before is None else before.state)

    yield from open_list(state, given, "captures", items)
    tax = min(state.evasion(seat_of(state, seat)), state.box.first_capture.tax)
    if tax:
        can = [evade for evade in range(tax + 1) if tried(state, given, evade=evade) is not None]
        if len(can) > 1:
            yield "evade", choice(can, optional=True)


def _taxes(state: State, seat: int | None, given: Json) -> Questions:
    yield from debts(state, seat, given)


def _market(state: State, seat: int | None, given: Json) -> Questions:
    yield from debts(state, seat, given)
    yield from secrets(state, seat, given, ("drawn",))


def _market_hire(state: State, seat: int | None, given: Json) -> Questions:
    yield from _space(state, given)
    yield from _refill(state, seat_of(state, seat), given)
    yield from _market(state, seat, given)


def _market_draw(state: State, seat: int | None, given: Json) -> Questions:
    yield from debts(state, seat, given)
    cards = hidden(state)
    if cards:
        yield "kept", choice(cards, optional=True, secret=True)
    yield from secrets(state, seat, given, ("put_back", "drawn"))


def _guard(state: State, _seat: int | None, given: Json) -> Questions:
    def items(_done: Json) -> Iterator[Json]:
        for action in GUARDHOUSE_ACTIONS:
            if action == "ransom":
                yield from ({"action": action, "price": price} for price in PRICES)
            else:
                yield {"action": action}

    yield from open_list(state, given, "actions", items)


def _return(state: State, seat: int | None, given: Json) -> Questions:
    place = seat_of(state, seat)
    yield "location", choice(places_to_return_from(state, place))
    holders = state.held_elsewhere(place)
    if look(given, "location") == BOARD and holders:
        yield "holder", choice(holders, **({"optional": True} if len(holders) == 1 else {}))


def _throw_away(state: State, seat: int | None, _given: Json) -> Questions:
    yield "apprentice", choice(state.seats[seat_of(state, seat)].apprentices)


def _reset(state: State, seat: int | None, given: Json) -> Questions:
    box = state.box
    shuffled = state.left_pile == 0
    last = (state.right_pile if shuffled else state.left_pile) == 1
    smalls, larges = ({}, {}) if shuffled else (state.smalls, state.larges)
    if not last:
        yield "small_face", choice(face for face, of in box.small.items() if smalls.get(face, 0) < of.cards)
    yield "large_face", choice(face for face, of in box.large.items() if larges.get(face, 0) < of.cards)

    def items(done: Json) -> Iterator[Json]:
        used = [(one["seat"], one["card"]) for one in done["abilities"]]
        before = tried(state, {key: of for key, of in done.items() if key not in ("keep_debts", "hugo_pays")})
        prison = state.prison if before is None else before.state.prison
        for place in range(len(state.seats)):
            for card, ability in reset_abilities(state, place):
                if (place, card) in used:
                    continue
                yield {"seat": place, "card": card}
                if ability.release:
                    there = prison[place] + sum(place == of for of in state.market.values())
                    for count in range(min(ability.release, there) + 1):
                        yield {"seat": place, "card": card, "release": count}

    if asked(given, "large_face"):
        yield from open_list(state, given, "abilities", items)
        yield from debts(state, seat, given, maps=True)


def _limit(state: State, seat: int | None, given: Json) -> Questions:
    yield from secrets(state, seat, given, ("discarded",))


def _order(state: State, seat: int | None, _given: Json) -> Questions:
    cards = phase_a(state, seat_of(state, seat))
    yield "order", several(choice(cards), len(cards), len(cards), exact=False)


def _reveal(state: State, seat: int | None, _given: Json) -> Questions:
    place = seat_of(state, seat)
    count = state.seats[place].hand
    yield "cards", several(choice(candidates(state, place)), count, count, **loose(count == 1))


OFFERS = Offers(
    may,
    forms=forms.FORMS,
    asks={
        "setup": _setup,
        "starting_apprentice": _starting,
        "draft_done": _draft,
        "place_mines": _mines,
        "place_storehouse": _storehouse,
        "workshop_hire": _hire,
        "workshop_draw": _cards,
        "place_town_centre": _town,
        "place_tax_stand": _taxes,
        "market_left": _market,
        "market_right": _market,
        "market_hire": _market_hire,
        "market_draw": _market_draw,
        "place_guardhouse": _guard,
        "build": ask_build,
        "cathedral": ask_cathedral,
        "return_worker": _return,
        "discard_apprentice": _throw_away,
        "resolve_reset": _reset,
        "discard_to_limit": _limit,
        "end_effects": _order,
        "reveal_hand": _reveal,
    },
)
