"""What the engine tells: one sentence for every event, in English and Spanish, from the two views of one fold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import get_args

from engines.kernel.game import Json
from engines.kernel.sentences import Teller, filled
from engines.xidit.adjustments.texts import PHRASES
from engines.xidit.describe.phrases import EVENTS
from engines.xidit.marks import marks
from engines.xidit.moves import (
    Adjusted,
    Awoken,
    BardsPlaced,
    BastionRevealed,
    Declared,
    DummyAdvanced,
    Evaluated,
    Event,
    Executed,
    FistShown,
    FistsOpened,
    IdrakysPlaced,
    OrdersRevealed,
    Programmed,
    RewardsChosen,
    SetUp,
    StoryPlaced,
    TitanChosen,
    TopRevealed,
    YearEnded,
    encode,
)


class _Teller(Teller):
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
        found: str = next((item[name][self.lang] for item in self.box[part] if item["id"] == key), key)
        return found

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

    Nothing that lies behind a screen is told, but what the event itself tells this fold and what its view holds.
    """
    teller = _Teller(before, after, box, lang, EVENTS[lang])
    if _unfit(before, after):
        return f"{teller.say('no_fit')}."
    said = _TELL[type(event)](teller, event)
    if before["phase"] not in ("setup", "placing"):
        said = _followed(teller, event, said)
    return f"{said}."


def _unfit(before: Json, after: Json) -> bool:
    """Whether the event changed nothing, because it does not fit."""
    new = after["contradictions"][len(before["contradictions"]) :]
    return any(found["rule"] == "XID-21.2" for found in new)


def _followed(teller: _Teller, event: Event, said: str) -> str:
    """Tiles that came, an awakening that is due."""
    for mark in marks(event, teller.before, teller.after):
        if mark["kind"] == "tile_renewed":
            said = teller.say(f"renewed_{mark['queue']}", said=said, tile=mark["tile"], city=mark["city"])
        elif mark["kind"] == "awakening_due":
            said = teller.say("awakening_due", said=said)
    return said


def _setup(teller: _Teller, event: SetUp) -> str:
    cities = teller.after["cities"]
    by = {
        side: sorted(
            (city for city, there in cities.items() if there["tile"] and there["tile"]["side"] == side), key=int
        )
        for side in ("recruit", "threat")
    }
    return teller.say(
        "setup",
        recruits=teller.all(by["recruit"]),
        threats=teller.all(by["threat"]),
        who=teller.who(event.first_player),
    )


def _place(teller: _Teller, event: IdrakysPlaced) -> str:
    return teller.say("place_idrakys", who=teller.who(event.seat), city=event.city)


def _program(teller: _Teller, event: Programmed) -> str:
    if event.orders is None:
        return teller.say("program", who=teller.who(event.seat))
    orders = ", ".join(teller.icon(icon) for icon in event.orders)
    return teller.say("program_known", who=teller.who(event.seat), orders=orders)


def _reveal(teller: _Teller, event: OrdersRevealed) -> str:  # noqa: ARG001 - one signature for all
    return teller.say("reveal_orders", year=teller.after["round"])


def _execute(teller: _Teller, event: Executed) -> str:
    order = teller.before["order_no"]
    board = teller.after["programs"][str(event.seat)]
    done = board["outcomes"][order - 1]
    if done["reason"] is not None and done["did"] == "nothing":
        said = teller.say("nothing", city=done["city"], reason=teller.say(done["reason"]))
    else:
        unit = "" if done["unit"] is None else teller.named("units", done["unit"], "one")
        road = teller.icon(board["orders"][order - 1])
        said = teller.say(done["did"], city=done["city"], unit=unit, road=road)
    due, reward = teller.after["due"], teller.after["due"] and teller.after["due"]["rewards"]
    if done["did"] == "threat" and not (reward and due["what"] == "choose_rewards"):
        said = f"{said}, {_forced(teller, event.seat, done)}"
    return teller.say("execute", who=teller.who(event.seat), order=order, said=said)


def _forced(teller: _Teller, seat: int, done: Json) -> str:
    """Rewards that left no choice (XID-10.2)."""
    threat = teller.before["cities"][str(done["city"])]["tile"]
    rewards = ["gold"]
    if teller.before["seats"][str(seat)]["stories"] > teller.after["seats"][str(seat)]["stories"]:
        rewards.append("stories")
    elif (
        _all_bards(teller.before) < _all_bards(teller.after) or (teller.after["due"] or {}).get("what") == "place_bards"
    ):
        rewards.append("bards")
    taken = [_reward(teller, reward, threat["rewards"], done["city"]) for reward in rewards]
    return teller.all(taken)


def _all_bards(view: Json) -> int:
    open_ones = sum(n for region in view["regions"].values() for n in region["bards"].values())
    total: int = open_ones + view["bastion"]["total"]
    return total


def _reward(teller: _Teller, reward: str, numbers: Json | None, city: int | None) -> str:
    if reward == "gold":
        return teller.say("gold", n="?" if numbers is None else numbers["gold"])
    guild = teller.after["cities"][str(city)]["guild"] if city is not None else None
    if reward == "stories" and guild is not None:
        return teller.say("stories", city=city, height=guild["height"])
    return teller.say("stories_plain" if reward == "stories" else "bards")


def _titan(teller: _Teller, event: TitanChosen) -> str:
    if event.titan is None:
        return teller.say("decline_titan", who=teller.who(event.seat))
    units = teller.all(_units(teller, event.units or {}))
    return teller.say("choose_titan", who=teller.who(event.seat), titan=event.titan, units=units)


def _units(teller: _Teller, units: Mapping[str, int]) -> list[str]:
    """Units, weakest first."""
    order = [unit["id"] for unit in teller.box["units"]]
    known = sorted(units.items(), key=lambda pair: order.index(pair[0]) if pair[0] in order else len(order))
    return [
        teller.named("units", unit, "one") if count == 1 else f"{count} {teller.unit(unit)}" for unit, count in known
    ]


def _rewards(teller: _Teller, event: RewardsChosen) -> str:
    due = teller.before["due"] or {}
    taken = [_reward(teller, reward, due.get("rewards"), due.get("city")) for reward in event.rewards]
    return teller.say("choose_rewards", who=teller.who(event.seat), rewards=teller.all(taken))


def _bards(teller: _Teller, event: BardsPlaced) -> str:
    there = []
    central = next(region["id"] for region in teller.box["regions"] if region["central"])
    for region, count in event.regions.items():
        if region == central or count is None:
            # Everybody sees how many tokens go in (XID-19.6), whether somebody typed the number or it follows.
            into = teller.after["bastion"]["total"] - teller.before["bastion"]["total"]
            there.append(teller.say("region", region=teller.say("bastion"), n=into))
        else:
            there.append(teller.say("region", region=teller.region(region), n=count))
    if not there:
        return teller.say("no_bards", who=teller.who(event.seat))
    return teller.say("place_bards", who=teller.who(event.seat), regions=teller.all(there))


def _dummy(teller: _Teller, event: DummyAdvanced) -> str:
    value = teller.after["dummy"]["tracks"][event.criterion]["value"]
    return teller.say(
        "advance_dummy", who=teller.who(event.seat), criterion=teller.criterion(event.criterion), value=value
    )


def _top(teller: _Teller, event: TopRevealed) -> str:
    key = "top_unseen" if event.tile is None else "reveal_top"
    return teller.say(key, pile=teller.say(event.pile), tile=event.tile)


def _awaken(teller: _Teller, event: Awoken) -> str:
    titans = teller.all(list(event.turned.values()))
    return teller.say("awaken" if event.turned else "awaken_none", titans=titans, tile=event.next_threat)


def _show(teller: _Teller, event: FistShown) -> str:
    key = "census_show" if event.count is None else "census_show_known"
    return teller.say(key, who=teller.who(event.seat), unit=teller.unit(event.unit), n=event.count)


def _open(teller: _Teller, event: FistsOpened) -> str:
    done = teller.after["census"]["rounds"][event.unit]
    winners = [teller.who(seat) for seat in done["winners"]]
    key = "nobody" if not winners else f"{'won' if len(winners) == 1 else 'each'}_{done['kind']}"
    won = teller.say(key, who=teller.all(winners), n=done["each"])
    return teller.say("census_open", unit=teller.unit(event.unit), counts=teller.counts(event.counts.items()), won=won)


def _story(teller: _Teller, event: StoryPlaced) -> str:
    return teller.say("place_story", who=teller.who(event.seat), city=event.city)


def _year(teller: _Teller, event: YearEnded) -> str:  # noqa: ARG001 - one signature for all
    year, after = teller.before["round"], teller.after
    if after["phase"] == "evaluating":
        return teller.say("end_last", year=year)
    return teller.say("end_year", year=year, who=teller.who(after["first_player"]), next=after["round"])


def _bastion(teller: _Teller, event: BastionRevealed) -> str:
    some = [(seat, count) for seat, count in event.counts.items() if count]
    return teller.say("reveal_bastion", counts=teller.counts(some) if some else teller.say("empty"))


def _declare(teller: _Teller, event: Declared) -> str:
    things = []
    if event.gold is not None:
        things.append(teller.say("declared_gold", n=event.gold))
    things += _units(teller, event.units or {})
    if event.total is not None:
        things.append(teller.say("declared_total", n=event.total))
    said = teller.say("declare", who=teller.who(event.seat), things=teller.all(things))
    new = teller.after["findings"][len(teller.before["findings"]) :]
    if new:
        # A view holds the figures of those seats only whose screen its eyes may look behind.
        behind = teller.after["derived"].get(str(event.seat))
        other = "" if behind is None else teller.all([str(_counted(behind, found["what"])) for found in new])
        said = teller.say("differs" if other else "differs_hidden", said=said, other=other)
    return said


def _counted(behind: Json, what: str) -> int:
    """A derived figure by the name a finding has for it."""
    units: Mapping[str, int] = behind["units"]
    gold: int = behind["gold"]
    return gold if what == "gold" else sum(units.values()) if what == "total" else units[what]


def _evaluate(teller: _Teller, event: Evaluated) -> str:  # noqa: ARG001 - one signature for all
    at = sum(one["out"] is not None for one in teller.after["evaluations"]) - 1
    done = teller.after["evaluations"][at]
    ranked = sorted(done["values"].items(), key=lambda item: done["ranks"][item[0]])
    out = [teller.who(seat) for seat in done["out"]]
    said = teller.say(
        "evaluate",
        criterion=teller.criterion(done["criterion"]),
        values=teller.counts(ranked),
        out=teller.all(out),
        n=len(out),
    )
    if teller.after["phase"] != "finished":
        return said
    left = [seat for seat in done["values"] if not any(seat in one["out"] for one in teller.after["evaluations"])]
    if left == ["dummy"]:
        return teller.say("survives", said=said)
    return teller.say("wins", said=said, who=teller.all([teller.who(seat) for seat in left]))


def _ruled(teller: _Teller, event: Adjusted) -> str:
    """What a judge ordered."""
    values: dict[str, object] = dict(encode(event))
    kind = str(values.pop("type"))
    if "seat" in values:
        values["who"] = teller.who(int(str(values["seat"])))
    for name, named in (("unit", teller.unit), ("region", teller.region), ("criterion", teller.criterion)):
        if name in values:
            values[name] = named(str(values[name]))
    return filled(PHRASES[teller.lang][kind], **values)


_TELL: Mapping[type, Callable[..., str]] = {
    SetUp: _setup,
    IdrakysPlaced: _place,
    Programmed: _program,
    OrdersRevealed: _reveal,
    Executed: _execute,
    TitanChosen: _titan,
    RewardsChosen: _rewards,
    BardsPlaced: _bards,
    DummyAdvanced: _dummy,
    TopRevealed: _top,
    Awoken: _awaken,
    FistShown: _show,
    FistsOpened: _open,
    StoryPlaced: _story,
    YearEnded: _year,
    BastionRevealed: _bastion,
    Declared: _declare,
    Evaluated: _evaluate,
    **dict.fromkeys(get_args(Adjusted), _ruled),
}
