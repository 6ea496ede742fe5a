"""The empty table, its set-up, tactics, and a new round (chapters 2, 5 and 26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.kernel.game import Json
from engines.kernel.hidden.unknown import Unknown
from engines.kernel.seats import check_seats
from engines.kernel.sentences import shown
from engines.mage_knight.box.components import BASIC, FACES, SEATS
from engines.mage_knight.box.geometry import Space, around, centre
from engines.mage_knight.box.reading import read
from engines.mage_knight.moves.actions import SetUp, TacticTaken
from engines.mage_knight.moves.combat import RoundPrepared
from engines.mage_knight.refusals import refuse
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.effects.values import run
from engines.mage_knight.rules.limits import PHASE
from engines.mage_knight.rules.movement import lay
from engines.mage_knight.rules.playing import name_piece
from engines.mage_knight.rules.recruiting import come as unit_comes
from engines.mage_knight.rules.recruiting import left as units_left
from engines.mage_knight.rules.revealing import garrisons, left_over, ruins_down, show_ruin, turn_up_at
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.card_offers import ACTION, SPELL, bottom, come, gone, left, offer_of
from engines.mage_knight.rules.table.hands import limit
from engines.mage_knight.rules.table.pieces import Die, Pile
from engines.mage_knight.state import Player, State


def setup(seats: Sequence[str], options: Json, box: Json) -> State:
    """The table before the first move."""
    known = read(box)
    check_seats(seats, SEATS, known.colours, counted="MK-2.1", coloured="MK-2.3")
    deck = options["aa_deck"]
    if deck not in (16, 28):
        raise refuse("MK-2.27", "aa_deck", code=None, value=shown(deck))
    by_colour = {hero.colour: hero.id for hero in known.heroes.values()}
    state = State(known, tuple(seats), deck)
    state.seats = [Player(by_colour[colour], colour, Unknown.of(cards.kinds(known))) for colour in seats]
    for player in state.seats:
        player.owned = dict(known.heroes[player.hero].deck)
    seating = known.seatings[len(seats)]
    state.countryside, state.core = seating.countryside, seating.core + seating.city
    state.night = known.rounds[0]
    for back in known.backs:
        tokens = tuple(one.id for one in known.enemies.values() if one.back == back for _ in range(one.count))
        state.piles[back] = Pile(len(tokens), unseen=(tokens,))
    state.artifacts_left = sum(card.kind == "artifact" for card in known.cards.values()) - sum(
        known.cards[card].kind == "artifact" for player in state.seats for card in player.owned
    )
    return state


def set_up(attempt: Attempt, event: SetUp) -> None:
    """The setup, by chance and by choice (chapter 2)."""
    state, box = attempt.state, attempt.state.box
    attempt.must(state.phase == "setup", "MK-2.1", "set_up_already")
    count = len(state.seats)
    seats = [one.seat for one in event.heroes]
    attempt.must(sorted(seats) == list(range(count)), "MK-2.3", "heroes_by_seat", count=count)
    for one in event.heroes:
        attempt.must(one.hero in box.heroes, "MK-2.3", "no_hero", hero=one.hero)
        attempt.need(
            state.seats[one.seat].hero == one.hero,
            "MK-30.5",
            "hero_of_colour",
            seat=one.seat,
            hero=box.heroes[one.hero].name,
        )
    state.order = seats
    _dice(attempt, event.dice)
    start = next(tile.id for tile in box.tiles.values() if tile.kind == "start")
    stated = attempt.tokens()
    lay(attempt, (0, 0), start, stated, None)
    first = None if event.tile_1_at is None else tuple(event.tile_1_at)
    positions = list(box.setup_tiles)
    if first is not None:
        attempt.must(first in positions, "MK-2.19", "tile_1_at")
        positions.sort(key=lambda position: position != first)
    for number, position in enumerate(positions, 1):
        tile = next(tile for tile in box.tiles.values() if tile.kind == "countryside" and tile.number == number)
        lay(attempt, position, tile.id, stated, None)
        state.countryside -= 1
    left_over(attempt, stated)
    attempt.must(len(event.unit_offer) == count + box.more_units, "MK-2.22", "unit_offer", count=count + box.more_units)
    for name in event.unit_offer:
        unit_comes(attempt, name)
    attempt.need(
        any(box.first_offer in box.units[name].sites for name in event.unit_offer), "MK-2.24", "no_village_unit"
    )
    for seat in range(count):
        cards.hide_all(box, attempt.player(seat), box.levels[0].hand, attempt.name)
    deal(attempt, event.hands)
    attempt.chance.append("setup")
    to_tactics(state)


def orcs_at_setup(state: State, first: Space) -> list[Space]:
    """The spaces of the orcs that are visible at the start, with tile 1 at a position."""
    positions = sorted(state.box.setup_tiles, key=lambda position: position != first)
    found = []
    for number, position in enumerate(positions, 1):
        tile = next(one for one in state.box.tiles.values() if one.kind == "countryside" and one.number == number)
        q, r = centre(position)
        found += [
            (q + dq, r + dr)
            for (dq, dr), hex_ in tile.hexes.items()
            if hex_.site is not None and state.box.sites[hex_.site].kind == "rampaging"
        ]
    return found


def _dice(attempt: Attempt, faces: Sequence[str]) -> None:
    """All dice of the source (MK-2.10, MK-2.11)."""
    state = attempt.state
    count = len(state.seats) + state.box.more_dice
    attempt.must(len(faces) == count, "MK-2.10", "dice_count", count=count, stated=len(faces))
    basic = sum(face in BASIC for face in faces)
    attempt.need(2 * basic >= count, "MK-2.11", "too_few_basic", basic=basic, count=count)
    state.dice = [Die(face) for face in faces if face in FACES]


def deal(attempt: Attempt, hands: Mapping[int, Sequence[str]] | None) -> None:
    """Set the hands that this fold knows (MK-2.9, MK-26.14)."""
    for seat, stated in (hands or {}).items():
        attempt.need(seat < len(attempt.state.seats), "MK-2.9", "no_such_seat", seat=seat)
        if seat >= len(attempt.state.seats):
            continue
        player = attempt.player(seat)
        attempt.need(
            len(stated) == len(player.hand), "MK-2.9", "hand_count", count=len(player.hand), stated=len(stated)
        )
        for place, card in zip(range(len(player.hand)), stated, strict=False):
            player.hand[place] = cards.reveal_place(attempt, player, player.hand[place], card, rule="MK-2.9")
        cards.settle(player)


def to_tactics(state: State) -> None:
    """Begin the choice of tactics: lowest Fame first; of equals, the lower in the column (MK-5.2, MK-5.3)."""
    place = {seat: at for at, seat in enumerate(state.order)}
    state.choosing = sorted(range(len(state.seats)), key=lambda seat: (state.seats[seat].fame, -place[seat]))
    state.phase = "tactics"
    state.active = None


def take_tactic(attempt: Attempt, event: TacticTaken) -> None:
    """A seat takes a tactic, with what it does at once (MK-5.1, MK-5.5)."""
    state, me = attempt.state, attempt.me
    attempt.must(state.phase == "tactics", "MK-5.2", "not_now", phase=PHASE[state.phase])
    attempt.must(
        state.choosing and state.choosing[0] == attempt.seat,
        "MK-5.2",
        "not_your_choice",
        code="x_27",
        seat=attempt.mover,
        turn=state.choosing[0] if state.choosing else "-",
    )
    attempt.must(event.tactic in state.box.tactics, "MK-30.12", "no_tactic_card", tactic=event.tactic)
    tactic = state.box.tactics[event.tactic]
    attempt.must(tactic.night == state.night, "MK-5.1", "other_time", code="x_27", tactic=tactic.name)
    takers = [seat for seat, player in enumerate(state.seats) if player.tactic == tactic.id]
    attempt.must(not takers, "MK-5.1", "tactic_gone", code="x_27", tactic=tactic.name)
    me.tactic, me.tactic_used, me.stored = tactic.id, False, False
    state.choosing.pop(0)
    name_piece(attempt, tactic.id)
    if tactic.timing == "when_taken" and tactic.effect is not None:
        run(attempt, tactic.effect)
    if not state.choosing:
        numbers = state.box.tactics
        state.order.sort(key=lambda seat: numbers[state.seats[seat].tactic or ""].number)
        state.active = state.order[0]
        state.phase = "turns"


def monasteries(state: State) -> int:
    """The number of unburned monasteries on the map (MK-26.8)."""
    found = [place for at, place in state.spaces.items() if (site := state.site_on(at)) is not None and site.learn]
    return sum(not place.burned for place in found)


def prepare_round(attempt: Attempt, event: RoundPrepared) -> None:
    """Set up a new round (chapter 26)."""
    state, box = attempt.state, attempt.state.box
    attempt.must(state.phase == "between_rounds", "MK-26.1", "round_not_over")
    state.round += 1
    state.night = box.rounds[state.round - 1]
    state.announced = state.last = state.last_by = None
    state.lasting = []
    _dice(attempt, event.dice)
    _players(attempt, event)
    _offers(attempt, event)
    _tokens(attempt)
    deal(attempt, event.hands)
    attempt.chance.append("round")
    to_tactics(state)


def _players(attempt: Attempt, event: RoundPrepared) -> None:
    """Units are ready, skills and banners up, all cards shuffled, hands drawn (MK-26.12 to 26.16)."""
    state, box = attempt.state, attempt.state.box
    off: dict[int, set[int]] = {}
    for one in event.banners or ():
        off.setdefault(one.seat, set()).add(one.unit)
    for seat in range(len(state.seats)):
        player = attempt.player(seat)
        for number in off.get(seat, ()):
            unit = player.units.get(number)
            attempt.must(unit is not None and unit.banner is not None, "MK-26.13", "no_banner_there", unit=number)
            if unit is not None:
                player.units[number] = replace(unit, banner=None)
        for number, unit in player.units.items():
            player.units[number] = replace(unit, ready=True, flipped=False)
        player.skills = [replace(one, used=False, centre=False) for one in player.skills]
        player.tactic, player.tactic_used, player.stored, player.done = None, False, False, False
        player.plundered, player.lock = False, 0
        cards.hide_all(box, player, limit(state, seat, planning=False), attempt.name)
        player.next_draw = 0
    attempt.must(all(seat < len(state.seats) for seat in off), "MK-26.13", "no_such_seat", seat=max(off, default=0))


def _offers(attempt: Attempt, event: RoundPrepared) -> None:
    """The offers are made anew (MK-26.6 to 26.11)."""
    state, box = attempt.state, attempt.state.box
    put_under(state)
    count = min(len(state.seats) + box.more_units, sum(units_left(state).values()))
    attempt.must(len(event.unit_offer) == count, "MK-26.7", "unit_offer", count=count)
    for name in event.unit_offer:
        unit_comes(attempt, name)
    wanted = min(monasteries(state), left(state, ACTION))
    stated = list(event.monastery_cards or ())
    attempt.must(len(stated) == wanted, "MK-26.8", "monastery_cards", count=wanted, stated=len(stated))
    for card in stated:
        come(attempt, ACTION, card, "monastery_cards")
        state.monastery.append(card)
    for kind, new, rule in ((ACTION, event.action_card, "MK-26.9"), (SPELL, event.spell, "MK-26.10")):
        offer = offer_of(state, kind)
        if offer is None:
            attempt.need(new is None, "MK-26.11", "not_laid_out")
            continue
        if offer and left(state, kind):
            low = offer.pop(0)
            attempt.must(new is not None, rule, "new_card_missing")
            fresh = come(attempt, kind, new, "action_card")
            _under(state, kind, low)
            offer.append(fresh or "")


def put_under(state: State) -> None:
    """Put the units and monastery cards on offer at the bottom of their decks (MK-26.6, MK-26.8)."""
    for name in state.units:
        state.gone_units.remove(name)
        state.bottom_units.append(name)
    state.units = []
    for card in state.monastery:
        _under(state, ACTION, card)
    state.monastery = []


def _under(state: State, kind: str, card: str) -> None:
    """Put a card at the bottom of its deck."""
    gone(state, kind).remove(card)
    bottom(state, kind).append(card)


def _tokens(attempt: Attempt) -> None:
    """Ruins and garrisons next to heroes are turned up as a day begins (MK-9.19, MK-26.18)."""
    state = attempt.state
    stated = attempt.tokens()
    if not state.night:
        for at in ruins_down(state):
            show_ruin(attempt, at, stated)
        near = {space for player in state.seats if player.space is not None for space in around(player.space)}
        for at in garrisons(state, sorted(near)):
            turn_up_at(attempt, at, stated)
    left_over(attempt, stated)


def dice_wanted(state: State) -> int:
    """The number of dice in the source at the start of a round."""
    return len(state.seats) + state.box.more_dice
