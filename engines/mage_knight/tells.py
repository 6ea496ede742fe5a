"""What the engine tells: one sentence for every event, in English and Spanish, from the two views of one fold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engines.kernel.game import Json
from engines.kernel.says import joined
from engines.mage_knight import acts, fights, ruled
from engines.mage_knight.moves import EVENTS, Event
from engines.mage_knight.phrases import PHRASES

NAMED = ("cards", "units", "enemies", "ruins", "tiles", "tactics", "skills", "heroes", "sites", "terrain")


@lru_cache(maxsize=8)
def _names_of(box: _Held) -> Mapping[str, Mapping[str, Json]]:
    """Part of the box -> id -> the thing, worked out once for a box."""
    found: dict[str, dict[str, Json]] = {part: {} for part in NAMED}
    for part in NAMED:
        for item in box.box[part]:
            found[part].setdefault(item["id"], item)
    found["colours"] = {item["id"]: item for item in box.box["mana"]["colours"]}
    found["cards"][box.box["wound"]["id"]] = box.box["wound"]
    return found


class _Held:
    """A box as a key: the same object is the same box."""

    __slots__ = ("box",)

    def __init__(self, box: Json) -> None:
        self.box = box

    def __hash__(self) -> int:
        return id(self.box)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.box is self.box


class _Teller:
    """One language and the two views.

    Args:
        before: The view before the event.
        after: The view after it.
        box: The components, with the names their owner gave them.
        lang: The language.
    """

    def __init__(self, before: Json, after: Json, box: Json, lang: str) -> None:
        self.before = before
        self.after = after
        self.names = _names_of(_Held(box))
        self.lang = lang
        self.phrases = PHRASES[lang]

    def say(self, key: str, **values: object) -> str:
        """A phrase with its values."""
        return self.phrases[key].format(**values)

    def named(self, part: str, key: str | None, name: str = "name") -> str:
        """A component by its name in this box, else by its id."""
        item = self.names[part].get(key or "")
        return str(key) if item is None else str(item.get(name, item["name"])[self.lang])

    def all(self, items: Iterable[str]) -> str:
        """``A, B and C``."""
        return joined(list(items), self.lang)

    def who(self, seat: int) -> str:
        """A seat by its hero."""
        return self.named("heroes", self.after["heroes"][str(seat)]["hero"])

    def dice(self, faces: Sequence[str]) -> str:
        """The faces of dice."""
        return self.all(self.named("colours", face) for face in faces)

    def cards(self, cards: Sequence[str]) -> str:
        """Cards by name, several copies told once."""
        counts = Counter(cards)
        return self.all(
            self.named("cards", card) if count == 1 else f"{count} x {self.named('cards', card)}"
            for card, count in counts.items()
        )

    def space(self, at: Sequence[int] | None) -> str:
        """A space of the map."""
        return "-" if at is None else f"({at[0]},{at[1]})"

    def hero(self, view: Json, seat: int) -> Json:
        """What a view holds of a seat."""
        found: Json = view["heroes"][str(seat)]
        return found

    def unit(self, seat: int, number: int) -> str:
        """An own unit by its name."""
        for view in (self.before, self.after):
            found = self.hero(view, seat)["units"].get(str(number))
            if found is not None:
                return self.named("units", found["unit"])
        return str(number)

    def enemies(self, numbers: Iterable[int]) -> str:
        """Enemies of the combat by name; a summoned one for its summoner."""
        combat = self.before["combat"] or self.after["combat"] or {"enemies": {}}
        them = [combat["enemies"].get(str(number)) for number in numbers]
        found = [self.named("enemies", one["summoned"] or one["token"]) for one in them if one is not None]
        return self.all(found)

    def pieces(self, names: Sequence[str]) -> str:
        """Pieces by their sources."""
        return self.all(self.source(name) for name in names)

    def source(self, piece: str) -> str:
        """What a piece comes from, by its name."""
        name = piece.split(".")[0]
        for part in ("cards", "skills", "units", "tactics"):
            if name in self.names[part]:
                return self.named(part, name)
        return name


# ------------------------------------------------------------------------------------------------------- what followed


def _followed(teller: _Teller, seat: int | None) -> list[str]:
    """What a seat gained or lost, what was turned up, who was defeated."""
    out: list[str] = []
    if seat is not None:
        was, now = teller.hero(teller.before, seat), teller.hero(teller.after, seat)
        out += _gains(teller, was, now)
        out += _values(teller, was, now)
    combat, after = teller.before["combat"], teller.after["combat"]
    if after is not None:
        old = {} if combat is None else combat["enemies"]
        fallen = [
            int(number)
            for number, enemy in after["enemies"].items()
            if enemy["state"] == "defeated" and old.get(number, enemy)["state"] != "defeated"
        ]
        if fallen:
            out.append(teller.say("f_defeated", enemies=teller.enemies(fallen)))
        if combat is not None and after["knocked_out"] and not combat["knocked_out"]:
            out.append(teller.say("f_knocked"))
    if teller.after["revealed"] is not None and teller.before["revealed"] is None:
        out.append(teller.say("f_city"))
    return out


def _gains(teller: _Teller, was: Json, now: Json) -> list[str]:
    """Points, Fame, reputation, wounds, crystals and mana that changed."""
    out = []
    early, late = was["turn"], now["turn"]
    if early is not None and late is not None and late["part"] != "end":
        out += [
            teller.say(f"f_{key}", n=late[key] - early[key])
            for key in ("move", "influence", "heal")
            if late[key] > early[key]
        ]
    for key in ("fame", "reputation"):
        if now[key] != was[key]:
            out.append(teller.say(f"f_{key}", n=now[key] - was[key]))
    wounds = now["owned"].get("wound", 0) - was["owned"].get("wound", 0)
    if wounds > 0:
        out.append(teller.say("f_wounds", n=wounds))
    for key, phrase in (("crystals", "f_crystal"), ("mana", "f_mana")):
        for colour, count in now[key].items():
            if count > was[key][colour]:
                out.append(teller.say(phrase, colour=teller.named("colours", colour), n=count - was[key][colour]))
    return out


def _values(teller: _Teller, was: Json, now: Json) -> list[str]:
    """Values of pieces that came."""
    if was["turn"] is None or now["turn"] is None:
        return []
    out = []
    for name, piece in now["turn"]["pieces"].items():
        if name in was["turn"]["pieces"]:
            continue
        for part in piece["parts"]:
            words = [teller.say(word) for word in (part["kind"], part["element"]) if word in _SAID]
            out.append(teller.say(f"f_{part['gives']}", n=part["value"], kind="".join(words)))
    return out


_SAID = ("ranged", "siege", "fire", "ice", "cold_fire")


def _told(teller: _Teller, said: str, seat: int | None, *more: str) -> str:
    """A sentence with what followed behind it."""
    followed = [*more, *_followed(teller, seat)]
    return f"{said}: {', '.join(followed)}" if followed else said


def _turned(teller: _Teller, tokens: Sequence[Any] | None) -> list[str]:
    """Tokens that were turned up."""
    if not tokens:
        return []
    names = [teller.named("ruins" if one.token in teller.names["ruins"] else "enemies", one.token) for one in tokens]
    return [teller.say("f_tokens", tokens=teller.all(names))]


def _drawn(teller: _Teller, cards: Sequence[str] | None) -> str:
    """The cards drawn, where this fold was told."""
    return " " + teller.say("drawn", cards=teller.cards(cards)) if cards else ""


# ------------------------------------------------------------------------------------------------------------- the moves


def _setup(teller: _Teller, event: acts.SetUp) -> str:
    return teller.say(
        "setup",
        heroes=teller.all(teller.named("heroes", one.hero) for one in event.heroes),
        dice=teller.dice(event.dice),
        units=teller.all(teller.named("units", unit) for unit in event.unit_offer),
    )


def _card(teller: _Teller, event: acts.CardPlayed) -> str:
    name = "strong_name" if event.use == "strong" else "name"
    said = teller.say(event.use, who=teller.who(event.seat), card=teller.named("cards", event.card, name))
    if event.with_ is not None:
        said += " " + teller.say("with", skill=teller.named("skills", event.with_.skill))
    return _told(teller, said + _drawn(teller, event.drawn), event.seat)


def _heal(teller: _Teller, event: acts.Healed) -> str:
    who = teller.who(event.seat)
    if event.unit is not None:
        said = teller.say("heal_unit", who=who, unit=teller.unit(event.seat, event.unit))
    elif event.wounds == 1:
        said = teller.say("heal_one", who=who)
    else:
        said = teller.say("heal_hand", who=who, n=event.wounds)
    return _told(teller, said + _drawn(teller, event.drawn), event.seat)


def _challenge(teller: _Teller, event: fights.Challenged) -> str:
    combat = teller.after["combat"] or {"enemies": {}}
    spaces = [list(at) for at in event.at]
    them = [teller.named("enemies", one["token"]) for one in combat["enemies"].values() if one["at"] in spaces]
    return teller.say("challenge", who=teller.who(event.seat), enemies=teller.all(them))


def _met(teller: _Teller) -> str:
    combat = teller.after["combat"] or {"enemies": {}}
    return teller.all(teller.named("enemies", one["token"]) for one in combat["enemies"].values())


def _site_of(teller: _Teller, seat: int) -> str:
    at = teller.hero(teller.after, seat)["space"] or teller.hero(teller.before, seat)["space"]
    space = None if at is None else teller.after["map"]["spaces"].get(f"{at[0]}_{at[1]}")
    return "-" if space is None or space["site"] is None else teller.named("sites", space["site"])


def _move(teller: _Teller, event: acts.Moved | acts.Jumped) -> str:
    kind, to = ("move", event.to) if isinstance(event, acts.Moved) else ("jump", event.path[-1] if event.path else None)
    said = teller.say(kind, who=teller.who(event.seat), space=teller.space(to))
    more = _turned(teller, event.tokens)
    if teller.before["combat"] is None and teller.after["combat"] is not None:
        more.append(teller.say("f_combat", enemies=_met(teller)))
    return _told(teller, said, event.seat, *more)


def _attack(teller: _Teller, event: fights.Attacked) -> str:
    combat = teller.after["combat"] or {"enemies": {}}
    hit = all(combat["enemies"].get(str(number), {}).get("state") == "defeated" for number in event.enemies)
    said = teller.say(
        "attack" if hit else "attack_missed",
        who=teller.who(event.seat),
        enemies=teller.enemies(event.enemies),
        pieces=teller.pieces(event.pieces),
    )
    return _told(teller, said, event.seat)


def _block(teller: _Teller, event: fights.Blocked) -> str:
    combat = teller.after["combat"] or {"enemies": {}}
    hit = combat["enemies"].get(str(event.enemy), {}).get("state") in ("blocked", "defeated")
    said = teller.say(
        "block" if hit else "block_missed",
        who=teller.who(event.seat),
        enemies=teller.enemies([event.enemy]),
        pieces=teller.pieces(event.pieces),
    )
    return _told(teller, said, event.seat)


def _damage(teller: _Teller, event: fights.DamageAssigned) -> str:
    values = {"who": teller.who(event.seat), "enemies": teller.enemies([event.enemy])}
    if event.units:
        them = teller.all(teller.unit(event.seat, number) for number in event.units)
        return _told(teller, teller.say("damage_units", units=them, **values), event.seat)
    return _told(teller, teller.say("damage", **values), event.seat)


def _phase(teller: _Teller, event: fights.PhaseEnded) -> str:
    combat = teller.after["combat"]
    phase = "attack" if combat is None else combat["phase"]
    word = teller.say(phase if phase == "ranged_siege" else f"p_{phase}")
    return teller.say("phase", who=teller.who(event.seat), phase=word)


def _end_combat(teller: _Teller, event: fights.CombatEnded) -> str:
    said = teller.say("end_combat", who=teller.who(event.seat))
    combat = teller.before["combat"]
    if combat is not None and combat["site"] is not None:
        key = f"{combat['space'][0]}_{combat['space'][1]}"
        was, now = teller.before["map"]["spaces"][key], teller.after["map"]["spaces"][key]
        if now["shield"] != was["shield"]:
            said += " " + teller.say("conquered", site=teller.named("sites", combat["site"]))
    return _told(teller, said, event.seat)


def _rest(teller: _Teller, event: fights.Rested) -> str:
    count = event.wounds or 0
    them = [] if event.card is None else [teller.named("cards", event.card)]
    if count:
        them.append(teller.say("wound_one") if count == 1 else teller.say("wound_of", n=count))
    return teller.say("rest", who=teller.who(event.seat), cards=teller.all(them))


def _reward(teller: _Teller, event: fights.RewardTaken) -> str:
    who = teller.who(event.seat)
    match event.kind:
        case "artifact":
            count = teller.before["offers"]["artifacts"] - teller.after["offers"]["artifacts"]
            said = teller.say("reward_one" if count == 1 else "reward_artifact", who=who, n=count)
            said += _drawn(teller, event.kept)
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
    return _told(teller, said, event.seat)


def _level(teller: _Teller, event: fights.LevelGained) -> str:
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


def _draw(teller: _Teller, event: fights.HandDrawn) -> str:
    was, now = teller.hero(teller.before, event.seat), teller.hero(teller.after, event.seat)
    count = was["deck"] - now["deck"]
    key = {0: "draw_none", 1: "draw_one"}.get(count, "draw")
    return teller.say(key, who=teller.who(event.seat), n=count) + _drawn(teller, event.drawn)


def _round(teller: _Teller, event: fights.RoundPrepared) -> str:
    after = teller.after
    return teller.say("round_night" if after["night"] else "round_day", n=after["round"], dice=teller.dice(event.dice))


def _score(teller: _Teller, event: fights.Scored) -> str:
    del event
    them = [
        teller.say("score_of", who=teller.who(int(seat)), n=score) for seat, score in teller.after["scores"].items()
    ]
    return teller.say("score", scores=teller.all(them))


def _plain(key: str, **parts: Callable[[_Teller, Any], object]) -> Callable[[_Teller, Any], str]:
    """A phrase with who made the move, some values, and what followed."""

    def tell(teller: _Teller, event: Any) -> str:
        values = {name: of(teller, event) for name, of in parts.items()}
        said = teller.say(key, who=teller.who(event.seat), **values)
        drawn = getattr(event, "drawn", None)
        return _told(teller, said + _drawn(teller, drawn), event.seat, *_turned(teller, _up(event)))

    return tell


def _up(event: Any) -> Sequence[Any]:
    """Tokens that an event turned up, each with its space."""
    tokens = getattr(event, "tokens", None) or ()
    return [one for one in tokens if not isinstance(one, str)]


def _recruit(teller: _Teller, event: acts.Recruited) -> str:
    said = teller.say("recruit", who=teller.who(event.seat), unit=teller.named("units", event.unit))
    if event.disband is not None:
        said += " " + teller.say("disband", unit=teller.unit(event.seat, event.disband))
    return _told(teller, said, event.seat)


def _banner(teller: _Teller, event: acts.BannerUsed) -> str:
    unit = teller.hero(teller.before, event.seat)["units"].get(str(event.unit), {"banner": None})
    return _told(
        teller,
        teller.say(
            "banner",
            who=teller.who(event.seat),
            banner=teller.named("cards", unit["banner"]),
            unit=teller.unit(event.seat, event.unit),
        ),
        event.seat,
    )


def _tactic_of(teller: _Teller, event: acts.TacticUsed) -> str:
    tactic = teller.hero(teller.before, event.seat)["tactic"]
    return teller.named("tactics", None if tactic is None else tactic["id"])


_TELL: Mapping[type, Callable[[_Teller, Any], str]] = {
    acts.SetUp: _setup,
    acts.TacticTaken: _plain("tactic", tactic=lambda t, e: t.named("tactics", e.tactic)),
    acts.TurnBegun: _plain("begin"),
    acts.EndAnnounced: _plain("announce"),
    acts.TurnSkipped: _plain("skip"),
    acts.CardPlayed: _card,
    acts.SkillUsed: _plain("skill", skill=lambda t, e: t.named("skills", e.skill)),
    acts.UnitActivated: _plain("unit", unit=lambda t, e: t.unit(e.seat, e.unit), ability=lambda t, e: e.ability),
    acts.TacticUsed: _plain("use_tactic", tactic=_tactic_of),
    acts.OptionUsed: _plain("option", source=lambda t, e: t.source(e.of)),
    acts.BannerUsed: _banner,
    acts.CrystalUsed: _plain("crystal", colour=lambda t, e: t.named("colours", e.color)),
    acts.Moved: _move,
    acts.Jumped: _move,
    acts.Explored: _plain(
        "explore", tile=lambda t, e: t.named("tiles", e.tile), position=lambda t, e: t.space(e.position)
    ),
    acts.Interacted: _plain("interact", site=lambda t, e: _site_of(t, e.seat)),
    acts.Recruited: _recruit,
    acts.HealingBought: _plain("healing", points=lambda t, e: e.points),
    acts.Learned: _plain("learn", card=lambda t, e: t.named("cards", e.card)),
    acts.SpellBought: _plain("spell", card=lambda t, e: t.named("cards", e.card)),
    acts.Healed: _heal,
    acts.Plundered: _plain("plunder"),
    fights.Challenged: _challenge,
    fights.SiteEntered: _plain("enter", site=lambda t, e: _site_of(t, e.seat), enemies=lambda t, e: _met(t)),
    fights.AltarPaid: _plain("altar"),
    fights.MonasteryBurned: _plain("burn", enemies=lambda t, e: _met(t)),
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
    ruled.FameChanged: _plain("change_fame", by=lambda t, e: e.by),
    ruled.ReputationChanged: _plain("change_reputation", by=lambda t, e: e.by),
    ruled.CrystalsChanged: _plain(
        "change_crystals", colour=lambda t, e: t.named("colours", e.color), by=lambda t, e: e.by
    ),
    ruled.WoundsChanged: _plain("change_wounds", by=lambda t, e: e.by),
    ruled.HeroMoved: _plain("move_hero", space=lambda t, e: t.space(e.to)),
    ruled.DieSet: lambda t, e: t.say("set_die", shows=t.named("colours", e.shows), to=t.named("colours", e.to)),
}


def describe(event: Event, before: Json, after: Json, box: Json, lang: str) -> str:
    """One sentence: what happened, and what followed from it, with the names of the record's own box."""
    teller = _Teller(before, after, box, lang)
    if _unfit(event, before, after):
        return f"{teller.say('no_fit')}."
    said = _TELL[type(event)](teller, event)
    return f"{said}."


def _unfit(event: Event, before: Json, after: Json) -> bool:
    """Whether the event changed nothing, because it does not fit."""
    new = after["contradictions"][len(before["contradictions"]) :]
    return any(found["what"] == EVENTS.type_of(event) for found in new)
