"""Moves at random, legal ones and wrong ones, to put the same question to the engine and to the second opinion."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engines.kernel.game import Json
from tests.engines.rise_of_empires.model.acting import UNITS
from tests.engines.rise_of_empires.model.game import Model


def probe(dice: Random, model: Model) -> Json:
    """A move of whoever is to act, most of it likely to be right and something likely to be wrong."""
    kind, seat = model.due or ("action", 0)
    if seat is not None and dice.random() < 0.03:
        seat = dice.choice(model.players)
    if kind == "action":
        return action(dice, model, seat or 0)
    if kind == "food_choice":
        return {"type": kind, "seat": seat, "discard": some_of(dice, sorted(model.city_tiles), model.cities[seat or 0])}
    if kind == "upkeep_choice":
        return {"type": kind, "seat": seat, "drop": some_of(dice, sorted(model.city_tiles), model.cities[seat or 0])}
    if kind == "era_keep":
        return {
            "type": kind,
            "seat": seat,
            "progress": some_of(dice, sorted(model.progress_tiles), model.tiles[seat or 0]),
            "cities": some_of(dice, sorted(model.city_tiles), model.cities[seat or 0]),
        }
    if kind == "choose_position":
        return {"type": kind, "seat": seat, "position": dice.randint(0, len(model.players) + 1)}
    if kind == "reveal":
        return reveal(dice, model)
    return {"type": kind, "player": dice.choice(model.players)}


def some_of(dice: Random, every: Sequence[str], likely: Sequence[str]) -> list[str]:
    """Some of what is likely; seldom something else."""
    found = [one for one in likely if dice.random() < 0.5]
    if dice.random() < 0.05:
        found.append(dice.choice(every))
    return found


def reveal(dice: Random, model: Model) -> Json:
    """New tiles, sometimes of another era, too many of a kind, or too few."""
    era = model.era
    rest = sorted(tile for tile in model.unseen if model.progress_tiles[tile]["era"] == era)
    kinds = list(model.unseen_land.elements())
    tiles = dice.sample(rest, 8)
    lands = dice.sample(kinds, 10) if kinds else []
    wrong = dice.random()
    if wrong < 0.15:
        tiles[0] = dice.choice(sorted(model.progress_tiles))
    elif wrong < 0.25:
        tiles = tiles[:7]
    elif wrong < 0.4:
        lands = (lands or ["plain"])[:-1] + ["plain"] * dice.randint(0, 2)
    return {"type": "reveal", "progress": tiles, "territory": lands}


def action(dice: Random, model: Model, seat: int) -> Json:
    """An action."""
    rows = list(model.circles)
    own = [(row, place + 1) for row, discs in model.circles.items() for place, disc in enumerate(discs) if disc == seat]
    move: Json = {"type": "action", "seat": seat, "row": dice.choice(rows)}
    if not model.placing and own:
        move["row"], move["circle"] = dice.choice(own)
        if dice.random() < 0.05:
            move["circle"] = dice.randint(1, 10)
        pay = payment(dice, model, seat, move)
        if pay or dice.random() < 0.1:
            move["pay"] = pay
    elif dice.random() < 0.02:
        move["pay"] = {"gold": 1}
    for when in ("free_before", "free_after"):
        if model.tiles[seat] and dice.random() < 0.15:
            move[when] = [free(dice, model, seat) for _ in range(dice.choice((1, 1, 2)))]
    if dice.random() < 0.2:
        move["perform"] = False
        return move
    move.update(parameters(dice, model, seat, move["row"]))
    return move


def payment(dice: Random, model: Model, seat: int, move: Json) -> dict[str, int]:
    """What is due in units at random; seldom more, less, or all there is."""
    have = model.have[seat]
    if dice.random() < 0.05:
        return {unit: have[place] for unit, place in UNITS.items() if have[place]}
    due = model.cost(seat, move["row"], move["circle"]) + dice.choice((0,) * 12 + (-1, 1))
    pay: dict[str, int] = {}
    for _ in range(due):
        unit = dice.choice([unit for unit, place in UNITS.items() if have[place] > pay.get(unit, 0)] or ["gold"])
        pay[unit] = pay.get(unit, 0) + 1
    if pay and dice.random() < 0.05:
        return {dice.choice(list(UNITS)): due}
    return pay


def free(dice: Random, model: Model, seat: int) -> Json:
    """A free action, with what its effect needs."""
    likely = [tile for tile in model.tiles[seat] if model.progress_tiles[tile]["use"] == "free_action"]
    tile = dice.choice(likely if likely and dice.random() < 0.9 else sorted(model.progress_tiles))
    kinds = {effect["kind"] for effect in model.progress_tiles[tile]["effects"]}
    item: Json = {"tile": tile}
    if kinds & {"remove_cube", "place_alliance"}:
        item["region"] = region(dice, model, seat if "place_alliance" in kinds else None)
    if "remove_cube" in kinds:
        there = [other for other in model.players if model.cubes[other][item["region"]] and other != seat]
        item["victim"] = dice.choice(there if there and dice.random() < 0.9 else list(model.players))
    return item


def region(dice: Random, model: Model, seat: int | None) -> str:
    """A region, likely one with cubes: of a seat, or of anybody."""
    held = [
        name
        for name in model.regions
        if any(model.cubes[other][name] for other in (model.players if seat is None else [seat]))
    ]
    return dice.choice(held if held and dice.random() < 0.8 else list(model.regions))


def parameters(dice: Random, model: Model, seat: int, row: str) -> Json:
    """What belongs to a row."""
    there = sorted(model.shown | model.aside)
    if row == "territory":
        lands = list((model.shown_land + model.aside_land).keys())
        return {"kind": dice.choice(lands if lands and dice.random() < 0.9 else list(model.land))}
    if row == "trade":
        made: Json = {"box": dice.choice(list(model.boxes))}
        if dice.random() < 0.2:
            made["use"] = used(dice, model, seat, "trade_bonus")
        return made
    if row in ("progress", "city"):
        faces = model.progress_tiles if row == "progress" else model.city_tiles
        likely = [tile for tile in there if tile in faces]
        return {"tile": dice.choice(likely if likely and dice.random() < 0.9 else sorted(faces))}
    return empire(dice, model, seat)


def used(dice: Random, model: Model, seat: int, *kinds: str) -> list[str]:
    """Own tiles, likely ones that fit."""
    fits = [
        tile
        for tile in model.tiles[seat]
        if any(effect["kind"] in kinds for effect in model.progress_tiles[tile]["effects"])
    ]
    others = model.tiles[seat] if dice.random() < 0.1 else fits
    return dice.sample(others, dice.randint(0, len(others)))


def empire(dice: Random, model: Model, seat: int) -> Json:
    """An empire tile, cubes on some regions, and battles where there is somebody to fight."""
    taken = {tile for tiles in model.empires for tile in tiles}
    boxes = [tile for tile in model.empire_tiles if tile not in taken]
    tile = dice.choice(boxes if boxes and dice.random() < 0.95 else list(model.empire_tiles))
    made: dict[str, Any] = {"tile": tile}
    if dice.random() < 0.15:
        made["recall"] = True
    helpers = used(dice, model, seat, "extra_region", "treat_tile_as_water", "ignore_adjacency")
    if helpers:
        made["use"] = helpers
    number = model.empire_tiles[tile]["side_era_1" if model.era == 1 else "side_era_2_3"]["regions"]
    regions = [near(dice, model, seat) for _ in range(dice.randint(0, number + 1))]
    pool = model.have[seat]["pool"] + (model.cubes[seat].total() if made.get("recall") else 0)
    if dice.random() < 0.9:
        regions = list(dict.fromkeys(regions))[: max(1, pool)]
    made["place"] = [
        {"region": name, "cubes": dice.choice((1, 1, 1, 2, 0 if dice.random() < 0.05 else 1))} for name in regions
    ]
    battles = [battle(dice, model, seat) for _ in range(dice.choice((0, 0, 1, 1, 2)))]
    if battles:
        made["battles"] = battles
    return made


def near(dice: Random, model: Model, seat: int) -> str:
    """A region that is open, likely held or next to a held one."""
    held = [name for name, count in model.cubes[seat].items() if count]
    around = [*held, *(other for name in held for other in model.regions[name]["adjacent"])]
    if around and dice.random() < 0.7:
        return dice.choice(around)
    return dice.choice([name for name, row in model.regions.items() if row["era"] <= model.era or dice.random() < 0.1])


def battle(dice: Random, model: Model, seat: int) -> Json:
    """A battle, likely where own and other cubes lie."""
    fields = [
        name
        for name in model.regions
        if model.cubes[seat][name] and any(model.cubes[other][name] for other in model.players if other != seat)
    ]
    name = dice.choice(fields if fields and dice.random() < 0.9 else list(model.regions))
    there = [other for other in model.players if other != seat and model.cubes[other][name]]
    made: Json = {
        "region": name,
        "defender": dice.choice(there if there and dice.random() < 0.95 else list(model.players)),
    }
    if dice.random() < 0.3:
        made["row"] = dice.randint(0, 1)
    if dice.random() < 0.3:
        made["use"] = used(dice, model, seat, "battle_attacker")
    return made
