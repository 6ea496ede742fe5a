"""The describer of Architects: names and amounts that every sentence uses."""

from __future__ import annotations

from collections.abc import Mapping

from engines.architects.box.cards import CARDS, VIRTUE
from engines.architects.box.components import face_id
from engines.architects.refusals.texts import TEXTS
from engines.kernel import sentences
from engines.kernel.box.cache import cached_by_box
from engines.kernel.game import Json


@cached_by_box(8)
def names_in(box: Json) -> Mapping[str, Json]:
    """Id of a card, place, good or colour -> its name."""
    tables = ("colours", "resources", "locations", "apprentices", "buildings", "characters")
    made = {item["id"]: item["name"] for table in tables for item in box[table]}
    made |= {f"reward {card['id']}": card["gain"] for card in box["rewards"]}
    effects = {card["id"]: card.get("effect") or {} for card in box["buildings"] if card["timing"] == "immediate"}
    made |= {f"may {card}": {"may": bool(effect.get("optional"))} for card, effect in effects.items()}
    storehouse = next(place for place in box["locations"] if place["id"] == "kings_storehouse")
    made |= {f"trade {trade['id']}": trade["gain"] for trade in storehouse["trades"]}
    order = [good["id"] for good in box["resources"]]
    made |= {f"face {face_id(card['large'], order)}": card["large"] for card in box["black_market"]["cards"]}
    return made


class Describer(sentences.Describer):
    """Goods, seats and their changes in one language."""

    def __init__(self, before: Json, after: Json, box: Json, lang: str) -> None:
        super().__init__(before, after, box, lang, TEXTS["phrases"])
        self.names = names_in(box)

    def name(self, key: str) -> str:
        """A component by its name in this box, else by its id."""
        found = self.names.get(key)
        return key if found is None else str(found[self.lang])

    def who(self, seat: int | str) -> str:
        """A seat by the name of its colour."""
        return self.name(self.after["seats"][str(seat)]["colour"])

    def goods(self, goods: Mapping[str, int]) -> str:
        """Goods, virtue and cards with their numbers."""
        words = {VIRTUE: "virtue_good", CARDS: "cards_good"}
        return self.all(
            self.say(words[good], n=count) if good in words else self.say("good", n=count, good=self.name(good))
            for good, count in goods.items()
            if count
        )

    def changes(self, seat: int) -> list[str]:
        """Changes of a seat's goods, virtue and debts."""
        was, now = self.before["seats"][str(seat)], self.after["seats"][str(seat)]
        if was is now:
            return []
        last = self.after["last"]
        if last["seat"] == seat:
            more, less = last["gained"], last["spent"]
        else:
            more = {good: n - was["goods"][good] for good, n in now["goods"].items() if n > was["goods"][good]}
            less = {good: was["goods"][good] - n for good, n in now["goods"].items() if n < was["goods"][good]}
        found = []
        if any(less.values()):
            found.append(self.say("pay", goods=self.goods(less)))
            if last["seat"] == seat and last["tax"]:
                found.append(self.say("tax", n=last["tax"]))
        if last["seat"] == seat and last["evaded"]:
            found.append(self.say("evade", n=last["evaded"]))
        if any(more.values()):
            found.append(self.say("gain", goods=self.goods(more)))
        if now["virtue"] != was["virtue"]:
            found.append(self.say("virtue", n=now["virtue"]))
        if now["unpaid"] != was["unpaid"]:
            found.append(self.say("debt", n=now["unpaid"]))
        return found

    def sentence(self, seat: int, place: str, *parts: str) -> str:
        """A seat, a place, and what was done there."""
        said = ", ".join([*(part for part in parts if part), *self.changes(seat)]) or self.say("nothing")
        return self.say("at", who=self.who(seat), place=self.name(place), said=said)

    def trade(self, trade: str) -> str:
        """A trade by the apprentice that brings it, else by what it brings."""
        gain = self.names.get(f"trade {trade}")
        return self.name(trade) if gain is None else self.goods(gain)

    def drawn(self, seat: int) -> str:
        """Building cards that came to a hand; empty where none did."""
        was, now = self.before["seats"][str(seat)]["hand"], self.after["seats"][str(seat)]["hand"]
        return self.some_drawn(now["size"] - was["size"])

    def some_drawn(self, count: int) -> str:
        """The text for a number of building cards drawn; empty for none."""
        if count <= 0:
            return ""
        return self.say("draws", n=count)
