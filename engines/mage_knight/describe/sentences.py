"""The sentence of every event, in English and Spanish, from the views before and after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.kernel.game import Json
from engines.kernel.moves.events import Event
from engines.mage_knight.adjustments import events
from engines.mage_knight.arguments import EVENTS
from engines.mage_knight.describe.names import Describer, drawn_cards, turned_up, with_gains
from engines.mage_knight.moves import actions, combat


def _setup(describer: Describer, event: actions.SetUp) -> str:
    return describer.say(
        "setup",
        heroes=describer.all(describer.named("heroes", one.hero) for one in event.heroes),
        dice=describer.dice(event.dice),
        units=describer.all(describer.named("units", unit) for unit in event.unit_offer),
    )


def _card(describer: Describer, event: actions.CardPlayed) -> str:
    name = "strong_name" if event.use == "strong" else "name"
    said = describer.say(event.use, who=describer.who(event.seat), card=describer.named("cards", event.card, name))
    if event.with_ is not None:
        said += " " + describer.say("with", skill=describer.named("skills", event.with_.skill))
    return with_gains(describer, said + drawn_cards(describer, event.drawn), event.seat)


def _heal(describer: Describer, event: actions.Healed) -> str:
    who = describer.who(event.seat)
    if event.unit is not None:
        said = describer.say("heal_unit", who=who, unit=describer.unit(event.seat, event.unit))
    else:
        said = describer.say("heal_hand", who=who, n=event.wounds)
    return with_gains(describer, said + drawn_cards(describer, event.drawn), event.seat)


def _challenge(describer: Describer, event: combat.Challenged) -> str:
    now = describer.after["combat"] or {"enemies": {}}
    spaces = [list(at) for at in event.at]
    them = [describer.named("enemies", one["token"]) for one in now["enemies"].values() if one["at"] in spaces]
    return describer.say("challenge", who=describer.who(event.seat), enemies=describer.all(them))


def _met(describer: Describer) -> str:
    now = describer.after["combat"] or {"enemies": {}}
    return describer.all(describer.named("enemies", one["token"]) for one in now["enemies"].values())


def _site_of(describer: Describer, seat: int) -> str:
    at = describer.hero(describer.after, seat)["space"] or describer.hero(describer.before, seat)["space"]
    space = None if at is None else describer.after["map"]["spaces"].get(f"{at[0]}_{at[1]}")
    return "-" if space is None or space["site"] is None else describer.named("sites", space["site"])


def _move(describer: Describer, event: actions.Moved | actions.Jumped) -> str:
    kind, to = (
        ("move", event.to) if isinstance(event, actions.Moved) else ("jump", event.path[-1] if event.path else None)
    )
    said = describer.say(kind, who=describer.who(event.seat), space=describer.space(event.seat, to))
    more = turned_up(describer, event.tokens)
    if describer.before["combat"] is None and describer.after["combat"] is not None:
        more.append(describer.say("f_combat", enemies=_met(describer)))
    return with_gains(describer, said, event.seat, *more)


def _attack(describer: Describer, event: combat.Attacked) -> str:
    now = describer.after["combat"] or {"enemies": {}}
    hit = all(now["enemies"].get(str(number), {}).get("state") == "defeated" for number in event.enemies)
    said = describer.say(
        "attack" if hit else "attack_missed",
        who=describer.who(event.seat),
        enemies=describer.enemies(event.enemies),
        pieces=describer.pieces(event.pieces),
    )
    return with_gains(describer, said, event.seat)


def _block(describer: Describer, event: combat.Blocked) -> str:
    now = describer.after["combat"] or {"enemies": {}}
    hit = now["enemies"].get(str(event.enemy), {}).get("state") in ("blocked", "defeated")
    said = describer.say(
        "block" if hit else "block_missed",
        who=describer.who(event.seat),
        enemies=describer.enemies([event.enemy]),
        pieces=describer.pieces(event.pieces),
    )
    return with_gains(describer, said, event.seat)


def _damage(describer: Describer, event: combat.DamageAssigned) -> str:
    values = {"who": describer.who(event.seat), "enemies": describer.enemies([event.enemy])}
    if event.units:
        them = describer.all(describer.unit(event.seat, number) for number in event.units)
        return with_gains(describer, describer.say("damage_units", units=them, **values), event.seat)
    return with_gains(describer, describer.say("damage", **values), event.seat)


def _phase(describer: Describer, event: combat.PhaseEnded) -> str:
    now = describer.after["combat"]
    phase = "attack" if now is None else now["phase"]
    word = describer.say(phase if phase == "ranged_siege" else f"p_{phase}")
    return describer.say("phase", who=describer.who(event.seat), phase=word)


def _end_combat(describer: Describer, event: combat.CombatEnded) -> str:
    said = describer.say("end_combat", who=describer.who(event.seat))
    now = describer.before["combat"]
    if now is not None and now["site"] is not None:
        key = f"{now['space'][0]}_{now['space'][1]}"
        was, now = describer.before["map"]["spaces"][key], describer.after["map"]["spaces"][key]
        if now["shield"] != was["shield"]:
            said += " " + describer.say("conquered", site=describer.named("sites", now["site"]))
    return with_gains(describer, said, event.seat)


def _rest(describer: Describer, event: combat.Rested) -> str:
    count = event.wounds or 0
    them = [] if event.card is None else [describer.named("cards", event.card)]
    if count:
        them.append(describer.say("wound_of", n=count))
    return describer.say("rest", who=describer.who(event.seat), cards=describer.all(them))


def _reward(describer: Describer, event: combat.RewardTaken) -> str:
    who = describer.who(event.seat)
    match event.kind:
        case "artifact":
            count = describer.before["offers"]["artifacts"] - describer.after["offers"]["artifacts"]
            said = describer.say("reward_artifact", who=who, n=count)
            said += drawn_cards(describer, event.kept)
        case "unit":
            said = (
                describer.say("reward_none", who=who)
                if event.unit is None
                else describer.say("reward_unit", who=who, unit=describer.named("units", event.unit))
            )
        case "roll" | "random_crystals":
            said = describer.say("reward_roll", who=who, dice=describer.dice(event.faces or ()))
        case _:
            said = describer.say("reward_card", who=who, card=describer.named("cards", event.card))
    return with_gains(describer, said, event.seat)


def _level(describer: Describer, event: combat.LevelGained) -> str:
    level = describer.hero(describer.after, event.seat)["level"]
    if event.option is None:
        return describer.say("level", who=describer.who(event.seat), level=level)
    return describer.say(
        "level_skill",
        who=describer.who(event.seat),
        level=level,
        skill=describer.named("skills", event.skill),
        card=describer.named("cards", event.card),
    )


def _draw(describer: Describer, event: combat.HandDrawn) -> str:
    was, now = describer.hero(describer.before, event.seat), describer.hero(describer.after, event.seat)
    count = was["deck"] - now["deck"]
    key = "draw" if count else "draw_none"
    return describer.say(key, who=describer.who(event.seat), n=count) + drawn_cards(describer, event.drawn)


def _round(describer: Describer, event: combat.RoundPrepared) -> str:
    after = describer.after
    said = describer.say(
        "round_night" if after["night"] else "round_day", n=after["round"], dice=describer.dice(event.dice)
    )
    return with_gains(describer, said, None, *turned_up(describer, event.tokens))


def _score(describer: Describer, _event: combat.Scored) -> str:
    them = [
        describer.say("score_of", who=describer.who(int(seat)), n=score)
        for seat, score in describer.after["scores"].items()
    ]
    return describer.say("score", scores=describer.all(them))


def _plain(key: str, **parts: Callable[[Describer, Any], object]) -> Callable[[Describer, Any], str]:
    """A phrase with the seat that moved, some values, and the consequences."""

    def sentence(describer: Describer, event: Any) -> str:
        values = {name: of(describer, event) for name, of in parts.items()}
        said = describer.say(key, who=describer.who(event.seat), **values)
        drawn = getattr(event, "drawn", None)
        return with_gains(
            describer, said + drawn_cards(describer, drawn), event.seat, *turned_up(describer, _up(event))
        )

    return sentence


def _up(event: Any) -> Sequence[Any]:
    """Tokens that an event turned up, each with its space."""
    tokens = getattr(event, "tokens", None) or ()
    return [one for one in tokens if not isinstance(one, str)]


def _recruit(describer: Describer, event: actions.Recruited) -> str:
    said = describer.say("recruit", who=describer.who(event.seat), unit=describer.named("units", event.unit))
    if event.disband is not None:
        said += " " + describer.say("disband", unit=describer.unit(event.seat, event.disband))
    return with_gains(describer, said, event.seat)


def _banner(describer: Describer, event: actions.BannerUsed) -> str:
    unit = describer.hero(describer.before, event.seat)["units"].get(str(event.unit), {"banner": None})
    return with_gains(
        describer,
        describer.say(
            "banner",
            who=describer.who(event.seat),
            banner=describer.named("cards", unit["banner"]),
            unit=describer.unit(event.seat, event.unit),
        ),
        event.seat,
    )


def _tactic_of(describer: Describer, event: actions.TacticUsed) -> str:
    tactic = describer.hero(describer.before, event.seat)["tactic"]
    return describer.named("tactics", None if tactic is None else tactic["id"])


_SENTENCES: Mapping[type, Callable[[Describer, Any], str]] = {
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
    actions.Explored: _plain("explore", tile=lambda t, e: t.named("tiles", e.tile)),
    actions.Interacted: _plain("interact", site=lambda t, e: _site_of(t, e.seat)),
    actions.Recruited: _recruit,
    actions.HealingBought: _plain("healing", points=lambda _, e: e.points),
    actions.Learned: _plain("learn", card=lambda t, e: t.named("cards", e.card)),
    actions.SpellBought: _plain("spell", card=lambda t, e: t.named("cards", e.card)),
    actions.Healed: _heal,
    actions.Plundered: _plain("plunder"),
    combat.Challenged: _challenge,
    combat.SiteEntered: _plain("enter", site=lambda t, e: _site_of(t, e.seat), enemies=lambda t, _: _met(t)),
    combat.AltarPaid: _plain("altar"),
    combat.MonasteryBurned: _plain("burn", enemies=lambda t, _: _met(t)),
    combat.Attacked: _attack,
    combat.Blocked: _block,
    combat.Summoned: _plain(
        "summon", enemies=lambda t, e: t.enemies([e.enemy]), token=lambda t, e: t.named("enemies", e.token)
    ),
    combat.DamageAssigned: _damage,
    combat.PhaseEnded: _phase,
    combat.CombatEnded: _end_combat,
    combat.Rested: _rest,
    combat.TurnEnded: _plain("end_turn"),
    combat.DiceReturned: _plain("dice", dice=lambda t, e: t.dice(e.faces)),
    combat.Withdrawn: _plain("withdraw", space=lambda t, e: t.space(e.seat, t.hero(t.after, e.seat)["space"])),
    combat.GladeUsed: _plain("glade"),
    combat.RewardTaken: _reward,
    combat.LevelGained: _level,
    combat.HandDiscarded: _plain("discard", cards=lambda t, e: t.cards(e.cards)),
    combat.HandDrawn: _draw,
    combat.RoundPrepared: _round,
    combat.Scored: _score,
    events.FameChanged: _plain("change_fame", by=lambda _, e: e.by),
    events.ReputationChanged: _plain("change_reputation", by=lambda _, e: e.by),
    events.CrystalsChanged: _plain(
        "change_crystals", colour=lambda t, e: t.named("colours", e.color), by=lambda _, e: e.by
    ),
    events.WoundsChanged: _plain("change_wounds", by=lambda _, e: e.by),
    events.HeroMoved: _plain("move_hero", space=lambda t, e: t.space(e.seat, e.to)),
    events.DieSet: lambda t, e: t.say("set_die", shows=t.named("colours", e.shows), to=t.named("colours", e.to)),
}


def describe(event: Event, before: Json, after: Json, box: Json, lang: str) -> str:
    """One sentence: what happened, and what followed from it, with the names of the record's own box."""
    describer = Describer(before, after, box, lang)
    if _unfit(event, before, after):
        return f"{describer.say('no_fit')}."
    said = _SENTENCES[type(event)](describer, event)
    return f"{said}."


def _unfit(event: Event, before: Json, after: Json) -> bool:
    """Whether the event changed nothing, because it does not fit."""
    new = after["contradictions"][len(before["contradictions"]) :]
    return any(found["what"] == EVENTS.type_of(event) for found in new)
