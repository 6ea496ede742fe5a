"""The final scoring: achievements and titles (chapters 28 and 37)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engines.kernel.game import Json
from engines.mage_knight.box.components import ARTIFACT, WOUND
from engines.mage_knight.moves.combat import Scored
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.artifacts import elsewhere, show
from engines.mage_knight.state import Player, State

BEATING = "beating"


def score(attempt: Attempt, event: Scored) -> None:
    """Compare the sorted cards of each seat with what it owns, and score the game (MK-28.2)."""
    state = attempt.state
    attempt.must(state.phase == "scoring", "MK-28.1", "not_over")
    kept = event.kept or {}
    for seat in range(len(state.seats)):
        player = attempt.player(seat)
        stated = event.cards.get(seat)
        attempt.must(stated is not None, "MK-28.2", "cards_missing", seat=seat)
        if stated is not None:
            _sorted(attempt, player, seat, list(stated))
        for number, (name, _) in enumerate(player.artifacts):
            shown = kept.get(f"{seat}-{number}")
            if shown is not None and not set(shown) <= set(player.owned) | set(player.removed):
                attempt.note([name], "MK-28.2", "artifacts")
    state.phase = "finished"
    state.scored = breakdown(state)


def _sorted(attempt: Attempt, player: Player, seat: int, stated: list[str]) -> None:
    """Check that the cards of a seat are what it owns, and name its nameless artifacts (chapter 32)."""
    box = attempt.state.box
    found = Counter(stated)
    for card in found:
        attempt.must(card in box.cards, "MK-30.12", "no_card", card=card)
    public = Counter(player.owned)
    nameless = public.pop(ARTIFACT, 0)
    extra, missing = found - public, public - found
    named = [card for card in extra.elements() if cards.is_artifact(box, card)]
    confided = [card for card in missing.elements() if card in player.told]
    if confided and len(named) == len(confided) + nameless:  # this fold knew other artifacts than those shown
        attempt.need(False, "MK-28.2", "cards_differ", seat=seat, names=[name for name, _ in player.artifacts])  # noqa: FBT003
        for name, _ in player.artifacts:
            attempt.note([name], "MK-28.2", "artifacts")
        missing -= Counter(confided)
        nameless += len(confided)
    for card in set(extra):
        other = elsewhere(attempt.state, card) if cards.is_artifact(box, card) else None
        if other is not None:
            attempt.need(False, "MK-3.4", "artifact_known", card=cards.name_of(attempt, card), names=[other])  # noqa: FBT003
    fits = not missing and len(named) == sum(extra.values()) == nameless and len(set(named)) == len(named)
    attempt.need(
        fits,
        "MK-28.2",
        "cards_differ",
        seat=seat,
        names=[elsewhere(attempt.state, card) for card in (*extra, *missing)],
    )
    for card in named:
        show(attempt.state, card, attempt.name)
    player.owned = dict(found)
    player.told = []


def counted(state: State, player: Player, seat: int) -> dict[str, int]:
    """Fame of each category before titles (MK-28.4 to 28.10)."""
    box = state.box
    kinds: Counter[str] = Counter()
    for card, count in player.owned.items():  # artifacts on units too (MK-28.5)
        kind = "artifact" if card == ARTIFACT else box.cards[card].kind
        kinds[kind] += count
    each = {name: Counter(achievement.each) for name, achievement in box.achievements.items()}
    crystals = sum(player.crystals.values())
    shields: Counter[str] = Counter()
    for place in state.spaces.values():
        if place.site is not None and seat in place.shields:
            shields[box.sites[place.site].achievement or "conqueror"] += 1
    leader = sum(
        box.units[unit.id].level // 2 if unit.wounds else box.units[unit.id].level for unit in player.units.values()
    )
    return {
        "knowledge": kinds["spell"] * each["knowledge"]["spell"]
        + kinds["advanced_action"] * each["knowledge"]["advanced_action"],
        "loot": kinds["artifact"] * each["loot"]["artifact"] + (crystals // 2) * each["loot"]["two_crystals"],
        "leader": leader,
        "conqueror": shields["conqueror"] * each["conqueror"]["shield"],
        "adventurer": shields["adventurer"] * each["adventurer"]["shield"],
        BEATING: player.owned.get(WOUND, 0) * each[BEATING]["wound"],
    }


def titles(state: State, sums: list[Mapping[str, int]]) -> list[dict[str, int]]:
    """Fame of each title by seat (MK-28.11, MK-28.12)."""
    found: list[dict[str, int]] = [{} for _ in sums]
    for name, achievement in state.box.achievements.items():
        values = [one[name] for one in sums]
        best = min(values) if name == BEATING else max(values)
        holders = [seat for seat, value in enumerate(values) if value == best] if best else []
        fame = achievement.title if len(holders) == 1 else achievement.tied
        for seat in range(len(sums)):
            found[seat][f"title_{name}"] = fame if seat in holders else 0
    return found


def breakdown(state: State) -> list[dict[str, int]]:
    """The whole score of each seat by its parts (chapter 37)."""
    sums = [counted(state, player, seat) for seat, player in enumerate(state.seats)]
    won = titles(state, list(sums))
    return [{"fame": player.fame, **sums[seat], **won[seat]} for seat, player in enumerate(state.seats)]


def result(state: State) -> Json | None:
    """Ranks and scores with their parts; None while the game runs (MK-28.13)."""
    if state.scored is None:
        return None
    totals = [sum(parts.values()) for parts in state.scored]
    return {
        "seats": {
            str(seat): {
                "rank": 1 + sum(other > total for other in totals),
                "score": total,
                "breakdown": dict(state.scored[seat]),
            }
            for seat, total in enumerate(totals)
        },
        "winners": [seat for seat, total in enumerate(totals) if total == max(totals)],
        "end": {"reason": "rounds_over", "rule": "MK-27.6"}
        if state.revealed is None
        else {"reason": "city_found", "rule": "MK-27.2"},
        "tie_break": None,
        "stand_in": state.box.stand_in,
    }
