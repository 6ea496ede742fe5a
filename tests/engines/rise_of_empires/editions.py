"""Editions that nobody owns: boxes in which values are drawn at random, so that nothing can rest on those of ours."""

from copy import deepcopy
from random import Random
from typing import Any

from engines import rise_of_empires
from engines.kernel.game import Json

GAINS = ("food", "gold", "resource", "cubes")
COUNTERS = (
    "territory.plain", "territory.island", "territory.forest", "territory.mountain", "territory.town", "city",
    "region.controlled", "region.present",
)  # fmt: skip


def edition(seed: int) -> Json:
    """The default box with other effects, prices, yields, numbers, standards, links and trade boxes."""
    dice = Random(seed)
    made = rise_of_empires.box()
    copies: dict[tuple[int, str], Json] = {}
    for tile in made["progress"]:
        use, does = effects(dice)
        changed = {"use": use, "effects": does, "red_stripe": dice.random() < 0.2}
        tile.update(deepcopy(copies.setdefault((tile["era"], tile["name"]["en"]), changed)))
    for tile in made["territory"]:
        tile.update({kind: dice.randint(0, 2) for kind in ("gold", "resource", "cubes")}, food=dice.randint(-3, 2))
        tile["red_stripe"] = dice.random() < 0.2
    for tile in made["cities"]:
        tile["cost"] = {"gold": dice.randint(0, 6), "resource": 0, "cubes": 0}
        if tile["kind"] == "wonder":
            tile["cost"].update(resource=dice.randint(0, 3), cubes=dice.randint(0, 3))
            tile["vp_immediate"] = dice.randint(1, 12)
            continue
        tile["upkeep"] = {"food": dice.randint(0, 3), "resource": dice.choice((0, 0, 1, 1, 2))}
        tile["income"] = {kind: dice.choice((0, 0, 1, 2)) for kind in GAINS}
        tile["vp_per_turn"] = dice.randint(0, 6)
        tile["red_stripe"] = dice.random() < 0.2
    for tile in made["empire"]:
        for side in ("side_era_1", "side_era_2_3"):
            face = tile[side]
            face.update(regions=dice.randint(1, 4), water=dice.random() < 0.5)
            for row in face["battle_rows"]:
                row.update(attacker_loses=dice.randint(0, 3), defender_loses=dice.randint(0, 4))
    regions(dice, made["regions"])
    for row in made["trade"]:
        row["resources"] = dice.randint(1, 4)
        gains = "gold" if row["gold"] else "vp"
        row[gains] = dice.randint(1, 9)
        row["eras"] = sorted(dice.sample((1, 2, 3), dice.randint(1, 3)))
    made["start"].update(gold=dice.randint(2, 8), resource=dice.randint(1, 4), food=dice.randint(6, 18))
    return made


def regions(dice: Random, rows: list[Json]) -> None:
    """Other standards, yields and links; the Old World stays in one piece by its old links to a tree."""
    for row in rows:
        row["vp_second"] = dice.randint(1, 3)
        row["vp_first"] = row["vp_second"] + dice.randint(1, 3)
        row["benefit"] = {kind: dice.choice((0, 0, 1, 2, 3)) for kind in GAINS}
    for one in rows:
        for other in rows:
            near = one["area"] == other["area"] == "old_world" and one["id"] < other["id"]
            if near and dice.random() < 0.12 and other["id"] not in one["adjacent"]:
                one["adjacent"] = sorted([*one["adjacent"], other["id"]])
                other["adjacent"] = sorted([*other["adjacent"], one["id"]])


def effects(dice: Random) -> tuple[str, list[Json]]:
    """How a tile is used, and what it does: one effect or two."""
    use = dice.choice(("phase", "phase", "passive", "free_action", "with_action_once", "with_action_once"))
    found = [one(dice, use)]
    if dice.random() < 0.3:
        found.append(one(dice, dice.choice(("phase", "passive"))))
    if use == "with_action_once" and dice.random() < 0.3:
        found.append(one(dice, use))
    return use, found


def one(dice: Random, use: str) -> Json:
    """An effect that suits a use."""
    made: dict[str, list[dict[str, Any]]] = {
        "phase": [
            {"kind": "income", "phase": "food", "food": dice.randint(1, 4)},
            {"kind": "income", "phase": "income", dice.choice(GAINS[1:]): dice.randint(1, 3)},
            {"kind": "income", "phase": "vp", "vp": dice.randint(1, 4)},
            {
                "kind": "income_per",
                **dice.choice(
                    (
                        {"phase": "food", "food": 1},
                        {"phase": "income", "gold": 1},
                        {"phase": "income", "resource": 1},
                        {"phase": "vp", "vp": dice.randint(1, 2)},
                    )
                ),
                "per": dice.choice(COUNTERS),
                "max_units": dice.choice((None, 1, 2, 3)),
            },
        ],
        "passive": [
            {"kind": "no_disc_cost"},
            {"kind": "battle_defender", "defender_loss": -dice.randint(1, 2), "minimum": dice.randint(0, 2)},
            {"kind": "city_gold_discount", "gold": dice.randint(1, 3)},
            {"kind": "old_progress_discount", "gold": dice.randint(1, 2)},
        ],
        "free_action": [
            {"kind": "remove_cube", "count": dice.randint(1, 3), "where": "any_region", "victim": "other_player"},
            {
                "kind": "exchange",
                "pay": {dice.choice((*GAINS, "vp")): dice.randint(1, 2)},
                "gain": {dice.choice((*GAINS, "vp")): dice.randint(1, 3)},
            },
            {"kind": "place_alliance"},
        ],
        "with_action_once": [
            {"kind": "extra_region", "count": dice.randint(1, 2)},
            {"kind": "treat_tile_as_water"},
            {"kind": "opens_overseas"},
            {"kind": "ignore_adjacency", "regions": dice.randint(1, 2)},
            {"kind": "battle_attacker", "attacker_loss": -dice.randint(0, 2), "defender_loss": dice.randint(0, 2)},
            {"kind": "trade_bonus", "on": "gold", "gold": dice.randint(1, 3)},
            {"kind": "trade_bonus", "on": "vp", "vp": dice.randint(1, 3)},
        ],
    }
    return dice.choice(made[use])


def meagre(seed: int) -> Json:
    """A box of want: nothing to begin with, land that eats, regions that yield nothing, and dear trade."""
    dice = Random(seed)
    made = rise_of_empires.box()
    made["start"].update(gold=0, resource=0, food=dice.randint(0, 3), pool=dice.randint(0, 2))
    made["start"]["stock"] = made["counts"]["cubes_per_player"] - made["start"]["pool"]
    for tile in made["territory"]:
        tile.update(food=-dice.randint(1, 3), cubes=dice.randint(0, 1), gold=0, resource=0)
    for row in made["regions"]:
        row["benefit"] = dict.fromkeys(GAINS, 0)
    for row in made["trade"]:
        row["resources"] = dice.randint(5, 8)
    return made
