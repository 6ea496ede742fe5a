"""What the engine tells: one sentence for every event, in English and Spanish, from the two views of one fold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from engines.architects.adjustments.events import Adjusted
from engines.architects.arguments.groups import Captured
from engines.architects.arguments.parameters import EVENTS
from engines.architects.box.components import ROWS
from engines.architects.describe.words import Teller
from engines.architects.moves import (
    Advanced,
    ApprenticeDiscarded,
    AtForest,
    AtGuardhouse,
    AtMarketLeft,
    AtMarketRight,
    AtMines,
    AtQuarry,
    AtSilversmith,
    AtStorehouse,
    AtTaxStand,
    AtTownCentre,
    Built,
    CardsDrawn,
    DiscardedToLimit,
    Drafted,
    DrawnAtMarket,
    EndEffectsOrdered,
    Event,
    HandRevealed,
    Hired,
    HiredAtMarket,
    MarketReset,
    Passed,
    Returned,
    SetUp,
    StartingApprenticeTaken,
)
from engines.kernel.game import Json

PLACES: Mapping[type, str] = {
    AtQuarry: "quarry",
    AtForest: "forest",
    AtMines: "mines",
    AtSilversmith: "silversmith",
    AtStorehouse: "kings_storehouse",
    Hired: "workshop",
    CardsDrawn: "workshop",
    AtTownCentre: "town_centre",
    AtTaxStand: "tax_stand",
    AtMarketLeft: "market_left",
    AtMarketRight: "market_right",
    HiredAtMarket: "market_middle",
    DrawnAtMarket: "market_middle",
    AtGuardhouse: "guardhouse",
}
"""Event -> the place where it puts a worker."""


def describe(event: Event, before: Json, after: Json, box: Json, lang: str) -> str:
    """One sentence: what happened, and what followed from it; a number that was left out is told as it was taken."""
    teller = Teller(before, after, box, lang)
    if any(found["rule"] == "ARC-4.9" for found in after["contradictions"][len(before["contradictions"]) :]):
        return f"{teller.say('no_fit')}."
    said = _TELL[type(event)](teller, event)
    return f"{_followed(teller, said)}."


def _followed(teller: Teller, said: str) -> str:
    """What became due, and the end."""
    before, after = teller.before, teller.after
    if after["pending"] != before["pending"] and after["pending"] is not None:
        market = teller.box["black_market"]["name"][teller.lang]
        said = teller.say("reset_due" if after["pending"] == "reset" else "limit_due", said=said, market=market)
    if after["final"] is not None and before["final"] is None:
        said = teller.say("triggered", said=said)
    if after["phase"] != before["phase"]:
        if after["phase"] == "final_round":
            said = teller.say("final", said=said)
        elif after["phase"] == "finished":
            said = _won(teller, teller.say("finished", said=said))
    return said


def _won(teller: Teller, said: str) -> str:
    """Who has the most points; a tie is told by the result."""
    scores = teller.after["scores"]
    best = max(scores.values())
    seats = [seat for seat, score in scores.items() if score == best]
    if len(seats) > 1:
        key = {
            seat: (teller.after["seats"][seat]["virtue"], teller.after["seats"][seat]["goods"]["silver"])
            for seat in seats
        }
        seats = [seat for seat in seats if key[seat] == max(key.values())]
    if len(seats) == 1:
        return teller.say("win", said=said, who=teller.who(seats[0]), n=best)
    return teller.say("share", said=said, who=teller.all(teller.who(seat) for seat in seats), n=best)


# ------------------------------------------------------------------------------------------------------- before play


def _setup(teller: Teller, event: SetUp) -> str:
    del event
    return teller.say("setup", who=teller.who(teller.after["start_player"]))


def _starting(teller: Teller, event: StartingApprenticeTaken) -> str:
    said = teller.say("starting", who=teller.who(event.seat), card=teller.name(event.apprentice or ""))
    parts = [said, *teller.changes(event.seat)]
    if event.refills:
        parts.append(teller.say("refilled", cards=teller.all(teller.name(card) for card in event.refills)))
    return ", ".join(parts)


def _draft(teller: Teller, event: Drafted) -> str:
    del event
    hands = teller.after["seats"].items()
    counts = [teller.say("count", who=teller.who(seat), n=of["hand"]["size"]) for seat, of in hands]
    return teller.say("draft", counts=teller.all(counts))


# -------------------------------------------------------------------------------------------------------------- turns


def _gather(teller: Teller, event: Any) -> str:
    return teller.sentence(event.seat, PLACES[type(event)], teller.drawn(event.seat))


def _trade(teller: Teller, event: AtStorehouse) -> str:
    names = [teller.trade(one.trade) for one in event.trades or ()]
    trades = teller.say("trades", names=teller.all(names)) if names else ""
    return teller.sentence(event.seat, "kings_storehouse", trades)


def _hire(teller: Teller, event: Hired | HiredAtMarket) -> str:
    parts = [teller.say("hire", card=teller.name(event.apprentice or ""))]
    if event.discard:
        parts.append(teller.say("discards", card=teller.name(event.discard)))
    if isinstance(event, Hired):
        parts.append(_laid(teller, event))
    parts.append(teller.drawn(event.seat))
    if event.refill:
        parts.append(teller.say("refilled", cards=teller.name(event.refill)))
    return teller.sentence(event.seat, PLACES[type(event)], *parts)


def _laid(teller: Teller, event: Hired) -> str:
    """Silver laid on the cards that were passed over (ARC-8.6)."""
    if event.row not in ROWS or event.column is None:
        return ""
    was, now = teller.before["apprentices"][event.row], teller.after["apprentices"][event.row]
    cards = [
        was[str(column)]["card"]
        for column in range(1, event.column)
        if now[str(column)]["silver"] > was[str(column)]["silver"] and was[str(column)]["card"]
    ]
    silver = sum(now[str(column)]["silver"] - was[str(column)]["silver"] for column in range(1, event.column))
    return teller.say("laid", n=silver, cards=teller.all(teller.name(card) for card in cards)) if cards else ""


def _captures(teller: Teller, seat: int, captures: Iterable[Captured]) -> list[str]:
    """Each capture with its workers, as they stood there before."""
    found = []
    for one in captures:
        there = teller.before["locations"].get(one.location, {}).get(str(one.seat), 0)
        there += int(one.location == "town_centre" and one.seat == seat)
        place = teller.name(one.location)
        key = "gets_back" if one.seat == seat else "captures"
        found.append(teller.say(key, n=there, whose=teller.who(one.seat), place=place))
    return found


def _capture(teller: Teller, event: AtTownCentre) -> str:
    parts = _captures(teller, event.seat, event.captures or ())
    return teller.sentence(event.seat, "town_centre", *parts)


def _taxes(teller: Teller, event: AtTaxStand) -> str:
    return teller.sentence(event.seat, "tax_stand", teller.say("taxes", n=teller.before["tax_silver"]))


def _guard(teller: Teller, event: AtGuardhouse) -> str:
    before, seat = teller.before, str(event.seat)
    counts = {
        "send": sum(before["seats"][seat]["captives"].values()),
        "release": before["prison"].get(seat, 0),
        "ransom": sum(of["captives"].get(seat, 0) for of in before["seats"].values()),
        "pay_debt": 1,
    }
    parts = [teller.say(one.action, n=counts[one.action]) for one in event.actions or () if one.action in counts]
    return teller.sentence(event.seat, "guardhouse", *parts)


def _market_draw(teller: Teller, event: DrawnAtMarket) -> str:
    return teller.sentence(event.seat, "market_middle", teller.say("keeps"))


# ----------------------------------------------------------------------------------------------------------- guildhall


def _build(teller: Teller, event: Built) -> str:
    card = event.building or ""
    parts = [teller.say("build", who=teller.who(event.seat), card=teller.name(card)), *_where(teller, event.seat)]
    parts += _captures(teller, event.seat, event.captures or ())
    if event.hire is not None and event.hire.apprentice:
        parts.append(teller.say("hire_free", card=teller.name(event.hire.apprentice)))
        if event.hire.discard:
            parts.append(teller.say("discards", card=teller.name(event.hire.discard)))
    if event.graveyard_discard:
        parts.append(teller.say("discards", card=teller.name(event.graveyard_discard)))
    may = teller.names.get(f"may {card}")
    used = (event.choice, event.captures, event.hire, event.destroy_debt, event.library_discard, event.crane)
    if may is not None and may["may"] and not any(used):
        parts.append(teller.say("unused"))
    second = event.crane
    if second is not None and second.type == "build":
        parts.append(teller.say("second_build", card=teller.name(second.building or "")))
    elif second is not None:
        level = teller.after["seats"][str(event.seat)]["cathedral"]
        parts.append(teller.say("second_climb", level=level, place=teller.box["cathedral"]["name"][teller.lang]))
    return ", ".join([*parts, *teller.changes(event.seat), *_others(teller, event.seat)])


def _where(teller: Teller, seat: int) -> list[str]:
    """The space of the Guildhall, and what it purged."""
    before, after = teller.before, teller.after
    spaces = [space for space in after["guildhall"]["taken"] if space not in before["guildhall"]["taken"]]
    hall = teller.name("guildhall")
    parts = [teller.say("space", place=hall, n=space) for space in spaces]
    if not spaces and len(after["guildhall"]["aside"]) > len(before["guildhall"]["aside"]):
        parts.append(teller.say("aside", place=hall))
    if any(int(space) in after["guildhall"]["purges"] for space in spaces):
        cards = [before["apprentices"][row]["1"]["card"] for row in ROWS]
        parts.append(teller.say("purge", cards=teller.all(teller.name(card) for card in cards if card)))
    del seat
    return parts


def _others(teller: Teller, seat: int) -> list[str]:
    """What became of the virtue and debts of others."""
    found = []
    for other in teller.after["seats"]:
        if other != str(seat):
            said = teller.changes(int(other))
            if said:
                found.append(f"{teller.who(other)}: {', '.join(said)}")
    return found


def _climb(teller: Teller, event: Advanced) -> str:
    level = teller.after["seats"][str(event.seat)]["cathedral"]
    name = teller.box["cathedral"]["name"][teller.lang]
    parts = [teller.say("cathedral", who=teller.who(event.seat), level=level, place=name), *_where(teller, event.seat)]
    if event.reward is not None:
        gains: Mapping[str, int] = teller.names[f"reward {event.reward}"]
        parts.append(teller.say("reward", gains=teller.goods(gains)))
    return ", ".join([*parts, *teller.changes(event.seat)])


# -------------------------------------------------------------------------------------------------------------- others


def _return(teller: Teller, event: Returned) -> str:
    place = teller.name(event.location)
    if event.location == "board" and event.holder is not None:
        place = teller.say("board", whose=teller.who(event.holder))
    return teller.say("return", who=teller.who(event.seat), place=place)


def _pass(teller: Teller, event: Passed) -> str:
    return teller.say("pass", who=teller.who(event.seat))


def _discard(teller: Teller, event: ApprenticeDiscarded) -> str:
    return teller.say("discard_apprentice", who=teller.who(event.seat), card=teller.name(event.apprentice))


def _reset(teller: Teller, event: MarketReset) -> str:
    face: Mapping[str, int] = teller.names.get(f"face {event.large_face}") or {}
    name = teller.box["black_market"]["name"][teller.lang]
    parts = [teller.say("reset", place=name, face=teller.goods(face))]
    released = [
        teller.say("count", who=teller.who(one.seat), n=one.release) for one in event.abilities or () if one.release
    ]
    if released:
        parts.append(teller.say("prisoners", counts=teller.all(released)))
    for seat in teller.after["seats"]:
        said = teller.changes(int(seat))
        if said:
            parts.append(f"{teller.who(seat)}: {', '.join(said)}")
    return "; ".join(parts)


def _limit(teller: Teller, event: DiscardedToLimit) -> str:
    seat = str(event.seat)
    count = teller.before["seats"][seat]["hand"]["size"] - teller.after["seats"][seat]["hand"]["size"]
    return teller.say("limit", who=teller.who(event.seat), n=count)


def _order(teller: Teller, event: EndEffectsOrdered) -> str:
    cards = teller.all(teller.name(card) for card in event.order)
    said = teller.say("order", who=teller.who(event.seat), cards=cards)
    return ", ".join([said, *teller.changes(event.seat)])


def _reveal(teller: Teller, event: HandRevealed) -> str:
    if not event.cards:
        return teller.say("reveal_empty", who=teller.who(event.seat))
    return teller.say("reveal", who=teller.who(event.seat), cards=teller.all(teller.name(card) for card in event.cards))


# ------------------------------------------------------------------------------------------------------- adjustments


def _adjusted(teller: Teller, event: Any) -> str:
    """What a judge put right."""
    kind = EVENTS.type_of(event)
    values: dict[str, object] = {"place": teller.box["cathedral"]["name"][teller.lang]}
    if hasattr(event, "seat"):
        values["who"] = teller.who(event.seat)
    if hasattr(event, "by"):
        values["by"] = f"{event.by:+d}"
    match kind:
        case "change_goods":
            values["good"] = teller.name(event.good)
        case "change_debts":
            kind = f"change_debts_{event.face}"
        case "move_workers":
            values |= {
                "n": event.count,
                "source": _place(teller, event.source, event.source_holder),
                "target": _place(teller, event.target, event.target_holder),
            }
        case "give_apprentice" | "take_apprentice":
            values["card"] = teller.name(event.apprentice)
        case "give_building" | "take_building":
            values["card"] = teller.name(event.building)
        case "set_space":
            space = teller.after["apprentices"][event.row][str(event.column)]
            card = teller.name(space["card"]) if space["card"] else teller.say("empty")
            values |= {"row": teller.say(event.row), "column": event.column, "card": card, "n": space["silver"]}
        case "set_market":
            values["n"] = event.turned
    return teller.say(kind, **values)


def _place(teller: Teller, place: str, holder: int | None) -> str:
    if place == "board":
        return teller.say("own_board")
    if place == "captive":
        return teller.say("captive", whose=teller.who(holder or 0))
    return teller.name(place)


_TELL: dict[type, Callable[[Teller, Any], str]] = {
    SetUp: _setup,
    StartingApprenticeTaken: _starting,
    Drafted: _draft,
    AtQuarry: _gather,
    AtForest: _gather,
    AtSilversmith: _gather,
    AtMines: _gather,
    AtStorehouse: _trade,
    Hired: _hire,
    HiredAtMarket: _hire,
    CardsDrawn: _gather,
    AtTownCentre: _capture,
    AtTaxStand: _taxes,
    AtMarketLeft: _gather,
    AtMarketRight: _gather,
    DrawnAtMarket: _market_draw,
    AtGuardhouse: _guard,
    Built: _build,
    Advanced: _climb,
    Returned: _return,
    Passed: _pass,
    ApprenticeDiscarded: _discard,
    MarketReset: _reset,
    DiscardedToLimit: _limit,
    EndEffectsOrdered: _order,
    HandRevealed: _reveal,
    **dict.fromkeys(get_args(Adjusted), _adjusted),
}
