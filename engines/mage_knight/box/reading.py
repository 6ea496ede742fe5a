"""Reads a box: turns the JSON of an edition into the objects that the engine uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.kernel.box.reading import built, names
from engines.kernel.game import Json
from engines.mage_knight.box import components
from engines.mage_knight.box.geometry import HEXES

_HEALING = ["healing"]


def read(box: Json) -> components.Box:
    """Read a box that has passed ``check_box``."""
    scenario, plan = box["scenario"], box["map"]
    return built(
        components.Box,
        box,
        raw=box,
        colours=names(box["colours"]),
        mana_names=names(box["mana"]["colours"]),
        terrain={one["id"]: (one["day"], one["night"]) for one in box["terrain"]},
        terrain_names=names(box["terrain"]),
        levels=tuple(built(components.Level, one, skill=one["gain"] == "skill") for one in box["levels"]),
        reputation={one["step"]: one.get("influence") for one in box["reputation"]},
        sites={site["id"]: _site(site) for site in box["sites"]},
        heroes={hero["id"]: built(components.Hero, hero) for hero in box["heroes"]},
        cards={card["id"]: _card(card) for card in box["cards"]} | {components.WOUND: _wound(box["wound"])},
        units={unit["id"]: _unit(unit) for unit in box["units"]},
        enemies={enemy["id"]: _enemy(enemy) for enemy in box["enemies"]},
        backs=names(box["backs"]),
        ruins={ruin["id"]: _ruin(ruin) for ruin in box["ruins"]},
        tiles={tile["id"]: _tile(tile) for tile in box["tiles"]},
        setup_tiles=tuple((a, b) for a, b in plan["setup"]),
        neighbours={
            "core": plan["core"]["neighbours"],
            "countryside": plan["countryside"]["neighbours"],
            "beyond": plan["countryside"]["or_neighbour_with"],
            "left_out": plan["left_out"]["neighbours"],
        },
        tactics={one["id"]: built(components.Tactic, one, night=one["time"] == "night") for one in box["tactics"]},
        skills={(skill["hero"], skill["id"]): _skill(skill) for skill in box["skills"]},
        rounds=tuple(time == "night" for time in scenario["rounds"]),
        seatings={int(seats): built(components.Seating, of) for seats, of in scenario["tables"].items()},
        roll=_roll(box["sites"]),
        achievements={one["id"]: built(components.Achievement, one) for one in box["achievements"]},
    )


def _site(site: Json) -> components.Site:
    plunder, burn, mana = site.get("plunder"), site.get("burn"), site.get("mana")
    return built(
        components.Site,
        site,
        plunder=None if plunder is None else (plunder["reputation"], plunder["draw"]),
        burn=0 if burn is None else burn["reputation"],
        enemies=tuple(site.get("enemies", ()) if burn is None else burn["enemies"]),
        reward=_rewards(site.get("reward", ()) if burn is None else burn["reward"]),
        mana=None if mana is None else (mana["day"], mana["night"]),
    )


def _roll(sites: Sequence[Json]) -> Mapping[str, str]:
    """Face -> reward, for the site whose reward a die decides (MK-19.10)."""
    found = [one["roll"] for site in sites for one in site.get("reward", ()) if isinstance(one, dict) and "roll" in one]
    return {face: found[0].get(face, found[0]["basic"]) for face in components.FACES} if found else {}


def _rewards(rewards: Sequence[Any]) -> tuple[components.Reward, ...]:
    """Rewards as words; a reward with a parameter is a pair."""
    return tuple(
        one if isinstance(one, str) else "roll" if "roll" in one else next(iter(one.items())) for one in rewards
    )


def _card(card: Json) -> components.Card:
    spell = card["kind"] == "spell"
    basic = card["plays_in"] == _HEALING
    return built(
        components.Card,
        card,
        strong_name=card["strong_name"] if spell else card["name"],
        thrown_away=card.get("strong_thrown_away", False),
        healing=(basic, card["strong_plays_in"] == _HEALING if spell else basic),
        combat_start=card.get("playable_at") == "combat_start",
    )


def _wound(wound: Json) -> components.Card:
    name = wound["name"]
    return components.Card(components.WOUND, "wound", name, name, None, None, None)


def _unit(unit: Json) -> components.UnitCard:
    abilities = tuple(built(components.Ability, one) for one in unit["abilities"])
    return built(components.UnitCard, unit, abilities=abilities)


def _enemy(enemy: Json) -> components.EnemyToken:
    attack = enemy["attack"]
    return built(
        components.EnemyToken,
        enemy,
        attack=attack.get("value", 0),
        element=attack.get("element", "physical"),
        summons=attack.get("summons"),
    )


def _ruin(ruin: Json) -> components.Ruin:
    altar = ruin.get("altar")
    return built(
        components.Ruin,
        ruin,
        altar=None if altar is None else components.Altar(altar["colour"], altar["n"], altar["fame"]),
        reward=_rewards(ruin.get("reward", ())),
    )


def _tile(tile: Json) -> components.Tile:
    hexes = {HEXES[at]: built(components.Hex, one) for at, one in tile["hexes"].items()}
    return built(components.Tile, tile, number=tile.get("number") or 0, hexes=hexes)


def _skill(skill: Json) -> components.Skill:
    return built(
        components.Skill,
        skill,
        any_turn=skill.get("on_any_turn", False),
        lock="lock" in skill,
        at_once=skill.get("spend_at_once", False),
    )
