"""Rewards and levels: what step 5 and step 6 of the end of a turn bring (chapters 22 and 23)."""

from __future__ import annotations

from engines.kernel.domains import choice
from engines.mage_knight.box.components import ARTIFACT, BASIC, BLACK, GOLD
from engines.mage_knight.moves.combat import LevelGained, RewardTaken
from engines.mage_knight.rules.attempt import AskedError, Doing
from engines.mage_knight.rules.effects.values import run
from engines.mage_knight.rules.end_of_turn import LEVELS, REWARDS, level_due, settle
from engines.mage_knight.rules.recruiting import join
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.artifacts import Drawn, drawn, due, elsewhere
from engines.mage_knight.rules.table.card_offers import ACTION, SPELL, laid_out, take_card
from engines.mage_knight.rules.table.mana import add_crystal
from engines.mage_knight.rules.table.pieces import SkillToken
from engines.mage_knight.rules.table.wounds import add_fame
from engines.mage_knight.state import Player, State, Turn

UNIT, ROLL, CRYSTALS = "unit", "roll", "random_crystals"


def _ending(doing: Doing, step: int) -> Turn:
    """The turn of the seat at a step of its end; a unit reward may wait for a command token (MK-22.10)."""
    turn = doing.given(doing.me.turn, "MK-30.9", "not_ending", seat=doing.seat or 0)
    doing.must(turn.part == "end", "MK-30.9", "not_ending", seat=doing.seat or 0)
    doing.must(turn.step <= step, "MK-30.9", "step_over")
    settle(doing, min(step, REWARDS) if set(turn.rewards) == {UNIT} else step)
    return turn


def kinds_open(turn: Turn) -> list[str]:
    """The kinds of reward that are to be taken, each once."""
    return list(dict.fromkeys(reward.split(":")[0] for reward in turn.rewards))


def take_reward(doing: Doing, event: RewardTaken) -> None:
    """A reward of the turn is taken (MK-22.7)."""
    turn = _ending(doing, REWARDS)
    doing.must(event.kind in kinds_open(turn), "MK-22.7", "no_reward", kind=event.kind[:40])
    match event.kind:
        case "artifact":
            _artifacts(doing, event, turn)
        case "spell" | "advanced_action":
            kind = SPELL if event.kind == "spell" else ACTION
            offer = laid_out(doing, kind)
            if event.card is None:
                if doing.asking:
                    raise AskedError("card", choice(offer))
                raise doing.refusal("MK-22.9", "card_missing")
            take_card(doing, kind, event.card, event.new_card, "new_card")
            cards.gain(doing.me, event.card, doing.me.deck, doing.name, top=True)
            turn.rewards.remove(event.kind)
        case "unit":
            if event.unit is not None:
                join(doing, event.unit, event.disband, slot=bool(event.slot))
            turn.rewards.remove(UNIT)
        case "roll":
            _roll(doing, event, turn)
        case _:
            _crystals(doing, event, turn)
    if not turn.rewards:
        settle(doing)


def _artifacts(doing: Doing, event: RewardTaken, turn: Turn) -> None:
    """All artifacts won in the turn: drawn one more than won, one to the bottom, the others on the deck (MK-22.8)."""
    state, me = doing.state, doing.me
    count = due(state, turn)
    hidden = drawn(state, count)
    turn.rewards = [reward for reward in turn.rewards if reward != "artifact"]
    told = None if event.kept is None else list(event.kept)
    _as_drawn(doing, event, hidden, count)
    state.artifacts_left -= count
    me.artifacts.append((doing.name, count))
    if not count:
        return
    doing.found.append("artifacts")
    bottom = event.bottom if event.bottom in hidden.can and event.bottom not in (told or ()) else None
    state.below = state.below[hidden.low :] + [(bottom or "", doing.name)] * (hidden.number - count)
    good = told is not None and len(told) == count and set(told) <= set(hidden.can)
    if told is not None and good and len(set(told)) == count:
        me.told.extend(told)
        for card in reversed(told):
            cards.gain(me, card, me.deck, doing.name, top=True)
        return
    if told is not None:
        doing.note([*(elsewhere(state, card) for card in told)], "MK-3.4", "artifacts")
    me.owned[ARTIFACT] = me.owned.get(ARTIFACT, 0) + count
    label = me.cards.hide({ARTIFACT: count}, doing.name)
    me.deck[:0] = [label] * count


def _as_drawn(doing: Doing, event: RewardTaken, hidden: Drawn, count: int) -> None:
    """What the winner kept and put at the bottom can have been drawn, and is all that is known to be drawn."""
    state = doing.state
    told = list(event.kept or ())
    named = [*told, *([] if event.bottom is None else [event.bottom])]
    if event.kept is not None:
        doing.need(len(told) == count, "MK-22.8", "artifact_count", count=count, told=len(told))
    doing.need(event.bottom is None or hidden.number > count, "MK-22.8", "no_bottom")
    for card in named:
        doing.need(
            card in hidden.can and named.count(card) == 1,
            "MK-3.4",
            "artifact_known",
            card=cards.name_of(doing, card),
            names=[elsewhere(state, card)],
        )
    missing = [card for card in hidden.sure if card not in named]
    if missing and len(missing) > hidden.number - len(named):
        told_by = [elsewhere(state, card) for card in missing]
        doing.need(False, "MK-22.8", "artifact_drawn", card=cards.name_of(doing, missing[0]), names=told_by)  # noqa: FBT003


def _roll(doing: Doing, event: RewardTaken, turn: Turn) -> None:
    """A die decides which reward it is (MK-19.10)."""
    faces = _faces(doing, event, 1)
    turn.rewards.remove(ROLL)
    turn.rewards.append(doing.state.box.roll[faces[0]])
    doing.chance.append("dice")


def _faces(doing: Doing, event: RewardTaken, count: int) -> list[str]:
    """The faces rolled.

    Raises:
        IllegalMoveError: Another number of them.
    """
    faces = list(event.faces or ())
    if doing.asking and len(faces) < count:
        names = doing.state.box.mana_names
        raise AskedError(f"faces.{len(faces)}", choice(names))
    doing.must(len(faces) == count, "MK-30.11", "dice_count", count=count, told=len(faces))
    return faces


def _crystals(doing: Doing, event: RewardTaken, turn: Turn) -> None:
    """Random crystals: gold is one of a chosen colour, black 1 Fame instead (MK-19.17)."""
    reward = next(one for one in turn.rewards if one.startswith(CRYSTALS))
    count = int(reward.split(":")[1])
    faces = _faces(doing, event, count)
    colours = list(event.colors or ())
    gold = faces.count(GOLD)
    if doing.asking and len(colours) < gold:
        raise AskedError(f"colors.{len(colours)}", choice(BASIC))
    doing.must(len(colours) == gold and all(one in BASIC for one in colours), "MK-19.17", "gold_colours", count=gold)
    turn.rewards.remove(reward)
    doing.chance.append("dice")
    for face in faces:
        if face == BLACK:
            add_fame(doing.me, 1)
        else:
            add_crystal(doing, doing.me, colours.pop(0) if face == GOLD else face, by_effect=False)


# --------------------------------------------------------------------------------------------------------------- levels


def pile(state: State, player: Player) -> list[str]:
    """The skills of a hero that are still in its pile (MK-2.29)."""
    return [skill for skill in state.box.heroes[player.hero].skills if skill not in player.seen_skills]


def level_up(doing: Doing, event: LevelGained) -> None:
    """One line crossed: a command token, or a skill and an advanced action (chapter 23)."""
    turn = _ending(doing, LEVELS)
    state, me = doing.state, doing.me
    doing.must(level_due(state, me), "MK-23.2", "no_level", level=me.level)
    level = state.box.levels[me.level]
    me.level += 1
    if not level.skill:
        doing.need(event.option is None and not event.shown, "MK-23.4", "no_skill_now", level=me.level)
    else:
        _skill(doing, event)
    if not turn.rewards:
        settle(doing)


def _skill(doing: Doing, event: LevelGained) -> None:
    """Two skills are shown, one kept or taken from the common offer, with an advanced action (MK-23.6 to 23.10)."""
    state, me = doing.state, doing.me
    shown = _shown(doing, event)
    if event.option is None:
        if doing.asking:
            options = ("a", "b") if any(hero != me.hero for hero, _ in state.skills) else ("a",)
            raise AskedError("option", choice(options))
        raise doing.refusal("MK-23.6", "option_missing")
    me.seen_skills.extend(shown)
    if event.option == "a":
        if event.skill is None and doing.asking:
            raise AskedError("skill", choice(shown))
        if event.skill not in shown and any(skill == event.skill for _, skill in state.skills):
            raise doing.refusal("MK-23.9", "own_token", code="x_34")
        doing.must(event.skill in shown, "MK-23.7", "not_shown")
        state.skills.extend((me.hero, skill) for skill in shown if skill != event.skill)
        gained = SkillToken(event.skill or "", me.hero, new=True)
    else:
        gained = _from_common(doing, event)
        state.skills.extend((me.hero, skill) for skill in shown)
    me.skills.append(gained)
    _action(doing, event)
    node = state.box.skills[gained.hero, gained.id].effect
    if "on_gain" in node:
        run(doing, node["on_gain"])
    else:
        doing.need(event.units is None, "MK-30.10", "no_units_now")


def _shown(doing: Doing, event: LevelGained) -> list[str]:
    """The two skills that are revealed (MK-23.6)."""
    state, me = doing.state, doing.me
    can = pile(state, me)
    count = min(state.box.shown, len(can))
    shown = list(event.shown or ())
    if doing.asking and len(shown) < count:
        raise AskedError(f"shown.{len(shown)}", choice(skill for skill in can if skill not in shown))
    doing.must(len(shown) == count and len(set(shown)) == count, "MK-23.6", "skills_shown", count=count)
    for skill in shown:
        doing.must(skill in can, "MK-23.6", "skill_elsewhere", skill=skill[:40])
    doing.found.extend(shown)
    return shown


def _from_common(doing: Doing, event: LevelGained) -> SkillToken:
    """A token of another hero is taken from the common offer (MK-23.8, MK-23.9)."""
    state, me = doing.state, doing.me
    if event.skill is None and doing.asking:
        raise AskedError("skill", choice(dict.fromkeys(skill for hero, skill in state.skills if hero != me.hero)))
    found = [(hero, skill) for hero, skill in state.skills if skill == event.skill and event.hero in (None, hero)]
    own = event.skill in state.box.heroes[me.hero].skills and event.hero in (None, me.hero)
    doing.must(found or not own, "MK-23.9", "own_token", code="x_34")
    doing.must(found, "MK-23.8", "not_common", skill=str(event.skill)[:40])
    other = [pair for pair in found if pair[0] != me.hero]
    doing.must(other, "MK-23.9", "own_token", code="x_34")
    if len(other) > 1 and doing.asking and event.hero is None:
        raise AskedError("hero", choice(hero for hero, _ in other))
    hero, skill = other[0]
    state.skills.remove((hero, skill))
    return SkillToken(skill, hero, new=True)


def _action(doing: Doing, event: LevelGained) -> None:
    """The advanced action of a level: any for (a), the lowest for (b) (MK-23.7, MK-23.8)."""
    offer = laid_out(doing, ACTION)
    if not offer:
        return
    can = offer if event.option == "a" else offer[:1]
    if event.card is None:
        if doing.asking:
            raise AskedError("card", choice(can))
        raise doing.refusal("MK-23.7", "card_missing")
    doing.must(event.card in offer, "MK-12.14", "not_in_offer", card=cards.name_of(doing, event.card))
    doing.need(event.card in can, "MK-23.8", "lowest_card", card=cards.name_of(doing, event.card))
    take_card(doing, ACTION, event.card, event.new_card, "new_card")
    cards.gain(doing.me, event.card, doing.me.deck, doing.name, top=True)
