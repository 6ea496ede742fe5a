"""The open locations: what a worker there does (chapters 6, 7, 8, 9, 10 and 12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.architects import moves
from engines.architects.arguments.groups import Act, Captured, Trade
from engines.architects.arguments.names import alike, meant
from engines.architects.arguments.parameters import GUARDHOUSE_ACTIONS, PRICES
from engines.architects.box.cards import GOLD, SILVER, Ability, Silver
from engines.architects.box.components import OPEN_LOCATIONS
from engines.architects.rules import hands, hires
from engines.architects.rules.ledger import Ledger
from engines.architects.rules.payments import pay
from engines.architects.state import Warned

NO_EFFECT = "no_effect"


def place(ledger: Ledger, location: str) -> int:
    """Put a worker of the acting seat at an open location; return its number of workers there (ARC-5.12)."""
    ledger.me.workers = max(0, ledger.me.workers - 1)
    there = ledger.state.at[location]
    there[ledger.seat] += 1
    return there[ledger.seat]


def bonuses(ledger: Ledger, location: str) -> None:
    """What apprentices and the character bring at a location, each card once (ARC-6.9)."""
    ledger.bonuses(ledger.state.abilities(ledger.seat, "location_action", location))


def nothing_done(ledger: Ledger, what: str) -> None:
    """Warn that a placement had no effect (ARC-5.15, ARC-8.24)."""
    if not ledger.deciding:
        ledger.state.warnings.append(Warned(NO_EFFECT, ledger.name, what))


PLAIN: Mapping[type, str] = {moves.AtQuarry: "quarry", moves.AtForest: "forest", moves.AtSilversmith: "silversmith"}


def gather(ledger: Ledger, event: moves.AtQuarry | moves.AtForest | moves.AtSilversmith) -> None:
    """Gain goods by the number of own workers (ARC-6.1 to 6.3)."""
    location = PLAIN[type(event)]
    n = place(ledger, location)
    for of in ledger.state.box.yields[location]:
        ledger.gain(ledger.seat, {good: formula.at(n) for good, formula in of.goods.items()})
    bonuses(ledger, location)
    ledger.compare("n", event.n, n)
    ledger.compare_goods("gained", event.gained, ledger.gained)


def mine(ledger: Ledger, event: moves.AtMines) -> None:
    """Gain clay or gold (ARC-6.4 to 6.7)."""
    n = place(ledger, "mines")
    yields = ledger.state.box.yields["mines"]
    chosen = next((of for of in yields if event.take in of.goods), None)
    if chosen is None:
        if ledger.deciding:
            if event.take is None:
                ledger.refuse("ARC-5.16", "ill_66_take")
            ledger.refuse("ARC-6.4", "ill_9", take=str(event.take)[:40])
        return
    if ledger.deciding and n < chosen.least:
        ledger.object_to("ARC-6.7", "ill_8", n=n, least=chosen.least, place="mines")
    ledger.gain(ledger.seat, {good: formula.at(n) for good, formula in chosen.goods.items()})
    bonuses(ledger, "mines")
    ledger.compare("n", event.n, n)
    if event.gained is not None and _split(event.take, event.gained, ledger.gained):
        ledger.compare("gained", dict(event.gained), dict(ledger.gained), "ARC-6.4", "ill_9_split")
    ledger.compare_goods("gained", event.gained, ledger.gained)


def _split(take: str | None, said: Mapping[str, int], found: Mapping[str, int]) -> bool:
    """Whether what the table says it gained would be a part of each (ILL-9)."""
    others = [good for good in said if said[good] and good != take]
    return any(said[good] > found.get(good, 0) for good in others if good in ("clay", GOLD))


def trade(ledger: Ledger, event: moves.AtStorehouse) -> moves.AtStorehouse:
    """Trade in the given order; the gain of one trade may pay for the next (ARC-7.1 to 7.8)."""
    state = ledger.state
    n = place(ledger, "kings_storehouse")
    extra = sum(ability.extra for ability in state.abilities(ledger.seat, "virtual_worker", "kings_storehouse"))
    done = []
    for number, one in enumerate(event.trades or ()):
        if ledger.deciding and number >= n + extra:
            ledger.object_to("ARC-7.1", "ill_11", count=len(event.trades or ()), most=n + extra)
        done.append(_trade(ledger, one))
    if not done:
        nothing_done(ledger, "kings_storehouse")
    bonuses(ledger, "kings_storehouse")
    ledger.compare("n", event.n, n)
    ledger.compare_flow(event.gained, event.spent)
    return replace(event, trades=tuple(done) or None) if ledger.deciding else event


def _trade(ledger: Ledger, one: Trade) -> Trade:
    base = ledger.state.box.trades.get(one.trade)
    if base is not None:
        foreign = [good for good in (one.paid or {}) if (one.paid or {})[good] and good not in base.price.parts[0][0]]
        if ledger.deciding and foreign:
            for_virtue = "virtue" in base.gain
            rule, key = ("ARC-7.2", "ill_13") if for_virtue else ("ARC-7.3", "ill_12")
            ledger.refuse(rule, key, good=foreign[0])
        paid = pay(ledger, base.price, one.paid, "ARC-5.13", "ill_72")
        ledger.gain(ledger.seat, base.gain)
        return Trade(one.trade, paid)
    card = _trading(ledger, one.trade)
    ability = ledger.state.box.apprentices[card].ability if card in ledger.state.box.apprentices else None
    if ability is None or ability.pay is None or ability.gain is None:
        return one
    paid = pay(ledger, ability.pay, one.paid, "ARC-5.13", "ill_72")
    ledger.gain(ledger.seat, ability.gain)
    return Trade(card, paid)


def _trading(ledger: Ledger, word: str) -> str:
    """The own apprentice whose trade is meant (ILL-14)."""
    if not ledger.deciding:
        return word
    cards = ledger.state.box.apprentices
    named = alike(cards, meant(cards, word))
    mine = [card for card in ledger.me.apprentices if card in named and cards[card].ability.pay is not None]
    if not mine:
        ledger.refuse("ARC-7.4", "ill_14", trade=word[:40])
    if word not in mine and len({cards[card].alike for card in mine}) > 1:
        ledger.refuse("ARC-5.16", "ill_66_which", card=word[:40])
    return word if word in mine else min(mine)


def hire_at_workshop(ledger: Ledger, event: moves.Hired) -> moves.Hired:
    """Hire an apprentice for silver; put more silver on the cards passed over (ARC-8.2 to 8.16)."""
    state, box = ledger.state, ledger.state.box
    mine = state.abilities(ledger.seat, "location_action", "workshop")
    n = place(ledger, "workshop")
    spot = hires.find_spot(ledger, event.row, event.column, event.apprentice)
    passed = max(0, spot.column - box.hire_columns.at(n))
    skipped = tuple(card for card in state.display[spot.row][:passed] if card is not None)
    character = state.character(ledger.seat)
    less = 0 if character is None else character.less_hire
    skip = passed * box.skip
    ledger.pay_silver(box.hire, event.evade, "ARC-5.13", "ill_15", less=less, more=skip)
    if skip:
        ledger.lose_goods({SILVER: skip})
    coins = state.coins[spot.row]
    for column in range(passed):
        coins[column] += box.skip
    said = _skipped(ledger, event.skip)
    if said is not None and said != skipped:
        short = len(said) < len(skipped)
        rule, key = ("ARC-8.4", "ill_16") if short else ("ARC-8.6", "ill_17")
        ledger.compare("skip", said, skipped, rule, key)
    gone, new = hires.hire(ledger, spot, event.discard, event.refill)
    ledger.bonuses(mine)
    ledger.compare("n", event.n, n)
    ledger.compare_flow(event.gained, event.spent)
    ledger.compare("tax", event.tax, ledger.tax)
    if not ledger.deciding:
        return event
    return replace(event, row=spot.row, column=spot.column, apprentice=spot.card, refill=new, discard=gone, skip=said)


def _skipped(ledger: Ledger, said: Sequence[str] | None) -> tuple[str, ...] | None:
    """The cards on which, by the move, silver was put; as ids of cards there if one fits."""
    if said is None or not ledger.deciding:
        return None if said is None else tuple(said)
    cards = ledger.state.box.apprentices
    there = [card for row in ledger.state.display.values() for card in row if card is not None]
    found = []
    for word in said:
        copies = alike(cards, meant(cards, word))
        if not copies:
            ledger.refuse("ARC-8.6", "ill_17", what="skip", said=str(word)[:40], found="-")
        found.append(next((card for card in copies if card in there), copies[0]))
    return tuple(found)


def draw_cards(ledger: Ledger, event: moves.CardsDrawn) -> moves.CardsDrawn:
    """Draw building cards from the pile (ARC-8.20, ARC-8.23)."""
    n = place(ledger, "workshop")
    due = ledger.state.box.draw.at(n)
    drawn = ledger.draw(ledger.seat, due)
    if not drawn:
        nothing_done(ledger, "workshop")
    bonuses(ledger, "workshop")
    stated = hands.draw_noted(ledger, event.drawn)
    ledger.compare("n", event.n, n)
    ledger.compare("count", event.count, drawn)
    return replace(event, drawn=stated) if ledger.deciding else event


def capture_groups(ledger: Ledger, event: moves.AtTownCentre) -> None:
    """Capture groups in order, each for silver; placing the worker fixes their number (ARC-9.1 to 9.14)."""
    state, box = ledger.state, ledger.state.box
    n = place(ledger, "town_centre")
    locations = box.capture_locations[len(state.seats)]
    saving = [one for one in state.abilities(ledger.seat, "cost_reduction", "town_centre") if one.less_silver]
    taken: list[tuple[str, int]] = []
    evade, budget = event.evade, sum(one.less_silver for one in saving)
    if ledger.deciding:
        _check_captures(ledger, [one.location for one in event.captures or ()], n, locations)
    for number, one in enumerate(event.captures or ()):
        check_group(ledger, one, taken)
        cost = box.next_capture if number else box.first_capture
        rule, key = ("ARC-5.13", "ill_72") if number else ("ARC-9.3", "ill_27")
        budget = _pay_capture(ledger, cost, evade, budget, rule, key)
        evade = None if event.evade is None else 0
        capture(ledger, one)
        taken.append((one.location, one.seat))
    if not taken:
        if ledger.deciding and event.evade:
            ledger.refuse("ARC-10.6", "ill_30", evade=event.evade, most=0)
        nothing_done(ledger, "town_centre")
    bonuses(ledger, "town_centre")
    ledger.compare("n", event.n, n)
    ledger.compare_goods("spent", event.spent, ledger.spent)
    ledger.compare("tax", event.tax, ledger.tax)


def _check_captures(ledger: Ledger, places: Sequence[str], n: int, locations: int) -> None:
    """No more captures than workers, and from no more locations than the players allow (ARC-9.1, 9.5, 9.6)."""
    if len(places) > n:
        ledger.object_to("ARC-9.1", "ill_22", count=len(places), most=n)
    if len(set(places)) > locations:
        rule = "ARC-9.5" if locations > 1 else "ARC-9.6"
        ledger.object_to(rule, "ill_23", places=list(dict.fromkeys(places)), most=locations)


def _pay_capture(ledger: Ledger, cost: Silver, evade: int | None, budget: int, rule: str, key: str) -> int:
    """Pay a capture; what conspirators may still save of this turn (ARC-19.30)."""
    less = min(budget, cost.plain)
    ledger.pay_silver(cost, evade, rule, key, less=less)
    return budget if ledger.state.per_capture else budget - less


def check_group(ledger: Ledger, one: Captured, taken: Sequence[tuple[str, int]]) -> None:
    """Refuse a group that is not at an open location, already captured, empty, or not whole (ARC-9.2, 9.11 to 9.13)."""
    if not ledger.deciding:
        return
    if one.location not in OPEN_LOCATIONS:
        ledger.refuse("ARC-9.11", "ill_24", location=one.location[:40])
    if (one.location, one.seat) in taken:
        ledger.refuse("ARC-9.12", "ill_64", location=one.location, seat=one.seat)
    count = ledger.state.at[one.location][one.seat]
    if not count:
        names = (ledger.state.names.get(f"{one.location} {one.seat}", ""),)
        ledger.refuse("ARC-9.13", "ill_25", names, location=one.location, seat=one.seat)
    ledger.compare("count", one.count, count, "ARC-9.2", "ill_26")


def capture(ledger: Ledger, one: Captured) -> None:
    """Move a group to the acting seat's board; own workers become available again (ARC-9.9, ARC-9.10)."""
    there = ledger.state.at.get(one.location)
    if there is None:
        return
    count, there[one.seat] = there[one.seat], 0
    ledger.state.names[f"{one.location} {one.seat}"] = ledger.name
    if one.seat == ledger.seat:
        ledger.me.workers += count
    else:
        ledger.me.captives[one.seat] += count
    ledger.me.captures += 1
    if not ledger.deciding:
        ledger.compare("count", one.count, count, "ARC-9.2")


def take_taxes(ledger: Ledger, event: moves.AtTaxStand) -> None:
    """Take all silver above the Tax Stand and lose virtue (ARC-10.3, ARC-10.4)."""
    state = ledger.state
    if ledger.deciding and not state.tax:
        ledger.refuse("ARC-10.4", "ill_28", (state.names.get("tax_stand", ""),))
    n = place(ledger, "tax_stand")
    silver, state.tax = state.tax, 0
    state.names["tax_stand"] = ledger.name
    ledger.gain(ledger.seat, {SILVER: silver})
    bonuses(ledger, "tax_stand")
    saved = sum(one.less_virtue for one in state.abilities(ledger.seat, "cost_reduction", "tax_stand"))
    ledger.lower_virtue(ledger.seat, max(0, state.box.tax_virtue - saved))
    ledger.compare("n", event.n, n)
    if event.gained is not None and event.gained.get(SILVER, 0) != ledger.gained[SILVER]:
        ledger.compare("gained", dict(event.gained), dict(ledger.gained), "ARC-10.3", "ill_29")
    ledger.compare_goods("gained", event.gained, ledger.gained)


def guard(ledger: Ledger, event: moves.AtGuardhouse) -> None:
    """Carry out actions in order, one for each worker (ARC-12.1)."""
    n = place(ledger, "guardhouse")
    actions = event.actions or ()
    if ledger.deciding and len(actions) > n:
        ledger.object_to("ARC-12.1", "ill_35", count=len(actions), most=n)
    for one in actions:
        ledger.keep = {} if one.keep_debts is None else {ledger.seat: one.keep_debts}
        ledger.pays = {} if one.hugo_pays is None else {ledger.seat: one.hugo_pays}
        _act(ledger, one)
        ledger.check_choices()
    if not actions:
        nothing_done(ledger, "guardhouse")
    bonuses(ledger, "guardhouse")
    ledger.compare("n", event.n, n)
    ledger.compare_flow(event.gained, event.spent)
    ledger.compare("tax", event.tax, ledger.tax)


def _act(ledger: Ledger, one: Act) -> None:
    if ledger.deciding:
        if one.action not in GUARDHOUSE_ACTIONS:
            ledger.refuse("ARC-14.8", "ill_73_action", action=one.action[:40])
        if one.price is not None and one.action != "ransom":
            ledger.refuse("ARC-14.8", "ill_73", what="price")
        if one.evade and not (one.action == "pay_debt" or (one.action == "ransom" and one.price == PRICES[0])):
            ledger.refuse("ARC-10.6", "ill_30", evade=one.evade, most=0)
    match one.action:
        case "send":
            _send(ledger, one)
        case "release":
            _release(ledger, one)
        case "ransom":
            _ransom(ledger, one)
        case "pay_debt":
            _pay_debt(ledger, one)


def _send(ledger: Ledger, one: Act) -> None:
    """All captives go to the prison, for silver (ARC-12.2)."""
    me, state = ledger.me, ledger.state
    count = sum(me.captives)
    if not count:
        if ledger.deciding:
            ledger.refuse("ARC-12.11", "ill_37_send")
        return
    ledger.compare("count", one.count, count, "ARC-12.12", "ill_38")
    for owner, workers in enumerate(me.captives):
        state.prison[owner] += workers
        me.captives[owner] = 0
    me.sends += 1
    ledger.gain(ledger.seat, {SILVER: count * state.box.per_captive})
    ledger.bonuses(state.abilities(ledger.seat, "captives_sent_to_prison"))


def _release(ledger: Ledger, one: Act) -> None:
    """All own prisoners come back (ARC-12.3)."""
    count = ledger.state.prison[ledger.seat]
    if not count:
        if ledger.deciding:
            ledger.refuse("ARC-12.11", "ill_37_release")
        return
    ledger.compare("count", one.count, count, "ARC-12.12", "ill_38")
    release(ledger, ledger.seat, count)


def release(ledger: Ledger, seat: int, count: int) -> None:
    """Return own prisoners to the own board."""
    ledger.state.prison[seat] -= count
    ledger.state.seats[seat].workers += count


def bring_back(ledger: Ledger) -> None:
    """Return all own workers from the boards of others (ARC-12.4)."""
    for other in ledger.state.seats:
        ledger.me.workers += other.captives[ledger.seat]
        other.captives[ledger.seat] = 0


def _ransom(ledger: Ledger, one: Act) -> None:
    box = ledger.state.box
    if not ledger.state.held_elsewhere(ledger.seat):
        if ledger.deciding:
            ledger.refuse("ARC-12.7", "ill_36")
        return
    if ledger.deciding:
        if one.price is None:
            ledger.refuse("ARC-5.16", "ill_66_price")
        if one.price not in PRICES:
            ledger.refuse("ARC-12.4", "ill_65", price=one.price[:40])
    if one.price == PRICES[0]:
        ledger.pay_silver(box.ransom, one.evade, "ARC-5.13", "ill_72")
    else:
        ledger.take_debts(ledger.seat, box.ransom_debts)
        ledger.lower_virtue(ledger.seat, box.ransom_virtue)
    bring_back(ledger)


def _pay_debt(ledger: Ledger, one: Act) -> None:
    me, state = ledger.me, ledger.state
    if not me.unpaid:
        if ledger.deciding:
            ledger.refuse("ARC-12.11", "ill_37_debt")
        return
    ledger.pay_silver(state.box.debt_payment, one.evade, "ARC-5.13", "ill_72")
    me.unpaid -= 1
    me.paid += 1
    ledger.gain(ledger.seat, state.box.debt_paid_gain)
    paid: list[Ability] = state.abilities(ledger.seat, "debt_paid")
    ledger.bonuses(paid)
