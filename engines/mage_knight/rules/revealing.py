"""Tokens turned up on the map: garrisons next to a hero, ruins under a hero or by day (chapters 9 and 11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engines.kernel.domains import choice, group, places, several
from engines.mage_knight.box.geometry import Space, around
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.enemies import turn_up
from engines.mage_knight.state import State


def garrisons(state: State, spaces: Iterable[Space]) -> list[Space]:
    """Those of some spaces that have a face-down garrison."""
    there = [at for at in spaces if (site := state.site_on(at)) is not None and site.garrison]
    return [at for at in there if not all(token.up for token in state.spaces[at].tokens)]


def turn_up_at(attempt: Attempt, at: Space, stated: dict[Space, str]) -> None:
    """Turn up the garrison of a space (MK-9.17)."""
    state = attempt.state
    place = state.spaces[at]
    tokens = []
    for token in place.tokens:
        if token.up:
            tokens.append(token)
            continue
        name = turn_up(attempt, token, stated.pop(at, None), at=at)
        tokens.append(replace(token, id=name))
    state.spaces[at] = replace(place, tokens=tuple(tokens))


def show_ruin(attempt: Attempt, at: Space, stated: dict[Space, str]) -> None:
    """Turn up the ruin token of a space (MK-9.20)."""
    state, box = attempt.state, attempt.state.box
    name = stated.pop(at, None)
    can = [one for one in box.ruins if one not in state.ruins_seen]
    if name is None:
        if attempt.asking:
            attempt.ask_token(at, can)
        raise attempt.refusal("MK-30.3", "ruin_missing")
    attempt.must(name in box.ruins, "MK-30.3", "ruin_missing")
    attempt.need(name in can, "MK-1.5", "token_copies", token=box.ruins[name].name, names=[state.names.get(name)])
    state.ruins_seen.append(name)
    state.names[name] = attempt.name
    state.spaces[at] = replace(state.spaces[at], ruin=name)
    attempt.found.append(name)


def ruins_down(state: State) -> list[Space]:
    """The spaces on which a ruin token lies face down."""
    return [at for at, place in state.spaces.items() if place.site == "ruins" and place.ruin is None]


def arrive(attempt: Attempt, at: Space, stated: dict[Space, str]) -> None:
    """Turn up what a hero on a space sees: adjacent garrisons by day, and its ruin token (MK-9.17, MK-9.20)."""
    state = attempt.state
    if not state.night or attempt.has_rule("reveal_as_day"):
        for near in garrisons(state, around(at)):
            turn_up_at(attempt, near, stated)
    place = state.spaces[at]
    if place.site == "ruins" and place.ruin is None:
        show_ruin(attempt, at, stated)


def left_over(attempt: Attempt, stated: dict[Space, str]) -> None:
    """Refuse tokens of the move that nothing turned up."""
    attempt.need(not stated, "MK-30.3", "token_extra")


def reveal_as_day(attempt: Attempt) -> None:
    """Turn up garrisons next to the hero, and all ruin tokens (chapter 24, ``reveal_as_day``)."""
    state, at = attempt.state, attempt.me.space
    near = garrisons(state, around(at)) if at is not None else []
    down = ruins_down(state)
    if not near and not down:
        return
    count = len(near) + len(down)
    known = [*state.box.enemies, *state.box.ruins]
    turned = several(group({"at": places([*near, *down]), "token": choice(known)}), count, count, exact=False)
    stated_list = attempt.fact("tokens", turned)
    stated = {(one.at[0], one.at[1]): one.token for one in stated_list if len(one.at) == 2}  # noqa: PLR2004 - q and r
    for space in near:
        turn_up_at(attempt, space, stated)
    for space in down:
        show_ruin(attempt, space, stated)
    left_over(attempt, stated)
