"""What a fold shows: the table, what came by itself in each turn and why, and the facts a judge would compare."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from engines.kernel.game import Json
from engines.kernel.parts import Parts
from engines.rise_of_empires.data import NO_DISC_COST, Box
from engines.rise_of_empires.records import FoodReport, Gain, IncomeReport, KeepReport, Side, TurnReport
from engines.rise_of_empires.state import (
    Lying,
    Seat,
    State,
    bank,
    choosers,
    coming_cities,
    coming_progress,
    coming_territory,
    on_map,
    overseas_open,
    ranking,
    removal,
)


def edition(box: Box) -> Json:
    """Which edition is played with, and how much of it is a stand-in."""
    return {
        "id": box.edition,
        "verified_against_printed_copy": box.verified,
        "stand_in_tables": len(box.stand_ins),
    }


def view(state: State, parts: Parts) -> Json:
    """The state as its fold knows it: JSON with string keys that no later event touches."""
    now, seats = state.now, range(len(state.seats))
    free = tuple(any(NO_DISC_COST in state.box.progress[tile].kinds for tile in mine.progress) for mine in state.seats)
    return {
        "phase": state.phase,
        "round": state.turn,
        "to_move": [] if state.to_move is None else [state.to_move],
        "scores": {str(seat): state.seats[seat].vp for seat in seats},
        "contradictions": [found.as_json() for found in state.contradictions],
        "era": now.era,
        "letter": now.letter,
        "edition": parts.part("edition", None, lambda: edition(state.box)),
        "order": list(state.order),
        "next_order": {str(at): seat for at, seat in enumerate(state.next_order, 1)},
        "choosing": choosers(state) if state.phase == "turn_order" else [],
        "overseas_open": overseas_open(state),
        "seats": {str(seat): _seat(state, seat, parts) for seat in seats},
        "map": parts.each("map", {region: tuple(cubes) for region, cubes in state.cubes.items()}, _region_of(state)),
        "on_offer": {
            "progress": _lying(parts, "progress", state.new.progress, state.aside.progress),
            "territory": _lands(parts, state),
            "city": _lying(parts, "city", state.new.city, state.aside.city),
            "empire": parts.part("empire", tuple(state.empire), lambda: dict.fromkeys(state.empire, True)),
        },
        "rows": {row: _row(parts, row, tuple(circles)) for row, circles in state.rows.items()},
        "removal": {row: _costs(parts, row, tuple(circles), free, state) for row, circles in state.rows.items()},
        "trade": parts.each("trade", dict(state.trade), lambda name: _trade(state, name)),
        "battles": parts.part("battles", state.battles, lambda: _battles(state)),
        "unseen": _unseen(parts, state),
        "coming": _coming(parts, state),
        "gone": parts.part("gone", _depends(state.gone), lambda: _gone(state.gone)),
        "bank": bank(state),
        "turns": {str(turn): _turn(parts, turn, report) for turn, report in state.reports.items()},
        "ledger": {str(seat): _ledger(parts, seat, state.seats[seat]) for seat in seats},
    }


def _ledger(parts: Parts, seat: int, mine: Seat) -> Json:
    """A player's VP by turn and line of the scoring breakdown."""

    def made() -> Json:
        turns: dict[str, dict[str, int]] = {}
        for entry in mine.ledger:
            lines = turns.setdefault(str(entry.turn), {})
            lines[entry.line] = lines.get(entry.line, 0) + entry.vp
        return turns

    return parts.part(("ledger of", seat), len(mine.ledger), made)


def _seat(state: State, seat: int, parts: Parts) -> Json:
    """What lies before a player."""
    mine = state.seats[seat]
    progress = tuple((tile, owned.up, owned.waiting) for tile, owned in mine.progress.items())
    territory = tuple((kind, count) for kind, count in mine.territory.items() if count)
    cities = tuple(mine.cities.items())
    return {
        "colour": state.colours[seat],
        "vp": mine.vp,
        "food": mine.food,
        "gold": mine.gold,
        "resource": mine.resource,
        "pool": mine.pool,
        "stock": mine.stock,
        "on_map": on_map(state, seat),
        "discs": mine.discs,
        "acted": mine.acted,
        "alliance": mine.alliance,
        "progress": parts.part(
            ("progress of", seat),
            progress,
            lambda: {tile: {"up": up, "waiting": list(others)} for tile, up, others in progress},
        ),
        "territory": parts.part(("territory of", seat), territory, lambda: dict(territory)),
        "cities": parts.part(("cities of", seat), cities, lambda: dict(cities)),
        "empire": parts.part(("empire of", seat), mine.empire, lambda: dict.fromkeys(mine.empire, True)),
    }


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


def _lying(parts: Parts, name: str, new: Mapping[str, str], aside: Mapping[str, str]) -> Json:
    """Tiles on offer by id: turned up in this turn, or set aside."""
    return parts.part(
        ("on offer", name),
        (tuple(aside), tuple(new)),
        lambda: {**dict.fromkeys(aside, "aside"), **dict.fromkeys(new, "new")},
    )


def _lands(parts: Parts, state: State) -> Json:
    """Territory tiles on offer by kind."""
    new, aside = state.new.territory, state.aside.territory
    depends = {
        kind: (new.get(kind, 0), aside.get(kind, 0))
        for kind in state.box.territory
        if new.get(kind, 0) or aside.get(kind, 0)
    }
    return parts.each("lands", depends, lambda kind: {"new": depends[kind][0], "aside": depends[kind][1]})


def _row(parts: Parts, row: str, circles: tuple[int | None, ...]) -> Json:
    return parts.part(("row", row), circles, lambda: {str(at): seat for at, seat in enumerate(circles, 1)})


def _costs(parts: Parts, row: str, circles: tuple[int | None, ...], free: Sequence[bool], state: State) -> Json:
    """What taking back the disc on each circle would cost now; null where none lies (ROE-5.22)."""

    def cost(at: int, seat: int | None) -> int | None:
        if seat is None:
            return None
        return 0 if free[seat] else removal(circles, at) * state.box.disc_cost

    return parts.part(
        ("removal", row),
        (circles, tuple(free)),
        lambda: {str(at): cost(at, seat) for at, seat in enumerate(circles, 1)},
    )


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
            "attacker": _side(fought.attacker),
            "defender": _side(fought.defender),
        }
        for at, fought in enumerate(state.battles)
    }


def _side(side: Side) -> Json:
    return {"seat": side.seat, "cubes": side.cubes, "printed": side.printed, "loss": side.loss, "lost": side.lost}


def _unseen(parts: Parts, state: State) -> Json:
    """How many tiles were never turned up, by era and by kind (ROE-20.3)."""
    tiles = state.box.progress

    def made() -> Json:
        eras = sorted({tile.era for tile in tiles.values()})
        return {
            "progress": {str(era): sum(tiles[tile].era == era for tile in state.unseen) for era in eras},
            "territory": dict(state.unseen_territory),
            "city": len(state.unseen_city),
        }

    return parts.part("unseen", (len(state.unseen), state.turn, state.phase == "reveal"), made)


def _coming(parts: Parts, state: State) -> Json:
    """What the next tiles turned up must be; null where chance decides (ROE-20.4)."""

    def made() -> Json:
        progress, territory = coming_progress(state), coming_territory(state)
        return {
            "progress": None if progress is None else list(progress),
            "territory": None if territory is None else dict(territory),
            "city": list(coming_cities(state)),
        }

    before = state.phase in ("start_player", "reveal")
    return parts.part("coming", (len(state.unseen), state.turn, before), made)


def _depends(lying: Lying) -> Hashable:
    return tuple(lying.progress.items()), tuple(lying.territory.items()), tuple(lying.city.items())


def _gone(lying: Lying) -> Json:
    return {
        "progress": dict(lying.progress),
        "territory": {kind: count for kind, count in lying.territory.items() if count},
        "city": dict(lying.city),
    }


# ------------------------------------------------------------------------------------------------ what came by itself


def _turn(parts: Parts, turn: int, report: TurnReport) -> Json:
    """A turn as far as it has come."""
    done = tuple(tuple(phase) for phase in (report.food, report.income, report.vp, report.era_end, report.home))
    depends = (tuple(report.order), done, report.vp_after)

    def made() -> Json:
        ends = dict.fromkeys([*report.era_end, *report.home])
        return {
            "order": list(report.order),
            "food": {str(seat): _food(one) for seat, one in report.food.items()},
            "income": {str(seat): _income(one) for seat, one in report.income.items()},
            "vp": {str(seat): {"items": [_gain(item) for item in items]} for seat, items in report.vp.items()},
            "era_end": {str(seat): _kept(report.era_end.get(seat), report.home.get(seat)) for seat in ends},
            "vp_after": None if report.vp_after is None else {str(seat): vp for seat, vp in enumerate(report.vp_after)},
        }

    return parts.part(("turn", turn), depends, made)


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


def _kept(report: KeepReport | None, home: Mapping[str, int] | None) -> Json:
    kept = report or KeepReport((), (), (), 0, 0)
    return {
        "progress": list(kept.progress),
        "cities": list(kept.cities),
        "lost": list(kept.lost),
        "gold": kept.gold,
        "cubes": kept.cubes,
        "home": dict(home or {}),
    }


# -------------------------------------------------------------------------------------------------------------- facts


def facts(state: State) -> Json:
    """The few public facts a judge would compare; their shape never changes."""
    return {
        "phase": state.phase,
        "round": state.turn,
        "to_move": [] if state.to_move is None else [state.to_move],
        "order": list(state.order),
        "next_order": list(state.next_order),
        "overseas_open": overseas_open(state),
        "cubes": {region: list(cubes) for region, cubes in state.cubes.items()},
        "seats": _by_seat(state, _amounts),
        "progress": _by_seat(
            state, lambda mine: [tile if owned.up else f"{tile}*" for tile, owned in mine.progress.items()]
        ),
        "waiting": {
            tile: list(owned.waiting) for mine in state.seats for tile, owned in mine.progress.items() if owned.waiting
        },
        "territory": _by_seat(state, lambda mine: {kind: n for kind, n in mine.territory.items() if n}),
        "cities": _by_seat(state, lambda mine: list(mine.cities)),
        "empire": _by_seat(state, lambda mine: list(mine.empire)),
        "alliance": _by_seat(state, lambda mine: mine.alliance),
        "rows": {row: list(circles) for row, circles in state.rows.items()},
        "trade": dict(state.trade),
        "new": _ids(state.new),
        "aside": _ids(state.aside),
        "gone": _ids(state.gone),
        "unseen": {
            "progress": len(state.unseen),
            "territory": dict(state.unseen_territory),
            "city": len(state.unseen_city),
        },
        "ledger": _by_seat(state, ledger_lines),
    }


def _by_seat(state: State, of: Callable[[Seat], Any]) -> Json:
    return {str(seat): of(mine) for seat, mine in enumerate(state.seats)}


def _amounts(mine: Seat) -> list[int]:
    return [mine.vp, mine.food, mine.gold, mine.resource, mine.pool, mine.stock, mine.discs, mine.acted]


def _ids(lying: Lying) -> Json:
    return {
        "progress": list(lying.progress),
        "territory": {kind: count for kind, count in lying.territory.items() if count},
        "city": list(lying.city),
    }


def ledger_lines(mine: Seat) -> dict[str, int]:
    """Line of the scoring breakdown to its VP."""
    lines: dict[str, int] = {}
    for entry in mine.ledger:
        lines[entry.line] = lines.get(entry.line, 0) + entry.vp
    return lines
