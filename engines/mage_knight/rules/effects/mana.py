"""Effects that make, take or change mana (chapter 24, group *mana*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engines.kernel.domains import choice, several
from engines.mage_knight.box.components import BASIC, FACES, GOLD, Node
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.effects.values import fits_now, keep, op, run
from engines.mage_knight.rules.table.mana import add_crystal, add_tokens, move_die, pay
from engines.mage_knight.rules.table.pieces import Die, Lasting


def choose(attempt: Attempt, colours: Sequence[str], count: int = 1) -> list[str]:
    """Choose a number of colours from a list; there is no question if the list has only one (MK-24.3)."""
    if len(colours) == 1:
        return [colours[0]] * count
    picked: Sequence[str] = attempt.choice(
        "colors",
        several(choice(colours), count, count),
        lambda them: len(them) == count and all(one in colours for one in them),
    )
    return list(picked)


@op("pay_mana")
def _pay_mana(attempt: Attempt, node: Node) -> None:
    for _ in range(node["n"]):
        attempt.fixed = pay(attempt, node["pick_from"])


@op("by_paid_mana")
def _by_paid(attempt: Attempt, node: Node) -> None:
    colours = node["pay_from"]
    if attempt.asking:
        colours = [colour for colour in colours if fits_now(attempt, node[colour])]
    paid = pay(attempt, colours)
    run(attempt, attempt.given(node.get(paid), "MK-7.14", "no_colour", colour=paid))


@op("gain_mana")
def _gain_mana(attempt: Attempt, node: Node) -> None:
    """Tokens of colours of a list, or of the colour fixed before (chapter 24)."""
    listed = node["night" if attempt.night else "day"] if "day" in node else node["pick_from"]
    colours = [attempt.fixed] if listed == "chosen_color" and attempt.fixed else listed
    for colour in choose(attempt, colours, node["n"]):
        add_tokens(attempt.me, colour)


@op("gain_crystal")
def _gain_crystal(attempt: Attempt, node: Node) -> None:
    """Crystals of colours that are allowed; a fourth becomes a token (MK-8.11)."""
    if node["pick_from"] == "each_basic_color_other_than_thrown_card":
        for colour in BASIC:
            if colour != attempt.fixed:
                add_crystal(attempt, attempt.me, colour, by_effect=True)
        return
    colours = possible(attempt, node["pick_from"])
    if colours:
        for colour in choose(attempt, colours, node["n"]):
            add_crystal(attempt, attempt.me, colour, by_effect=True)


def possible(attempt: Attempt, pick: str | Sequence[str]) -> list[str]:
    """The colours that a ``pick_from`` allows now; none where nothing meets it."""
    if not isinstance(pick, str):
        return list(pick)
    match pick:
        case "color_already_in_inventory":
            return [colour for colour in BASIC if attempt.me.crystals[colour]]
        case "crystals_lost_this_way":
            return [colour for colour in BASIC if colour in attempt.moved]
        case "basic_color_showing_in_source":
            shown = {die.face for die in attempt.state.dice if die.on == "source"}
            return [colour for colour in BASIC if colour in shown]
        case _:
            return [attempt.fixed] if attempt.fixed in BASIC else []


@op("extra_source_die")
def _extra_die(attempt: Attempt, node: Node) -> None:
    attempt.turn.more_dice += node["n"]


@op("endless_mana", "mana_as_opposite_color")
def _lasts(attempt: Attempt, node: Node) -> None:
    keep(attempt, node, "turn")


def source(attempt: Attempt, shows: Sequence[str] = FACES) -> list[str]:
    """Those of some faces that source dice show, in the order of the faces."""
    there = {die.face for die in attempt.state.dice if die.on == "source"}
    return [face for face in FACES if face in there and face in shows]


@op("take_die_set_color")
def _take_die(attempt: Attempt, node: Node) -> None:
    """A die of the source, also a depleted one (MK-8.18), is set and gives tokens (MK-8.16)."""
    faces = source(attempt)
    if not faces:
        return
    face = attempt.one_of("die", faces, "MK-8.1")
    colours = [colour for colour in FACES if colour not in node["not_to"]]
    colour = attempt.one_of("color", colours, "MK-8.16")
    move_die(attempt, face, "source", "set", shows=colour)
    add_tokens(attempt.me, colour, node["gain_tokens_of_that_color"])


@op("reroll_source")
def _reroll(attempt: Attempt, node: Node) -> None:
    """Dice of the source are rolled again (chapter 24)."""
    dice = attempt.state.dice
    there = [die.face for die in dice if die.on == "source"]
    if node.get("before") == "using_a_source_die":
        attempt.need(not attempt.turn.used_dice, "MK-5.19", "die_used_already")
    if node.get("which") == "all":
        rolled = list(there)
    else:
        faces = source(attempt)
        most = min(node["up_to"], len(there))
        rolled = list(
            attempt.choice(
                "dice",
                several(choice(faces), 0, most, exact=False),
                lambda them: len(them) <= most and not Counter(them) - Counter(there),
                rule="MK-5.19" if "before" in node else "MK-24.3",
            )
        )
        if node.get("gold_first"):
            gold = there.count(GOLD)
            wanted = min(gold, len(rolled))
            attempt.need(rolled.count(GOLD) >= wanted, "MK-5.19", "gold_first")
    if not rolled:
        return
    count = len(rolled)
    new = attempt.fact("faces", several(choice(FACES), count, count), lambda them: len(them) == count)
    left = Counter(rolled)
    shown = iter(new)
    for place, die in enumerate(dice):
        if die.on == "source" and left[die.face] > 0:
            left[die.face] -= 1
            dice[place] = Die(next(shown))
    attempt.chance.append("dice")


@op("source_die_to_crystal")
def _die_to_crystal(attempt: Attempt, node: Node) -> None:
    """A crystal of the colour of a die, which is rolled at once and stays in the source."""
    faces = source(attempt, node["die_shows"])
    if not faces:
        return
    face = attempt.one_of("die", faces)
    add_crystal(attempt, attempt.me, face, by_effect=True)
    new = attempt.fact("face", choice(FACES), lambda value: value in FACES)
    move_die(attempt, face, "source", "source", shows=new)
    attempt.chance.append("dice")


@op("keep_source_die")
def _keep_die(attempt: Attempt, node: Node) -> None:
    """Mana Steal: a die lies on the tactic (MK-5.11)."""
    faces = source(attempt, node["die_shows"])
    if faces:
        face = attempt.one_of("die", faces, "MK-5.11")
        move_die(attempt, face, "source", "tactic")


@op("claim_source_die")
def _claim_die(attempt: Attempt, node: Node) -> None:
    """A die lies with the player until the round ends, for tokens now or one a turn."""
    faces = source(attempt, node["die_shows"])
    if not faces:
        return
    face = attempt.one_of("die", faces)
    options = node["options"]
    number = attempt.choice(
        "option", choice(list(range(1, len(options) + 1))), lambda value: 1 <= value <= len(options)
    )
    move_die(attempt, face, "source", "claimed")
    attempt.fixed = face
    option = options[number - 1]
    if "tokens_now" in option:
        add_tokens(attempt.me, face, option["tokens_now"])
    else:
        claimed = {"op": "claimed_tokens", "n": option["tokens_each_later_turn"]}
        attempt.state.lasting.append(Lasting(claimed, attempt.piece, attempt.mover, "round", face))


@op("curse_color")
def _curse(attempt: Attempt, node: Node) -> None:
    if attempt.fixed is not None:
        attempt.state.lasting.append(Lasting(node, attempt.piece, attempt.mover, "round", attempt.fixed))


@op("choose_basic_color")
def _choose_basic(attempt: Attempt, _node: Node) -> None:
    attempt.fixed = attempt.one_of("color", BASIC)


@op("choose_color")
def _choose_colour(attempt: Attempt, node: Node) -> None:
    colours = [colour for colour in FACES if colour not in node.get("not", ())]
    attempt.fixed = attempt.one_of("color", colours)


@op("roll_mana_die")
def _roll(attempt: Attempt, node: Node) -> None:
    """Spare dice are rolled; what each face does is in ``on`` (chapter 24)."""
    count = node["n"]
    faces = attempt.fact("faces", several(choice(FACES), count, count), lambda them: len(them) == count)
    attempt.chance.append("dice")
    for face in faces:
        _rolled(attempt, face, node["on"].get(face) or (node["on"].get("basic") if face in BASIC else None))


def _rolled(attempt: Attempt, face: str, does: Any) -> None:
    """What one face does."""
    if does == "crystal_of_that_color":
        add_crystal(attempt, attempt.me, face, by_effect=True)
    elif does == "crystal_of_chosen_color":
        colour = attempt.one_of("color", BASIC)
        add_crystal(attempt, attempt.me, colour, by_effect=True)
    elif does is not None:
        run(attempt, does)


def back_to_source(attempt: Attempt, seat: int) -> None:
    """Return dice set by an effect to the source with their current faces (MK-22.1)."""
    dice = attempt.state.dice
    for place, die in enumerate(dice):
        if die.on == "set" and die.seat == seat:
            dice[place] = replace(die, on="source", seat=None)
