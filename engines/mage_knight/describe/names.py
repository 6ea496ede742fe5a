"""The describer of Mage Knight: names of the box, and the effects of a move, from the two views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.kernel import sentences
from engines.kernel.box.cache import cached_by_box
from engines.kernel.game import Json
from engines.mage_knight.box.geometry import DIRECTIONS
from engines.mage_knight.refusals import TEXTS

NAMED = ("cards", "units", "enemies", "ruins", "tiles", "tactics", "skills", "heroes", "sites", "terrain")


@cached_by_box(8)
def _names_in(box: Json) -> Mapping[str, Mapping[str, Json]]:
    """Part of the box -> id -> the component."""
    found: dict[str, dict[str, Json]] = {part: {} for part in NAMED}
    for part in NAMED:
        for item in box[part]:
            found[part].setdefault(item["id"], item)
    found["colours"] = {item["id"]: item for item in box["mana"]["colours"]}
    found["cards"][box["wound"]["id"]] = box["wound"]
    return found


def way(start: Sequence[int], end: Sequence[int]) -> list[tuple[int, int]]:
    """The way from one space to another: at most two neighbouring directions, each with its number of steps."""
    q, r = end[0] - start[0], end[1] - start[1]
    for to, (a, b) in enumerate(DIRECTIONS):
        beside = (to + 1) % len(DIRECTIONS)
        c, d = DIRECTIONS[beside]
        steps = [(to, q * d - r * c), (beside, r * a - q * b)]  # two neighbouring directions make a whole lattice
        if all(count >= 0 for _, count in steps):
            return [step for step in steps if step[1]]
    return []


class Describer(sentences.Describer):
    """The names of a box, heroes, units and enemies in one language."""

    def __init__(self, before: Json, after: Json, box: Json, lang: str) -> None:
        super().__init__(before, after, box, lang, TEXTS["phrases"])
        self.names = _names_in(box)

    def named(self, part: str, key: str | None, name: str = "name") -> str:
        """A component by its name in this box, else by its id."""
        item = self.names[part].get(key or "")
        return str(key) if item is None else str(item[name if name in item else "name"][self.lang])

    def who(self, seat: int) -> str:
        """A seat by its hero."""
        return self.named("heroes", self.after["heroes"][str(seat)]["hero"])

    def dice(self, faces: Sequence[str]) -> str:
        """The faces of dice."""
        return self.all(self.named("colours", face) for face in faces)

    def cards(self, cards: Sequence[str]) -> str:
        """Cards by name, several copies once."""
        counts = Counter(cards)
        return self.all(
            self.named("cards", card) if count == 1 else f"{count} x {self.named('cards', card)}"
            for card, count in counts.items()
        )

    def space(self, seat: int, at: Sequence[int] | None) -> str:
        """A space of the map: the way there from where a hero was, and its site or terrain."""
        if at is None:
            return "-"
        lies = self.after["map"]["spaces"].get(f"{at[0]}_{at[1]}") or {"site": None, "terrain": None}
        name = self.named("sites", lies["site"]) if lies["site"] else self.named("terrain", lies["terrain"])
        before = self.hero(self.before, seat)["space"]
        steps = [] if before is None else way(before, at)
        if not steps:
            return name
        one = [count for _, count in steps] == [1]
        words = [self.say(f"way_{to}") if one else f"{count} {self.say(f'way_{to}')}" for to, count in steps]
        return f"{self.all(words)}: {name}"

    def hero(self, view: Json, seat: int) -> Json:
        """The part of a view for a seat."""
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
        """The source of a piece, by its name."""
        name = piece.split(".", maxsplit=1)[0]
        for part in ("cards", "skills", "units", "tactics"):
            if name in self.names[part]:
                return self.named(part, name)
        return name


def followed(describer: Describer, seat: int | None) -> list[str]:
    """What a seat gained or lost, what was turned up, who was defeated."""
    out: list[str] = []
    if seat is not None:
        was, now = describer.hero(describer.before, seat), describer.hero(describer.after, seat)
        out += _gains(describer, was, now)
        out += _values(describer, was, now)
    combat, after = describer.before["combat"], describer.after["combat"]
    if after is not None:
        old = {} if combat is None else combat["enemies"]
        fallen = [
            int(number)
            for number, enemy in after["enemies"].items()
            if enemy["state"] == "defeated" and old.get(number, enemy)["state"] != "defeated"
        ]
        if fallen:
            out.append(describer.say("f_defeated", enemies=describer.enemies(fallen)))
        if combat is not None and after["knocked_out"] and not combat["knocked_out"]:
            out.append(describer.say("f_knocked"))
    if describer.after["revealed"] is not None and describer.before["revealed"] is None:
        out.append(describer.say("f_city"))
    return out


def _gains(describer: Describer, was: Json, now: Json) -> list[str]:
    """Points, Fame, reputation, wounds, crystals and mana that changed."""
    out = []
    early, late = was["turn"], now["turn"]
    if early is not None and late is not None and late["part"] != "end":
        out += [
            describer.say(f"f_{key}", n=late[key] - early[key])
            for key in ("move", "influence", "heal")
            if late[key] > early[key]
        ]
    for key in ("fame", "reputation"):
        if now[key] != was[key]:
            out.append(describer.say(f"f_{key}", n=now[key] - was[key]))
    wounds = now["owned"].get("wound", 0) - was["owned"].get("wound", 0)
    if wounds > 0:
        out.append(describer.say("f_wounds", n=wounds))
    for key, phrase in (("crystals", "f_crystal"), ("mana", "f_mana")):
        for colour, count in now[key].items():
            if count > was[key][colour]:
                out.append(describer.say(phrase, colour=describer.named("colours", colour), n=count - was[key][colour]))
    return out


def _values(describer: Describer, was: Json, now: Json) -> list[str]:
    """Values of pieces that came."""
    if was["turn"] is None or now["turn"] is None:
        return []
    out = []
    for name, piece in now["turn"]["pieces"].items():
        if name in was["turn"]["pieces"]:
            continue
        for part in piece["parts"]:
            words = [describer.say(word) for word in (part["kind"], part["element"]) if word in _SAID]
            out.append(describer.say(f"f_{part['gives']}", n=part["value"], kind="".join(words)))
    return out


_SAID = ("ranged", "siege", "fire", "ice", "cold_fire")


def with_gains(describer: Describer, said: str, seat: int | None, *more: str) -> str:
    """A sentence followed by the gains of a seat."""
    gained = [*more, *followed(describer, seat)]
    return f"{said}: {', '.join(gained)}" if gained else said


def turned_up(describer: Describer, tokens: Sequence[Any] | None) -> list[str]:
    """Tokens that were turned up."""
    if not tokens:
        return []
    names = [
        describer.named("ruins" if one.token in describer.names["ruins"] else "enemies", one.token) for one in tokens
    ]
    return [describer.say("f_tokens", tokens=describer.all(names))]


def drawn_cards(describer: Describer, cards: Sequence[str] | None) -> str:
    """The cards drawn, where this fold knows them."""
    return " " + describer.say("drawn", cards=describer.cards(cards)) if cards else ""
