"""The sentence of every event, in English and Spanish, from the views before and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import get_args

from engines.kernel.game import Json
from engines.kernel.moves.events import Event
from engines.kernel.sentences import Describer, filled
from engines.xidit import moves
from engines.xidit.marks import awakens, renewed
from engines.xidit.refusals import TEXTS


class _Describer(Describer):
    """Names of the box and counts in one language."""

    def who(self, seat: int | str) -> str:
        """A seat by its colour; the dummy by its name."""
        if seat == "dummy":
            dummy: str = self.box["dummy"]["name"][self.lang]
            return dummy
        colour: str = self.after["seats"][str(seat)]["colour"]
        return self.named("colours", colour)

    def named(self, part: str, key: str, name: str = "name") -> str:
        """A component by its name in this box, else by its id; ``one`` is what a single figure is called."""
        # Parts have twenty items at most: reading the box anew would cost more than it saves.
        for item in self.box[part]:
            if item["id"] == key:
                return str(item[name][self.lang])
        return key

    def unit(self, unit: str) -> str:
        """A type of unit."""
        return self.named("units", unit)

    def icon(self, icon: str) -> str:
        """An order, in small letters."""
        return self.named("icons", icon).lower()

    def region(self, region: str) -> str:
        """A region by its name."""
        return self.named("regions", region)

    def criterion(self, criterion: str) -> str:
        """An evaluation by its name."""
        return self.named("evaluations", criterion)

    def counts(self, counts: Iterable[tuple[int | str, int]]) -> str:
        """``Red 2 and Blue 0``."""
        return self.all([self.say("count", who=self.who(seat), n=n) for seat, n in counts])


def describe(event: Event, before: Json, after: Json, box: Json, lang: str) -> str:
    """One sentence: what happened, and what followed from it.

    Values behind a screen are left out, unless the event or the view of this fold has them.
    """
    describer = _Describer(before, after, box, lang, TEXTS["phrases"])
    new = after["contradictions"][len(before["contradictions"]) :]
    if new and any(found["rule"] == "XID-21.2" for found in new):  # the event does not fit, and changed nothing
        return f"{describer.say('no_fit')}."
    said = _SENTENCES[type(event)](describer, event)
    if before["phase"] not in ("setup", "placing"):
        said = _followed(describer, said)
    return f"{said}."


def _followed(describer: _Describer, said: str) -> str:
    """Tiles that arrived, and an awakening that is due."""
    for mark in renewed(describer.before, describer.after):
        said = describer.say(f"renewed_{mark['queue']}", said=said, city=mark["city"])
    return describer.say("awakening_due", said=said) if awakens(describer.before, describer.after) else said


def _setup(describer: _Describer, event: moves.SetUp) -> str:
    cities = describer.after["cities"]
    by = {
        side: sorted(
            (city for city, there in cities.items() if there["tile"] and there["tile"]["side"] == side), key=int
        )
        for side in ("recruit", "threat")
    }
    return describer.say(
        "setup",
        recruits=describer.all(by["recruit"]),
        threats=describer.all(by["threat"]),
        who=describer.who(event.first_player),
    )


def _program(describer: _Describer, event: moves.Programmed) -> str:
    if event.orders is None:
        return describer.say("program", who=describer.who(event.seat))
    orders = ", ".join(describer.icon(icon) for icon in event.orders)
    return describer.say("program_known", who=describer.who(event.seat), orders=orders)


def _execute(describer: _Describer, event: moves.Executed) -> str:
    order = describer.before["order_no"]
    board = describer.after["programs"][str(event.seat)]
    done = board["outcomes"][order - 1]
    if done["reason"] is not None and done["did"] == "nothing":
        said = describer.say("nothing", city=done["city"], reason=describer.say(done["reason"]))
    else:
        unit = "" if done["unit"] is None else describer.named("units", done["unit"], "one")
        road = describer.icon(board["orders"][order - 1])
        said = describer.say(done["did"], city=done["city"], unit=unit, road=road)
    due, reward = describer.after["due"], describer.after["due"] and describer.after["due"]["rewards"]
    if done["did"] == "threat" and not (reward and due["what"] == "choose_rewards"):
        said = f"{said}, {_forced(describer, event.seat, done)}"
    return describer.say("execute", who=describer.who(event.seat), order=order, said=said)


def _forced(describer: _Describer, seat: int, done: Json) -> str:
    """Rewards taken without a choice (XID-10.2)."""
    threat = describer.before["cities"][str(done["city"])]["tile"]
    rewards = ["gold"]
    if describer.before["seats"][str(seat)]["stories"] > describer.after["seats"][str(seat)]["stories"]:
        rewards.append("stories")
    elif (
        _all_bards(describer.before) < _all_bards(describer.after)
        or (describer.after["due"] or {}).get("what") == "place_bards"
    ):
        rewards.append("bards")
    taken = [_reward(describer, reward, threat["rewards"], done["city"]) for reward in rewards]
    return describer.all(taken)


def _all_bards(view: Json) -> int:
    open_ones = sum(n for region in view["regions"].values() for n in region["bards"].values())
    total: int = open_ones + view["bastion"]["total"]
    return total


def _reward(describer: _Describer, reward: str, numbers: Json | None, city: int | None) -> str:
    if reward == "gold":
        return describer.say("gold", n="?" if numbers is None else numbers["gold"])
    guild = describer.after["cities"][str(city)]["guild"] if city is not None else None
    if reward == "stories" and guild is not None:
        return describer.say("stories", city=city, height=guild["height"])
    return describer.say("stories_plain" if reward == "stories" else "bards")


def _titan(describer: _Describer, event: moves.TitanChosen) -> str:
    if event.titan is None:
        return describer.say("decline_titan", who=describer.who(event.seat))
    units = describer.all(_units(describer, event.units or {}))
    symbols = _symbols(describer, event.titan)
    return describer.say("choose_titan", who=describer.who(event.seat), symbols=symbols, units=units)


def _symbols(describer: _Describer, titan: str) -> str:
    """The text for a titan: how many units it takes, or its id if the box lacks it."""
    stacks = describer.box["titans"]["stacks"]
    return next((str(stack["symbols"]) for stack in stacks if titan in stack["tiles"]), titan)


def _city(describer: _Describer, tile: str) -> int | str:
    """The text for a tile: the city printed on it, or its id if the box lacks it."""
    return next((one["city"] for one in describer.box["tiles"] if one["id"] == tile), tile)


def _units(describer: _Describer, units: Mapping[str, int]) -> list[str]:
    """Units, weakest first."""
    order = [unit["id"] for unit in describer.box["units"]]
    known = sorted(units.items(), key=lambda pair: order.index(pair[0]) if pair[0] in order else len(order))
    return [
        describer.named("units", unit, "one") if count == 1 else f"{count} {describer.unit(unit)}"
        for unit, count in known
    ]


def _rewards(describer: _Describer, event: moves.RewardsChosen) -> str:
    due = describer.before["due"] or {}
    taken = [_reward(describer, reward, due.get("rewards"), due.get("city")) for reward in event.rewards]
    return describer.say("choose_rewards", who=describer.who(event.seat), rewards=describer.all(taken))


def _bards(describer: _Describer, event: moves.BardsPlaced) -> str:
    there = []
    central = next(region["id"] for region in describer.box["regions"] if region["central"])
    for region, count in event.regions.items():
        if region == central or count is None:
            # Everybody sees how many tokens go in (XID-19.6), whether somebody typed the number or it follows.
            into = describer.after["bastion"]["total"] - describer.before["bastion"]["total"]
            there.append(describer.say("region", region=describer.say("bastion"), n=into))
        else:
            there.append(describer.say("region", region=describer.region(region), n=count))
    if not there:
        return describer.say("no_bards", who=describer.who(event.seat))
    return describer.say("place_bards", who=describer.who(event.seat), regions=describer.all(there))


def _dummy(describer: _Describer, event: moves.DummyAdvanced) -> str:
    value = describer.after["dummy"]["tracks"][event.criterion]["value"]
    return describer.say(
        "advance_dummy", who=describer.who(event.seat), criterion=describer.criterion(event.criterion), value=value
    )


def _top(describer: _Describer, event: moves.TopRevealed) -> str:
    key = "top_unseen" if event.tile is None else "reveal_top"
    city = None if event.tile is None else _city(describer, event.tile)
    return describer.say(key, pile=describer.say(event.pile), city=city)


def _awaken(describer: _Describer, event: moves.Awoken) -> str:
    titans = describer.all([_symbols(describer, titan) for titan in event.turned.values()])
    city = _city(describer, event.next_threat)
    return describer.say("awaken" if event.turned else "awaken_none", titans=titans, city=city)


def _show(describer: _Describer, event: moves.FistShown) -> str:
    key = "census_show" if event.count is None else "census_show_known"
    return describer.say(key, who=describer.who(event.seat), unit=describer.unit(event.unit), n=event.count)


def _open(describer: _Describer, event: moves.FistsOpened) -> str:
    done = describer.after["census"]["rounds"][event.unit]
    winners = [describer.who(seat) for seat in done["winners"]]
    key = "nobody" if not winners else f"{'won' if len(winners) == 1 else 'each'}_{done['kind']}"
    won = describer.say(key, who=describer.all(winners), n=done["each"])
    return describer.say(
        "census_open", unit=describer.unit(event.unit), counts=describer.counts(event.counts.items()), won=won
    )


def _year(describer: _Describer, _event: moves.YearEnded) -> str:
    year, after = describer.before["round"], describer.after
    if after["phase"] == "evaluating":
        return describer.say("end_last", year=year)
    return describer.say("end_year", year=year, who=describer.who(after["first_player"]), next=after["round"])


def _bastion(describer: _Describer, event: moves.BastionRevealed) -> str:
    some = [(seat, count) for seat, count in event.counts.items() if count]
    return describer.say("reveal_bastion", counts=describer.counts(some) if some else describer.say("empty"))


def _declare(describer: _Describer, event: moves.Declared) -> str:
    things = []
    if event.gold is not None:
        things.append(describer.say("declared_gold", n=event.gold))
    things += _units(describer, event.units or {})
    if event.total is not None:
        things.append(describer.say("declared_total", n=event.total))
    said = describer.say("declare", who=describer.who(event.seat), things=describer.all(things))
    new = describer.after["findings"][len(describer.before["findings"]) :]
    if new:
        # A view holds figures only of the seats whose screen its reader may look behind.
        behind = describer.after["derived"].get(str(event.seat))
        other = "" if behind is None else describer.all([str(_counted(behind, found["what"])) for found in new])
        said = describer.say("differs" if other else "differs_hidden", said=said, other=other)
    return said


def _counted(behind: Json, what: str) -> int:
    """A derived figure, by its name in a finding."""
    units: Mapping[str, int] = behind["units"]
    gold: int = behind["gold"]
    return gold if what == "gold" else sum(units.values()) if what == "total" else units[what]


def _evaluate(describer: _Describer, _event: moves.Evaluated) -> str:
    at = sum(one["out"] is not None for one in describer.after["evaluations"]) - 1
    done = describer.after["evaluations"][at]
    ranked = sorted(done["values"].items(), key=lambda item: done["ranks"][item[0]])
    out = [describer.who(seat) for seat in done["out"]]
    said = describer.say(
        "evaluate",
        criterion=describer.criterion(done["criterion"]),
        values=describer.counts(ranked),
        out=describer.all(out),
        n=len(out),
    )
    if describer.after["phase"] != "finished":
        return said
    left = [seat for seat in done["values"] if not any(seat in one["out"] for one in describer.after["evaluations"])]
    if left == ["dummy"]:
        return describer.say("survives", said=said)
    return describer.say("wins", said=said, who=describer.all([describer.who(seat) for seat in left]))


def _ruled(describer: _Describer, event: moves.Adjusted) -> str:
    """The sentence for an adjustment."""
    values: dict[str, object] = dict(moves.encode(event))
    kind = str(values.pop("type"))
    if "seat" in values:
        values["who"] = describer.who(int(str(values["seat"])))
    for name, named in (("unit", describer.unit), ("region", describer.region), ("criterion", describer.criterion)):
        if name in values:
            values[name] = named(str(values[name]))
    return filled(TEXTS["rulings"][kind][describer.lang], **values)


_SENTENCES: Mapping[type, Callable[..., str]] = {
    moves.SetUp: _setup,
    moves.IdrakysPlaced: lambda t, e: t.say("place_idrakys", who=t.who(e.seat), city=e.city),
    moves.Programmed: _program,
    moves.OrdersRevealed: lambda t, _: t.say("reveal_orders", year=t.after["round"]),
    moves.Executed: _execute,
    moves.TitanChosen: _titan,
    moves.RewardsChosen: _rewards,
    moves.BardsPlaced: _bards,
    moves.DummyAdvanced: _dummy,
    moves.TopRevealed: _top,
    moves.Awoken: _awaken,
    moves.FistShown: _show,
    moves.FistsOpened: _open,
    moves.StoryPlaced: lambda t, e: t.say("place_story", who=t.who(e.seat), city=e.city),
    moves.YearEnded: _year,
    moves.BastionRevealed: _bastion,
    moves.Declared: _declare,
    moves.Evaluated: _evaluate,
    **dict.fromkeys(get_args(moves.Adjusted), _ruled),
}
