"""A short way to write tables, moves and combats of Mage Knight, and ways to bring a table into a position.

Nothing here asks the engine what is right. A position is reached by legal moves and by a judge's adjustments (a hero is
moved, crystals are given); a box may have another deck, other tokens or another first round, as an owner might correct
it. Hands stay unknown unless a test types them: then any card that a hero owns can be played from the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from engines import mage_knight
from engines.kernel.canonical import canonical
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.replay import Fold
from tests.engines.given import Hand, Line, Position, defaults, in_both_languages
from tests.engines.mage_knight.boxes import (
    BEFORE,
    BESIDE,
    COLOURS,
    FIGURES,
    FILLER,
    GREEN,
    HEROES,
    ORCS,
    OTHER_ORCS,
    SPELLS,
    VILLAGE,
    box,
    colour_of,
)
from tests.engines.mage_knight.naming import names_used

UNITS = ("peasants", "peasants", "foresters", "herbalists", "foresters", "herbalists")
TACTICS = {False: ("early_bird", "planning", "great_start", "the_right_moment")}
TACTICS[True] = ("from_the_dusk", "mana_search", "midnight_meditation", "sparing_power")
"""What the seats take by day and by night, seat 0 the lowest number."""
ACTIONS_OFFER = ["blood_rage", "ice_shield", "agility"]


# -------------------------------------------------------------------------------------------------------------- moves


def mana(*texts: str) -> list[Json]:
    """Payments: ``red`` is a crystal; ``red@die``, ``black@token``, ``gold@die=blue`` say more."""
    paid = []
    for text in texts:
        shown, _, counts = text.partition("=")
        shows, _, source = shown.partition("@")
        paid.append({"from": source or "crystal", "shows": shows, **({"as": counts} if counts else {})})
    return paid


def chose(*groups: Json, **named: Any) -> list[Json]:
    """Choices or facts, each a group of one member, in the order named."""
    return [*groups, *({key: value} for key, value in named.items())]


def tokens(*placed: tuple[Sequence[int], str]) -> list[Json]:
    """Tokens on spaces."""
    return [{"at": list(at), "token": token} for at, token in placed]


def without(fields: Json) -> Json:
    """The fields that a test gave."""
    return {key: value for key, value in fields.items() if value is not None}


class Play(Position):
    """A table in play. Each method makes moves that must be legal and told in both languages, and returns the table."""

    def after(self, *lines: Line) -> Play:
        """Play moves without looking at what they tell; each must be legal."""
        super().after(*lines)
        return self

    def sees(self, path: str, value: Any) -> Play:
        """Assert what the view shows at a path."""
        super().sees(path, value)
        return self

    def do(self, kind: str, seat: int | None = 0, /, **fields: Any) -> Play:
        """Make one move, ``seat`` None for one of the table; its sentence names what it uses in each language."""
        move = self.made(kind, seat, **fields)
        names = [*names_used(move, self.fold.view())]
        self.when(move).accepted()
        for lang, told in self.step["says"].items():
            assert all(name[lang].casefold() in told.casefold() for name in names), (told, names)
        return self

    def no(self, kind: str, seat: int | None = 0, /, *rules: str, code: str | None = None, **fields: Any) -> Play:
        """Try a move that a rule forbids, and see that it changed nothing.

        Args:
            kind: The type of the move.
            seat: Who makes it; None for one of the table.
            rules: The clauses that may refuse it; none: any.
            code: The number of the line in the reference's table of illegal moves, where it has one.
            fields: Its parameters.
        """
        before = canonical(self.fold.view())
        with pytest.raises(IllegalMoveError) as caught:
            self.fold.decide(self.made(kind, seat, **fields))
        error = caught.value
        assert not rules or error.rule in rules, f"{error.rule}, not {rules}: {error}"
        assert code is None or error.code == code, f"code {error.code}, not {code}: {error}"
        in_both_languages(error.says)
        assert canonical(self.fold.view()) == before, "a refused move changed the state"
        return self

    def made(self, kind: str, seat: int | None, /, **fields: Any) -> Json:
        """A move as an object; ``from_`` stands for ``from``."""
        body = {key.rstrip("_"): value for key, value in without(fields).items()}
        return {"type": kind, **({} if seat is None else {"seat": seat}), **body}

    def rule(self, **adjustment: Any) -> Play:
        """A judge's adjustment."""
        body = self.fold.game.encode(self.fold.adjust(adjustment))
        self.name = f"{self.fold.ply + 2}.1"
        self.step = self.fold.step(self.name, body)
        return self

    # ------------------------------------------------------------------------------------------------- adjustments

    def at(self, place: Sequence[int], seat: int = 0) -> Play:
        """Put a hero on a space."""
        if self.held(seat)["space"] == list(place):
            return self
        return self.rule(type="move_hero", seat=seat, to=list(place))

    def crystals(self, seat: int = 0, **counts: int) -> Play:
        """Give crystals by colour."""
        for colour, count in counts.items():
            self.rule(type="change_crystals", seat=seat, color=colour, by=count)
        return self

    def fame(self, by: int, seat: int = 0) -> Play:
        while by:
            part = min(by, 9)
            self.rule(type="change_fame", seat=seat, by=part)
            by -= part
        return self

    def reputation(self, by: int, seat: int = 0) -> Play:
        return self.rule(type="change_reputation", seat=seat, by=by)

    def wounds(self, by: int, seat: int = 0) -> Play:
        """Put wounds into a hand."""
        return self.rule(type="change_wounds", seat=seat, by=by)

    # ------------------------------------------------------------------------------------------------------- turns

    def begin(self, seat: int = 0) -> Play:
        return self.do("begin_turn", seat)

    def end(self, seat: int = 0, discard: Sequence[str] = (), faces: Sequence[str] = (), **draw: Any) -> Play:
        """End a turn that leaves nothing else open: dice rolled, cards discarded, hand filled."""
        self.do("end_turn", seat)
        if faces:
            self.do("return_dice", seat, faces=list(faces))
        if discard:
            self.do("discard_hand", seat, cards=list(discard))
        return self.do("draw", seat, **draw)

    def idle(self, seat: int = 1) -> Play:
        """A whole turn in which a card of the filler is discarded and nothing else is done."""
        self.begin(seat)
        gone = Counter(self.look(f"heroes.{seat}.discard"))
        owned = self.look(f"heroes.{seat}.owned")
        card = next(card for card in FILLER if owned.get(card, 0) > gone[card])
        return self.end(seat, [card])

    def others_idle(self, seats: int = 2, seat: int = 0) -> Play:
        """The turns of all the others, then the start of the next one of ``seat``."""
        for other in range(1, seats):
            self.idle((seat + other) % seats)
        return self.begin(seat)

    # ------------------------------------------------------------------------------------------------------- cards

    def card(
        self,
        card: str,
        use: str = "basic",
        *,
        pay: Sequence[str] | None = None,
        seat: int = 0,
        choices: list[Json] | None = None,
        facts: list[Json] | None = None,
        extra: Sequence[str] = (),
        **more: Any,
    ) -> Play:
        """Play a card. Its own cost is paid by crystals (black by a die) unless ``pay`` says how."""
        paid = mana(*(price(card, use) if pay is None else pay), *extra)
        return self.do(
            "play_card", seat, card=card, use=use, payments=paid or None, choices=choices, facts=facts, **more
        )

    def sideways(self, card: str, gives: str, seat: int = 0, **more: Any) -> Play:
        return self.do("play_card", seat, card=card, use="sideways", gives=gives, **more)

    def skill(self, skill: str, seat: int = 0, **more: Any) -> Play:
        return self.do("use_skill", seat, skill=skill, **more)

    def unit(self, unit: int, ability: int, seat: int = 0, pay: Sequence[str] = (), **more: Any) -> Play:
        return self.do("activate_unit", seat, unit=unit, ability=ability, payments=mana(*pay) or None, **more)

    def step_to(self, *places: Sequence[int], seat: int = 0, **more: Any) -> Play:
        for place in places:
            self.do("move", seat, to=list(place), **more)
        return self

    # ------------------------------------------------------------------------------------------------------ combat

    def phase(self, wanted: str, seat: int = 0) -> Play:
        """Go on to a phase; what is not blocked on the way is taken by the hero."""
        while self.look("combat.phase") != wanted:
            if self.look("combat.phase") == "damage":
                for number, enemy in self.look("combat.enemies").items():
                    if enemy["state"] == "facing":
                        self.do("assign_damage", seat, enemy=int(number), units=[])
            self.do("next_phase", seat)
        return self

    def attack(self, *pieces: str, enemies: Sequence[int] = (1,), seat: int = 0) -> Play:
        return self.do("attack", seat, enemies=list(enemies), pieces=list(pieces))

    def block(self, *pieces: str, enemy: int = 1, seat: int = 0) -> Play:
        return self.do("block", seat, enemy=enemy, pieces=list(pieces))

    def damage(self, enemy: int = 1, units: Sequence[int] = (), seat: int = 0) -> Play:
        return self.do("assign_damage", seat, enemy=enemy, units=list(units))

    def parts(self, piece: str, seat: int = 0) -> list[tuple[str, str | None, str, int]]:
        """The values of a piece: what it gives, kind, element, value."""
        found = self.look(f"heroes.{seat}.turn.pieces")[piece]["parts"]
        return [(part["gives"], part["kind"], part["element"], part["value"]) for part in found]

    def state(self, enemy: int = 1) -> Any:
        """What became of an enemy of the combat."""
        return self.look("combat.enemies")[str(enemy)]["state"]

    def held(self, seat: int = 0) -> Any:
        """A hero as the view shows it."""
        return self.look(f"heroes.{seat}")

    def points(self, kind: str, seat: int = 0) -> Any:
        """Points of this turn: move, influence or heal."""
        return self.look(f"heroes.{seat}.turn.{kind}")


def price(card: str, use: str) -> list[str]:
    """What a card costs: crystals of its colour, and black from a die."""
    colour = colour_of().get(card)
    if colour is None or use == "sideways":
        return []
    if card in SPELLS:
        return [colour, "black@die"] if use == "strong" else [colour]
    return [colour] if use == "strong" else []


# ------------------------------------------------------------------------------------------------------------- tables


def opened(colours: Sequence[str], made: Json | None = None, aa_deck: int | None = None) -> Play:
    """An opened record before its set-up."""
    options = {**defaults(mage_knight), **({} if aa_deck is None else {"aa_deck": aa_deck})}
    fold: Fold[Any, Any] = Fold(mage_knight, list(colours), options, mage_knight.box() if made is None else made)
    return Play(fold, Hand())


def dice(count: int, *, night: bool = False) -> list[str]:
    """As many dice as the source has, two black ones among them at night."""
    faces = ["black", "black", "red", "blue", "green", "white"] if night else ["red", "blue", "green", "white"] * 2
    return faces[:count]


def setup_of(
    colours: Sequence[str],
    *,
    orcs: Sequence[str] = ("prowlers", "prowlers"),
    units: Sequence[str] = UNITS,
    source: Sequence[str] | None = None,
    paired: str = "",
    night: bool = False,
    hands: Mapping[int, Sequence[str]] | None = None,
) -> Json:
    """A set-up: seat 0 chose its hero first; the orcs are those of tile 2 first, then those of tile 1."""
    places = (ORCS, {"village": VILLAGE, "mine": BEFORE}.get(paired, OTHER_ORCS))
    offer = [*units, *(Counter(UNITS) - Counter(units)).elements()][: len(colours) + 2]
    return {
        "type": "setup",
        "heroes": [{"seat": seat, "hero": HEROES[colour]} for seat, colour in enumerate(colours)],
        "tokens": tokens(*zip(places, orcs, strict=True)),
        "unit_offer": offer,
        "dice": list(source or dice(len(colours) + 2, night=night)),
        **({"hands": {str(seat): list(cards) for seat, cards in hands.items()}} if hands else {}),
    }


CHANCE = ("orcs", "units", "source", "hands")
"""What :func:`table` hands on to the set-up; the rest is the box's."""


def table(
    seats: int = 2,
    *,
    colours: Sequence[str] | None = None,
    deck: Sequence[str] = (),
    decks: Mapping[str, Sequence[str]] | None = None,
    tactics: Sequence[str] | None = None,
    aa_deck: int | None = None,
    **changes: Any,
) -> Play:
    """A table after set-up and tactics; seat 0 is on top of the column and is to begin.

    Args:
        seats: How many sit down.
        colours: Their colours; the first of :data:`COLOURS` where left out.
        deck: Cards of seat 0, filled up to sixteen.
        decks: Cards of others, by colour.
        tactics: What each seat takes, seat 0 first; the last seat chooses first.
        aa_deck: The option.
        changes: Others of :func:`box` and :func:`setup_of`; ``hand``, ``armour`` and ``command`` of every level;
            ``site`` on the hills (3, -2) of tile 2; ``later``, a site on the plains (3, -4) of tile 3 in the
            place of its village; ``ground``, terrain of spaces of tile 2 by direction.
    """
    seated = list(colours or COLOURS[:seats])
    cards = {**({seated[0]: deck} if deck else {}), **(decks or {})}
    chance = {name: value for name, value in changes.items() if name in CHANCE}
    night, paired = changes.get("night", False), changes.get("paired", "")
    short = {"hand": "hand", "armour": "armor", "command": "command"}
    levels = {word: changes.pop(name) for name, word in short.items() if name in changes}
    put = {"site": "2.C", "later": "3.SW"}
    land = {put[name]: {"site": changes.pop(name)} for name in put if name in changes}
    land |= {f"2.{place}": {"terrain": terrain} for place, terrain in changes.pop("ground", {}).items()}
    rest = {name: value for name, value in changes.items() if name not in CHANCE}
    taken = list(tactics or [*TACTICS[night][: len(seated) - 1], TACTICS[night][-1]])
    asked = repr((seated, cards, levels, land, rest, paired, night, chance, taken, aa_deck))
    if asked not in LAID:
        made = box(decks=cards, levels=levels, land=land, **rest)
        first = opened(seated, made, aa_deck)
        moves = [setup_of(seated, paired=paired, night=night, **chance)]
        moves += [{"type": "take_tactic", "seat": seat, "tactic": taken[seat]} for seat in reversed(range(len(seated)))]
        LAID[asked] = made, [first.after(move).body for move in moves]
    made, bodies = LAID[asked]
    play = opened(seated, made, aa_deck)
    for body in bodies:
        play.name, play.body = str(play.fold.ply + 2), body
        play.fold.apply(play.name, body)
    return play


LAID: dict[str, tuple[Json, list[Json]]] = {}
"""What :func:`table` was asked -> the box and the bodies of its first moves: many tests begin at the same table."""


def started(seats: int = 2, **options: Any) -> Play:
    """A table in which seat 0 has begun its first turn, on the portal."""
    return table(seats, **options).begin()


def recruited(*units: str, seats: int = 2, **options: Any) -> Play:
    """A table in which seat 0 recruited units, numbered as named, and begins its second turn at reputation 0."""
    options = {"cheap": True, "command": 5, **options}
    play = started(seats, units=units, **options).at([4, -2]).reputation(7).do("interact")
    for unit in units:
        play.do("recruit", unit=unit)
    play.end(0, ["march"]).reputation(-7)
    return play.others_idle(seats)


def carriers(foes: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """Green tokens that carry the figures of enemies: the tokens, and for each changed one the enemy."""
    free = [token for token in GREEN if token not in set(foes) and token != "orc_summoners"]
    names, changed = [], dict[str, str]()
    for foe in foes:
        if foe in GREEN:
            names.append(foe)
        else:
            token = free.pop(0)
            changed[token] = foe
            names.append(token)
    return names, changed


def fight(*foes: str, allies: Sequence[str] = (), seats: int = 2, **options: Any) -> Play:
    """A combat on (2, -2) of seat 0 with one or two rampaging enemies, challenged, numbered as named.

    Args:
        foes: Enemies of the reference. One that is not green lends its figures to a green token.
        allies: Units of seat 0.
        seats: How many sit down.
        options: Of :func:`table`.
    """
    names, changed = carriers(foes)
    paired = "village" if len(foes) > 1 else ""
    orcs = names if paired else [names[0], "wolf_riders"]
    options = {**options, "foes": changed, "orcs": orcs, "paired": paired}
    play = recruited(*allies, seats=seats, **options) if allies else started(seats, **options)
    return play.at(BESIDE).do("challenge", at=[ORCS, VILLAGE][: len(foes)])


def learned(skill: str, *, seats: int = 2, **options: Any) -> Play:
    """A table in which seat 0, of the colour whose hero has the skill, learned it and begins its next turn."""
    colour = next(figure["colour"] for figure in FIGURES["heroes"].values() if skill in figure["skills"].split())
    if "colours" in options:
        colour = options["colours"][0]
    seated = options.pop("colours", [colour, *[other for other in COLOURS if other != colour]][:seats])
    play = started(seats, colours=seated, **options).fame(3).do("end_turn")
    level_up(play, skill)
    play.do("discard_hand", cards=["march"]).do("draw")
    return play.others_idle(seats)


def level_up(play: Play, skill: str, seat: int = 0, **more: Any) -> Play:
    """A level with a skill: the skill is kept, another of the same hero goes to the common offer."""
    hero = HEROES[play.fold.seats[seat]]
    other = next(name for name in FIGURES["heroes"][hero]["skills"].split() if name != skill)
    laid = play.look("offers.actions")
    offer = laid or ACTIONS_OFFER
    fields = {"card": offer[0], "new_card": "crushing_bolt", "offer": None if laid else ACTIONS_OFFER, **more}
    return play.do("level_up", seat, **{"shown": [skill, other], "option": "a", "skill": skill, **fields})
