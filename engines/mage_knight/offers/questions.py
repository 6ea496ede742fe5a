"""The first questions of each type of move, and optional ones at the end; effects ask their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engines.kernel.domains import choice, flag, group, places, several, span
from engines.kernel.game import Json
from engines.kernel.offers import Questions
from engines.mage_knight.box.components import BASIC, FACES, WOUND
from engines.mage_knight.box.geometry import around
from engines.mage_knight.offers.combat_questions import attack_asks, block_asks, damage_asks, summon_asks
from engines.mage_knight.offers.table_questions import Can, read_only_attempt, round_asks, score_asks, setup_asks, which
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.combat_start import fightable, rampaging
from engines.mage_knight.rules.effects.cards import in_hand
from engines.mage_knight.rules.end_of_turn import dice_due
from engines.mage_knight.rules.enemies import can_come
from engines.mage_knight.rules.movement import costs, may_turn_up, positions, reachable, top_kind
from engines.mage_knight.rules.recruiting import free_command, free_slot
from engines.mage_knight.rules.rewards import kinds_open
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.artifacts import drawn, due
from engines.mage_knight.rules.table.card_offers import SPELL, left, may_come, offer_of
from engines.mage_knight.rules.turns import freeze_due
from engines.mage_knight.rules.visiting import locals_here, wounds_possible
from engines.mage_knight.state import State

First = Callable[[State, "int | None", Json, Can], Questions]


def _tactic(state: State, _seat: int | None, given: Json, can: Can) -> Questions:
    taken = {player.tactic for player in state.seats}
    free = [one.id for one in state.box.tactics.values() if one.night == state.night and one.id not in taken]
    yield "tactic", choice(which(state, given, "tactic", free, can))


def _begin(state: State, seat: int | None, _given: Json, _can: Can) -> Questions:
    due = freeze_due(read_only_attempt(state, seat))
    if len(due) > 1:
        yield "color", choice(due)


def _card(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    """A card of the hand, how it is used, what it gives sideways, and the skill that changes that."""
    attempt = read_only_attempt(state, seat)
    me = attempt.me
    pain = [one for one in me.skills if not one.used and not one.new and one.id in _changing(state)]
    hand = [card for card in cards.candidates(attempt, me, me.hand) if card != WOUND]
    wounded = WOUND in cards.candidates(attempt, me, me.hand) and any(
        state.box.skills[one.hero, one.id].effect["op"] == "wound_sideways" for one in pain
    )
    pending = attempt.turn.pending is not None
    yield "card", choice([*hand, *([WOUND] if wounded else [])], **({"exact": False} if pending else {}))
    card = given.get("card")
    if card == WOUND:
        yield "use", choice(["sideways"])
    else:
        strong = which(state, given, "use", ("basic", "strong"), can)
        yield "use", choice([*strong, *([] if pending else ["sideways"])])
    if given.get("use") != "sideways":
        return
    gives = ["move", "influence"]
    if attempt.phase in ("attack", "block"):
        gives.append(attempt.phase)
    yield "gives", choice(gives)
    names = [
        one.id
        for one in pain
        if (state.box.skills[one.hero, one.id].effect["op"] == "wound_sideways") == (card == WOUND)
    ]
    if names:
        inner = {"skill": choice(dict.fromkeys(names)), "option": {**span(1, 2), "optional": True}}
        more = {} if card == WOUND else {"optional": True}
        yield "with", group(inner, exact=False, **more)


def _changing(state: State) -> set[str]:
    """The skills that change a sideways card."""
    ops = ("sideways_value", "sideways_with_mana", "wound_sideways")
    return {skill.id for skill in state.box.skills.values() if skill.effect["op"] in ops}


def _skill(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    me = read_only_attempt(state, seat).me
    named = dict.fromkeys(one.id for one in me.skills if not one.used)
    yield "skill", choice(which(state, given, "skill", named, can))


def _unit(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    me = read_only_attempt(state, seat).me
    ready = {number: unit for number, unit in me.units.items() if unit.ready and not unit.wounds}
    abilities = {
        number: which(
            state, {**given, "unit": number}, "ability", range(1, len(state.box.units[unit.id].abilities) + 1), can
        )
        for number, unit in ready.items()
        if given.get("unit") in (None, number)
    }
    yield "unit", choice([number for number, them in abilities.items() if them])
    yield "ability", choice(abilities[given["unit"]] if given.get("unit") in abilities else [])


def _option(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    yield "of", choice(which(state, given, "of", list(read_only_attempt(state, seat).turn.options), can))


def _banner(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    me = read_only_attempt(state, seat).me
    them = [number for number, unit in me.units.items() if unit.banner is not None]
    yield "unit", choice(which(state, given, "unit", them, can))


def _crystal(state: State, seat: int | None, _given: Json, _can: Can) -> Questions:
    me = read_only_attempt(state, seat).me
    yield "color", choice([colour for colour in BASIC if me.crystals[colour]])


def _move(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    """A space that can be entered, and what it costs where the order of changes matters."""
    attempt = read_only_attempt(state, seat)
    here = attempt.me.space
    stated = list(given.get("to") or ())
    spaces = [] if here is None else [at for at in reachable(attempt, here) if at in state.spaces]
    if not stated:
        spaces = [at for at in spaces if can(state, {**given, "to": list(at)})]
    yield "to", places(spaces)
    if tuple(stated) in state.spaces:
        possible = sorted(costs(attempt, state.spaces[stated[0], stated[1]].terrain)[1])
        if len(possible) > 1 and attempt.turn.move >= possible[0]:
            yield "cost", choice([one for one in possible if one <= attempt.turn.move], optional=True)


def _jump(state: State, seat: int | None, given: Json, _can: Can) -> Questions:
    """The spaces of a jump, one after another."""
    stated = given.get("path") or []
    before = read_only_attempt(state, seat).me.where
    for place in range(5):
        near = [at for at in around(before) if at in state.spaces]
        yield f"path.{place}", places(near, exact=False, **({} if place == 0 else {"optional": True}))
        here = stated[place] if place < len(stated) else None
        if not here or len(here) != 2:  # noqa: PLR2004 - q and r
            return
        before = (here[0], here[1])


def _explore(state: State, seat: int | None, _given: Json, _can: Can) -> Questions:
    attempt = read_only_attempt(state, seat)
    kind = top_kind(state)
    enough = attempt.turn.move >= state.box.explore_cost and attempt.turn.part in ("start", "move")
    found = positions(attempt) if kind is not None and enough else []
    yield "position", places(found)
    yield "tile", choice(may_turn_up(state, kind or "countryside"))


def _recruit(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    attempt = read_only_attempt(state, seat)
    offer = dict.fromkeys(state.units)
    slot, room = free_slot(attempt), free_command(attempt)
    own = [number for number, unit in attempt.me.units.items() if not unit.bond]

    def fits(name: str) -> bool:
        return (
            (room and can(state, {**given, "unit": name}))
            or (slot and can(state, {**given, "unit": name, "slot": True}))
            or any(can(state, {**given, "unit": name, "disband": number}) for number in own)
        )

    known = given.get("unit")
    yield "unit", choice([name for name in offer if known == name or fits(name)])
    if slot:
        plain = can(state, {**given, "slot": None}) or any(can(state, {**given, "disband": one}) for one in own)
        bound = can(state, {**given, "slot": True, "disband": None})
        if bound and plain:
            yield "slot", flag(optional=True)
        elif bound:
            yield "slot", {"kind": "choice", "of": [True]}
    if not given.get("slot") and own:
        yield "disband", choice(own, **({"optional": True} if room else {}))


def _healing(state: State, seat: int | None, _given: Json, _can: Can) -> Questions:
    attempt = read_only_attempt(state, seat)
    site = locals_here(attempt)
    most = attempt.turn.influence // site.healing if site is not None and site.healing else 0
    if most > 0:
        yield "points", span(1, most)
    else:
        yield "points", choice([])


def _learn(state: State, _seat: int | None, given: Json, can: Can) -> Questions:
    yield "card", choice(which(state, given, "card", list(state.monastery), can))


def _spell(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    attempt = read_only_attempt(state, seat)
    site = locals_here(attempt)
    offer = offer_of(state, SPELL)
    if site is None or not site.spell or attempt.turn.influence < site.spell:
        yield "card", choice([])
    elif offer is None:
        count = min(state.box.offers, left(state, SPELL))
        yield "offer", several(choice(may_come(state, SPELL)), count, count, exact=False)
        offer = given.get("offer") or may_come(state, SPELL)
        yield "card", choice(offer, exact=False)
    else:
        yield "card", choice(which(state, given, "card", offer, can))


def _heal(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    """Wounds of the hand, or a unit."""
    attempt = read_only_attempt(state, seat)
    most = min(attempt.turn.heal, wounds_possible(attempt))
    sure = attempt.me.hand.count(WOUND) >= most
    hurt = which(state, {**given, "wounds": None}, "unit", [n for n, u in attempt.me.units.items() if u.wounds], can)
    if most > 0:
        more = {"optional": True} if hurt else {}
        yield "wounds", span(1, most, **more, **({} if sure else {"exact": False}))
    if given.get("wounds") is None or most <= 0:
        yield "unit", choice(hurt)


def _challenge(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    attempt = read_only_attempt(state, seat)
    here = attempt.me.space
    near = [] if here is None else [at for at in around(here) if rampaging(state, at)]
    rest = {name: value for name, value in given.items() if name != "at"}
    near = [at for at in near if can(state, {**rest, "at": [list(at)]})]
    yield "at.0", places(near)
    stated = (given.get("at") or [[]])[0] or []
    more = [at for at in near if list(at) != list(stated)]
    if more and stated:
        yield "at.1", places(more, optional=True, exact=False)


def _site(state: State, seat: int | None, _given: Json, _can: Can) -> Questions:
    at = read_only_attempt(state, seat).me.space
    if at is not None and fightable(state, at) is None:
        yield "tokens", choice([])


def _burn(state: State, _seat: int | None, given: Json, can: Can) -> Questions:
    yield "token", choice(which(state, given, "token", can_come(state, "violet"), can))


def _rest(state: State, seat: int | None, given: Json, _can: Can) -> Questions:
    attempt = read_only_attempt(state, seat)
    me = attempt.me
    plain = in_hand(attempt, me, "non_wound")
    only = cards.may_be_wounds(me)
    if plain:
        yield "card", choice(plain, **({"optional": True, "exact": False} if only else {}))
    most = wounds_possible(attempt)
    if given.get("card") is None and only:
        yield "wounds", choice([1])
        yield "hand_shown", flag(optional=True)
    elif plain:
        sure = me.hand.count(WOUND) == most
        yield "wounds", span(0, most, optional=True, **({} if sure else {"exact": False}))


def _dice(state: State, seat: int | None, _given: Json, _can: Can) -> Questions:
    count = len(dice_due(state, read_only_attempt(state, seat).mover))
    yield "faces", several(choice(FACES), count, count)


def _glade(state: State, _seat: int | None, given: Json, can: Can) -> Questions:
    yield "from", choice(which(state, given, "from", ("hand", "discard"), can))


def _reward(state: State, seat: int | None, given: Json, _can: Can) -> Questions:
    attempt = read_only_attempt(state, seat)
    yield "kind", choice(kinds_open(attempt.turn))
    if given.get("kind") == "unit":
        yield "unit", choice(dict.fromkeys(state.units), optional=True)
        if given.get("unit") is not None:
            if free_slot(attempt):
                yield "slot", flag(optional=True)
            own = [number for number, unit in attempt.me.units.items() if not unit.bond]
            if not given.get("slot") and own:
                yield "disband", choice(own, **({"optional": True} if free_command(attempt) else {}))
            elif not given.get("slot") and not free_command(attempt):
                yield "disband", choice([])


def _discard(state: State, seat: int | None, _given: Json, _can: Can) -> Questions:
    attempt = read_only_attempt(state, seat)
    plain = in_hand(attempt, attempt.me, "non_wound")
    yield "cards", several(choice(plain), 1, max(1, len(attempt.me.hand)), exact=False)


FIRST: Mapping[str, First] = {
    "setup": setup_asks,
    "take_tactic": _tactic,
    "begin_turn": _begin,
    "play_card": _card,
    "use_skill": _skill,
    "activate_unit": _unit,
    "use_option": _option,
    "use_banner": _banner,
    "use_crystal": _crystal,
    "move": _move,
    "jump": _jump,
    "explore": _explore,
    "recruit": _recruit,
    "buy_healing": _healing,
    "learn": _learn,
    "buy_spell": _spell,
    "heal": _heal,
    "challenge": _challenge,
    "enter_site": _site,
    "burn_monastery": _burn,
    "attack": attack_asks,
    "block": block_asks,
    "summon": summon_asks,
    "assign_damage": damage_asks,
    "rest": _rest,
    "return_dice": _dice,
    "use_glade": _glade,
    "take_reward": _reward,
    "discard_hand": _discard,
    "prepare_round": round_asks,
    "score": score_asks,
}
"""Type of move -> its first questions, in order."""


def later(state: State, given: Json, done: Attempt) -> Iterator[tuple[str, Json]]:
    """Optional fields of a complete move: secrets that it draws, and orders that are left out."""
    kind, seat = given["type"], given.get("seat")
    attempt = read_only_attempt(state, seat)
    match kind:
        case "assign_damage":
            me = attempt.me
            fit = [number for number, unit in me.units.items() if not unit.wounds and not unit.resisted]
            if fit:
                yield "units", several(choice(fit), 0, len(fit), optional=True, exact=False)
        case "take_reward" if given.get("kind") == "artifact":
            count = due(state, attempt.turn)
            hidden = drawn(state, count)
            if count:
                yield "kept", several(choice(hidden.can), count, count, optional=True, secret=True, exact=False)
            if hidden.number > count:
                yield "bottom", choice(hidden.can, optional=True, secret=True, exact=False)
    for name, count in (("drawn", done.drew), ("picked", done.picks)):
        if count and kind != "draw":
            every = _seen(attempt)
            yield name, several(choice(every), count, count, optional=True, secret=True, exact=False)
    if kind == "draw":
        me = attempt.me
        count = len(done.me.hand) - len(me.hand)
        if count > 0:
            every = cards.candidates(attempt, me, me.deck)
            yield "drawn", several(choice(every), count, count, optional=True, secret=True, exact=False)


def _seen(attempt: Attempt) -> list[str]:
    """Every card that can lie in the deck, the hand or the discard pile of who moves."""
    me = attempt.me
    return cards.candidates(attempt, me, [*me.deck, *me.hand, *me.discard])
