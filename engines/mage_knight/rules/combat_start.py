"""How a combat begins: assault, provoking, challenge, adventure sites, burning (chapter 14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engines.mage_knight.box.components import Altar
from engines.mage_knight.box.geometry import Space, around
from engines.mage_knight.moves.combat import AltarPaid, Challenged, MonasteryBurned, SiteEntered
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.enemies import draw_token, turn_up
from engines.mage_knight.rules.limits import not_exhausted, own_turn
from engines.mage_knight.rules.revealing import turn_up_at
from engines.mage_knight.rules.table.mana import pay
from engines.mage_knight.rules.table.pieces import Enemy, Foe, Place, Token
from engines.mage_knight.rules.table.wounds import add_fame, add_reputation
from engines.mage_knight.state import Combat, State

PORTAL = (0, 0)


def rampaging(state: State, at: Space) -> bool:
    """Whether rampaging enemies are on a space (MK-9.4)."""
    site = state.site_on(at)
    return site is not None and site.kind == "rampaging" and bool(state.spaces[at].tokens)


def provokes(state: State, here: Space, to: Space) -> list[Space]:
    """The rampaging enemies that a step provokes, by their direction from the hero (MK-9.5, MK-30.12)."""
    before = set(around(here))
    return [at for at in around(to) if at in before and rampaging(state, at)]


def hero_on(state: State, at: Space, but: int) -> bool:
    """Whether another hero is on a space."""
    return any(player.space == at for seat, player in enumerate(state.seats) if seat != but)


def assaulted(state: State, seat: int, at: Space) -> bool:
    """Whether entering a space is an assault (MK-9.7, MK-9.9)."""
    site = state.site_on(at)
    if site is None or site.kind != "fortified":
        return False
    shields = state.spaces[at].shields
    return not shields or (site.owned and seat not in shields)


def begin(attempt: Attempt, space: Space, site: str | None, how: str, came: Space) -> Combat:
    """Begin a combat; unused points are lost (MK-6.12, MK-14.14)."""
    turn = attempt.turn
    combat = Combat(attempt.mover, "ranged_siege", space, site, how, came, fortified=False)
    attempt.state.combat = combat
    turn.part, turn.action = "combat", "combat"
    lose_points(attempt)
    turn.heal = turn.grail = 0
    return combat


def lose_points(attempt: Attempt) -> None:
    """Drop unused points when the action begins, except those that an effect preserves (MK-6.12)."""
    turn = attempt.turn
    kept = {one.node["from"] for them in turn.options.values() for one in them if one.node["op"] == "convert"}
    if "move" not in kept:
        turn.move = 0
    if "influence" not in kept:
        turn.influence = 0


def add(combat: Combat, token: str, at: Space, *, defends: bool, rampages: bool) -> None:
    """Add an enemy to the combat, with the next number (MK-30.12)."""
    combat.enemies[len(combat.enemies) + 1] = Enemy(Foe(token), at, defends, rampages)


def fight_assault(attempt: Attempt, at: Space, came: Space, stated: dict[Space, str], *, ignore: bool) -> None:
    """Begin the assault of a keep or mage tower (MK-9.7 to 9.9, MK-14.6, MK-14.10)."""
    state = attempt.state
    place = state.spaces[at]
    site = state.box.sites[place.site or ""]
    add_reputation(state, attempt.me, site.assault)
    combat = begin(attempt, at, place.site, "assault", came)
    combat.fortified = not ignore
    if place.shields:  # of another seat that is not at the table
        combat.half = True
        for back in site.garrison:
            name = draw_token(attempt, back, stated.pop(at, None), at=at)
            add(combat, name, at, defends=True, rampages=False)
        return
    turn_up_at(attempt, at, stated)
    for token in state.spaces[at].tokens:
        add(combat, token.id or "", at, defends=True, rampages=False)


def fight_provoked(attempt: Attempt, spaces: Sequence[Space], came: Space | None = None) -> None:
    """Fight provoked rampaging enemies: they join the combat, or a combat with them begins (MK-9.5, MK-9.6)."""
    if not spaces:
        return
    combat = attempt.state.combat
    if combat is None:
        at = attempt.me.where
        combat = begin(attempt, at, None, "provoked", came or at)
    join_rampaging(attempt, combat, spaces)


def join_rampaging(attempt: Attempt, combat: Combat, spaces: Iterable[Space]) -> None:
    """Add the rampaging enemies of some spaces to the combat."""
    for at in spaces:
        for token in attempt.state.spaces[at].tokens:
            if token.id is not None:
                add(combat, token.id, at, defends=False, rampages=True)


def check_free_action(attempt: Attempt) -> None:
    """Check that the one action of the turn can begin (MK-6.7, MK-9.14, MK-21.1).

    Raises:
        IllegalMoveError: There was one already, or the hero rests or shares its space.
    """
    own_turn(attempt)
    turn, me = attempt.turn, attempt.me
    attempt.need(turn.part != "rest", "MK-21.1", "resting", code="x_23")
    attempt.must(not attempt.fighting, "MK-6.7", "second_action", code="x_14")
    attempt.need(turn.action is None, "MK-6.7", "second_action", code="x_14")
    not_exhausted(attempt)
    attempt.must(me.space is not None, "MK-9.2", "off_map")
    shared = me.space != PORTAL and hero_on(attempt.state, me.where, attempt.mover)
    attempt.need(not shared, "MK-9.14", "shared_space")


def challenge(attempt: Attempt, event: Challenged) -> None:
    """Challenge adjacent rampaging enemies, or add them to a combat that a move began (MK-14.2, MK-14.3)."""
    state, me = attempt.state, attempt.me
    spaces = [(at[0], at[1]) for at in event.at if len(at) == 2]  # noqa: PLR2004 - q and r
    attempt.must(spaces and len(set(spaces)) == len(event.at), "MK-14.2", "no_space_named")
    if attempt.fighting:
        combat = attempt.combat
        attempt.need(combat.how in ("assault", "provoked"), "MK-14.4", "no_more_enemies")
        attempt.need(not combat.begun, "MK-14.15", "too_late_to_challenge", code="x_38")
        there = {enemy.at for enemy in combat.enemies.values()}
        attempt.need(not there & set(spaces), "MK-14.2", "there_already")
    else:
        check_free_action(attempt)
        combat = begin(attempt, me.where, None, "challenge", me.where)
    here = me.where
    for at in spaces:
        attempt.need(at in around(here), "MK-14.2", "not_adjacent")
        site = state.site_on(at)
        gone = site is not None and site.kind == "rampaging"
        attempt.must(rampaging(state, at), "MK-11.10" if gone else "MK-14.2", "nobody_rampages")
    join_rampaging(attempt, combat, spaces)


def site_here(attempt: Attempt) -> tuple[Space, Place]:
    """The space of the hero.

    Raises:
        IllegalMoveError: The hero is off the map.
    """
    at = attempt.given(attempt.me.space, "MK-9.2", "off_map")
    return at, attempt.place(at)


def fightable(state: State, at: Space) -> list[str] | None:
    """The backs of the tokens to draw when a hero enters a site; empty if tokens are already there.

    None if there is nothing to fight (MK-14.8, MK-11.12).
    """
    place, site = state.spaces[at], state.site_on(at)
    if site is None or site.kind != "adventure":
        return None
    if place.shields and not site.again:
        return None
    if place.site == "ruins":
        ruin = state.box.ruins.get(place.ruin or "")
        if ruin is None or ruin.altar is not None:
            return None
        return [] if place.tokens else list(ruin.enemies)
    if place.tokens:
        return [token.back for token in place.tokens if not token.up]
    return list(site.enemies)


def enter_site(attempt: Attempt, event: SiteEntered) -> None:
    """Enter an adventure site: draw or turn up its enemies (MK-14.8)."""
    check_free_action(attempt)
    state = attempt.state
    at, place = site_here(attempt)
    rule = _plain(state, place) or ("MK-14.8" if altar_here(state, at) is None else "MK-14.9")
    backs = attempt.given(fightable(state, at), rule, "nothing_to_fight")
    stated = list(event.tokens or ())
    combat = begin(attempt, at, place.site, "site", at)
    lying = list(place.tokens)
    if not lying:
        for number, back in enumerate(backs):
            name = draw_token(attempt, back, stated.pop(0) if stated else None, f"tokens.{number}")
            lying.append(Token(back, name))
    else:
        for number, token in enumerate(lying):
            if not token.up:
                name = _turn(attempt, token, stated.pop(0) if stated else None, len(event.tokens or ()))
                lying[number] = replace(token, id=name)
    attempt.need(not stated, "MK-30.6", "token_extra")
    state.spaces[at] = replace(state.spaces[at], tokens=tuple(lying))
    for token in lying:
        add(combat, token.id or "", at, defends=True, rampages=False)


def _turn(attempt: Attempt, hidden: Token, token: str | None, place: int) -> str:
    """Turn up a face-down token on a site."""
    return turn_up(attempt, hidden, token, f"tokens.{place}")


def _plain(state: State, place: Place) -> str | None:
    """The clause that made an adventure site plain terrain for good; None if none did (MK-11.12)."""
    site = None if place.site is None else state.box.sites[place.site]
    conquered = site is not None and site.kind == "adventure" and place.shields and not site.again
    return "MK-11.12" if conquered else None


def altar_here(state: State, at: Space) -> Altar | None:
    """The altar of a space that nobody has paid; None where there is none."""
    place = state.spaces[at]
    ruin = state.box.ruins.get(place.ruin or "") if place.site == "ruins" else None
    return None if ruin is None or place.shields else ruin.altar


def pay_altar(attempt: Attempt, _event: AltarPaid) -> None:
    """Pay mana to an altar, for Fame and a shield (MK-14.9)."""
    check_free_action(attempt)
    state, turn = attempt.state, attempt.turn
    at, place = site_here(attempt)
    altar = attempt.given(altar_here(state, at), _plain(state, place) or "MK-14.9", "no_altar")
    for _ in range(altar.count):
        pay(attempt, (altar.colour,), "MK-14.9")
    turn.part, turn.action = "after", "altar"
    lose_points(attempt)
    add_fame(attempt.me, altar.fame)
    state.spaces[at] = replace(place, shields=(attempt.mover,))


def burn_monastery(attempt: Attempt, event: MonasteryBurned) -> None:
    """Begin the burning of a monastery (MK-12.22)."""
    check_free_action(attempt)
    state = attempt.state
    at, place = site_here(attempt)
    site = attempt.given(None if place.site is None else state.box.sites[place.site], "MK-12.22", "no_monastery_here")
    attempt.must(not place.burned, "MK-11.11", "no_monastery_here")
    attempt.must(site.burn, "MK-12.22", "no_monastery_here")
    add_reputation(state, attempt.me, site.burn)
    combat = begin(attempt, at, place.site, "burn", at)
    for back in site.enemies:
        name = draw_token(attempt, back, event.token or None, "token")
        add(combat, name, at, defends=True, rampages=False)
