"""What may be taken: progress, territory and city tiles, and the boxes of the trade track (ROE-6, 7, 8, 12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from engines.kernel.sentences import fill
from engines.rise_of_empires.arguments import known, known_tile, why_not
from engines.rise_of_empires.box.components import CITY, GOLD, PROGRESS, TERRITORY, TEXT, TRADE_BONUS, VP
from engines.rise_of_empires.moves import ActionTaken
from engines.rise_of_empires.refusals import WHY, amount, refusal, seat_name, tile_name
from engines.rise_of_empires.rules.attempt import Acting
from engines.rise_of_empires.state import on_offer, twins, unit

Usable = Callable[..., str]
"""Checks that a tile is an own one that may be used now; its id."""


def unavailable(acting: Acting, row: str, tile: str) -> NoReturn:
    """Refuse a tile that does not lie there, with the reason.

    Raises:
        IllegalMoveError: Always.
    """
    state = acting.state
    rule, why, holder = why_not(state, row, tile)
    reason = fill(WHY[why], who=seat_name(state, holder))
    raise refusal(rule, "not_available", tile=tile_name(acting.box, tile), why=reason, names=[state.said.get(tile)])


def check_progress(acting: Acting, typed: Any) -> str:
    """A progress tile that may be taken (ROE-6.1 to 6.5)."""
    box, mine = acting.box, acting.mine
    tile = known_tile(box, typed)
    shape, who = box.progress[tile], seat_name(acting.state, acting.seat)
    if not on_offer(acting.state, PROGRESS, tile):
        unavailable(acting, PROGRESS, tile)
    twin = twins(box, tile, mine.progress)
    if twin is not None:
        raise refusal("ROE-6.5", "duplicate", who=who, tile=shape.name, names=[acting.state.said.get(twin)])
    due = acting.surcharge(tile)
    if due > mine.gold:
        rule = "ROE-6.3" if acting.state.now.era - shape.era == 1 else "ROE-6.4"
        raise refusal(rule, "surcharge", tile=shape.name, era=shape.era, due=due, who=who, have=mine.gold)
    return tile


def check_territory(acting: Acting, typed: Any) -> str:
    """A kind of territory tile that lies there (ROE-7.1)."""
    kind = known(acting.box.territory, typed)
    if not on_offer(acting.state, TERRITORY, kind):
        unavailable(acting, TERRITORY, kind)
    return kind


def check_city(acting: Acting, typed: Any) -> str:
    """A city tile or a wonder that can be paid for (ROE-8.1, 8.2, 8.8)."""
    city = known_tile(acting.box, typed, cities=True)
    if not on_offer(acting.state, CITY, city):
        unavailable(acting, CITY, city)
    tile = acting.box.cities[city]
    for name, due in acting.price(city).items():
        have = unit(acting.mine, name)
        if due > have:
            raise refusal(
                "ROE-8.8" if tile.wonder else "ROE-8.2",
                "cost",
                tile=tile.name,
                due=amount(name, due),
                who=seat_name(acting.state, acting.seat),
                have=amount(name, have),
            )
    return city


def check_trade(acting: Acting, event: ActionTaken, usable: Usable) -> None:
    """A free box, open in this era, and the discs for it (ROE-12.1 to 12.6); tiles that fit it (ROE-6.25)."""
    state = acting.state
    name = known(acting.box.trade, event.box)
    box, who = acting.box.trade[name], seat_name(state, acting.seat)
    user = state.trade[name]
    if user is not None:
        raise refusal("ROE-12.3", "box_taken", who=seat_name(state, user), box=name, names=[state.said.get(name)])
    if state.now.era not in box.eras:
        raise refusal("ROE-12.4", "box_era", box=name, era=state.now.era)
    if acting.mine.resource < box.resources:
        rule = "ROE-5.15" if state.now.placing else "ROE-12.6"
        raise refusal(rule, "too_few_discs", box=name, due=box.resources, who=who, have=acting.mine.resource)
    for typed in event.use or ():
        tile = usable(acting, typed, free=False)
        if not fits_trade(acting, tile, name):
            raise refusal("ROE-6.25", "does_not_fit", tile=tile_name(acting.box, tile))
        acting.turn_down(tile)
    acting.trade(name, event.use or ())


def fits_trade(acting: Acting, tile: str, name: str) -> bool:
    """Whether a tile may be used with a trade of this kind (ROE-6.25); of an effect kept as text nobody knows."""
    box = acting.box.trade[name]
    on = {GOLD: box.gold, VP: box.vp}
    return any(
        effect.kind == TEXT or (effect.kind == TRADE_BONUS and on.get(effect.on, 0))
        for effect in acting.box.progress[tile].effects
    )
