"""Checks of what may be taken: progress, territory and city tiles, and trade boxes (ROE-6, 7, 8, 12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from engines.kernel.sentences import fill
from engines.rise_of_empires.arguments import known, known_tile, why_not
from engines.rise_of_empires.box.components import CITY, GOLD, PROGRESS, TERRITORY, TEXT, TRADE_BONUS, VP
from engines.rise_of_empires.moves import ActionTaken
from engines.rise_of_empires.refusals import WHY, amount, refusal, seat_name, tile_name
from engines.rise_of_empires.rules.attempt import Attempt
from engines.rise_of_empires.state import on_offer, twins, unit

Usable = Callable[..., str]
"""Checks that a tile is an own one that may be used now; its id."""


def unavailable(attempt: Attempt, row: str, tile: str) -> NoReturn:
    """Refuse a tile that is not on offer, with the reason.

    Raises:
        IllegalMoveError: Always.
    """
    state = attempt.state
    rule, why, holder = why_not(state, row, tile)
    reason = fill(WHY[why], who=seat_name(state, holder))
    raise refusal(rule, "not_available", tile=tile_name(attempt.box, tile), why=reason, names=[state.said.get(tile)])


def check_progress(attempt: Attempt, typed: Any) -> str:
    """Check that a progress tile may be taken, and return it (ROE-6.1 to 6.5)."""
    box, mine = attempt.box, attempt.mine
    tile = known_tile(box, typed)
    shape, who = box.progress[tile], seat_name(attempt.state, attempt.seat)
    if not on_offer(attempt.state, PROGRESS, tile):
        unavailable(attempt, PROGRESS, tile)
    twin = twins(box, tile, mine.progress)
    if twin is not None:
        raise refusal("ROE-6.5", "duplicate", who=who, tile=shape.name, names=[attempt.state.said.get(twin)])
    due = attempt.surcharge(tile)
    if due > mine.gold:
        rule = "ROE-6.3" if attempt.state.now.era - shape.era == 1 else "ROE-6.4"
        raise refusal(rule, "surcharge", tile=shape.name, era=shape.era, due=due, who=who, have=mine.gold)
    return tile


def check_territory(attempt: Attempt, typed: Any) -> str:
    """Check that a kind of territory tile is on display, and return it (ROE-7.1)."""
    kind = known(attempt.box.territory, typed)
    if not on_offer(attempt.state, TERRITORY, kind):
        unavailable(attempt, TERRITORY, kind)
    return kind


def check_city(attempt: Attempt, typed: Any) -> str:
    """Check that a city tile or a wonder can be paid for, and return it (ROE-8.1, 8.2, 8.8)."""
    city = known_tile(attempt.box, typed, cities=True)
    if not on_offer(attempt.state, CITY, city):
        unavailable(attempt, CITY, city)
    tile = attempt.box.cities[city]
    for name, due in attempt.price(city).items():
        have = unit(attempt.mine, name)
        if due > have:
            raise refusal(
                "ROE-8.8" if tile.wonder else "ROE-8.2",
                "cost",
                tile=tile.name,
                due=amount(name, due),
                who=seat_name(attempt.state, attempt.seat),
                have=amount(name, have),
            )
    return city


def check_trade(attempt: Attempt, event: ActionTaken, usable: Usable) -> None:
    """A free box, open in this era, and the discs for it (ROE-12.1 to 12.6); tiles that fit it (ROE-6.25)."""
    state = attempt.state
    name = known(attempt.box.trade, event.box)
    box, who = attempt.box.trade[name], seat_name(state, attempt.seat)
    user = state.trade[name]
    if user is not None:
        raise refusal("ROE-12.3", "box_taken", who=seat_name(state, user), box=name, names=[state.said.get(name)])
    if state.now.era not in box.eras:
        raise refusal("ROE-12.4", "box_era", box=name, era=state.now.era)
    if attempt.mine.resource < box.resources:
        rule = "ROE-5.15" if state.now.placing else "ROE-12.6"
        raise refusal(rule, "too_few_discs", box=name, due=box.resources, who=who, have=attempt.mine.resource)
    for typed in event.use or ():
        tile = usable(attempt, typed, free=False)
        if not fits_trade(attempt, tile, name):
            raise refusal("ROE-6.25", "does_not_fit", tile=tile_name(attempt.box, tile))
        attempt.turn_down(tile)
    attempt.trade(name, event.use or ())


def fits_trade(attempt: Attempt, tile: str, name: str) -> bool:
    """Whether a tile may be used with a trade of this kind (ROE-6.25); a text effect may fit."""
    box = attempt.box.trade[name]
    on = {GOLD: box.gold, VP: box.vp}
    return any(
        effect.kind == TEXT or (effect.kind == TRADE_BONUS and on.get(effect.on, 0))
        for effect in attempt.box.progress[tile].effects
    )
