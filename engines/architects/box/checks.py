"""Every fault of an owner's box, by path: the owner of a printed copy corrects ours from the cardboard.

The default edition is the yardstick for what the rules fix: how many cards, positions, levels, spaces, which locations,
goods and skills there are. Costs, skills, gains, points and names are the owner's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.architects.box.card_checks import check_apprentices, check_buildings, check_characters
from engines.architects.box.common_checks import check_alike, check_gain, check_goods, check_mix, number_of, ours
from engines.architects.box.components import SEATS
from engines.architects.box.place_checks import check_places
from engines.kernel.box.checks import COLOUR, Faults, value_at
from engines.kernel.game import Json, Text

_OPTIONS: Mapping[str, tuple[Any, ...]] = {
    "conspirator_scope": ("per_turn", "per_capture"),
    "starting_apprentice": (False, True),
    "promos": (False, True),
    "alternate_characters": (False, True),
    "side": (1, 2),
}


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Every fault of an owner's box as (path, what is wrong); empty when it can be played with."""
    faults = Faults()
    whole = faults.group(box, "")
    if faults:
        return faults
    faults.once(whole.get("edition"), "edition", set())
    faults.text_or_names(whole.get("origin"), "origin")
    _named(faults, whole, "colours", COLOUR)
    _ids(faults, whole, "resources", "ARC-1.8")
    _ids(faults, whole, "skills", "ARC-1.14")
    _options(faults, whole.get("options"))
    _counts(faults, whole)
    _setup(faults, whole)
    check_places(faults, whole)
    _track(faults, whole)
    _cathedral(faults, whole)
    _guildhall(faults, whole.get("guildhall"))
    _market(faults, whole)
    _rewards(faults, whole)
    _scoring(faults, whole)
    check_apprentices(faults, whole)
    check_buildings(faults, whole)
    check_characters(faults, whole)
    if "solo" in whole:
        faults.add("solo", "the solo game is not played here (ARC-25.4)", "no se juega en solitario (ARC-25.4)")
    return faults


# ---------------------------------------------------------------------------------------------------------- the plain


def _named(faults: Faults, whole: Json, table: str, pattern: Any) -> None:
    """Colours enough for all seats, each with a name (ARC-2.1)."""
    seen: set[str] = set()
    for path, item in faults.groups(whole.get(table), table):
        faults.once(item.get("id"), f"{path}.id", seen, pattern)
        faults.names(item.get("name"), f"{path}.name")
    if len(seen) < SEATS[-1]:
        faults.add(table, f"colours needed: {SEATS[-1]} (ARC-2.1)", f"colores necesarios: {SEATS[-1]} (ARC-2.1)")


def _ids(faults: Faults, whole: Json, table: str, rule: str) -> None:
    """The things that the rules name, each with a name of its own."""
    seen: set[str] = set()
    found = []
    for path, item in faults.groups(whole.get(table), table):
        found.append(faults.once(item.get("id"), f"{path}.id", seen))
        faults.names(item.get("name"), f"{path}.name")
    faults.same(found, table, (item["id"] for item in ours()[table]), rule)


def _options(faults: Faults, options: object) -> None:
    found = faults.group(options, "options")
    for name, allowed in _OPTIONS.items():
        value = found.get(name)
        if not any(value == one and type(value) is type(one) for one in allowed):
            listed = ", ".join(str(one) for one in allowed)
            faults.add(
                f"options.{name}",
                f"{value!r:.40} should be one of {listed}",
                f"{value!r:.40} debería ser uno de {listed}",
            )


def _counts(faults: Faults, whole: Json) -> None:
    """Counts, and each that stands twice as one and the same figure (ARC-1)."""
    counts = faults.group(whole.get("counts"), "counts")
    counted = ours()["counts"]
    fixed = {
        "apprentices": "ARC-1.2",
        "buildings": "ARC-1.3",
        "black_market_cards": "ARC-1.4",
        "reward_cards": "ARC-1.5",
        "workers_per_player": "ARC-1.11",
    }
    for key in counted:
        if key in fixed:
            faults.exactly(counts.get(key), f"counts.{key}", counted[key], fixed[key])
        else:
            faults.whole(counts.get(key), f"counts.{key}")
    per_player = counts.get("workers_per_player")
    if type(per_player) is int:
        faults.exactly(counts.get("workers"), "counts.workers", per_player * SEATS[-1], "ARC-1.9")
    supply = [one for one in faults.items(whole.get("unlimited_supply"), "unlimited_supply") if isinstance(one, str)]
    faults.same(supply, "unlimited_supply", ours()["unlimited_supply"], "ARC-1.10")


def _setup(faults: Faults, whole: Json) -> None:
    """What a table starts with (ARC-2)."""
    setup = faults.group(whole.get("setup"), "setup")
    top = max(0, len(faults.items(whole.get("virtue_track"), "virtue_track")) - 1)
    for key in ("tax_stand_silver", "hand_limit"):
        faults.whole(setup.get(key), f"setup.{key}")
    faults.whole(setup.get("apprentice_limit"), "setup.apprentice_limit", 1)
    faults.whole(setup.get("start_virtue_side_1"), "setup.start_virtue_side_1", 0, top)
    path = "setup.start_silver_side_1_by_turn_order"
    silver = faults.items(setup.get("start_silver_side_1_by_turn_order"), path)
    for place, count in enumerate(silver):
        faults.whole(count, f"{path}.{place}")
    if len(silver) < SEATS[-1]:
        faults.add(path, f"figures needed: {SEATS[-1]} (ARC-2.14)", f"cifras necesarias: {SEATS[-1]} (ARC-2.14)")
    rewards = faults.group(setup.get("reward_cards_by_players"), "setup.reward_cards_by_players")
    for seats in SEATS:
        faults.exactly(rewards.get(str(seats)), f"setup.reward_cards_by_players.{seats}", 2 * seats + 1, "ARC-2.4")
    display = faults.group(setup.get("apprentice_display"), "setup.apprentice_display")
    faults.exactly(display.get("rows"), "setup.apprentice_display.rows", 2, "ARC-2.6")
    faults.exactly(display.get("columns"), "setup.apprentice_display.columns", 4, "ARC-2.6")
    draft = faults.group(setup.get("draft"), "setup.draft")
    faults.exactly(draft.get("deal"), "setup.draft.deal", 4, "ARC-3.1")
    faults.exactly(draft.get("keep"), "setup.draft.keep", 3, "ARC-3.5")


def _track(faults: Faults, whole: Json) -> None:
    """The positions of the virtue track in their order; side 1 starts on one of them (ARC-16)."""
    positions = faults.groups(whole.get("virtue_track"), "virtue_track")
    if len(positions) != len(ours()["virtue_track"]):
        count = len(ours()["virtue_track"])
        faults.add("virtue_track", f"positions needed: {count} (ARC-16.1)", f"casillas necesarias: {count} (ARC-16.1)")
    starts = []
    for place, (path, one) in enumerate(positions):
        faults.exactly(one.get("position"), f"{path}.position", place, "ARC-16.1")
        faults.whole(one.get("vp"), f"{path}.vp", -99, 99)
        faults.whole(one.get("tax_evasion_icons"), f"{path}.tax_evasion_icons", 0, 9)
        for key in ("cathedral_allowed", "black_market_allowed", "start_side_1"):
            faults.flag(one.get(key), f"{path}.{key}")
        if one.get("start_side_1") is True:
            starts.append(place)
    start = value_at(whole, "setup", "start_virtue_side_1")
    if starts != [start]:
        said = ", ".join(str(place) for place in starts[:5]) or "-"
        faults.add(
            "setup.start_virtue_side_1",
            f"{start!r:.40} should be the one position with start_side_1, which is {said} (ARC-2.11)",
            f"{start!r:.40} debería ser la única casilla con start_side_1, que es {said} (ARC-2.11)",
        )


def _cathedral(faults: Faults, whole: Json) -> None:
    """Its levels in their order (ARC-15)."""
    cathedral = faults.group(whole.get("cathedral"), "cathedral")
    faults.names(cathedral.get("name"), "cathedral.name")
    faults.whole(cathedral.get("discard_building_cards_per_step"), "cathedral.discard_building_cards_per_step", 0, 9)
    empty = faults.group(cathedral.get("empty_reward_pile"), "cathedral.empty_reward_pile")
    check_gain(faults, empty.get("gain"), "cathedral.empty_reward_pile.gain")
    levels = faults.groups(cathedral.get("levels"), "cathedral.levels")
    count = len(ours()["cathedral"]["levels"])
    if len(levels) != count:
        faults.add("cathedral.levels", f"levels needed: {count} (ARC-15.3)", f"niveles necesarios: {count} (ARC-15.3)")
    for place, (path, level) in enumerate(levels):
        faults.exactly(level.get("level"), f"{path}.level", place, "ARC-15.3")
        faults.whole(level.get("vp"), f"{path}.vp", -99, 99)
        if place:
            faults.whole(level.get("spaces"), f"{path}.spaces", 1, 99)
            cost = faults.group(level.get("cost"), f"{path}.cost")
            if "any_of" in cost:
                check_mix(faults, cost["any_of"], f"{path}.cost.any_of")
            else:
                check_goods(faults, cost.get("fixed"), f"{path}.cost.fixed")
        elif level.get("cost") is not None or level.get("spaces") is not None:
            faults.add(
                path, "the lowest level has neither cost nor spaces", "el nivel más bajo no tiene coste ni espacios"
            )


def _guildhall(faults: Faults, hall: object) -> None:
    """The spaces for each number of players, and which of them reset or purge (ARC-13.2 to 13.6)."""
    found = faults.group(hall, "guildhall")
    halls = ours()["guildhall"]
    faults.same(found, "guildhall", halls, "ARC-13.3")
    for seats in halls:
        of = faults.group(found.get(seats), f"guildhall.{seats}")
        for key, rule in (("columns", "ARC-13.2"), ("rows", "ARC-13.2"), ("spaces", "ARC-13.3")):
            faults.exactly(of.get(key), f"guildhall.{seats}.{key}", halls[seats][key], rule)
        for key in ("reset_spaces", "apprentice_purge_spaces"):
            for place, space in enumerate(faults.items(of.get(key), f"guildhall.{seats}.{key}")):
                faults.whole(space, f"guildhall.{seats}.{key}.{place}", 1, halls[seats]["spaces"])
        for place, row in enumerate(faults.items(of.get("rows_spaces"), f"guildhall.{seats}.rows_spaces")):
            for end, space in enumerate(faults.items(row, f"guildhall.{seats}.rows_spaces.{place}")):
                faults.whole(space, f"guildhall.{seats}.rows_spaces.{place}.{end}", 1, halls[seats]["spaces"])


def _market(faults: Faults, whole: Json) -> None:
    """Two faces on each market card (ARC-1.4)."""
    market = faults.group(whole.get("black_market"), "black_market")
    faults.names(market.get("name"), "black_market.name")
    faults.flag(market.get("pairing_verified"), "black_market.pairing_verified")
    for key in ("printed_small", "printed_large"):
        check_goods(faults, market.get(key), f"black_market.{key}")
    seen: set[str] = set()
    cards = faults.groups(market.get("cards"), "black_market.cards")
    for path, card in cards:
        faults.once(card.get("id"), f"{path}.id", seen)
        for side in ("small", "large"):
            check_goods(faults, card.get(side), f"{path}.{side}")
    number_of(faults, cards, "black_market.cards", ours()["counts"]["black_market_cards"], "ARC-1.4")


def _rewards(faults: Faults, whole: Json) -> None:
    """The reward cards (ARC-1.5)."""
    seen: set[str] = set()
    cards = faults.groups(whole.get("rewards"), "rewards")
    for path, card in cards:
        faults.once(card.get("id"), f"{path}.id", seen)
        check_gain(faults, card.get("gain"), f"{path}.gain")
    check_alike(faults, whole.get("rewards"), "rewards", ("gain",))
    number_of(faults, cards, "rewards", ours()["counts"]["reward_cards"], "ARC-1.5")


def _scoring(faults: Faults, whole: Json) -> None:
    """How the end is counted, and debts, which stand twice (ARC-23)."""
    scoring = faults.group(whole.get("scoring"), "scoring")
    for key in ("silver_per_vp", "prison_workers_per_minus_vp"):
        faults.whole(scoring.get(key), f"scoring.{key}", 1)
    for key in ("gold_vp", "marble_vp"):
        faults.whole(scoring.get(key), f"scoring.{key}", -99, 99)
    if scoring.get("tie_break") != ours()["scoring"]["tie_break"]:
        faults.add(
            "scoring.tie_break",
            "should be virtue, silver, shared (ARC-24)",
            "debería ser virtue, silver, shared (ARC-24)",
        )
    debts = faults.group(whole.get("debts"), "debts")
    faults.whole(debts.get("cards"), "debts.cards")
    faults.whole(debts.get("vp_paid"), "debts.vp_paid", -99, 99)
    unpaid = faults.whole(debts.get("vp_unpaid"), "debts.vp_unpaid", -99, 99)
    faults.exactly(scoring.get("unpaid_debt_vp"), "scoring.unpaid_debt_vp", unpaid, "ARC-17.6")
    paid = faults.group(debts.get("on_paid"), "debts.on_paid")
    check_gain(faults, paid, "debts.on_paid")
