"""Questions for a worker in the Guildhall: a building with its choices, or a level of the Cathedral."""

from __future__ import annotations

from engines.architects.arguments.parameters import CAPTURE, RELEASE
from engines.architects.box.cards import Price
from engines.architects.box.components import ROWS
from engines.architects.offers import forms
from engines.architects.offers.move_types import buildable, candidates
from engines.architects.offers.questions import as_group, debts, groups_there, seat_of, secrets
from engines.architects.rules.guildhall import next_space
from engines.architects.rules.hires import free
from engines.architects.rules.payments import payable, payments
from engines.architects.state import State
from engines.kernel.domains import choice, flag, several
from engines.kernel.game import Json
from engines.kernel.offers import Questions, look, whole


def _payment(state: State, seat: int, given: Json, cost: Price) -> Questions:
    """Ask for the payment, good by good, if the price leaves a choice (MOV-5)."""
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


def ask_build(state: State, seat: int | None, given: Json) -> Questions:
    """Ask for a building, its payment, and what its effect needs."""
    place = seat_of(state, seat)
    yield "building", choice(buildable(state, place))
    card = look(given, "building")
    if card not in state.box.buildings:
        return
    about = state.box.buildings[card]
    yield from _payment(state, place, given, about.cost)
    effect = about.at_once
    if effect is not None:
        yield from _effect(state, place, given, effect.type, card)
    yield from _purge(state)
    if effect is not None and effect.type == "place_extra_worker" and state.seats[place].workers > 1:
        yield "crane", forms.second_work(state, optional=True)
    yield from debts(state, seat, given, maps=True)
    if look(given, "library_discard"):
        yield (
            "library_card",
            choice([one for one in candidates(state, place) if one != card], optional=True, secret=True),
        )
    yield from secrets(state, seat, given, ("drawn",))


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
            can += [CAPTURE] if any(groups_there(state)) else []
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
    left = [one for one in groups_there(state) if one not in held]
    last = held[-1] if held else None
    missing = [] if last is None else [key for key in ("location", "seat") if last.get(key) is None]
    if last is not None and missing:
        fit = [one for one in left if all(one[key] == last.get(key) for key in one if key not in missing)]
        yield f"captures.{len(held) - 1}.{missing[0]}", choice(dict.fromkeys(one[missing[0]] for one in fit))
    if (held and last is None) or missing or len(held) >= most:
        return
    if left:
        domain = as_group(left)
        if len(held) < least:
            domain.pop("optional", None)
        yield f"captures.{len(held)}", domain


def ask_cathedral(state: State, seat: int | None, given: Json) -> Questions:
    """Ask for the payment of a level, and the reward that was drawn."""
    place = seat_of(state, seat)
    level = state.seats[place].level + 1
    cost = state.box.levels[level].cost if level < len(state.box.levels) else None
    if cost is not None:
        yield from _payment(state, place, given, cost)
    if state.reward_pile:
        yield "reward", choice(card for card in state.box.rewards if card not in state.revealed)
    yield from _purge(state)
    done = [name for name, _ in debts(state, seat, given)]
    if "keep_debts" in done:
        yield from (one for one in debts(state, seat, given) if one[0] == "keep_debts")
    yield from secrets(state, seat, given, ("discarded", "drawn"))
