"""How the second opinion reads the trees of effects, as far as cards, mana and wounds go (chapter 24)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engines.kernel.game import Json
from tests.engines.mage_knight.model.accounts import Asked, Hero

BASIC = ("red", "blue", "green", "white")


class Effects:
    """What the nodes of a tree do to the accounts."""

    box: Json
    seats: range
    cards: dict[str, Json]
    heroes: dict[int, Hero]
    opened: dict[tuple[int, str], tuple[list[Json], str]]
    claims: dict[int, str]
    curses: dict[int, tuple[str, set[int]]]
    exploits: dict[int, tuple[str, set[tuple[int, str]]]]
    freezers: set[int]
    view: Json
    after: Json
    move: Json

    def _night(self) -> bool:
        combat = self.view.get("combat")
        return bool(self.view["night"] or (combat and combat["site"] in ("dungeon", "tomb")))

    def _pay(self, seat: int, payment: Json) -> str:
        """Take a mana from where it comes; the colour it counts as."""
        hero, shows = self.heroes[seat], payment["shows"]
        counts = str(payment.get("as", shows))
        if payment["from"] == "token":
            assert hero.mana[shows] > 0, f"no {shows} token"
            hero.mana[shows] -= 1
        elif payment["from"] == "crystal":
            assert hero.crystals[shows] > 0, f"no {shows} crystal"
            hero.crystals[shows] -= 1
            hero.spent[shows] += 1
        self._punished(seat, counts)
        return counts

    def _punished(self, seat: int, colour: str) -> None:
        """Mana Curse and Mana Exploit of others."""
        for owner, (cursed, wounded) in self.curses.items():
            if owner != seat and colour == cursed and seat not in wounded and self.view["active"] == seat:
                wounded.add(seat)
                self.heroes[seat].take(["wound"])
        for owner, (chosen, seen) in self.exploits.items():
            if owner != seat and colour in BASIC and colour != chosen and (seat, colour) not in seen:
                seen.add((seat, colour))
                self.heroes[seat].take(["wound"])

    def _walk(self, node: Any, asked: Asked, name: str = "") -> None:
        """Do a node of a tree, as far as cards, mana and wounds go."""
        if isinstance(node, list):
            for step in node:
                self._walk(step, asked, name)
            return
        if node is None:
            return
        found = getattr(self, f"_op_{node['op']}", None)
        if found is None:
            for word in ("enemies", "points", "element", "unit", "units", "which", "others"):
                if asked.choice(word) is not None:
                    break
        else:
            found(node, asked, name)

    def _op_all(self, node: Json, asked: Asked, name: str) -> None:
        self._walk(node["steps"], asked, name)

    def _op_one_of(self, node: Json, asked: Asked, name: str) -> None:
        self._walk(node["options"][asked.choice("option") - 1], asked, name)

    def _op_may(self, node: Json, asked: Asked, name: str) -> None:
        if asked.choice("yes"):
            self._walk(node["steps"], asked, name)

    def _op_attack(self, node: Json, asked: Asked, name: str) -> None:
        for _ in range(asked.choice("points") or 0 if "may_add_up_to" in node else 0):
            self._walk(node["per_added_point"], asked, name)

    def _op_draw(self, node: Json, asked: Asked, name: str) -> None:
        del name
        hero = self.heroes[asked.seat]
        count = min(node["n"], hero.deck)
        names, asked.drawn = asked.drawn[:count], asked.drawn[count:]
        hero.draw(names, count)

    def _op_discard(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        hero = self.heroes[asked.seat]
        hero.leave(asked.choice("cards") or [], hero.discard)

    def _op_discard_any_number(self, node: Json, asked: Asked, name: str) -> None:
        cards = asked.choice("cards") or []
        self.heroes[asked.seat].leave(cards, self.heroes[asked.seat].discard)
        for _ in cards:
            self._walk(node["each_gives"], asked, name)

    def _op_throw_away(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        cards = asked.choice("cards") or []
        self.heroes[asked.seat].leave(cards, None)
        asked.colour = self.cards[cards[0]]["colour"] if cards else None

    def _op_take_wound(self, node: Json, asked: Asked, name: str) -> None:
        del name
        hero = self.heroes[asked.seat]
        if node["to"] == "hand":
            hero.take(["wound"] * node["n"])
        else:
            hero.discard["wound"] += node["n"]

    def _op_pay_mana(self, node: Json, asked: Asked, name: str) -> None:
        del name
        for _ in range(node["n"]):
            asked.colour = self._pay(asked.seat, asked.payments.pop(0))

    def _op_by_paid_mana(self, node: Json, asked: Asked, name: str) -> None:
        self._walk(node[self._pay(asked.seat, asked.payments.pop(0))], asked, name)

    def _colours(self, node: Json, asked: Asked) -> Iterator[str]:
        """The colours of a gain: those chosen, or the only one possible."""
        wanted = node.get("pick_from") or node["night" if self._night() else "day"]
        fixed = {"paid_color": asked.colour, "thrown_card_color": asked.colour, "chosen_color": asked.colour}
        if wanted == "each_basic_color_other_than_thrown_card":
            yield from (colour for colour in BASIC if colour != asked.colour)
            return
        if isinstance(wanted, str) and wanted in fixed:
            wanted = [fixed[wanted]]
        if wanted == "color_already_in_inventory":
            wanted = [colour for colour in BASIC if self.heroes[asked.seat].crystals[colour]]
        if wanted == "crystals_lost_this_way":
            wanted = list(dict.fromkeys(asked.lost))
        picked = asked.choice("colors") if len(wanted) > 1 else wanted * node["n"]
        yield from picked or []

    def _op_gain_mana(self, node: Json, asked: Asked, name: str) -> None:
        del name
        for colour in self._colours(node, asked):
            self.heroes[asked.seat].mana[colour] += 1

    def _op_gain_crystal(self, node: Json, asked: Asked, name: str) -> None:
        del name
        for colour in self._colours(node, asked):
            self.heroes[asked.seat].crystal(colour)

    def _op_take_die_set_color(self, node: Json, asked: Asked, name: str) -> None:
        del name
        if asked.choice("die") is not None:
            self.heroes[asked.seat].mana[asked.choice("color")] += node["gain_tokens_of_that_color"]

    def _op_reroll_source(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        asked.choice("dice")
        asked.fact("faces")

    def _op_source_die_to_crystal(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        die = asked.choice("die")
        if die is not None:
            self.heroes[asked.seat].crystal(die)
            asked.fact("face")

    def _op_keep_source_die(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        asked.choice("die")

    def _op_claim_source_die(self, node: Json, asked: Asked, name: str) -> None:
        del name
        colour = asked.colour = asked.choice("die")
        if colour is None:
            return
        option = node["options"][asked.choice("option") - 1]
        self.heroes[asked.seat].mana[colour] += option.get("tokens_now", 0)
        if "tokens_each_later_turn" in option:
            self.claims[asked.seat] = colour

    def _op_curse_color(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        self.curses[asked.seat] = (str(asked.colour), set())

    def _op_others_until_your_turn(self, node: Json, asked: Asked, name: str) -> None:
        del name
        if "using_basic_mana_of_other_color" in node:
            self.exploits[asked.seat] = (str(asked.colour), set())
        if "then_on_your_next_turn" in node:
            self.freezers.add(asked.seat)

    def _op_choose_color(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        asked.colour = asked.choice("color")

    _op_choose_basic_color = _op_choose_color

    def _op_roll_mana_die(self, node: Json, asked: Asked, name: str) -> None:
        for face in asked.fact("faces") or []:
            what = node["on"].get(face) or (node["on"].get("basic") if face in BASIC else None)
            if what == "crystal_of_that_color":
                self.heroes[asked.seat].crystal(face)
            elif what == "crystal_of_chosen_color":
                self.heroes[asked.seat].crystal(asked.choice("color"))
            else:
                self._walk(what, asked, name)

    def _op_play_with(self, node: Json, asked: Asked, name: str) -> None:
        card = asked.choice("card")
        hero = self.heroes[asked.seat]
        hero.leave([card], None)
        hero.play.append(card)
        self.opened[asked.seat, name] = (self.opened.get((asked.seat, name), ([], card))[0], card)
        self._walk(self.cards[card][node["use"]], asked, name)

    def _op_throw_away_and_repeat(self, node: Json, asked: Asked, name: str) -> None:
        card = asked.choice("card")
        self.heroes[asked.seat].leave([card], None)
        asked.thrown = True
        for _ in range(node["times"]):
            self._walk(self.cards[card][node["use"]], asked, name)
        asked.thrown = False

    def _opens(self, node: Json, asked: Asked, name: str) -> None:
        """A node that is done later, by ``use_option``."""
        self.opened.setdefault((asked.seat, name), ([], name.split(".", maxsplit=1)[0]))[0].append(node)

    _op_cast_from_offer = _op_use_offer_unit_ability = _op_may_buy_once = _opens

    def _op_at_turn_end(self, node: Json, asked: Asked, name: str) -> None:
        if node.get("return_crystals_spent_this_turn"):
            self.heroes[asked.seat].mastery = True
        elif not (asked.thrown and "may_place_this_card" in node):
            self._opens(node, asked, name)

    def _op_extra_turn(self, node: Json, asked: Asked, name: str) -> None:
        if "this_card" in node:
            self.heroes[asked.seat].bent = name.split(".", maxsplit=1)[0]

    def _op_gain_card(self, node: Json, asked: Asked, name: str) -> None:
        del name
        card = asked.choice("card")
        if card is not None:
            hero = self.heroes[asked.seat]
            if node["to"] == "discard":
                hero.discard[card] += 1
            else:
                hero.take([card])
            asked.fact("card")

    def _op_discard_to_deck(self, node: Json, asked: Asked, name: str) -> None:
        del name
        hero = self.heroes[asked.seat]
        asked.choice("side")
        cards = asked.choice("cards") if node["pick"] == "choose" else asked.picked
        hero.recycle(cards or [], min(node["n"], sum(hero.discard.values()) + hero.blurred))

    def _op_search_deck(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        self.heroes[asked.seat].draw(asked.picked, 1)

    def _op_swap_hand(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        hero = self.heroes[asked.seat]
        cards = asked.choice("cards") or []
        hero.leave(cards, hero.discard)
        hero.draw(asked.drawn, min(len(cards), hero.deck))
        hero.shuffled()

    def _op_shuffle_hand_cards_into_deck(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        hero = self.heroes[asked.seat]
        number = asked.choice("number")
        hero.back(asked.picked, number)
        hero.draw(asked.drawn, number)

    def _op_store_top_of_deck_face_down(self, node: Json, asked: Asked, name: str) -> None:
        """Nobody sees the card, so it stays in the pool and is counted apart."""
        del name, node
        stored = min(1, self.heroes[asked.seat].deck)
        self.heroes[asked.seat].stored += stored
        self.heroes[asked.seat].deck -= stored

    def _op_take_all_stored(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        hero = self.heroes[asked.seat]
        hero.deck += hero.stored
        hero.draw(asked.drawn or asked.picked, hero.stored)
        hero.stored = 0

    def _op_assign_banner(self, node: Json, asked: Asked, name: str) -> None:
        del node
        hero, card, unit = self.heroes[asked.seat], name.split(".", maxsplit=1)[0], str(asked.choice("unit"))
        if unit in hero.banners:
            hero.discard[hero.banners.pop(unit)] += 1
        hero.play.remove(card)
        hero.banners[unit] = card

    def _op_throw_away_wounds_from_hand(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        count = asked.choice("number") or 0
        hero = self.heroes[asked.seat]
        hero.leave(["wound"] * count, None)
        if count:
            other = asked.choice("seat")
            self.heroes[self._nearest(asked.seat) if other is None else other].take(["wound"])

    def _nearest(self, seat: int) -> int:
        def at(who: int) -> list[int]:
            return self.view["heroes"][str(who)]["space"] or [0, 0]

        def far(one: list[int], two: list[int]) -> int:
            q, r = one[0] - two[0], one[1] - two[1]
            return max(abs(q), abs(r), abs(q + r))

        return min((other for other in self.seats if other != seat), key=lambda other: far(at(seat), at(other)))

    def _op_wound_per_crystal(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        for hero in self.heroes.values():
            hero.take(["wound"] * hero.crystals[str(asked.colour)])

    def _op_others_discard(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        for other in self.seats:
            if other != asked.seat and self.heroes[other].hand:
                card = asked.fact("card")
                if card is None:
                    shown, hero = Counter(asked.fact("hand")), self.heroes[other]
                    assert hero.exact is None or shown == +hero.exact, f"seat {other} showed {shown}"
                    hero.exact = shown
                else:
                    self.heroes[other].leave([card], self.heroes[other].discard)
                    asked.let_go.append((other, card))

    def _op_steal_discarded(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        named = asked.choice("card")
        able = [(o, c) for o, c in asked.let_go if self.cards[c]["kind"] in ("basic_action", "advanced_action")]
        for other, card in able:
            if named in (None, card):
                self.heroes[other].discard[card] -= 1
                self.heroes[asked.seat].take([card])
                return

    def _op_others_lose_crystal(self, node: Json, asked: Asked, name: str) -> None:
        del name
        for other in self.seats:
            if other != asked.seat:
                hero = self.heroes[other]
                if sum(hero.crystals.values()):
                    colour = asked.fact("color")
                    hero.crystals[colour] -= 1
                    asked.lost.append(colour)
                else:
                    hero.take(["wound"] * node["if_none"]["n"])

    def _op_if_day(self, node: Json, asked: Asked, name: str) -> None:
        if not self._night():
            self._walk(node["then"], asked, name)

    def _op_if_night(self, node: Json, asked: Asked, name: str) -> None:
        if self._night():
            self._walk(node["then"], asked, name)

    def _op_if_strictly_lowest_fame(self, node: Json, asked: Asked, name: str) -> None:
        fame = {int(seat): hero["fame"] for seat, hero in self.view["heroes"].items()}
        if all(fame[asked.seat] < fame[other] for other in self.seats if other != asked.seat):
            self._walk(node["then"], asked, name)

    def _op_ready_unit(self, node: Json, asked: Asked, name: str) -> None:
        if asked.choice("unit") is not None and "then_may" in node and asked.choice("yes"):
            self._walk(node["then_may"], asked, name)

    def _op_recruit_free(self, node: Json, asked: Asked, name: str) -> None:
        del name, node
        for word in ("offer", "slot", "disband"):
            asked.choice(word)

    def _op_rule(self, node: Json, asked: Asked, name: str) -> None:
        del name
        if node["set"] == "reveal_as_day":
            asked.fact("tokens")
