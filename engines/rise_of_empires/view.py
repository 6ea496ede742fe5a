"""The view of a fold: the table, and the automatic steps of each turn with their reasons."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from engines.kernel.game import Json
from engines.kernel.view_cache import ViewCache
from engines.rise_of_empires.box.components import NO_DISC_COST, Box
from engines.rise_of_empires.rules.history import FoodReport, Force, Gain, IncomeReport, KeepReport, TurnReport
from engines.rise_of_empires.state import (
    Lying,
    Seat,
    State,
    bank,
    choosers,
    coming_cities,
    coming_progress,
    coming_territory,
    overseas_open,
    ranking,
    removal,
)

AMOUNTS = ("vp", "food", "gold", "resource", "pool", "stock", "on_map", "discs", "acted")
"""Amounts of a player in a view."""


def edition(box: Box) -> Json:
    """The edition in play, and which parts are stand-ins."""
    return {"id": box.edition, "verified_against_printed_copy": box.verified, "stand_in_tables": len(box.stand_ins)}


def view(state: State, cache: ViewCache) -> Json:
    """The state as its fold knows it: JSON with string keys; later events do not change it."""
    now, seats = state.now, range(len(state.seats))
    free = tuple(any(NO_DISC_COST in state.box.progress[tile].kinds for tile in mine.progress) for mine in state.seats)
    on_map = [sum(cubes) for cubes in zip(*state.cubes.values(), strict=True)]
    rows = {row: tuple(circles) for row, circles in state.rows.items()}
    return {
        "phase": state.phase,
        "round": state.turn,
        "to_move": [] if state.to_move is None else [state.to_move],
        "scores": {str(seat): state.seats[seat].vp for seat in seats},
        "contradictions": [found.as_json() for found in state.contradictions],
        "era": now.era,
        "letter": now.letter,
        "edition": cache.part("edition", None, lambda: edition(state.box)),
        "order": list(state.order),
        "next_order": {str(at): seat for at, seat in enumerate(state.next_order, 1)},
        "choosing": choosers(state) if state.phase == "turn_order" else [],
        "overseas_open": overseas_open(state),
        "seats": {str(seat): _seat(state, seat, cubes, cache) for seat, cubes in enumerate(on_map)},
        "map": cache.each("map", {region: tuple(cubes) for region, cubes in state.cubes.items()}, _region_of(state)),
        "on_offer": {
            "progress": _lying(cache, "progress", state.new.progress, state.aside.progress),
            "territory": _lands(cache, state),
            "city": _lying(cache, "city", state.new.city, state.aside.city),
            "empire": cache.part("empire", tuple(state.empire), lambda: dict.fromkeys(state.empire, True)),
        },
        "rows": cache.each("rows", rows, lambda row: _row(rows[row])),
        "removal": cache.each(
            "removal",
            {row: (circles, free) for row, circles in rows.items()},
            lambda row: _costs(rows[row], free, state.box.disc_cost),
        ),
        "trade": cache.each("trade", dict(state.trade), lambda name: _trade(state, name)),
        "battles": cache.part("battles", state.battles, lambda: _battles(state)),
        "unseen": _unseen(cache, state),
        "coming": _coming(cache, state),
        "gone": cache.part("gone", _depends(state.gone), lambda: _gone(state.gone)),
        "bank": bank(state),
        "turns": {str(turn): _turn(cache, turn, report, state.turn) for turn, report in state.reports.items()},
        "ledger": {str(seat): _ledger(cache, seat, state.seats[seat]) for seat in seats},
    }


def _ledger(cache: ViewCache, seat: int, mine: Seat) -> Json:
    """A player's VP by turn and line of the scoring breakdown."""

    def made() -> Json:
        turns: dict[str, dict[str, int]] = {}
        for entry in mine.ledger:
            lines = turns.setdefault(str(entry.turn), {})
            lines[entry.line] = lines.get(entry.line, 0) + entry.vp
        return turns

    return cache.part(("ledger of", seat), len(mine.ledger), made)


def _seat(state: State, seat: int, cubes: int, cache: ViewCache) -> Json:
    """What lies before a player; ``cubes`` of its cubes are on the map."""
    mine = state.seats[seat]
    amounts = (mine.vp, mine.food, mine.gold, mine.resource, mine.pool, mine.stock, cubes, mine.discs, mine.acted)
    progress = tuple((tile, owned.up, owned.waiting) for tile, owned in mine.progress.items())
    territory = tuple((kind, count) for kind, count in mine.territory.items() if count)
    cities = tuple(mine.cities.items())

    def made() -> Json:
        return {
            "colour": state.colours[seat],
            **dict(zip(AMOUNTS, amounts, strict=True)),
            "alliance": mine.alliance,
            "progress": cache.part(
                ("progress of", seat),
                progress,
                lambda: {tile: {"up": up, "waiting": list(others)} for tile, up, others in progress},
            ),
            "territory": cache.part(("territory of", seat), territory, lambda: dict(territory)),
            "cities": cache.part(("cities of", seat), cities, lambda: dict(cities)),
            "empire": cache.part(("empire of", seat), mine.empire, lambda: dict.fromkeys(mine.empire, True)),
        }

    return cache.part(("seat", seat), (amounts, mine.alliance, progress, territory, cities, mine.empire), made)


def _region_of(state: State) -> Callable[[str], Json]:
    def made(region: str) -> Json:
        cubes = state.cubes[region]
        first, second = ranking(cubes)
        return {
            "cubes": {str(seat): count for seat, count in enumerate(cubes)},
            "control": list(first),
            "second": list(second),
        }

    return made


def _lying(cache: ViewCache, name: str, new: Mapping[str, str], aside: Mapping[str, str]) -> Json:
    """Tiles on offer by id: turned up in this turn, or set aside."""
    return cache.part(
        ("on offer", name),
        (tuple(aside), tuple(new)),
        lambda: {**dict.fromkeys(aside, "aside"), **dict.fromkeys(new, "new")},
    )


def _lands(cache: ViewCache, state: State) -> Json:
    """Territory tiles on offer by kind."""
    new, aside = state.new.territory, state.aside.territory
    depends = {
        kind: (new.get(kind, 0), aside.get(kind, 0))
        for kind in state.box.territory
        if new.get(kind, 0) or aside.get(kind, 0)
    }
    return cache.each("lands", depends, lambda kind: {"new": depends[kind][0], "aside": depends[kind][1]})


def _row(circles: tuple[int | None, ...]) -> Json:
    return {str(at): seat for at, seat in enumerate(circles, 1)}


def _costs(circles: Sequence[int | None], free: Sequence[bool], price: int) -> Json:
    """What taking back the disc on each circle would cost now; null where none lies (ROE-5.22)."""

    def cost(at: int, seat: int | None) -> int | None:
        if seat is None:
            return None
        return 0 if free[seat] else removal(circles, at) * price

    return {str(at): cost(at, seat) for at, seat in enumerate(circles, 1)}


def _trade(state: State, name: str) -> Json | None:
    seat = state.trade[name]
    return None if seat is None else {"seat": seat, "discs": state.box.trade[name].resources}


def _battles(state: State) -> Json:
    """The battles of the last action, by their place in it."""
    return {
        str(at): {
            "region": fought.region,
            "tile": fought.tile,
            "row": fought.row,
            "use": list(fought.use),
            "attacker": _force(fought.attacker),
            "defender": _force(fought.defender),
        }
        for at, fought in enumerate(state.battles)
    }


def _force(side: Force) -> Json:
    return {"seat": side.seat, "cubes": side.cubes, "printed": side.printed, "loss": side.loss, "lost": side.lost}


def _unseen(cache: ViewCache, state: State) -> Json:
    """How many tiles were never turned up, by era and by kind (ROE-20.3)."""
    tiles = state.box.progress

    def made() -> Json:
        eras = sorted({tile.era for tile in tiles.values()})
        return {
            "progress": {str(era): sum(tiles[tile].era == era for tile in state.unseen) for era in eras},
            "territory": dict(state.unseen_territory),
            "city": len(state.unseen_city),
        }

    return cache.part("unseen", (len(state.unseen), state.turn, state.phase), made)


def _coming(cache: ViewCache, state: State) -> Json:
    """The tiles that the next reveal must turn up; null where chance decides (ROE-20.4)."""

    def made() -> Json:
        progress, territory = coming_progress(state), coming_territory(state)
        return {
            "progress": None if progress is None else list(progress),
            "territory": None if territory is None else dict(territory),
            "city": list(coming_cities(state)),
        }

    return cache.part("coming", (len(state.unseen), state.turn, state.phase), made)


def _depends(lying: Lying) -> Hashable:
    return tuple(lying.progress.items()), tuple(lying.territory.items()), tuple(lying.city.items())


def _gone(lying: Lying) -> Json:
    return {
        "progress": dict(lying.progress),
        "territory": {kind: count for kind, count in lying.territory.items() if count},
        "city": dict(lying.city),
    }


def _turn(cache: ViewCache, turn: int, report: TurnReport, now: int) -> Json:
    """A turn so far; earlier turns no longer change."""
    phases = (report.food, report.income, report.vp, report.era_end, report.home)
    done = tuple(tuple(phase) for phase in phases) if turn == now else ()
    depends = (turn == now, done, report.vp_after)

    def made() -> Json:
        return {
            "order": list(report.order),
            "food": {str(seat): _food(one) for seat, one in report.food.items()},
            "income": {str(seat): _income(one) for seat, one in report.income.items()},
            "vp": {str(seat): {"items": [_gain(item) for item in items]} for seat, items in report.vp.items()},
            "era_end": {str(seat): _kept(one, report.home.get(seat, {})) for seat, one in report.era_end.items()},
            "vp_after": None if report.vp_after is None else {str(seat): vp for seat, vp in enumerate(report.vp_after)},
        }

    return cache.part(("turn", turn), depends, made)


def _gain(item: Gain) -> Json:
    amounts = {"food": item.food, "gold": item.gold, "resource": item.resource, "cubes": item.cubes, "vp": item.vp}
    return {
        "from": item.source,
        "of": item.of,
        "count": item.count,
        **{name: amount for name, amount in amounts.items() if amount},
    }


def _food(report: FoodReport) -> Json:
    return {
        "items": [_gain(item) for item in report.items],
        "total": report.total,
        "times": report.times,
        "moved": report.moved,
        "gold": report.gold,
        "missing": report.missing,
        "lost": report.lost,
        "given_up": list(report.given_up),
    }


def _income(report: IncomeReport) -> Json:
    return {
        "items": [_gain(item) for item in report.items],
        "paid": list(report.paid),
        "given_up": list(report.given_up),
        "after": [_gain(item) for item in report.after],
    }


def _kept(kept: KeepReport, home: Mapping[str, int]) -> Json:
    return {
        "progress": list(kept.progress),
        "cities": list(kept.cities),
        "lost": list(kept.lost),
        "gold": kept.gold,
        "cubes": kept.cubes,
        "home": dict(home),
    }
