"""A second opinion on cards, mana, wounds and combat sums: slow, plain, from the pages of rules alone.

It believes every move and keeps the accounts of *What is checked after every move*: for each hero every zone as a
multiset of names, mana tokens, crystals. It is told all secrets. What it does not reckon itself it looks up in the view
before the move (where a figure stands, what a piece is worth, what an enemy is).
"""

from collections import Counter
from typing import Any

from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import BASIC
from tests.engines.mage_knight.model.accounts import Asked, Hero
from tests.engines.mage_knight.model.combat_sums import wounds_of
from tests.engines.mage_knight.model.tree_reading import Effects


class Model(Effects):
    """The accounts of a table.

    Args:
        box: The components.
        seats: How many play.
    """

    def __init__(self, box: Json, seats: int) -> None:
        self.box = box
        self.seats = range(seats)
        self.cards = {card["id"]: card for card in box["cards"]}
        self.units = {unit["id"]: unit for unit in box["units"]}
        self.enemies = {enemy["id"]: enemy for enemy in box["enemies"]}
        self.tactics = {tactic["id"]: tactic for tactic in box["tactics"]}
        self.skills = {(skill["hero"], skill["id"]): skill for skill in box["skills"]}
        self.heroes: dict[int, Hero] = {}
        self.names: dict[int, str] = {}
        self.taken: dict[int, str] = {}
        self.plays: Counter[tuple[int, str]] = Counter()
        self.opened: dict[tuple[int, str], tuple[list[Json], str]] = {}
        self.claims: dict[int, str] = {}
        self.curses: dict[int, tuple[str, set[int]]] = {}
        self.exploits: dict[int, tuple[str, set[tuple[int, str]]]] = {}
        self.freezers: set[int] = set()
        self.won: dict[int, list[str]] = {}
        self.view: Json = {}
        self.after: Json = {}

    # ------------------------------------------------------------------------------------------------------- moves

    def follow(self, move: Json, before: Json, after: Json) -> None:
        """Take a move.

        Args:
            move: As the table typed it, secrets included.
            before: The view before it, of who knows everything.
            after: The view after it.
        """
        self.view, self.after = before, after
        for hero in self.heroes.values():
            hero.wounded, hero.dropped = 0, False
        getattr(self, f"_{move['type']}", self._nothing)(move)
        self._knocked(move)
        self._lost_units(after)
        self._cleaned(after)

    def _nothing(self, move: Json) -> None:
        """Moves that touch no account."""

    def _setup(self, move: Json) -> None:
        decks = {hero["id"]: Counter(hero["deck"]) for hero in self.box["heroes"]}
        for chosen in move["heroes"]:
            self.names[chosen["seat"]] = chosen["hero"]
            self.heroes[chosen["seat"]] = Hero(decks[chosen["hero"]])
        size = self.box["levels"][0]["hand"]
        for seat, hero in self.heroes.items():
            hero.draw(move.get("hands", {}).get(str(seat), []), size)

    def _take_tactic(self, move: Json) -> None:
        self.taken[move["seat"]] = move["tactic"]
        tactic = self.tactics[move["tactic"]]
        if tactic["timing"] == "when_taken":
            self._walk(tactic["effect"], Asked(move["seat"], move))

    def _use_tactic(self, move: Json) -> None:
        self._walk(self.tactics[self.taken[move["seat"]]]["effect"], Asked(move["seat"], move))

    def _begin_turn(self, move: Json) -> None:
        seat = move["seat"]
        for key in [key for key in self.plays if key[0] == seat]:
            del self.plays[key]
        for key in [key for key in self.opened if key[0] == seat]:
            del self.opened[key]
        for _, wounded in self.curses.values():
            wounded.discard(seat)
        self.exploits.pop(seat, None)
        hero = self.heroes[seat]
        hero.spent.clear()
        at = self.view["heroes"][str(seat)]["space"]
        if at is not None and self._space(at)["site"] == "glade":
            hero.mana["black" if self.view["night"] else "gold"] += 1
        if seat in self.claims:
            hero.mana[self.claims[seat]] += 1
        if seat in self.freezers:
            self.freezers.discard(seat)
            shown = {die["face"] for die in self.view["source"] if die["on"] == "source"} & set(BASIC)
            if shown:
                # With one colour only there is nothing to choose, and nothing typed.
                hero.crystal(move["color"] if "color" in move else next(iter(shown)))

    def _announce_end_of_round(self, move: Json) -> None:
        self.exploits.pop(move["seat"], None)
        self.freezers.discard(move["seat"])

    _skip_turn = _announce_end_of_round

    def _play_card(self, move: Json) -> None:
        seat, card, use = move["seat"], move["card"], move["use"]
        hero = self.heroes[seat]
        hero.leave([card], None)
        hero.play.append(card)
        asked = Asked(seat, move, card)
        if use == "sideways":
            for payment in asked.payments:
                self._pay(seat, payment)
            self._name(seat, card)
            return
        self._cast(card, use, asked)

    def _cast(self, card: str, use: str, asked: Asked, *, of: str = "") -> None:
        """Pay for a card's effect and do it; ``of``: the option by which a card is cast that is not played itself."""
        made = self.cards[card]
        cost = made.get(f"{use}_cost", [])
        name = self._name(asked.seat, of or card)
        for _ in cost:
            self._pay(asked.seat, asked.payments.pop(0))
        if made.get("strong_thrown_away") and use == "strong" and not of:
            self.heroes[asked.seat].thrown[card] += 1
        self.opened.setdefault((asked.seat, name), ([], card))
        self._walk(made[use], asked, name)
        assert not asked.choices, f"{card}: choices nobody asked for: {asked.choices}"

    def _name(self, seat: int, source: str) -> str:
        self.plays[seat, source] += 1
        return f"{source}.{self.plays[seat, source]}"

    def _use_skill(self, move: Json) -> None:
        seat = move["seat"]
        # Of two Motivations it is the one that is not yet used.
        owner = move.get("hero") or next(
            one["hero"]
            for key, one in self.view["heroes"][str(seat)]["skills"].items()
            if key.split(".")[0] == move["skill"] and not one["used"]
        )
        name = self._name(seat, move["skill"])
        self.opened.setdefault((seat, name), ([], move["skill"]))
        self._walk(self.skills[owner, move["skill"]]["effect"], Asked(seat, move), name)

    def _activate_unit(self, move: Json) -> None:
        seat = move["seat"]
        unit = self.units[self.view["heroes"][str(seat)]["units"][str(move["unit"])]["unit"]]
        ability = unit["abilities"][move["ability"] - 1]
        asked = Asked(seat, move)
        for _ in ability.get("cost", ()):
            self._pay(seat, asked.payments.pop(0))
        self._walk(ability["effect"], asked, self._name(seat, unit["id"]))

    def _use_option(self, move: Json) -> None:
        seat, asked = move["seat"], Asked(move["seat"], move)
        nodes, card = self.opened[seat, move["of"]]
        hero = self.heroes[seat]
        for node in nodes:
            match node["op"]:
                case "cast_from_offer":
                    spell, use = asked.choice("card"), asked.choice("use")
                    asked.card = card
                    self._cast(spell, use, asked, of=move["of"])
                    if hero.bent == spell:
                        hero.bent = card
                    return
                case "use_offer_unit_ability":
                    unit = self.units[asked.choice("offer")]
                    ability = unit["abilities"][asked.choice("ability") - 1]
                    for _ in ability.get("cost", ()):
                        self._pay(seat, asked.payments.pop(0))
                    self._walk(ability["effect"], asked)
                    return
                case "may_buy_once":
                    bought = asked.choice("card")
                    if node["to"] == "discard":
                        hero.discard[bought] += 1
                    else:
                        hero.take([bought])
                    return
                case "at_turn_end" if "may_place_this_card" in node:
                    if card in hero.play:
                        hero.play.remove(card)
                    elif hero.discard[card]:
                        hero.discard[card] -= 1
                    else:  # Time Bending gave it back already
                        hero.leave([card], None)
                    hero.top([card])
                    return
                case "at_turn_end" if "may_throw_away" in node:
                    wounds = asked.choice("wounds") or {}
                    hero.lose_wound("hand", wounds.get("hand", 0))
                    hero.lose_wound("discard", wounds.get("discard", 0))
                    return

    def _use_crystal(self, move: Json) -> None:
        hero = self.heroes[move["seat"]]
        assert hero.crystals[move["color"]] > 0
        hero.crystals[move["color"]] -= 1
        hero.spent[move["color"]] += 1
        hero.mana[move["color"]] += 1

    def _learn(self, move: Json) -> None:
        self.heroes[move["seat"]].top([move["card"]])

    def _buy_spell(self, move: Json) -> None:
        for payment in move["payments"]:
            self._pay(move["seat"], payment)
        self._learn(move)

    def _pay_altar(self, move: Json) -> None:
        for payment in move["payments"]:
            self._pay(move["seat"], payment)

    def _heal(self, move: Json) -> None:
        hero = self.heroes[move["seat"]]
        hero.leave(["wound"] * move.get("wounds", 0), None)
        names = move.get("drawn", [])
        hero.draw(names, self.after["heroes"][str(move["seat"])]["hand"] - hero.hand)

    def _plunder(self, move: Json) -> None:
        hero = self.heroes[move["seat"]]
        hero.draw(move.get("drawn", []), min(2, hero.deck))

    def _assign_damage(self, move: Json) -> None:
        seat = move["seat"]
        hero, held, combat = self.heroes[seat], self.view["heroes"][str(seat)], self.view["combat"]
        count, poison, paralyze = wounds_of(
            self.box, held, combat["enemies"][str(move["enemy"])], move.get("units", ())
        )
        hero.take(["wound"] * count)
        hero.discard["wound"] += count if poison else 0
        if count and paralyze:
            hero.emptied(move.get("discarded"), self.after["heroes"][str(seat)]["discard"])

    def _end_combat(self, move: Json) -> None:
        """Ruins that are conquered give the crystals of their token (MK-19.16)."""
        combat = self.view["combat"]
        key = f"{combat['space'][0]}_{combat['space'][1]}"
        was, now = (view["map"]["spaces"][key] for view in (self.view, self.after))
        if combat["site"] == "ruins" and now["shield"] != was["shield"]:
            token = next(ruin for ruin in self.box["ruins"] if ruin["id"] == was["ruin"]["token"])
            given = [
                reward["crystal"] for reward in token["reward"] if isinstance(reward, dict) and "crystal" in reward
            ]
            self.won[move["seat"]] = given

    def _rest(self, move: Json) -> None:
        hero = self.heroes[move["seat"]]
        hero.leave([move["card"]] if "card" in move else [], hero.discard)
        hero.leave(["wound"] * move.get("wounds", 0), hero.discard)

    def _withdraw(self, move: Json) -> None:
        self.heroes[move["seat"]].withdrawn = True

    def _use_glade(self, move: Json) -> None:
        self.heroes[move["seat"]].lose_wound(move["from"])

    def _take_reward(self, move: Json) -> None:
        hero = self.heroes[move["seat"]]
        match move["kind"]:
            case "artifact":
                deck = self.after["heroes"][str(move["seat"])]["deck"]
                hero.top(move.get("kept", []), deck - hero.deck)
            case "spell" | "advanced_action":
                hero.top([move["card"]])
            case "random_crystals":
                chosen = list(move.get("colors", ()))
                for face in move["faces"]:
                    if face != "black":
                        hero.crystal(chosen.pop(0) if face == "gold" else face, effect=False)

    def _level_up(self, move: Json) -> None:
        if "card" in move:
            self.heroes[move["seat"]].top([move["card"]])

    def _discard_hand(self, move: Json) -> None:
        hero = self.heroes[move["seat"]]
        hero.leave(move["cards"], hero.discard)

    def _draw(self, move: Json) -> None:
        hero = self.heroes[move["seat"]]
        held, names = self.view["heroes"][str(move["seat"])], move.get("drawn", [])
        count = len(names) if "drawn" in move else self.after["heroes"][str(move["seat"])]["hand"] - hero.hand
        last = count == 0
        assert last or count == min(hero.deck, max(0, held["hand_limit"] - hero.hand)), f"{count} cards drawn"
        hero.draw(names, count)

    def _prepare_round(self, move: Json) -> None:
        self.taken.clear()
        self.claims.clear()
        self.curses.clear()
        self.exploits.clear()
        self.freezers.clear()
        for off in move.get("banners", ()):
            hero = self.heroes[off["seat"]]
            hero.discard[hero.banners.pop(str(off["unit"]))] += 1
        for seat, hero in self.heroes.items():
            count = self.after["heroes"][str(seat)]["hand"]
            hero.anew(move.get("hands", {}).get(str(seat), []), count)

    def _score(self, move: Json) -> None:
        for seat, hero in self.heroes.items():
            hero.show(list((Counter(move["cards"][str(seat)]) - hero.owned).elements()))
            assert Counter(move["cards"][str(seat)]) == +hero.owned, seat

    # ------------------------------------------------------------------------------------------ what follows by itself

    def _knocked(self, move: Json) -> None:
        """Wounds that came to the hand in the combat knock the hero out at its hand limit (MK-17.13, MK-17.14)."""
        combat = self.view.get("combat")
        if combat and not combat["knocked_out"]:
            seat = combat["seat"]
            hero, level = self.heroes[seat], self.view["heroes"][str(seat)]["level"]
            limit = next(one["hand"] for one in self.box["levels"] if one["level"] == level)
            if combat["wounds"] < limit <= combat["wounds"] + hero.wounded and not hero.dropped:
                hero.emptied(move.get("discarded"), self.after["heroes"][str(seat)]["discard"])

    def _space(self, at: list[int]) -> Any:
        return self.view["map"]["spaces"][f"{at[0]}_{at[1]}"]

    def _lost_units(self, after: Json) -> None:
        """The banner of a unit that is gone goes to the discard pile (MK-13.15)."""
        for seat, hero in self.heroes.items():
            for unit in [unit for unit in hero.banners if unit not in after["heroes"][str(seat)]["units"]]:
                hero.discard[hero.banners.pop(unit)] += 1

    def _cleaned(self, after: Json) -> None:
        """Step 3 of the end of a turn, once the table has come to it; then the mine and the crystals of ruins."""
        for seat, hero in self.heroes.items():
            held, was = after["heroes"][str(seat)], self.view["heroes"].get(str(seat), {})
            if hero.withdrawn:
                path = was["turn"]["path"]
                places = [place for place, at in enumerate(path[:-1]) if at == held["space"]]
                hero.take(["wound"] * (len(path) - 1 - max(places)))
            hero.withdrawn = False
            ended = was.get("turn") and (held["turn"] is None or (held["turn"]["step"] or 0) > 2)
            if ended and not (was["turn"]["part"] == "end" and (was["turn"]["step"] or 0) > 2):
                self._tidy(hero)
                at = held["space"]
                space = None if at is None else after["map"]["spaces"][f"{at[0]}_{at[1]}"]
                if space and space["site"] == "mine":
                    hero.crystal(space["color"], effect=False)
                for colour in self.won.pop(seat, ()):
                    hero.crystal(colour, effect=False)

    def _tidy(self, hero: Hero) -> None:
        hero.mana.clear()
        if hero.mastery:
            for colour, count in hero.spent.items():
                hero.crystals[colour] = min(3, hero.crystals[colour] + count)
        hero.mastery = False
        for card in hero.play:
            if hero.thrown[card]:
                hero.thrown[card] -= 1
            elif card == hero.bent:
                hero.aside[card] += 1
            elif hero.bent is not None and card != "wound":  # a wound played sideways is discarded at the turn's end
                hero.take([card])
            else:
                hero.discard[card] += 1
        hero.play, hero.bent = [], None
