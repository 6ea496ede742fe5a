"""What the engine tells: one sentence for every event, in English and Spanish, from the two views of one fold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.kernel.game import Json
from engines.mage_knight.adjustments import events
from engines.mage_knight.arguments import EVENTS
from engines.mage_knight.describe.names import Teller, drawn_cards, told_with, turned_up
from engines.mage_knight.moves import actions
from engines.mage_knight.moves import combat as fights
from engines.mage_knight.moves.events import Event

# ------------------------------------------------------------------------------------------------------------ the moves


def _setup(teller: Teller, event: actions.SetUp) -> str:
    return teller.say(
        "setup",
        heroes=teller.all(teller.named("heroes", one.hero) for one in event.heroes),
        dice=teller.dice(event.dice),
        units=teller.all(teller.named("units", unit) for unit in event.unit_offer),
    )


def _card(teller: Teller, event: actions.CardPlayed) -> str:
    name = "strong_name" if event.use == "strong" else "name"
    said = teller.say(event.use, who=teller.who(event.seat), card=teller.named("cards", event.card, name))
    if event.with_ is not None:
        said += " " + teller.say("with", skill=teller.named("skills", event.with_.skill))
    return told_with(teller, said + drawn_cards(teller, event.drawn), event.seat)


def _heal(teller: Teller, event: actions.Healed) -> str:
    who = teller.who(event.seat)
    if event.unit is not None:
        said = teller.say("heal_unit", who=who, unit=teller.unit(event.seat, event.unit))
    else:
        said = teller.say("heal_hand", who=who, n=event.wounds)
    return told_with(teller, said + drawn_cards(teller, event.drawn), event.seat)


def _challenge(teller: Teller, event: fights.Challenged) -> str:
    combat = teller.after["combat"] or {"enemies": {}}
    spaces = [list(at) for at in event.at]
    them = [teller.named("enemies", one["token"]) for one in combat["enemies"].values() if one["at"] in spaces]
    return teller.say("challenge", who=teller.who(event.seat), enemies=teller.all(them))


def _met(teller: Teller) -> str:
    combat = teller.after["combat"] or {"enemies": {}}
    return teller.all(teller.named("enemies", one["token"]) for one in combat["enemies"].values())


def _site_of(teller: Teller, seat: int) -> str:
    at = teller.hero(teller.after, seat)["space"] or teller.hero(teller.before, seat)["space"]
    space = None if at is None else teller.after["map"]["spaces"].get(f"{at[0]}_{at[1]}")
    return "-" if space is None or space["site"] is None else teller.named("sites", space["site"])


def _move(teller: Teller, event: actions.Moved | actions.Jumped) -> str:
    kind, to = (
        ("move", event.to) if isinstance(event, actions.Moved) else ("jump", event.path[-1] if event.path else None)
    )
    said = teller.say(kind, who=teller.who(event.seat), space=teller.space(to))
    more = turned_up(teller, event.tokens)
    if teller.before["combat"] is None and teller.after["combat"] is not None:
        more.append(teller.say("f_combat", enemies=_met(teller)))
    return told_with(teller, said, event.seat, *more)


def _attack(teller: Teller, event: fights.Attacked) -> str:
    combat = teller.after["combat"] or {"enemies": {}}
    hit = all(combat["enemies"].get(str(number), {}).get("state") == "defeated" for number in event.enemies)
    said = teller.say(
        "attack" if hit else "attack_missed",
        who=teller.who(event.seat),
        enemies=teller.enemies(event.enemies),
        pieces=teller.pieces(event.pieces),
    )
    return told_with(teller, said, event.seat)


def _block(teller: Teller, event: fights.Blocked) -> str:
    combat = teller.after["combat"] or {"enemies": {}}
    hit = combat["enemies"].get(str(event.enemy), {}).get("state") in ("blocked", "defeated")
    said = teller.say(
        "block" if hit else "block_missed",
        who=teller.who(event.seat),
        enemies=teller.enemies([event.enemy]),
        pieces=teller.pieces(event.pieces),
    )
    return told_with(teller, said, event.seat)


def _damage(teller: Teller, event: fights.DamageAssigned) -> str:
    values = {"who": teller.who(event.seat), "enemies": teller.enemies([event.enemy])}
    if event.units:
        them = teller.all(teller.unit(event.seat, number) for number in event.units)
        return told_with(teller, teller.say("damage_units", units=them, **values), event.seat)
    return told_with(teller, teller.say("damage", **values), event.seat)


def _phase(teller: Teller, event: fights.PhaseEnded) -> str:
    combat = teller.after["combat"]
    phase = "attack" if combat is None else combat["phase"]
    word = teller.say(phase if phase == "ranged_siege" else f"p_{phase}")
    return teller.say("phase", who=teller.who(event.seat), phase=word)


def _end_combat(teller: Teller, event: fights.CombatEnded) -> str:
    said = teller.say("end_combat", who=teller.who(event.seat))
    combat = teller.before["combat"]
    if combat is not None and combat["site"] is not None:
        key = f"{combat['space'][0]}_{combat['space'][1]}"
        was, now = teller.before["map"]["spaces"][key], teller.after["map"]["spaces"][key]
        if now["shield"] != was["shield"]:
            said += " " + teller.say("conquered", site=teller.named("sites", combat["site"]))
    return told_with(teller, said, event.seat)


def _rest(teller: Teller, event: fights.Rested) -> str:
    count = event.wounds or 0
    them = [] if event.card is None else [teller.named("cards", event.card)]
    if count:
        them.append(teller.say("wound_of", n=count))
    return teller.say("rest", who=teller.who(event.seat), cards=teller.all(them))


def _reward(teller: Teller, event: fights.RewardTaken) -> str:
    who = teller.who(event.seat)
    match event.kind:
        case "artifact":
            count = teller.before["offers"]["artifacts"] - teller.after["offers"]["artifacts"]
            said = teller.say("reward_artifact", who=who, n=count)
            said += drawn_cards(teller, event.kept)
        case "unit":
            said = (
                teller.say("reward_none", who=who)
                if event.unit is None
                else teller.say("reward_unit", who=who, unit=teller.named("units", event.unit))
            )
        case "roll" | "random_crystals":
            said = teller.say("reward_roll", who=who, dice=teller.dice(event.faces or ()))
        case _:
            said = teller.say("reward_card", who=who, card=teller.named("cards", event.card))
    return told_with(teller, said, event.seat)


def _level(teller: Teller, event: fights.LevelGained) -> str:
    level = teller.hero(teller.after, event.seat)["level"]
    if event.option is None:
        return teller.say("level", who=teller.who(event.seat), level=level)
    return teller.say(
        "level_skill",
        who=teller.who(event.seat),
        level=level,
        skill=teller.named("skills", event.skill),
        card=teller.named("cards", event.card),
    )


def _draw(teller: Teller, event: fights.HandDrawn) -> str:
    was, now = teller.hero(teller.before, event.seat), teller.hero(teller.after, event.seat)
    count = was["deck"] - now["deck"]
    key = "draw" if count else "draw_none"
    return teller.say(key, who=teller.who(event.seat), n=count) + drawn_cards(teller, event.drawn)


def _round(teller: Teller, event: fights.RoundPrepared) -> str:
    after = teller.after
    said = teller.say("round_night" if after["night"] else "round_day", n=after["round"], dice=teller.dice(event.dice))
    return told_with(teller, said, None, *turned_up(teller, event.tokens))


def _score(teller: Teller, event: fights.Scored) -> str:
    del event
    them = [
        teller.say("score_of", who=teller.who(int(seat)), n=score) for seat, score in teller.after["scores"].items()
    ]
    return teller.say("score", scores=teller.all(them))


def _plain(key: str, **parts: Callable[[Teller, Any], object]) -> Callable[[Teller, Any], str]:
    """A phrase with who made the move, some values, and what followed."""

    def tell(teller: Teller, event: Any) -> str:
        values = {name: of(teller, event) for name, of in parts.items()}
        said = teller.say(key, who=teller.who(event.seat), **values)
        drawn = getattr(event, "drawn", None)
        return told_with(teller, said + drawn_cards(teller, drawn), event.seat, *turned_up(teller, _up(event)))

    return tell


def _up(event: Any) -> Sequence[Any]:
    """Tokens that an event turned up, each with its space."""
    tokens = getattr(event, "tokens", None) or ()
    return [one for one in tokens if not isinstance(one, str)]


def _recruit(teller: Teller, event: actions.Recruited) -> str:
    said = teller.say("recruit", who=teller.who(event.seat), unit=teller.named("units", event.unit))
    if event.disband is not None:
        said += " " + teller.say("disband", unit=teller.unit(event.seat, event.disband))
    return told_with(teller, said, event.seat)


def _banner(teller: Teller, event: actions.BannerUsed) -> str:
    unit = teller.hero(teller.before, event.seat)["units"].get(str(event.unit), {"banner": None})
    return told_with(
        teller,
        teller.say(
            "banner",
            who=teller.who(event.seat),
            banner=teller.named("cards", unit["banner"]),
            unit=teller.unit(event.seat, event.unit),
        ),
        event.seat,
    )


def _tactic_of(teller: Teller, event: actions.TacticUsed) -> str:
    tactic = teller.hero(teller.before, event.seat)["tactic"]
    return teller.named("tactics", None if tactic is None else tactic["id"])


_TELL: Mapping[type, Callable[[Teller, Any], str]] = {
    actions.SetUp: _setup,
    actions.TacticTaken: _plain("tactic", tactic=lambda t, e: t.named("tactics", e.tactic)),
    actions.TurnBegun: _plain("begin"),
    actions.EndAnnounced: _plain("announce"),
    actions.TurnSkipped: _plain("skip"),
    actions.CardPlayed: _card,
    actions.SkillUsed: _plain("skill", skill=lambda t, e: t.named("skills", e.skill)),
    actions.UnitActivated: _plain("unit", unit=lambda t, e: t.unit(e.seat, e.unit), ability=lambda _, e: e.ability),
    actions.TacticUsed: _plain("use_tactic", tactic=_tactic_of),
    actions.OptionUsed: _plain("option", source=lambda t, e: t.source(e.of)),
    actions.BannerUsed: _banner,
    actions.CrystalUsed: _plain("crystal", colour=lambda t, e: t.named("colours", e.color)),
    actions.Moved: _move,
    actions.Jumped: _move,
    actions.Explored: _plain(
        "explore", tile=lambda t, e: t.named("tiles", e.tile), position=lambda t, e: t.space(e.position)
    ),
    actions.Interacted: _plain("interact", site=lambda t, e: _site_of(t, e.seat)),
    actions.Recruited: _recruit,
    actions.HealingBought: _plain("healing", points=lambda _, e: e.points),
    actions.Learned: _plain("learn", card=lambda t, e: t.named("cards", e.card)),
    actions.SpellBought: _plain("spell", card=lambda t, e: t.named("cards", e.card)),
    actions.Healed: _heal,
    actions.Plundered: _plain("plunder"),
    fights.Challenged: _challenge,
    fights.SiteEntered: _plain("enter", site=lambda t, e: _site_of(t, e.seat), enemies=lambda t, _: _met(t)),
    fights.AltarPaid: _plain("altar"),
    fights.MonasteryBurned: _plain("burn", enemies=lambda t, _: _met(t)),
    fights.Attacked: _attack,
    fights.Blocked: _block,
    fights.Summoned: _plain(
        "summon", enemies=lambda t, e: t.enemies([e.enemy]), token=lambda t, e: t.named("enemies", e.token)
    ),
    fights.DamageAssigned: _damage,
    fights.PhaseEnded: _phase,
    fights.CombatEnded: _end_combat,
    fights.Rested: _rest,
    fights.TurnEnded: _plain("end_turn"),
    fights.DiceReturned: _plain("dice", dice=lambda t, e: t.dice(e.faces)),
    fights.Withdrawn: _plain("withdraw", space=lambda t, e: t.space(t.hero(t.after, e.seat)["space"])),
    fights.GladeUsed: _plain("glade"),
    fights.RewardTaken: _reward,
    fights.LevelGained: _level,
    fights.HandDiscarded: _plain("discard", cards=lambda t, e: t.cards(e.cards)),
    fights.HandDrawn: _draw,
    fights.RoundPrepared: _round,
    fights.Scored: _score,
    events.FameChanged: _plain("change_fame", by=lambda _, e: e.by),
    events.ReputationChanged: _plain("change_reputation", by=lambda _, e: e.by),
    events.CrystalsChanged: _plain(
        "change_crystals", colour=lambda t, e: t.named("colours", e.color), by=lambda _, e: e.by
    ),
    events.WoundsChanged: _plain("change_wounds", by=lambda _, e: e.by),
    events.HeroMoved: _plain("move_hero", space=lambda t, e: t.space(e.to)),
    events.DieSet: lambda t, e: t.say("set_die", shows=t.named("colours", e.shows), to=t.named("colours", e.to)),
}


def describe(event: Event, before: Json, after: Json, box: Json, lang: str) -> str:
    """One sentence: what happened, and what followed from it, with the names of the record's own box."""
    teller = Teller(before, after, box, lang)
    if _unfit(event, before, after):
        return f"{teller.say('no_fit')}."
    said = _TELL[type(event)](teller, event)
    return f"{said}."


def _unfit(event: Event, before: Json, after: Json) -> bool:
    """Whether the event changed nothing, because it does not fit."""
    new = after["contradictions"][len(before["contradictions"]) :]
    return any(found["what"] == EVENTS.type_of(event) for found in new)
