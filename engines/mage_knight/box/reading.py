"""Working a box out: the JSON of an edition as what the engine uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.kernel.game import Json, Text
from engines.mage_knight.box import components
from engines.mage_knight.box.geometry import HEXES

_HEALING = ["healing"]


def read(box: Json) -> components.Box:
    """Work a box out; it has passed ``check_box``."""
    scenario, plan = box["scenario"], box["map"]
    return components.Box(
        raw=box,
        edition=box["edition"],
        stand_in=box["stand_in"],
        colours=_names(box["colours"]),
        mana_names=_names(box["mana"]["colours"]),
        crystals=box["mana"]["crystals_of_a_colour"],
        more_dice=box["mana"]["dice_more_than_seats"],
        terrain={one["id"]: (one["day"], one["night"]) for one in box["terrain"]},
        terrain_names=_names(box["terrain"]),
        explore_cost=box["explore"]["cost"],
        explore_fame=box["explore"]["fame"],
        levels=tuple(
            components.Level(one["fame"], one["armor"], one["hand"], one["command"], one["gain"] == "skill")
            for one in box["levels"]
        ),
        reputation={one["step"]: one.get("influence") for one in box["reputation"]},
        sites={site["id"]: _site(site) for site in box["sites"]},
        heroes={
            hero["id"]: components.Hero(hero["id"], hero["colour"], hero["name"], hero["deck"], tuple(hero["skills"]))
            for hero in box["heroes"]
        },
        cards={card["id"]: _card(card) for card in box["cards"]} | {components.WOUND: _wound(box["wound"])},
        sideways=box["sideways"],
        units={unit["id"]: _unit(unit) for unit in box["units"]},
        enemies={enemy["id"]: _enemy(enemy) for enemy in box["enemies"]},
        backs=_names(box["backs"]),
        ruins={ruin["id"]: _ruin(ruin) for ruin in box["ruins"]},
        tiles={tile["id"]: _tile(tile) for tile in box["tiles"]},
        setup_tiles=tuple((a, b) for a, b in plan["setup"]),
        neighbours={
            "core": plan["core"]["neighbours"],
            "countryside": plan["countryside"]["neighbours"],
            "beyond": plan["countryside"]["or_neighbour_with"],
            "left_out": plan["left_out"]["neighbours"],
        },
        tactics={
            one["id"]: components.Tactic(
                one["id"], one["time"] == "night", one["number"], one["name"], one["timing"], one.get("effect")
            )
            for one in box["tactics"]
        },
        skills={(skill["hero"], skill["id"]): _skill(skill) for skill in box["skills"]},
        rounds=tuple(time == "night" for time in scenario["rounds"]),
        seatings={
            int(seats): components.Seating(of["countryside"], of["core"], of["city"])
            for seats, of in scenario["tables"].items()
        },
        more_units=scenario["units_more_than_seats"],
        first_offer=scenario["first_offer_has"],
        offers=scenario["offers"],
        shown=scenario["skills_shown"],
        first_actions=scenario["first_game_actions"],
        more_artifacts=scenario["artifacts_more_than_won"],
        roll=_roll(box["sites"]),
        achievements={
            one["id"]: components.Achievement(one["id"], one["name"], one["each"], one["title"], one["tied"])
            for one in box["achievements"]
        },
    )


def _names(items: Sequence[Json]) -> Mapping[str, Text]:
    return {item["id"]: item["name"] for item in items}


def _site(site: Json) -> components.Site:
    plunder, burn, mana = site.get("plunder"), site.get("burn"), site.get("mana")
    return components.Site(
        id=site["id"],
        name=site["name"],
        kind=site["kind"],
        recruits=site.get("recruits"),
        healing=site.get("healing", 0),
        learn=site.get("learn", 0),
        spell=site.get("spell", 0),
        plunder=None if plunder is None else (plunder["reputation"], plunder["draw"]),
        burn=0 if burn is None else burn["reputation"],
        garrison=tuple(site.get("garrison", ())),
        back=site.get("back", ""),
        reputation=site.get("reputation", 0),
        assault=site.get("assault", 0),
        enemies=tuple(site.get("enemies", ()) if burn is None else burn["enemies"]),
        reward=_rewards(site.get("reward", ()) if burn is None else burn["reward"]),
        night=site.get("night", False),
        units=site.get("units", True),
        failed=site.get("failed", "stay"),
        again=site.get("again", False),
        achievement=site.get("achievement", ""),
        owned=site.get("owned", False),
        mana=None if mana is None else (mana["day"], mana["night"]),
    )


def _roll(sites: Sequence[Json]) -> Mapping[str, str]:
    """Face -> reward of the site whose reward a die decides (MK-19.10)."""
    found = [one["roll"] for site in sites for one in site.get("reward", ()) if isinstance(one, dict) and "roll" in one]
    return {face: found[0].get(face, found[0]["basic"]) for face in components.FACES} if found else {}


def _rewards(rewards: Sequence[Any]) -> tuple[components.Reward, ...]:
    """Rewards as words; one with more to it is a pair."""
    return tuple(
        one if isinstance(one, str) else "roll" if "roll" in one else next(iter(one.items())) for one in rewards
    )


def _card(card: Json) -> components.Card:
    spell = card["kind"] == "spell"
    basic = card["plays_in"] == _HEALING
    return components.Card(
        id=card["id"],
        kind=card["kind"],
        name=card["name"],
        strong_name=card["strong_name"] if spell else card["name"],
        colour=card["colour"],
        basic=card["basic"],
        strong=card["strong"],
        basic_cost=tuple(card.get("basic_cost", ())),
        strong_cost=tuple(card.get("strong_cost", ())),
        thrown_away=card.get("strong_thrown_away", False),
        healing=(basic, card["strong_plays_in"] == _HEALING if spell else basic),
        combat_start=card.get("playable_at") == "combat_start",
        number=card.get("number", 0),
    )


def _wound(wound: Json) -> components.Card:
    name = wound["name"]
    return components.Card(
        components.WOUND,
        "wound",
        name,
        name,
        None,
        None,
        None,
        (),
        (),
        thrown_away=False,
        healing=(False, False),
        combat_start=False,
        number=0,
    )


def _unit(unit: Json) -> components.UnitCard:
    return components.UnitCard(
        unit["id"],
        unit["name"],
        unit["tier"],
        unit["count"],
        unit["level"],
        unit["cost"],
        unit["armor"],
        tuple(unit["resists"]),
        tuple(unit["sites"]),
        tuple(components.Ability(one["effect"], tuple(one.get("cost", ()))) for one in unit["abilities"]),
    )


def _enemy(enemy: Json) -> components.EnemyToken:
    attack = enemy["attack"]
    return components.EnemyToken(
        enemy["id"],
        enemy["name"],
        enemy["back"],
        enemy["count"],
        enemy["armor"],
        attack.get("value", 0),
        attack.get("element", "physical"),
        attack.get("summons"),
        tuple(enemy["offence"]),
        tuple(enemy["defence"]),
        tuple(enemy["resists"]),
        enemy["fame"],
    )


def _ruin(ruin: Json) -> components.Ruin:
    altar = ruin.get("altar")
    return components.Ruin(
        ruin["id"],
        ruin["name"],
        None if altar is None else components.Altar(altar["colour"], altar["n"], altar["fame"]),
        tuple(ruin.get("enemies", ())),
        _rewards(ruin.get("reward", ())),
    )


def _tile(tile: Json) -> components.Tile:
    return components.Tile(
        tile["id"],
        tile["kind"],
        tile.get("number") or 0,
        tile["name"],
        {
            HEXES[at]: components.Hex(one["terrain"], one.get("site"), one.get("colour"))
            for at, one in tile["hexes"].items()
        },
    )


def _skill(skill: Json) -> components.Skill:
    return components.Skill(
        id=skill["id"],
        hero=skill["hero"],
        name=skill["name"],
        use=skill["use"],
        effect=skill["effect"],
        only_in=skill.get("only_in"),
        not_in=skill.get("not_in"),
        any_turn=skill.get("on_any_turn", False),
        lock="lock" in skill,
        at_once=skill.get("spend_at_once", False),
    )
