"""How a combat begins: assault, provoking, challenge, adventure sites, burning (chapter 14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engines.mage_knight.box.components import Altar
from engines.mage_knight.box.geometry import Space, around
from engines.mage_knight.moves.combat import AltarPaid, Challenged, MonasteryBurned, SiteEntered
from engines.mage_knight.rules.attempt import Doing
from engines.mage_knight.rules.enemies import draw_token, turn_up
from engines.mage_knight.rules.limits import not_exhausted, own_turn
from engines.mage_knight.rules.revealing import turn_up_at
from engines.mage_knight.rules.table.mana import pay
from engines.mage_knight.rules.table.pieces import Enemy, Foe, Place, Token
from engines.mage_knight.rules.table.wounds import add_fame, add_reputation
from engines.mage_knight.state import Combat, State

PORTAL = (0, 0)


def rampaging(state: State, at: Space) -> bool:
    """Whether rampaging enemies stand on a space (MK-9.4)."""
    place = state.spaces.get(at)
    return (
        place is not None
        and place.site is not None
        and state.box.sites[place.site].kind == "rampaging"
        and bool(place.tokens)
    )


def provokes(state: State, here: Space, to: Space) -> list[Space]:
    """The rampaging enemies that a step provokes, by their direction from the hero (MK-9.5, MK-30.12)."""
    before = set(around(here))
    return [at for at in around(to) if at in before and rampaging(state, at)]


def hero_on(state: State, at: Space, but: int) -> bool:
    """Whether another hero stands on a space."""
    return any(player.space == at for seat, player in enumerate(state.seats) if seat != but)


def assaulted(state: State, seat: int, at: Space) -> bool:
    """Whether entering a space is an assault (MK-9.7, MK-9.9)."""
    place = state.spaces.get(at)
    if place is None or place.site is None:
        return False
    site = state.box.sites[place.site]
    if site.kind != "fortified":
        return False
    if not place.shields:
        return True
    return site.owned and seat not in place.shields


def begin(doing: Doing, space: Space, site: str | None, how: str, came: Space) -> Combat:
    """A combat begins; points that are left over are lost (MK-6.12, MK-14.14)."""
    turn = doing.turn
    combat = Combat(doing.seat or 0, "ranged_siege", space, site, how, came, fortified=False)
    doing.state.combat = combat
    turn.part, turn.action = "combat", "combat"
    lose_points(doing)
    turn.heal = turn.grail = 0
    return combat


def lose_points(doing: Doing) -> None:
    """Points left over are lost as the action begins, save those that an effect keeps (MK-6.12)."""
    turn = doing.turn
    kept = {one.node["from"] for them in turn.options.values() for one in them if one.node["op"] == "convert"}
    if "move" not in kept:
        turn.move = 0
    if "influence" not in kept:
        turn.influence = 0


def add(combat: Combat, token: str, at: Space, *, defends: bool, rampages: bool) -> None:
    """An enemy joins, with the next number (MK-30.12)."""
    combat.enemies[len(combat.enemies) + 1] = Enemy(Foe(token), at, defends, rampages)


# -------------------------------------------------------------------------------------------------------------- assault


def fight_assault(doing: Doing, at: Space, came: Space, told: dict[Space, str], *, ignore: bool) -> None:
    """A keep or mage tower is assaulted (MK-9.7 to 9.9, MK-14.6, MK-14.10)."""
    state = doing.state
    place = state.spaces[at]
    site = state.box.sites[place.site or ""]
    add_reputation(state, doing.me, site.assault)
    combat = begin(doing, at, place.site, "assault", came)
    combat.fortified = not ignore
    if place.shields:  # of another seat that is not there
        combat.half = True
        for back in site.garrison:
            name = draw_token(doing, back, told.pop(at, None), at=at)
            add(combat, name, at, defends=True, rampages=False)
        return
    turn_up_at(doing, at, told)
    for token in state.spaces[at].tokens:
        add(combat, token.id or "", at, defends=True, rampages=False)


def fight_provoked(doing: Doing, spaces: Sequence[Space], came: Space | None = None) -> None:
    """Rampaging enemies were provoked: they join, or a combat with them begins (MK-9.5, MK-9.6)."""
    if not spaces:
        return
    combat = doing.state.combat
    if combat is None:
        at = doing.me.space or PORTAL
        combat = begin(doing, at, None, "provoked", came or at)
    join_rampaging(doing, combat, spaces)


def join_rampaging(doing: Doing, combat: Combat, spaces: Iterable[Space]) -> None:
    """The rampaging enemies of some spaces join."""
    for at in spaces:
        for token in doing.state.spaces[at].tokens:
            if token.id is not None:
                add(combat, token.id, at, defends=False, rampages=True)


# ------------------------------------------------------------------------------------------------------------ challenge


def acting(doing: Doing) -> None:
    """The one action of the turn can begin (MK-6.7, MK-9.14, MK-21.1).

    Raises:
        IllegalMoveError: There was one already, or the hero rests or shares its space.
    """
    own_turn(doing)
    turn, me = doing.turn, doing.me
    doing.need(turn.part != "rest", "MK-21.1", "resting", code="x_23")
    doing.must(not doing.fighting, "MK-6.7", "second_action", code="x_14")
    doing.need(turn.action is None, "MK-6.7", "second_action", code="x_14")
    not_exhausted(doing)
    doing.must(me.space is not None, "MK-9.2", "off_map")
    shared = me.space != PORTAL and hero_on(doing.state, me.space or PORTAL, doing.seat or 0)
    doing.need(not shared, "MK-9.14", "shared_space")


def challenge(doing: Doing, event: Challenged) -> None:
    """Adjacent rampaging enemies are challenged, or joined to a combat that a move began (MK-14.2, MK-14.3)."""
    state, me = doing.state, doing.me
    spaces = [(at[0], at[1]) for at in event.at if len(at) == 2]  # noqa: PLR2004 - q and r
    doing.must(spaces and len(set(spaces)) == len(event.at), "MK-14.2", "no_space_named")
    if doing.fighting:
        combat = doing.combat
        doing.need(combat.how in ("assault", "provoked"), "MK-14.4", "no_more_enemies")
        doing.need(not combat.begun, "MK-14.15", "too_late_to_challenge", code="x_38")
        there = {enemy.at for enemy in combat.enemies.values()}
        doing.need(not there & set(spaces), "MK-14.2", "there_already")
    else:
        acting(doing)
        combat = begin(doing, me.space or PORTAL, None, "challenge", me.space or PORTAL)
    here = me.space or PORTAL
    for at in spaces:
        where = f"{at[0]},{at[1]}"
        doing.need(at in around(here), "MK-14.2", "not_adjacent", space=where)
        place = state.spaces.get(at)
        gone = place is not None and place.site is not None and state.box.sites[place.site].kind == "rampaging"
        doing.must(rampaging(state, at), "MK-11.10" if gone else "MK-14.2", "nobody_rampages", space=where)
    join_rampaging(doing, combat, spaces)


# ------------------------------------------------------------------------------------------------------ adventure sites


def site_here(doing: Doing) -> tuple[Space, Place]:
    """The space on which the hero stands.

    Raises:
        IllegalMoveError: It is off the map.
    """
    at = doing.given(doing.me.space, "MK-9.2", "off_map")
    return at, doing.place(at)


def fightable(state: State, at: Space) -> list[str] | None:
    """The backs of the tokens that are drawn by who enters a site; empty where they lie there already.

    None where nothing is to be fought (MK-14.8, MK-11.12).
    """
    place = state.spaces[at]
    site = None if place.site is None else state.box.sites[place.site]
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


def enter_site(doing: Doing, event: SiteEntered) -> None:
    """An adventure site is entered: its enemies are drawn or turned up (MK-14.8)."""
    acting(doing)
    state = doing.state
    at, place = site_here(doing)
    rule = _plain(state, place) or ("MK-14.8" if altar_here(state, at) is None else "MK-14.9")
    backs = doing.given(fightable(state, at), rule, "nothing_to_fight", space=f"{at[0]},{at[1]}")
    told = list(event.tokens or ())
    combat = begin(doing, at, place.site, "site", at)
    lying = list(place.tokens)
    if not lying:
        for number, back in enumerate(backs):
            name = draw_token(doing, back, told.pop(0) if told else None, f"tokens.{number}")
            lying.append(Token(back, name))
    else:
        for number, token in enumerate(lying):
            if not token.up:
                name = _turn(doing, token, told.pop(0) if told else None, len(event.tokens or ()))
                lying[number] = replace(token, id=name)
    doing.need(not told, "MK-30.6", "token_extra", space=f"{at[0]},{at[1]}")
    state.spaces[at] = replace(state.spaces[at], tokens=tuple(lying))
    for token in lying:
        add(combat, token.id or "", at, defends=True, rampages=False)


def _turn(doing: Doing, hidden: Token, token: str | None, place: int) -> str:
    """A token that lies face down on a site is turned up."""
    return turn_up(doing, hidden, token, f"tokens.{place}")


def _plain(state: State, place: Place) -> str | None:
    """The clause that makes an adventure site plain terrain for good; None where nothing has (MK-11.12)."""
    site = None if place.site is None else state.box.sites[place.site]
    conquered = site is not None and site.kind == "adventure" and place.shields and not site.again
    return "MK-11.12" if conquered else None


def altar_here(state: State, at: Space) -> Altar | None:
    """The altar of a space that nobody has paid; None where there is none."""
    place = state.spaces[at]
    ruin = state.box.ruins.get(place.ruin or "") if place.site == "ruins" else None
    return None if ruin is None or place.shields else ruin.altar


def pay_altar(doing: Doing, event: AltarPaid) -> None:
    """Mana is given to an altar, for Fame and a shield (MK-14.9)."""
    del event
    acting(doing)
    state, turn = doing.state, doing.turn
    at, place = site_here(doing)
    altar = doing.given(altar_here(state, at), _plain(state, place) or "MK-14.9", "no_altar", space=f"{at[0]},{at[1]}")
    for _ in range(altar.count):
        pay(doing, (altar.colour,), "MK-14.9")
    turn.part, turn.action = "after", "altar"
    lose_points(doing)
    add_fame(doing.me, altar.fame)
    state.spaces[at] = replace(place, shields=(doing.seat or 0,))


def burn_monastery(doing: Doing, event: MonasteryBurned) -> None:
    """The burning of a monastery begins (MK-12.22)."""
    acting(doing)
    state = doing.state
    at, place = site_here(doing)
    site = doing.given(None if place.site is None else state.box.sites[place.site], "MK-12.22", "no_monastery_here")
    doing.must(not place.burned, "MK-11.11", "no_monastery_here")
    doing.must(site.burn, "MK-12.22", "no_monastery_here")
    add_reputation(state, doing.me, site.burn)
    combat = begin(doing, at, place.site, "burn", at)
    for back in site.enemies:
        name = draw_token(doing, back, event.token or None, "token")
        add(combat, name, at, defends=True, rampages=False)
