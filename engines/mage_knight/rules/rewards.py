"""Rewards and levels: steps 5 and 6 of the end of a turn (chapters 22 and 23)."""

from __future__ import annotations

from engines.kernel.domains import choice
from engines.mage_knight.box.components import ARTIFACT, BASIC, BLACK, GOLD
from engines.mage_knight.moves.combat import LevelGained, RewardTaken
from engines.mage_knight.rules.attempt import Attempt, MissingFieldError
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


def _ending(attempt: Attempt, step: int) -> Turn:
    """The turn of the seat at a step of its end; a unit reward may wait for a command token (MK-22.10)."""
    turn = attempt.given(attempt.me.turn, "MK-30.9", "not_ending", seat=attempt.mover)
    attempt.must(turn.part == "end", "MK-30.9", "not_ending", seat=attempt.mover)
    attempt.must(turn.step <= step, "MK-30.9", "step_over")
    settle(attempt, min(step, REWARDS) if set(turn.rewards) == {UNIT} else step)
    return turn


def kinds_open(turn: Turn) -> list[str]:
    """The kinds of reward that are to be taken, each once."""
    return list(dict.fromkeys(reward.split(":")[0] for reward in turn.rewards))


def take_reward(attempt: Attempt, event: RewardTaken) -> None:
    """Take a reward of the turn (MK-22.7)."""
    turn = _ending(attempt, REWARDS)
    attempt.must(event.kind in kinds_open(turn), "MK-22.7", "no_reward", kind=event.kind)
    match event.kind:
        case "artifact":
            _artifacts(attempt, event, turn)
        case "spell" | "advanced_action":
            kind = SPELL if event.kind == "spell" else ACTION
            offer = laid_out(attempt, kind)
            if event.card is None:
                if attempt.asking:
                    raise MissingFieldError("card", choice(offer))
                raise attempt.refusal("MK-22.9", "card_missing")
            take_card(attempt, kind, event.card, event.new_card, "new_card")
            cards.gain(attempt.me, event.card, attempt.me.deck, attempt.name, top=True)
            turn.rewards.remove(event.kind)
        case "unit":
            if event.unit is not None:
                join(attempt, event.unit, event.disband, slot=bool(event.slot))
            turn.rewards.remove(UNIT)
        case "roll":
            _roll(attempt, event, turn)
        case _:
            _crystals(attempt, event, turn)
    if not turn.rewards:
        settle(attempt)


def _artifacts(attempt: Attempt, event: RewardTaken, turn: Turn) -> None:
    """All artifacts won in the turn: drawn one more than won, one to the bottom, the others on the deck (MK-22.8)."""
    state, me = attempt.state, attempt.me
    count = due(state, turn)
    hidden = drawn(state, count)
    turn.rewards = [reward for reward in turn.rewards if reward != "artifact"]
    stated = None if event.kept is None else list(event.kept)
    _as_drawn(attempt, event, hidden, count)
    state.artifacts_left -= count
    me.artifacts.append((attempt.name, count))
    if not count:
        return
    attempt.found.append("artifacts")
    bottom = event.bottom if event.bottom in hidden.can and event.bottom not in (stated or ()) else None
    state.below = state.below[hidden.low :] + [(bottom or "", attempt.name)] * (hidden.number - count)
    good = stated is not None and len(stated) == count and set(stated) <= set(hidden.can)
    if stated is not None and good and len(set(stated)) == count:
        me.told.extend(stated)
        for card in reversed(stated):
            cards.gain(me, card, me.deck, attempt.name, top=True)
        return
    if stated is not None:
        attempt.note([*(elsewhere(state, card) for card in stated)], "MK-3.4", "artifacts")
    me.owned[ARTIFACT] = me.owned.get(ARTIFACT, 0) + count
    label = me.cards.hide({ARTIFACT: count}, attempt.name)
    me.deck[:0] = [label] * count


def _as_drawn(attempt: Attempt, event: RewardTaken, hidden: Drawn, count: int) -> None:
    """Check that the artifacts kept and put at the bottom can have been drawn, with all that are known to be."""
    state = attempt.state
    stated = list(event.kept or ())
    named = [*stated, *([] if event.bottom is None else [event.bottom])]
    if event.kept is not None:
        attempt.need(len(stated) == count, "MK-22.8", "artifact_count", count=count, stated=len(stated))
    attempt.need(event.bottom is None or hidden.number > count, "MK-22.8", "no_bottom")
    for card in named:
        attempt.need(
            card in hidden.can and named.count(card) == 1,
            "MK-3.4",
            "artifact_known",
            card=cards.name_of(attempt, card),
            names=[elsewhere(state, card)],
        )
    missing = [card for card in hidden.sure if card not in named]
    if missing and len(missing) > hidden.number - len(named):
        told_by = [elsewhere(state, card) for card in missing]
        attempt.need(False, "MK-22.8", "artifact_drawn", card=cards.name_of(attempt, missing[0]), names=told_by)  # noqa: FBT003


def _roll(attempt: Attempt, event: RewardTaken, turn: Turn) -> None:
    """A die decides which reward it is (MK-19.10)."""
    faces = _faces(attempt, event, 1)
    turn.rewards.remove(ROLL)
    turn.rewards.append(attempt.state.box.roll[faces[0]])
    attempt.chance.append("dice")


def _faces(attempt: Attempt, event: RewardTaken, count: int) -> list[str]:
    """The faces rolled.

    Raises:
        IllegalMoveError: Another number of them.
    """
    faces = list(event.faces or ())
    if attempt.asking and len(faces) < count:
        names = attempt.state.box.mana_names
        raise MissingFieldError(f"faces.{len(faces)}", choice(names))
    attempt.must(len(faces) == count, "MK-30.11", "dice_count", count=count, stated=len(faces))
    return faces


def _crystals(attempt: Attempt, event: RewardTaken, turn: Turn) -> None:
    """Random crystals: gold is one of a chosen colour, black 1 Fame instead (MK-19.17)."""
    reward = next(one for one in turn.rewards if one.startswith(CRYSTALS))
    count = int(reward.split(":")[1])
    faces = _faces(attempt, event, count)
    colours = list(event.colors or ())
    gold = faces.count(GOLD)
    if attempt.asking and len(colours) < gold:
        raise MissingFieldError(f"colors.{len(colours)}", choice(BASIC))
    attempt.must(len(colours) == gold and all(one in BASIC for one in colours), "MK-19.17", "gold_colours", count=gold)
    turn.rewards.remove(reward)
    attempt.chance.append("dice")
    for face in faces:
        if face == BLACK:
            add_fame(attempt.me, 1)
        else:
            add_crystal(attempt, attempt.me, colours.pop(0) if face == GOLD else face, by_effect=False)


def pile(state: State, player: Player) -> list[str]:
    """The skills of a hero that are still in its pile (MK-2.29)."""
    return [skill for skill in state.box.heroes[player.hero].skills if skill not in player.seen_skills]


def level_up(attempt: Attempt, event: LevelGained) -> None:
    """Gain what a line of the Fame track gives: a command token, or a skill and an advanced action (chapter 23)."""
    turn = _ending(attempt, LEVELS)
    state, me = attempt.state, attempt.me
    attempt.must(level_due(state, me), "MK-23.2", "no_level", level=me.level)
    level = state.box.levels[me.level]
    me.level += 1
    if not level.skill:
        attempt.need(event.option is None and not event.shown, "MK-23.4", "no_skill_now", level=me.level)
    else:
        _skill(attempt, event)
    if not turn.rewards:
        settle(attempt)


def _skill(attempt: Attempt, event: LevelGained) -> None:
    """Show two skills; take one of them or one of the common offer, with an advanced action (MK-23.6 to 23.10)."""
    state, me = attempt.state, attempt.me
    shown = _shown(attempt, event)
    if event.option is None:
        if attempt.asking:
            options = ("a", "b") if any(hero != me.hero for hero, _ in state.skills) else ("a",)
            raise MissingFieldError("option", choice(options))
        raise attempt.refusal("MK-23.6", "option_missing")
    me.seen_skills.extend(shown)
    if event.option == "a":
        if event.skill is None and attempt.asking:
            raise MissingFieldError("skill", choice(shown))
        if event.skill not in shown and any(skill == event.skill for _, skill in state.skills):
            raise attempt.refusal("MK-23.9", "own_token", code="x_34")
        attempt.must(event.skill in shown, "MK-23.7", "not_shown")
        state.skills.extend((me.hero, skill) for skill in shown if skill != event.skill)
        gained = SkillToken(event.skill or "", me.hero, new=True)
    else:
        gained = _from_common(attempt, event)
        state.skills.extend((me.hero, skill) for skill in shown)
    me.skills.append(gained)
    _action(attempt, event)
    node = state.box.skills[gained.hero, gained.id].effect
    if "on_gain" in node:
        run(attempt, node["on_gain"])
    else:
        attempt.need(event.units is None, "MK-30.10", "no_units_now")


def _shown(attempt: Attempt, event: LevelGained) -> list[str]:
    """The two skills that are revealed (MK-23.6)."""
    state, me = attempt.state, attempt.me
    can = pile(state, me)
    count = min(state.box.shown, len(can))
    shown = list(event.shown or ())
    if attempt.asking and len(shown) < count:
        raise MissingFieldError(f"shown.{len(shown)}", choice(skill for skill in can if skill not in shown))
    attempt.must(len(shown) == count and len(set(shown)) == count, "MK-23.6", "skills_shown", count=count)
    for skill in shown:
        attempt.must(skill in can, "MK-23.6", "skill_elsewhere", skill=skill)
    attempt.found.extend(shown)
    return shown


def _from_common(attempt: Attempt, event: LevelGained) -> SkillToken:
    """A token of another hero is taken from the common offer (MK-23.8, MK-23.9)."""
    state, me = attempt.state, attempt.me
    if event.skill is None and attempt.asking:
        raise MissingFieldError(
            "skill", choice(dict.fromkeys(skill for hero, skill in state.skills if hero != me.hero))
        )
    found = [(hero, skill) for hero, skill in state.skills if skill == event.skill and event.hero in (None, hero)]
    own = event.skill in state.box.heroes[me.hero].skills and event.hero in (None, me.hero)
    attempt.must(found or not own, "MK-23.9", "own_token", code="x_34")
    attempt.must(found, "MK-23.8", "not_common", skill=str(event.skill))
    other = [pair for pair in found if pair[0] != me.hero]
    attempt.must(other, "MK-23.9", "own_token", code="x_34")
    if len(other) > 1 and attempt.asking and event.hero is None:
        raise MissingFieldError("hero", choice(hero for hero, _ in other))
    hero, skill = other[0]
    state.skills.remove((hero, skill))
    return SkillToken(skill, hero, new=True)


def _action(attempt: Attempt, event: LevelGained) -> None:
    """The advanced action of a level: any for (a), the lowest for (b) (MK-23.7, MK-23.8)."""
    offer = laid_out(attempt, ACTION)
    if not offer:
        return
    can = offer if event.option == "a" else offer[:1]
    if event.card is None:
        if attempt.asking:
            raise MissingFieldError("card", choice(can))
        raise attempt.refusal("MK-23.7", "card_missing")
    attempt.must(event.card in offer, "MK-12.14", "not_in_offer", card=cards.name_of(attempt, event.card))
    attempt.need(event.card in can, "MK-23.8", "lowest_card", card=cards.name_of(attempt, event.card))
    take_card(attempt, ACTION, event.card, event.new_card, "new_card")
    cards.gain(attempt.me, event.card, attempt.me.deck, attempt.name, top=True)
