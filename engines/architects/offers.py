"""What may be recorded now: field by field, and said exactly wherever the rules are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engines.architects import forms
from engines.architects.cards import Price
from engines.architects.data import OPEN_LOCATIONS, ROWS
from engines.architects.guildhall import next_space
from engines.architects.hires import free
from engines.architects.ledger import Ledger
from engines.architects.market import reset_abilities
from engines.architects.may import buildable, candidates, columns, hidden, may
from engines.architects.moves import BOARD, CAPTURE, GUARDHOUSE_ACTIONS, PRICES, RELEASE
from engines.architects.payments import payable, payments
from engines.architects.rules import attempt
from engines.architects.scoring import phase_a
from engines.architects.starting import extra_cards, of_colour
from engines.architects.state import State
from engines.architects.turns import places_to_return_from
from engines.kernel.domains import by_seat, choice, flag, group, several, span
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.offers import Offers, Questions, asked, look, whole

LISTS = ("trades", "captures", "actions", "abilities")
"""Parameters that are lists of groups, asked item by item."""


def offers(state: State, partial: Json | None = None, derived: Sequence[int] | None = None) -> Json:
    """What may be recorded now, or the next field of a part of a move; nothing lies behind a screen here.

    Args:
        state: The table as its fold knows it; left as it is.
        partial: ``type``, ``seat`` and the fields known so far; None for every move.
        derived: Not used: no figure is derived.
    """
    del derived
    return OFFERS.answer(state, partial)


# -------------------------------------------------------------------------------------------------- trying out a move


def cleaned(given: Json) -> Json:
    """A part of a move without what was asked and left out."""
    out: Json = {}
    for key, value in given.items():
        if value is None:
            continue
        if isinstance(value, dict):
            out[key] = cleaned(value)
        elif isinstance(value, list) and key in LISTS:
            items = [cleaned(item) for item in value if item is not None]
            if items:
                out[key] = items
        else:
            out[key] = value
    return out


def tried(state: State, given: Json, **more: object) -> Ledger | None:
    """What a part of a move would do if nothing were added; None where a rule forbids that, or something is missing."""
    try:
        ledger, _ = attempt(state, cleaned({**given, **more}))
    except IllegalMoveError:
        return None
    return None if ledger.objection is not None else ledger


def _seat(state: State, seat: int | None) -> int:
    """The seat of a move; of a move of the table, the one whose turn it is."""
    if seat is not None:
        return seat
    return state.active if state.active is not None else state.start or 0


def _debts(state: State, seat: int | None, given: Json, *, maps: bool = False) -> Questions:
    """Debts that are kept, and debts that are bought off, where there may be some (ARC-16.8, ARC-21.23)."""
    done = tried(state, given, keep_debts=None, hugo_pays=None)
    if done is None:
        return
    count = len(state.seats)
    if any(done.destroyed.values()):
        most = max(done.destroyed.values())
        mine = done.destroyed.get(_seat(state, seat), 0)
        if maps:
            yield "keep_debts", by_seat(count, span(0, most), optional=True, exact=False)
        elif mine:
            yield "keep_debts", span(0, mine, optional=True)
    buyers = [
        place
        for place in range(count)
        if (character := state.character(place)) is not None and character.avoids is not None and done.taken.get(place)
    ]
    if not buyers:
        return
    most = max(done.taken[place] for place in buyers)
    if maps:
        yield "hugo_pays", by_seat(count, span(0, most), optional=True, exact=False)
    elif _seat(state, seat) in buyers:
        can = [pays for pays in range(most + 1) if tried(state, given, hugo_pays=pays) is not None]
        yield "hugo_pays", choice(can or [0], optional=True)


def _secrets(state: State, seat: int | None, given: Json, names: Iterable[str]) -> Questions:
    """Cards that an owner may tell of (MOV-8)."""
    done = tried(state, given, **dict.fromkeys(names))
    for name in names:
        count = 0 if done is None else done.moved.get(name, 0)
        if not count:
            continue
        there = hidden(state) if name in ("drawn", "put_back", "kept") else candidates(state, _seat(state, seat))
        gone = {look(given, "building"), look(given, "kept"), look(given, "library_card")}
        of = [card for card in there if card not in gone]
        if of:
            one = choice(of, optional=True)  # a card that was not noted is null
            yield name, several(one, count, count, optional=True, secret=True, **_loose(count == 1))


def _loose(exact: object) -> dict[str, bool]:
    return {} if exact else {"exact": False}


# ------------------------------------------------------------------------------------------------------- before play


def _setup(state: State, seat: int | None, given: Json) -> Questions:
    del seat, given
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
    yield from _debts(state, seat, given)


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


def _draft(state: State, seat: int | None, given: Json) -> Questions:
    del seat
    one, count = choice(hidden(state), optional=True), state.box.kept
    for place in range(len(state.seats)):
        yield f"kept.{place}", several(one, count, count, optional=True, secret=True, exact=False)
    for place in range(len(state.seats)):
        extra = extra_cards(state, place)
        if extra:
            yield f"drawn.{place}", several(one, extra, extra, optional=True, secret=True, exact=False)
    del given


# -------------------------------------------------------------------------------------------------------------- turns


def _mines(state: State, seat: int | None, given: Json) -> Questions:
    del given
    n = state.at["mines"][_seat(state, seat)] + 1
    yield "take", choice(good for of in state.box.yields["mines"] if n >= of.least for good in of.goods)


def _open_list(state: State, given: Json, name: str, items: Callable[[Json], Iterator[Json]]) -> Questions:
    """A list of groups, item by item; each as a whole, and null ends the list.

    Args:
        state: The table.
        given: What the move holds so far.
        name: The parameter.
        items: Items that may come next, given the move up to there.
    """
    held = given.get(name)
    done: list[Json] = []
    for number in range(len(held) if isinstance(held, list) else 0):
        if held is not None and held[number] is None:
            return
        if held is not None:
            done.append(held[number])
    if name in given and held is None:
        return
    can = list(items({**given, name: done}))
    legal = [item for item in can if tried(state, {**given, name: [*done, item]}) is not None]
    if legal:
        yield f"{name}.{len(done)}", _as_group(legal)


def _as_group(items: Sequence[Json]) -> Json:
    """Items of a list as one group; exact where all combinations of their values are among them."""
    keys = list(dict.fromkeys(key for item in items for key in item))
    fields: dict[str, Json] = {}
    size = 1
    for key in keys:
        values = list(dict.fromkeys(_frozen(item[key]) for item in items if key in item))
        missing = any(key not in item for item in items)
        size *= len(values) + missing
        first = next(item[key] for item in items if key in item)
        if isinstance(first, dict):
            goods = list(dict.fromkeys(good for item in items for good in item.get(key, {})))
            most = max(count for item in items for count in item.get(key, {}).values())
            fields[key] = {"kind": "map", "keys": goods, "of": span(0, most), "exact": False}
        else:
            fields[key] = choice(values)  # type: ignore[arg-type]
        if missing:
            fields[key]["optional"] = True
    loose = any(field["kind"] == "map" for field in fields.values()) or size != len(items)
    return group(fields, optional=True, **_loose(not loose))


def _frozen(value: object) -> object:
    return tuple(sorted(value.items())) if isinstance(value, dict) else value


def _storehouse(state: State, seat: int | None, given: Json) -> Questions:
    place = _seat(state, seat)
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

    yield from _open_list(state, given, "trades", items)
    yield from _debts(state, seat, given)


def _ways_to_pay(
    state: State, seat: int, cost: Price, goods: Mapping[str, int], *, works: bool = False
) -> list[dict[str, int] | None]:
    """The payments to choose from; None where only one is possible."""
    can = payable(payments(cost, state.character(seat), works=works), goods)
    return list(can) if len(can) > 1 else [None] * len(can)


def _hire(state: State, seat: int | None, given: Json) -> Questions:
    place = _seat(state, seat)
    yield from _space(state, given, columns(state, place))
    yield from _refill(state, place, given)
    tax = min(state.evasion(place), state.box.hire.tax)
    if tax and all(asked(given, name) for name in ("row", "column", "refill")):
        can = [evade for evade in range(tax + 1) if tried(state, given, evade=evade) is not None]
        if can:
            yield "evade", choice(can, optional=True)
    yield from _debts(state, seat, given)


def _refill(state: State, seat: int, given: Json) -> Questions:
    """The card that comes up, and the one that makes room for a hire (MOV-6)."""
    del given
    if state.apprentice_pile:
        yield "refill", choice(card for card in state.box.apprentices if free(state, card))
    mine = state.seats[seat].apprentices
    if mine:
        full = len(mine) >= state.apprentice_limit(seat)
        yield "discard", choice(mine, **({} if full else {"optional": True}))


def _cards(state: State, seat: int | None, given: Json) -> Questions:
    yield from _secrets(state, seat, given, ("drawn",))


def _groups(state: State) -> Iterator[Json]:
    for place in OPEN_LOCATIONS:
        for other, count in enumerate(state.at[place]):
            if count:
                yield {"location": place, "seat": other}


def _town(state: State, seat: int | None, given: Json) -> Questions:
    def items(done: Json) -> Iterator[Json]:
        before = tried(state, done)
        yield from _groups(state if before is None else before.state)

    yield from _open_list(state, given, "captures", items)
    tax = min(state.evasion(_seat(state, seat)), state.box.first_capture.tax)
    if tax:
        can = [evade for evade in range(tax + 1) if tried(state, given, evade=evade) is not None]
        if len(can) > 1:
            yield "evade", choice(can, optional=True)


def _taxes(state: State, seat: int | None, given: Json) -> Questions:
    yield from _debts(state, seat, given)


def _market(state: State, seat: int | None, given: Json) -> Questions:
    yield from _debts(state, seat, given)
    yield from _secrets(state, seat, given, ("drawn",))


def _market_hire(state: State, seat: int | None, given: Json) -> Questions:
    yield from _space(state, given)
    yield from _refill(state, _seat(state, seat), given)
    yield from _market(state, seat, given)


def _market_draw(state: State, seat: int | None, given: Json) -> Questions:
    yield from _debts(state, seat, given)
    cards = hidden(state)
    if cards:
        yield "kept", choice(cards, optional=True, secret=True)
    yield from _secrets(state, seat, given, ("put_back", "drawn"))


def _guard(state: State, seat: int | None, given: Json) -> Questions:
    def items(done: Json) -> Iterator[Json]:
        del done
        for action in GUARDHOUSE_ACTIONS:
            if action == "ransom":
                yield from ({"action": action, "price": price} for price in PRICES)
            else:
                yield {"action": action}

    del seat
    yield from _open_list(state, given, "actions", items)


# ----------------------------------------------------------------------------------------------------------- guildhall


def _payment(state: State, seat: int, given: Json, cost: Price) -> Questions:
    """What is handed over, good by good, where the price leaves a choice (MOV-5)."""
    goods, character = state.seats[seat].goods, state.character(seat)
    can = payable(payments(cost, character, works=True), goods)
    if len(can) < 2 or ("payment" in given and given["payment"] is None):  # noqa: PLR2004 - one way is no choice
        return
    for good in [good for good in goods if any(way.get(good) for way in can)]:
        values = sorted({way.get(good, 0) for way in can})
        yield f"payment.{good}", choice(values, **({"optional": True} if values[0] == 0 else {}))
        can = [way for way in can if way.get(good, 0) == whole(given, f"payment.{good}")]
        if not can:
            return


def _purge(state: State) -> Questions:
    """The cards that come up where the next worker takes a purge space (ARC-13.7)."""
    if next_space(state) in state.hall.purges:
        cards = [card for card in state.box.apprentices if free(state, card)]
        yield "purge_refill", several(choice(cards), len(ROWS), len(ROWS), exact=False)


def _build(state: State, seat: int | None, given: Json) -> Questions:
    place = _seat(state, seat)
    yield "building", choice(buildable(state, place))
    card = look(given, "building")
    if card not in state.box.buildings:
        return
    about = state.box.buildings[card]
    yield from _payment(state, place, given, about.cost)
    effect = about.at_once
    if effect is not None:
        for name, domain in _effect(state, place, given, effect.type, card):
            yield name, domain
    yield from _purge(state)
    if effect is not None and effect.type == "place_extra_worker" and state.seats[place].workers > 1:
        yield "crane", forms.second_work(state, place, optional=True)
    yield from _debts(state, seat, given, maps=True)
    if look(given, "library_discard"):
        yield "library_card", choice(
            [one for one in candidates(state, place) if one != card], optional=True, secret=True
        )
    yield from _secrets(state, seat, given, ("drawn",))


def _effect(state: State, seat: int, given: Json, kind: str, card: str) -> Questions:
    """What a building's effect asks for."""
    mine = state.seats[seat]
    effect = state.box.buildings[card].at_once
    if effect is None:
        return
    match kind:
        case "choose_one":
            yield "choice", choice(next(iter(one)) for one in effect.options)
        case "choose_one_action":
            can = [RELEASE] if state.held_elsewhere(seat) else []
            can += [CAPTURE] if any(_groups(state)) else []
            if can:
                yield "choice", choice(can, optional=True)
            if look(given, "choice") == CAPTURE:
                yield from _free_captures(state, given, 1, least=1)
        case "capture_free":
            yield from _free_captures(state, given, effect.number)
        case "hire_free":
            yield "hire", forms.free_hire(state, seat, optional=True)
        case "destroy_unpaid_debt" if mine.unpaid:
            yield "destroy_debt", flag(optional=True)
        case "discard_building_for" if mine.hand > effect.number:
            yield "library_discard", flag(optional=True)
        case "discard_own_apprentice" if mine.apprentices:
            yield "graveyard_discard", choice(mine.apprentices)


def _free_captures(state: State, given: Json, most: int, least: int = 0) -> Questions:
    """Groups that a building captures, one after another."""
    held = given.get("captures", [])
    if held is None:
        return
    taken = [(one["location"], one["seat"]) for one in held if one is not None]
    if (held and held[-1] is None) or len(held) >= most:
        return
    left = [one for one in _groups(state) if (one["location"], one["seat"]) not in taken]
    if left:
        domain = _as_group(left)
        if len(held) < least:
            domain.pop("optional", None)
        yield f"captures.{len(held)}", domain


def _climb(state: State, seat: int | None, given: Json) -> Questions:
    place = _seat(state, seat)
    level = state.seats[place].level + 1
    cost = state.box.levels[level].cost if level < len(state.box.levels) else None
    if cost is not None:
        yield from _payment(state, place, given, cost)
    if state.reward_pile:
        yield "reward", choice(card for card in state.box.rewards if card not in state.revealed)
    yield from _purge(state)
    done = [name for name, _ in _debts(state, seat, given)]
    if "keep_debts" in done:
        yield from (one for one in _debts(state, seat, given) if one[0] == "keep_debts")
    yield from _secrets(state, seat, given, ("discarded", "drawn"))


# ------------------------------------------------------------------------------------------------------------- others


def _return(state: State, seat: int | None, given: Json) -> Questions:
    place = _seat(state, seat)
    yield "location", choice(places_to_return_from(state, place))
    holders = state.held_elsewhere(place)
    if look(given, "location") == BOARD and holders:
        yield "holder", choice(holders, **({"optional": True} if len(holders) == 1 else {}))


def _throw_away(state: State, seat: int | None, given: Json) -> Questions:
    del given
    yield "apprentice", choice(state.seats[_seat(state, seat)].apprentices)


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
        yield from _open_list(state, given, "abilities", items)
        yield from _debts(state, seat, given, maps=True)


def _limit(state: State, seat: int | None, given: Json) -> Questions:
    yield from _secrets(state, seat, given, ("discarded",))


def _order(state: State, seat: int | None, given: Json) -> Questions:
    del given
    cards = phase_a(state, _seat(state, seat))
    yield "order", several(choice(cards), len(cards), len(cards), exact=False)


def _reveal(state: State, seat: int | None, given: Json) -> Questions:
    del given
    place = _seat(state, seat)
    count = state.seats[place].hand
    yield "cards", several(choice(candidates(state, place)), count, count, **_loose(count == 1))


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
        "build": _build,
        "cathedral": _climb,
        "return_worker": _return,
        "discard_apprentice": _throw_away,
        "resolve_reset": _reset,
        "discard_to_limit": _limit,
        "end_effects": _order,
        "reveal_hand": _reveal,
    },
)
