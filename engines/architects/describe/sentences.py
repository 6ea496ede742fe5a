"""The sentence of every event, in English and Spanish, from the views before and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from engines.architects import moves
from engines.architects.adjustments.events import Adjusted
from engines.architects.arguments.groups import Captured
from engines.architects.arguments.parameters import EVENTS
from engines.architects.box.components import ROWS
from engines.architects.describe.names import Describer
from engines.kernel.game import Json
from engines.kernel.moves.events import Event

PLACES: Mapping[type, str] = {
    moves.AtQuarry: "quarry",
    moves.AtForest: "forest",
    moves.AtMines: "mines",
    moves.AtSilversmith: "silversmith",
    moves.AtStorehouse: "kings_storehouse",
    moves.Hired: "workshop",
    moves.CardsDrawn: "workshop",
    moves.AtTownCentre: "town_centre",
    moves.AtTaxStand: "tax_stand",
    moves.AtMarketLeft: "market_left",
    moves.AtMarketRight: "market_right",
    moves.HiredAtMarket: "market_middle",
    moves.DrawnAtMarket: "market_middle",
    moves.AtGuardhouse: "guardhouse",
}
"""Event -> the place where it puts a worker."""


def describe(event: Event, before: Json, after: Json, box: Json, lang: str) -> str:
    """One sentence: what happened, and what followed from it; a number that was left out is stated as applied."""
    describer = Describer(before, after, box, lang)
    if any(found["rule"] == "ARC-4.9" for found in after["contradictions"][len(before["contradictions"]) :]):
        return f"{describer.say('no_fit')}."
    said = _SENTENCES[type(event)](describer, event)
    return f"{_followed(describer, said)}."


def _followed(describer: Describer, said: str) -> str:
    """What became due, and the end."""
    before, after = describer.before, describer.after
    if after["pending"] != before["pending"] and after["pending"] is not None:
        market = describer.box["black_market"]["name"][describer.lang]
        said = describer.say("reset_due" if after["pending"] == "reset" else "limit_due", said=said, market=market)
    if after["final"] is not None and before["final"] is None:
        said = describer.say("triggered", said=said)
    if after["phase"] != before["phase"]:
        if after["phase"] == "final_round":
            said = describer.say("final", said=said)
        elif after["phase"] == "finished":
            said = _won(describer, describer.say("finished", said=said))
    return said


def _won(describer: Describer, said: str) -> str:
    """Who has the most points; the result resolves a tie."""
    scores = describer.after["scores"]
    best = max(scores.values())
    seats = [seat for seat, score in scores.items() if score == best]
    if len(seats) > 1:
        key = {
            seat: (describer.after["seats"][seat]["virtue"], describer.after["seats"][seat]["goods"]["silver"])
            for seat in seats
        }
        seats = [seat for seat in seats if key[seat] == max(key.values())]
    if len(seats) == 1:
        return describer.say("win", said=said, who=describer.who(seats[0]), n=best)
    return describer.say("share", said=said, who=describer.all(describer.who(seat) for seat in seats), n=best)


def _setup(describer: Describer, _event: moves.SetUp) -> str:
    return describer.say("setup", who=describer.who(describer.after["start_player"]))


def _starting(describer: Describer, event: moves.StartingApprenticeTaken) -> str:
    said = describer.say("starting", who=describer.who(event.seat), card=describer.name(event.apprentice or ""))
    parts = [said, *describer.changes(event.seat)]
    if event.refills:
        parts.append(describer.say("refilled", cards=describer.all(describer.name(card) for card in event.refills)))
    return ", ".join(parts)


def _draft(describer: Describer, _event: moves.Drafted) -> str:
    hands = describer.after["seats"].items()
    counts = [describer.say("count", who=describer.who(seat), n=of["hand"]["size"]) for seat, of in hands]
    return describer.say("draft", counts=describer.all(counts))


def _gather(describer: Describer, event: Any) -> str:
    return describer.sentence(event.seat, PLACES[type(event)], describer.drawn(event.seat))


def _trade(describer: Describer, event: moves.AtStorehouse) -> str:
    names = [describer.trade(one.trade) for one in event.trades or ()]
    trades = describer.say("trades", names=describer.all(names)) if names else ""
    return describer.sentence(event.seat, "kings_storehouse", trades)


def _hire(describer: Describer, event: moves.Hired | moves.HiredAtMarket) -> str:
    parts = [describer.say("hire", card=describer.name(event.apprentice or ""))]
    if event.discard:
        parts.append(describer.say("discards", card=describer.name(event.discard)))
    if isinstance(event, moves.Hired):
        parts.append(_silver_placed(describer, event))
    parts.append(describer.drawn(event.seat))
    if event.refill:
        parts.append(describer.say("refilled", cards=describer.name(event.refill)))
    return describer.sentence(event.seat, PLACES[type(event)], *parts)


def _silver_placed(describer: Describer, event: moves.Hired) -> str:
    """Silver put on the cards that were passed over (ARC-8.6)."""
    if event.row not in ROWS or event.column is None:
        return ""
    was, now = describer.before["apprentices"][event.row], describer.after["apprentices"][event.row]
    cards = [
        was[str(column)]["card"]
        for column in range(1, event.column)
        if now[str(column)]["silver"] > was[str(column)]["silver"] and was[str(column)]["card"]
    ]
    silver = sum(now[str(column)]["silver"] - was[str(column)]["silver"] for column in range(1, event.column))
    placed = describer.all(describer.name(card) for card in cards)
    return describer.say("silver", n=silver, cards=placed) if cards else ""


def _captures(describer: Describer, seat: int, captures: Iterable[Captured]) -> list[str]:
    """Each capture with its workers, as they were there before."""
    found = []
    for one in captures:
        there = describer.before["locations"].get(one.location, {}).get(str(one.seat), 0)
        there += int(one.location == "town_centre" and one.seat == seat)
        place = describer.name(one.location)
        key = "gets_back" if one.seat == seat else "captures"
        found.append(describer.say(key, n=there, whose=describer.who(one.seat), place=place))
    return found


def _guard(describer: Describer, event: moves.AtGuardhouse) -> str:
    before, seat = describer.before, str(event.seat)
    counts = {
        "send": sum(before["seats"][seat]["captives"].values()),
        "release": before["prison"].get(seat, 0),
        "ransom": sum(of["captives"].get(seat, 0) for of in before["seats"].values()),
        "pay_debt": 1,
    }
    parts = [describer.say(one.action, n=counts[one.action]) for one in event.actions or () if one.action in counts]
    return describer.sentence(event.seat, "guardhouse", *parts)


def _build(describer: Describer, event: moves.Built) -> str:
    card = event.building or ""
    parts = [
        describer.say("build", who=describer.who(event.seat), card=describer.name(card)),
        *_where(describer, event.seat),
    ]
    parts += _captures(describer, event.seat, event.captures or ())
    if event.hire is not None and event.hire.apprentice:
        parts.append(describer.say("hire_free", card=describer.name(event.hire.apprentice)))
        if event.hire.discard:
            parts.append(describer.say("discards", card=describer.name(event.hire.discard)))
    if event.graveyard_discard:
        parts.append(describer.say("discards", card=describer.name(event.graveyard_discard)))
    may = describer.names.get(f"may {card}")
    used = (event.choice, event.captures, event.hire, event.destroy_debt, event.library_discard, event.crane)
    if may is not None and may["may"] and not any(used):
        parts.append(describer.say("unused"))
    second = event.crane
    if second is not None and second.type == "build":
        parts.append(describer.say("second_build", card=describer.name(second.building or "")))
    elif second is not None:
        level = describer.after["seats"][str(event.seat)]["cathedral"]
        parts.append(
            describer.say("second_climb", level=level, place=describer.box["cathedral"]["name"][describer.lang])
        )
    return ", ".join([*parts, *describer.changes(event.seat), *_others(describer, event.seat)])


def _where(describer: Describer, _seat: int) -> list[str]:
    """The space of the Guildhall, and what it purged."""
    before, after = describer.before, describer.after
    spaces = [space for space in after["guildhall"]["taken"] if space not in before["guildhall"]["taken"]]
    hall = describer.name("guildhall")
    parts = [describer.say("space", place=hall, n=space) for space in spaces]
    if not spaces and len(after["guildhall"]["aside"]) > len(before["guildhall"]["aside"]):
        parts.append(describer.say("aside", place=hall))
    if any(int(space) in after["guildhall"]["purges"] for space in spaces):
        cards = [before["apprentices"][row]["1"]["card"] for row in ROWS]
        parts.append(describer.say("purge", cards=describer.all(describer.name(card) for card in cards if card)))
    return parts


def _others(describer: Describer, seat: int) -> list[str]:
    """What became of the virtue and debts of others."""
    found = []
    for other in describer.after["seats"]:
        if other != str(seat):
            said = describer.changes(int(other))
            if said:
                found.append(f"{describer.who(other)}: {', '.join(said)}")
    return found


def _climb(describer: Describer, event: moves.Advanced) -> str:
    level = describer.after["seats"][str(event.seat)]["cathedral"]
    name = describer.box["cathedral"]["name"][describer.lang]
    parts = [
        describer.say("cathedral", who=describer.who(event.seat), level=level, place=name),
        *_where(describer, event.seat),
    ]
    if event.reward is not None:
        gains: Mapping[str, int] = describer.names[f"reward {event.reward}"]
        parts.append(describer.say("reward", gains=describer.goods(gains)))
    return ", ".join([*parts, *describer.changes(event.seat)])


def _return(describer: Describer, event: moves.Returned) -> str:
    place = describer.name(event.location)
    if event.location == "board" and event.holder is not None:
        place = describer.say("board", whose=describer.who(event.holder))
    return describer.say("return", who=describer.who(event.seat), place=place)


def _reset(describer: Describer, event: moves.MarketReset) -> str:
    face: Mapping[str, int] = describer.names.get(f"face {event.large_face}") or {}
    name = describer.box["black_market"]["name"][describer.lang]
    parts = [describer.say("reset", place=name, face=describer.goods(face))]
    released = [
        describer.say("count", who=describer.who(one.seat), n=one.release)
        for one in event.abilities or ()
        if one.release
    ]
    if released:
        parts.append(describer.say("prisoners", counts=describer.all(released)))
    for seat in describer.after["seats"]:
        said = describer.changes(int(seat))
        if said:
            parts.append(f"{describer.who(seat)}: {', '.join(said)}")
    return "; ".join(parts)


def _limit(describer: Describer, event: moves.DiscardedToLimit) -> str:
    seat = str(event.seat)
    count = describer.before["seats"][seat]["hand"]["size"] - describer.after["seats"][seat]["hand"]["size"]
    return describer.say("limit", who=describer.who(event.seat), n=count)


def _order(describer: Describer, event: moves.EndEffectsOrdered) -> str:
    cards = describer.all(describer.name(card) for card in event.order)
    said = describer.say("order", who=describer.who(event.seat), cards=cards)
    return ", ".join([said, *describer.changes(event.seat)])


def _reveal(describer: Describer, event: moves.HandRevealed) -> str:
    if not event.cards:
        return describer.say("reveal_empty", who=describer.who(event.seat))
    return describer.say(
        "reveal", who=describer.who(event.seat), cards=describer.all(describer.name(card) for card in event.cards)
    )


def _adjusted(describer: Describer, event: Any) -> str:
    """What a judge put right."""
    kind = EVENTS.type_of(event)
    values: dict[str, object] = {"place": describer.box["cathedral"]["name"][describer.lang]}
    if hasattr(event, "seat"):
        values["who"] = describer.who(event.seat)
    if hasattr(event, "by"):
        values["by"] = f"{event.by:+d}"
    match kind:
        case "change_goods":
            values["good"] = describer.name(event.good)
        case "change_debts":
            kind = f"change_debts_{event.face}"
        case "move_workers":
            values |= {
                "n": event.count,
                "source": _place(describer, event.source, event.source_holder),
                "target": _place(describer, event.target, event.target_holder),
            }
        case "give_apprentice" | "take_apprentice":
            values["card"] = describer.name(event.apprentice)
        case "give_building" | "take_building":
            values["card"] = describer.name(event.building)
        case "set_space":
            space = describer.after["apprentices"][event.row][str(event.column)]
            card = describer.name(space["card"]) if space["card"] else describer.say("empty")
            values |= {"row": describer.say(event.row), "column": event.column, "card": card, "n": space["silver"]}
        case "set_market":
            values["n"] = event.turned
    return describer.say(kind, **values)


def _place(describer: Describer, place: str, holder: int | None) -> str:
    if place == "board":
        return describer.say("own_board")
    if place == "captive":
        return describer.say("captive", whose=describer.who(holder or 0))
    return describer.name(place)


_SENTENCES: dict[type, Callable[[Describer, Any], str]] = {
    moves.SetUp: _setup,
    moves.StartingApprenticeTaken: _starting,
    moves.Drafted: _draft,
    moves.AtQuarry: _gather,
    moves.AtForest: _gather,
    moves.AtSilversmith: _gather,
    moves.AtMines: _gather,
    moves.AtStorehouse: _trade,
    moves.Hired: _hire,
    moves.HiredAtMarket: _hire,
    moves.CardsDrawn: _gather,
    moves.AtTownCentre: lambda t, e: t.sentence(e.seat, "town_centre", *_captures(t, e.seat, e.captures or ())),
    moves.AtTaxStand: lambda t, e: t.sentence(e.seat, "tax_stand", t.say("taxes", n=t.before["tax_silver"])),
    moves.AtMarketLeft: _gather,
    moves.AtMarketRight: _gather,
    moves.DrawnAtMarket: lambda t, e: t.sentence(e.seat, "market_middle", t.say("keeps")),
    moves.AtGuardhouse: _guard,
    moves.Built: _build,
    moves.Advanced: _climb,
    moves.Returned: _return,
    moves.Passed: lambda t, e: t.say("pass", who=t.who(e.seat)),
    moves.ApprenticeDiscarded: lambda t, e: t.say("discard_apprentice", who=t.who(e.seat), card=t.name(e.apprentice)),
    moves.MarketReset: _reset,
    moves.DiscardedToLimit: _limit,
    moves.EndEffectsOrdered: _order,
    moves.HandRevealed: _reveal,
    **dict.fromkeys(get_args(Adjusted), _adjusted),
}
