"""The result: the places of all seats, and every line of their scores (REP-1 to REP-7)."""

from __future__ import annotations

from engines.architects.rules import scoring
from engines.architects.rules.scoring import Card, Score
from engines.architects.state import FINISHED, Ending, State
from engines.kernel.game import Json

VIRTUE, SILVER, SHARED = "virtue", "silver", "shared"
_RULES = {VIRTUE: "ARC-24.2", SILVER: "ARC-24.3", SHARED: "ARC-24.4"}


def result(state: State) -> Json | None:
    """None while the game runs; then places, scores and where they come from."""
    if state.phase != FINISHED:
        return None
    groups = scoring.ranking(state)
    ranks = {
        seat: 1 + sum(len(group) for group in groups[:place]) for place, group in enumerate(groups) for seat in group
    }
    decided = _decided(state)
    table = scoring.final_table(state)
    shared = {seat for group in groups if len(group) > 1 for seat in group}
    return {
        "seats": {
            str(seat): _seat(state, table, seat, ranks[seat], decided.get(seat), shared=seat in shared)
            for seat in range(len(state.seats))
        },
        "winners": groups[0],
        "end": {"reason": "guildhall_full", "rule": "ARC-22.1", "triggered_by": state.final_by},
        "tie_break": _tie_break(state),
        "turns": state.turn,
        "edition": state.box.edition,
        "warnings": [warned.as_json() for warned in state.warnings],
    }


def _seat(state: State, table: State, seat: int, rank: int, decided: str | None, *, shared: bool) -> Json:
    score, end, mine = scoring.score(table, seat), state.endings[seat], table.seats[seat]
    others = scoring.other_totals(state, seat)
    return {
        "rank": rank,
        "score": score.total,
        "shared": shared,
        "decided_by": decided,
        "breakdown": {
            "buildings": {"vp": score.buildings, "cards": [_card(card) for card in score.cards]},
            "cathedral": {"vp": score.cathedral, "level": mine.level},
            "virtue": {"vp": score.virtue, "position": end.virtue, "before_end_effects": state.seats[seat].virtue},
            "debts": _debts(score, end, mine.paid),
            "gold_marble": {"vp": score.gold_marble, "gold": mine.goods["gold"], "marble": mine.goods["marble"]},
            "silver": {"vp": score.silver, "silver": end.silver},
            "prison": {"vp": score.prison, "prisoners": state.prison[seat]},
        },
        "end_effects": [
            {
                "id": step.id,
                "virtue_from": step.virtue_from,
                "virtue_to": step.virtue_to,
                "debts_destroyed": step.destroyed,
                "debts_taken": step.taken,
            }
            for step in end.steps
        ],
        "order_matters": bool(others),
        "other_totals": others,
    }


def _card(card: Card) -> Json:
    return {"id": card.id, "vp": card.vp, "bonus": card.bonus, "counted": card.counted, "every": card.every}


def _debts(score: Score, end: Ending, paid: int) -> Json:
    return {"vp": score.debts, "unpaid": end.unpaid, "paid": paid, "rate": score.rate}


def _decided(state: State) -> dict[int, str]:
    """The seats with equal totals, and what separated them; ``shared`` if nothing did (REP-5)."""
    found = {}
    for _, seats, tied in scoring.ties(state):
        for seat, mine in zip(seats, tied, strict=True):
            others = [one for other, one in zip(seats, tied, strict=True) if other != seat]
            like = [one for one in others if one.virtue == mine.virtue]
            if not like:
                found[seat] = VIRTUE
            else:
                same = any(one.goods[SILVER] == mine.goods[SILVER] for one in like)
                found[seat] = SHARED if same else SILVER
    return found


def _tie_break(state: State) -> Json | None:
    """How equal totals were separated, step by step; None if there were none (ARC-24.2 to 24.5)."""
    steps: list[Json] = []
    concerned: set[int] = set()
    for _, seats, tied in scoring.ties(state):
        concerned |= set(seats)
        by_virtue = _parted({seat: one.virtue for seat, one in zip(seats, tied, strict=True)})
        if len(by_virtue) > 1:
            steps.append({"rule": _RULES[VIRTUE], "how": VIRTUE, "groups": by_virtue})
        for group in by_virtue:
            if len(group) < 2:  # noqa: PLR2004 - one seat is no tie
                continue
            silver = {seat: one.goods[SILVER] for seat, one in zip(seats, tied, strict=True) if seat in group}
            by_silver = _parted(silver)
            if len(by_silver) > 1:
                steps.append({"rule": _RULES[SILVER], "how": SILVER, "groups": by_silver})
            steps += [{"rule": _RULES[SHARED], "how": SHARED, "groups": [same]} for same in by_silver if len(same) > 1]
    if not concerned:
        return None
    return {"rule": steps[-1]["rule"], "how": steps[-1]["how"], "seats": sorted(concerned), "steps": steps}


def _parted(values: dict[int, int]) -> list[list[int]]:
    """Seats by value, the greatest first."""
    return [[seat for seat in values if values[seat] == value] for value in sorted(set(values.values()), reverse=True)]
