"""Every fault of an owner's box, by path; an owner corrects our box from a printed copy.

The default edition gives what the rules fix: how many cards, positions, levels, spaces, which locations,
goods and skills there are. Costs, skills, gains, points and names are the owner's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engines.architects.box.card_checks import ABILITY, EFFECTS, SKILLS, check_character
from engines.architects.box.cards import SILVER
from engines.architects.box.components import ALTERNATE, BASE, PROMO, SEATS, box
from engines.architects.box.form import FORM
from engines.architects.box.place_checks import PLACES, mix
from engines.architects.box.words import GAIN, GOODS, SOME
from engines.kernel.box.checks import Faults, Known, value_at
from engines.kernel.box.limits import BoxCheck, Limits, each, nullable, one_of, whole
from engines.kernel.game import Json, Text

FIXED = {
    "apprentices": "ARC-1.2",
    "buildings": "ARC-1.3",
    "black_market_cards": "ARC-1.4",
    "reward_cards": "ARC-1.5",
    "workers_per_player": "ARC-1.11",
}
"""Counts that the rules depend on."""
_SKILLS, _VIRTUE, _POINTS = each(one_of(*SKILLS)), whole(-9, 9), whole(-99, 99)
_LIMITS = Limits(
    checks={
        "options.conspirator_scope": one_of("per_turn", "per_capture"),
        "options.side": one_of(1, 2),
        "setup.apprentice_limit": whole(1),
        "setup.start_silver_side_1_by_turn_order": each(whole(), SEATS[-1]),
        "reset.prisoners_from": whole(1, 99),
        "virtue_track.tax_evasion_icons": whole(0, 9),
        "cathedral.discard_building_cards_per_step": whole(0, 9),
        "cathedral.empty_reward_pile.gain": GAIN,
        "debts.on_paid": GAIN,
        "black_market.printed_small": SOME,
        "black_market.printed_large": SOME,
        "black_market.cards.small": SOME,
        "black_market.cards.large": SOME,
        "rewards.gain": GAIN,
        "apprentices.set": one_of(BASE, PROMO),
        "apprentices.skills": _SKILLS,
        "apprentices.virtue": _VIRTUE,
        "apprentices.ability": ABILITY,
        "buildings.set": one_of(BASE, PROMO),
        "buildings.skills": _SKILLS,
        "buildings.virtue": _VIRTUE,
        "buildings.cost": SOME,
        "buildings.timing": one_of(*EFFECTS),
        "characters.set": one_of(BASE, ALTERNATE),
        "characters.start.own_workers_in_prison": whole(0, 20),
        "characters.ability": check_character,
        **dict.fromkeys(("rewards.identical_group", "apprentices.identical_group"), nullable(Faults.text)),
        **dict.fromkeys(("reset.lose.virtue", "reset.most_prisoners.debt"), whole(0, 99)),
        **{
            f"characters.start.{key}": whole(0, 99)
            for key in (*GOODS, "extra_building_cards_after_draft", "unpaid_debts")
        },
        **dict.fromkeys(("scoring.silver_per_vp", "scoring.prison_workers_per_minus_vp"), whole(1)),
        **dict.fromkeys(
            ("virtue_track.vp", "cathedral.levels.vp", "buildings.vp", "scoring.gold_vp", "scoring.marble_vp",
             "debts.vp_paid", "debts.vp_unpaid"),
            _POINTS,
        ),
    },
    fixed={
        "setup.apprentice_display.rows": "ARC-2.6",
        "setup.apprentice_display.columns": "ARC-2.6",
        "setup.draft.deal": "ARC-3.1",
        "setup.draft.keep": "ARC-3.5",
        "locations.kind": "ARC-5.1",
        "locations.capturable": "ARC-5.1",
        "guildhall.*.columns": "ARC-13.2",
        "guildhall.*.rows": "ARC-13.2",
        "guildhall.*.spaces": "ARC-13.3",
        "cathedral.levels.level": "ARC-15.3",
        "virtue_track.position": "ARC-16.1",
        "scoring.tie_break": "ARC-24",
        **{f"counts.{key}": rule for key, rule in FIXED.items()},
    },
    same={
        "resources": "ARC-1.8",
        "skills": "ARC-1.14",
        "locations": "ARC-5.1",
        "guildhall": "ARC-13.3",
    },
    counts={
        "virtue_track": "ARC-16.1",
        "cathedral.levels": "ARC-15.3",
        "black_market.cards": "ARC-1.4",
        "rewards": "ARC-1.5",
    },
    colours=(SEATS[-1], "ARC-2.1"),
    loose=frozenset(
        ("stand_in", *(f"locations.{member}" for member in ("actions_up_to", "captures_up_to", "requires", "lose",
         "capture_locations_per_turn", "placement_allowed")))
    ),
)  # fmt: skip


_CHECK = BoxCheck(FORM, box, _LIMITS)


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Return every fault of an owner's box as (path, fault); empty if the box is playable."""
    faults = _CHECK(box)
    if not isinstance(box, dict):
        return faults
    for path, place in faults.rows(box, "locations"):
        if place["id"] in PLACES:
            PLACES[place["id"]](faults, place, path)
    _supplies(faults, box)
    _track(faults, box)
    _cathedral(faults, box)
    _guildhall(faults, box)
    _alike(faults, box, "rewards", ("gain",))
    _alike(faults, box, "apprentices", ("set", "name", "skills", "virtue", "ability"))
    for table in ("apprentices", "buildings"):
        _counted(faults, box, table)
    _buildings(faults, box)
    _characters(faults, box)
    if "solo" in box:
        faults.add("solo", "the solo game is not played here (ARC-25.4)", "no se juega en solitario (ARC-25.4)")
    return faults


def _supplies(faults: Faults, whole: Json) -> None:
    """Check that repeated figures are equal (ARC-1.9, ARC-17.6); supplies and rewards (ARC-1.10, ARC-2.4)."""
    for seats in SEATS:
        count = value_at(whole, "setup", "reward_cards_by_players", str(seats))
        faults.exactly(count, f"setup.reward_cards_by_players.{seats}", 2 * seats + 1, "ARC-2.4")
    if faults.sound("counts"):
        workers = whole["counts"]["workers_per_player"] * SEATS[-1]
        faults.exactly(whole["counts"]["workers"], "counts.workers", workers, "ARC-1.9")
    if faults.sound("unlimited_supply"):
        faults.same(whole["unlimited_supply"], "unlimited_supply", _CHECK.ours["unlimited_supply"], "ARC-1.10")
    if faults.sound("scoring", "debts"):
        unpaid = whole["debts"]["vp_unpaid"]
        faults.exactly(whole["scoring"]["unpaid_debt_vp"], "scoring.unpaid_debt_vp", unpaid, "ARC-17.6")


def _track(faults: Faults, whole: Json) -> None:
    """Side 1 starts on the one position that is marked (ARC-2.11)."""
    start = value_at(whole, "setup", "start_virtue_side_1")
    starts = [row.get("position") for _, row in faults.rows(whole, "virtue_track") if row["start_side_1"]]
    if faults.sound("virtue_track") and starts != [start]:
        said = ", ".join(str(place) for place in starts[:5]) or "-"
        faults.add(
            "setup.start_virtue_side_1",
            f"{start!r:.40} should be the one position with start_side_1, which is {said} (ARC-2.11)",
            f"{start!r:.40} debería ser la única casilla con start_side_1, que es {said} (ARC-2.11)",
        )


def _cathedral(faults: Faults, whole: Json) -> None:
    """Each level but the lowest has spaces and a cost (ARC-15.3)."""
    for path, level in faults.rows(whole, "cathedral.levels"):
        cost, spaces = level.get("cost"), level.get("spaces")
        if level["level"]:
            faults.whole(spaces, f"{path}.spaces", 1, 99)
            found = faults.group(cost, f"{path}.cost")
            if "any_of" in found:
                mix(faults, found["any_of"], f"{path}.cost.any_of")
            else:
                SOME(faults, found.get("fixed"), f"{path}.cost.fixed")
        elif cost is not None or spaces is not None:
            faults.add(
                path, "the lowest level has neither cost nor spaces", "el nivel más bajo no tiene coste ni espacios"
            )


def _guildhall(faults: Faults, box: Json) -> None:
    """Spaces that reset or purge, and those of rows, are spaces of the Guildhall (ARC-13.2 to 13.6)."""
    for seats in _CHECK.ours["guildhall"] if faults.sound("guildhall") else ():
        hall = box["guildhall"][seats]
        spaces = each(whole(1, hall["spaces"]))
        spaces(faults, hall["reset_spaces"], f"guildhall.{seats}.reset_spaces")
        spaces(faults, hall["apprentice_purge_spaces"], f"guildhall.{seats}.apprentice_purge_spaces")
        each(spaces)(faults, hall["rows_spaces"], f"guildhall.{seats}.rows_spaces")


def _alike(faults: Faults, whole: Json, table: str, keys: Sequence[str]) -> None:
    """Cards of one ``identical_group`` are alike in all that players can see (ARC-1.15)."""
    first: dict[str, tuple[object, ...]] = {}
    for path, card in faults.rows(whole, table):
        group = card.get("identical_group")
        values = tuple(card.get(key) for key in keys)
        if group is not None and first.setdefault(group, values) != values:
            faults.add(
                f"{path}.identical_group",
                f"this card is not like the first one of {group!r:.40} (ARC-1.15)",
                f"esta carta no es como la primera de {group!r:.40} (ARC-1.15)",
            )


def _counted(faults: Faults, whole: Json, table: str) -> None:
    """As many base cards and promos as ours (ARC-1.2, ARC-1.3)."""
    if not faults.sound(table):
        return
    found, ours = (Counter(card["set"] for card in of[table]) for of in (whole, _CHECK.ours))
    for of in [of for of in (BASE, PROMO) if found[of] != ours[of]]:
        faults.add(
            table,
            f"cards of {of}: {found[of]} instead of {ours[of]} ({FIXED[table]})",
            f"cartas de {of}: {found[of]} en vez de {ours[of]} ({FIXED[table]})",
        )


def _buildings(faults: Faults, whole: Json) -> None:
    """Each effect is one of its timing (ARC-20); no building costs silver (ARC-14.13)."""
    for path, card in faults.rows(whole, "buildings", "timing"):
        EFFECTS[card["timing"]](faults, card.get("effect"), f"{path}.effect")
    for path, card in faults.rows(whole, "buildings", "cost"):
        if SILVER in card["cost"]:
            faults.add(
                f"{path}.cost.silver",
                "no building costs silver (ARC-14.13)",
                "ningún edificio cuesta plata (ARC-14.13)",
            )


def _characters(faults: Faults, whole: Json) -> None:
    """A base character for each colour (ARC-21.2), and no two that start with the same virtue (ARC-21.7)."""
    known, top = Known(row["id"] for _, row in faults.rows(whole, "colours")), len(_CHECK.ours["virtue_track"]) - 1
    seen: set[int] = set()
    for path, card in faults.rows(whole, "characters", "colour", "start"):
        faults.one_of(card["colour"], f"{path}.colour", known)
        virtue = faults.whole(card["start"]["virtue"], f"{path}.start.virtue", 0, top)
        if virtue in seen:
            faults.add(
                f"{path}.start.virtue", "no two characters start alike (ARC-21.7)", "no hay dos iguales (ARC-21.7)"
            )
        seen.add(virtue)
    base = {card["colour"] for _, card in faults.rows(whole, "characters") if card["set"] == BASE}
    if faults.sound("characters") and len(base) < SEATS[-1]:
        faults.add(
            "characters",
            "each colour needs a base character (ARC-21.2)",
            "cada color necesita un personaje base (ARC-21.2)",
        )
