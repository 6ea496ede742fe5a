"""The Black Market: its three spaces, its cards, and its reset for everybody (chapters 11 and 18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engines.architects.arguments.groups import Ability as Used
from engines.architects.arguments.names import alike, meant
from engines.architects.arguments.parameters import MARKETS
from engines.architects.box.cards import CARDS, SILVER, Ability
from engines.architects.box.components import MARKET, Face
from engines.architects.moves import AtMarket, AtMarketLeft, AtMarketRight, DrawnAtMarket, HiredAtMarket, MarketReset
from engines.architects.rules import hands, hires
from engines.architects.rules.ledger import Ledger
from engines.architects.rules.locations import release
from engines.architects.state import State, Warned

SPACES: Mapping[type, str] = {
    AtMarketLeft: "market_left",
    AtMarketRight: "market_right",
    HiredAtMarket: "market_middle",
    DrawnAtMarket: "market_middle",
}
RESET_TRIGGER = "black_market_reset"


def small_goods(state: State) -> Mapping[str, int]:
    """What the small market gives now (ARC-11.11)."""
    return state.box.printed_small if state.small is None else state.box.small[state.small].goods


def large_goods(state: State) -> Mapping[str, int]:
    """What the large market gives now (ARC-11.12)."""
    return state.box.printed_large if state.large is None else state.box.large[state.large].goods


def price(state: State, seat: int, space: str) -> tuple[int, int]:
    """Silver and virtue that a space costs a seat now (ARC-11.4 to 11.6, ARC-19.14, ARC-19.26)."""
    of = state.box.markets[space]
    saving = state.abilities(seat, "cost_reduction", MARKET)
    silver = max(0, of.silver - sum(one.less_silver for one in saving))
    return silver, max(0, of.virtue - sum(one.less_virtue for one in saving))


def trade(ledger: Ledger, event: AtMarket) -> AtMarket:
    """Pay, lose virtue, gain; a character's card comes last (ARC-11.14, ARC-21.24)."""
    state, me, space = ledger.state, ledger.me, SPACES[type(event)]
    silver, virtue = price(state, ledger.seat, space)
    if ledger.deciding:
        _check(ledger, event, space, silver)
    bonuses = state.abilities(ledger.seat, "location_action", MARKET)
    me.workers = max(0, me.workers - 1)
    before = state.market[space]
    if before is not None:
        state.prison[before] += 1
        ledger.doubt("ARC-5.4", space, state.names.get(space, ""))
    state.market[space] = ledger.seat
    state.names[space] = ledger.name
    ledger.resets = ledger.resets or None not in state.market.values()
    if silver:
        ledger.lose_goods({SILVER: silver})
    if virtue:
        ledger.lower_virtue(ledger.seat, virtue)
    done = event
    if isinstance(event, AtMarketLeft):
        ledger.gain(ledger.seat, small_goods(state))
    elif isinstance(event, AtMarketRight):
        ledger.gain(ledger.seat, large_goods(state))
    elif isinstance(event, HiredAtMarket):
        done = _hire(ledger, event)
    else:
        done = _draw(ledger, event)
    _bring(ledger, bonuses)
    stated = hands.draw_noted(ledger, event.drawn)
    ledger.compare_flow(event.gained, event.spent)
    return replace(done, drawn=stated) if ledger.deciding else event


def _bring(ledger: Ledger, abilities: Sequence[Ability]) -> None:
    """What abilities bring; building cards after all else (ARC-21.24)."""
    ledger.bonuses([one for one in abilities if CARDS not in (one.gain or {})])
    ledger.bonuses([one for one in abilities if CARDS in (one.gain or {})])


def _check(ledger: Ledger, event: AtMarket, space: str, silver: int) -> None:
    """Virtue, a free space, silver, cards to draw (ARC-11.2, 5.4, 5.13, 11.16)."""
    state, me = ledger.state, ledger.me
    if not state.box.track[me.virtue].market:
        ledger.object_to("ARC-11.2", "ill_31", virtue=me.virtue, place=state.box.market_name)
    taken = state.market[space]
    if taken is not None:
        ledger.refuse("ARC-5.4", "ill_32", (state.names.get(space, ""),), place=space, seat=taken)
    if me.goods[SILVER] < silver:
        ledger.refuse("ARC-5.13", "ill_33", cost=silver, has=me.goods[SILVER])
    if isinstance(event, DrawnAtMarket) and not state.building_pile:
        ledger.refuse("ARC-11.16", "ill_76_pile")


def _hire(ledger: Ledger, event: HiredAtMarket) -> HiredAtMarket:
    """Any face-up apprentice, without column limit and without further payment (ARC-11.7)."""
    spot = hires.find_spot(ledger, event.row, event.column, event.apprentice)
    gone, new = hires.hire(ledger, spot, event.discard, event.refill)
    if not ledger.deciding:
        return event
    return replace(event, row=spot.row, column=spot.column, apprentice=spot.card, refill=new, discard=gone)


def _draw(ledger: Ledger, event: DrawnAtMarket) -> DrawnAtMarket:
    """Draw cards, take one, put the others under the pile (ARC-11.8, ARC-11.16)."""
    state, me = ledger.state, ledger.me
    of = state.box.markets["market_middle"]
    drawn = min(of.cards, state.building_pile)
    keep = min(of.keep, drawn)
    state.building_pile -= keep
    me.hand += keep
    ledger.compare("count", event.count, drawn)
    kept: tuple[str, ...] | None = None if event.kept is None else (event.kept,)
    back = event.put_back
    ledger.moved |= {"kept": keep, "put_back": drawn - keep}
    if ledger.deciding:
        kept = _kept(ledger, kept, keep)
        back = hands.noted(ledger, back, drawn - keep, "put_back")
        twice = next((card for card in back or () if card is not None and card in (kept or ())), None)
        if twice is not None:
            ledger.refuse("ARC-26.8", "ill_77_twice", card=twice)
        hands.check_coming(ledger, kept)
        hands.check_coming(ledger, back)
    hands.come(ledger, ledger.seat, kept)
    return replace(event, kept=kept[0] if kept else None, put_back=back) if ledger.deciding else event


def _kept(ledger: Ledger, kept: tuple[str, ...] | None, keep: int) -> tuple[str, ...] | None:
    found = hands.noted(ledger, kept, keep, "kept")
    return None if found is None else tuple(card for card in found if card is not None)


def reset(ledger: Ledger, event: MarketReset) -> MarketReset:
    """Reset the market: workers to the prison, a new card, abilities, virtue, debts, in order (ARC-18.4 to 18.20)."""
    state, box = ledger.state, ledger.state.box
    for space in MARKETS:
        seat = state.market[space]
        if seat is not None:
            state.prison[seat] += 1
            state.seats[seat].resets += 1
            state.market[space] = None
    large, small = turn_card(ledger, event)
    used = _use(ledger, event.abilities or ())
    order = list(state.in_turn_order(ledger.seat))
    for seat in order:
        if state.prison[seat] >= box.reset_prisoners:
            ledger.lower_virtue(seat, box.reset_virtue)
    most = max(state.prison)
    for seat in order:
        if most and state.prison[seat] == most:
            ledger.take_debts(seat, box.reset_debts)
    return replace(event, large_face=large, small_face=small, abilities=used or None) if ledger.deciding else event


def turn_card(ledger: Ledger, event: MarketReset) -> tuple[str | None, str | None]:
    """Turn the top card of the left pile onto the right one (ARC-18.5, ARC-18.10); return the large and small face."""
    state = ledger.state
    shuffled = state.left_pile == 0
    ledger.compare("reshuffled", event.reshuffled, shuffled)
    if shuffled:
        state.left_pile, state.right_pile = state.right_pile, 0
        state.smalls, state.larges, state.pairs = {}, {}, {}
        state.small = None
    state.left_pile -= 1
    state.right_pile += 1
    before = state.small
    large = see_face(ledger, event.large_face, state.box.large, state.larges, "large_face")
    if state.left_pile:
        small = see_face(ledger, event.small_face, state.box.small, state.smalls, "small_face")
    else:
        small = None
        if event.small_face is not None:
            if ledger.deciding:
                ledger.refuse("ARC-18.5", "ill_71_none")
            ledger.doubt("ARC-18.5", "small_face")
    if not ledger.deciding and before is not None and large is not None:
        _pair(ledger, before, large)
    state.small, state.large = small, large if large is not None else state.large
    return large, small


def see_face(
    ledger: Ledger, word: str | None, faces: Mapping[str, Face], seen: dict[str, int], what: str
) -> str | None:
    """Note a market face that was seen, one that the remaining cards have (ARC-26.13)."""
    if ledger.deciding:
        if word is None:
            ledger.refuse("ARC-5.16", "ill_66_face", what=what)
        if word not in faces:
            ledger.refuse("ARC-26.13", "ill_71_unknown", face=word[:40])
    if word is None:
        return None
    name = f"{what} {word}"
    if seen.get(word, 0) >= faces[word].cards:
        if ledger.deciding:
            names = tuple(ledger.state.names.get(name, "").split())
            ledger.object_to("ARC-26.13", "ill_71", names, face=word, cards=faces[word].cards)
        else:
            ledger.doubt("ARC-26.13", word, *ledger.state.names.get(name, "").split())
    seen[word] = seen.get(word, 0) + 1
    if not ledger.deciding:
        ledger.state.names[name] = (
            f"{ledger.state.names.get(name, '')} {ledger.name}".strip() if seen[word] > 1 else ledger.name
        )
    return word


def _pair(ledger: Ledger, small: str, large: str) -> None:
    """Both faces of a card are known now; that no card has both is worth a warning (ARC-26.12)."""
    state, pair = ledger.state, f"{small}/{large}"
    state.pairs[pair] = state.pairs.get(pair, 0) + 1
    if state.pairs[pair] > state.box.pairs.get((small, large), 0):
        state.warnings.append(Warned("pairing", ledger.name, pair))


def _use(ledger: Ledger, wanted: Sequence[Used]) -> tuple[Used, ...]:
    """Step 3: the abilities that are listed, then those without "may" that are not (ARC-18.13, 18.14, 18.18)."""
    state = ledger.state
    used: list[Used] = []
    for one in wanted:
        found = _ability(ledger, one, used)
        if found is None:
            continue
        card, ability = found
        released = _apply(ledger, one.seat, card, ability, one.release)
        used.append(Used(one.seat, card, released))
    done = {(one.seat, one.card) for one in used}
    for seat in state.in_turn_order(ledger.seat):
        for card, ability in reset_abilities(state, seat):
            if (seat, card) not in done and not ability.may and works(state, seat, ability):
                ledger.gain(seat, ability.gain or {})
    return tuple(used)


def reset_abilities(state: State, seat: int) -> Iterator[tuple[str, Ability]]:
    """The reset abilities of a seat by card, apprentices in the order of hiring, then its character."""
    cards = state.box.apprentices
    for card in state.seats[seat].apprentices:
        if cards[card].ability.trigger == RESET_TRIGGER:
            yield card, cards[card].ability
    character = state.character(seat)
    for ability in () if character is None else character.abilities:
        if ability.trigger == RESET_TRIGGER and character is not None:
            yield character.id, ability


def works(state: State, seat: int, ability: Ability) -> bool:
    """Whether the condition of a reset ability holds (ARC-19.21)."""
    return not ability.free_of_prisoners or not state.prison[seat]


def _ability(ledger: Ledger, one: Used, used: Sequence[Used]) -> tuple[str, Ability] | None:
    """The ability that an entry of the list names (ILL-75)."""
    state, cards = ledger.state, ledger.state.box.apprentices
    mine = dict(reset_abilities(state, one.seat))
    if not ledger.deciding:
        return (one.card, mine[one.card]) if one.card in mine else None
    named = alike(cards, meant(cards, one.card))
    character = state.character(one.seat)
    if character is not None and one.card.casefold() in (
        character.id,
        *(name.casefold() for name in character.name.values()),
    ):
        named = [character.id]
    can = [card for card in named if card in mine]
    if not can:
        ledger.refuse("ARC-18.6", "ill_75", card=one.card[:40], seat=one.seat)
    left = [card for card in can if (one.seat, card) not in {(other.seat, other.card) for other in used}]
    if not left or (one.card in can and one.card not in left):
        ledger.refuse("ARC-19.4", "ill_75_twice", card=one.card[:40], seat=one.seat)
    card = one.card if one.card in left else left[0]
    if one.card not in left and len(left) > 1:
        ledger.refuse("ARC-5.16", "ill_66_which", card=one.card[:40])
    return card, mine[card]


def _apply(ledger: Ledger, seat: int, card: str, ability: Ability, said: int | None) -> int | None:
    """Use an ability; how many prisoners it released, where it does that."""
    state = ledger.state
    if ability.release:
        most = min(ability.release, state.prison[seat])
        count = most if said is None else said
        if count > most:
            if ledger.deciding:
                rule = "ARC-19.13" if card in state.box.apprentices else "ARC-21.18"
                ledger.refuse(rule, "ill_54", count=count, most=most, seat=seat)
            count = most
        release(ledger, seat, count)
        return count
    if said is not None and ledger.deciding:
        ledger.refuse("ARC-14.8", "ill_73", what="release")
    if not works(state, seat, ability):
        if ledger.deciding:
            ledger.refuse("ARC-19.21", "ill_55", seat=seat, prisoners=state.prison[seat])
        return None
    ledger.gain(seat, ability.gain or {})
    return None
