"""The form of the box of Rise of Empires: what an owner enters from a printed copy; texts follow from effects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.kernel.box.form import COMMON, BoxField, BoxForm, Table
from engines.kernel.sentences import say, texts
from engines.rise_of_empires.box.components import (
    COUNTERS,
    GAINS,
    INCOME,
    INCOME_PER,
    PASSIVE,
    PHASE,
    PHASES,
    TRADE_BONUS,
    USES,
)
from engines.rise_of_empires.box.effect_checks import FIELDS, GAINED, MAY, ONLY_AS

_TEXTS = texts("engines.rise_of_empires")
LABELS, SENTENCES = _TEXTS["labels"], _TEXTS["effects"]
"""Labels of members and values in an editor; kind of effect, or value -> its words: templates of
:func:`engines.kernel.box.texts.generated`."""


def _choice(member: str, *of: str) -> BoxField:
    words = {one: LABELS.get(one) or SENTENCES[one] for one in of}
    return BoxField("choice", LABELS.get(member), choices=of, words=words)


_PHASE_OF = {gain: phase for phase, gains in GAINED.items() for gain in gains}
"""In which phase a gain comes (ROE-3.2)."""


def _member(kind: str, member: str) -> BoxField:
    """A word of an effect."""
    label = LABELS.get(member) or COMMON.get(member)
    choices: dict[str, tuple[str, ...]] = {
        "phase": PHASES, "per": COUNTERS, "where": ("any_region",), "victim": ("other_player",), "on": ("gold", "vp"),
    }  # fmt: skip
    if member in choices:
        found = _choice(member, *choices[member])
        return replace(found, follows=_PHASE_OF) if member == "phase" else found
    if member in ("pay", "gain"):
        return BoxField("map", label, fields={gain: BoxField("integer", LABELS.get(gain), 1, 9) for gain in GAINS})
    if member == "text":
        return BoxField("names", label)
    lowest = -4 if member.endswith("_loss") else 0 if member == "minimum" or kind == TRADE_BONUS else 1
    nullable = member == "max_units"
    return BoxField("integer", label, lowest, 9, nullable=nullable, optional=member in MAY[kind] and not nullable)


_EFFECT: dict[str, Any] = {
    "kind": "list",
    "of": BoxField(
        "variants",
        fields={"kind": _choice("kind", *FIELDS)},
        variants={kind: {word: _member(kind, word) for word in words} for kind, words in FIELDS.items()},
    ),
}

_FOLLOWS = {**dict.fromkeys(FIELDS, PASSIVE), **dict.fromkeys((INCOME, INCOME_PER), PHASE), **ONLY_AS}
_ERA = {"low": 1, "high": 3}

FORM = BoxForm(
    tables=(
        Table("progress", say("Progress tiles", "Losetas de progreso"), copies=("name", "era")),
        Table("territory", say("Territory tiles", "Losetas de territorio")),
        Table("cities", say("Cities and wonders", "Ciudades y maravillas")),
        Table("empire", say("Empire tiles", "Losetas de imperio")),
        Table("regions", say("Regions", "Regiones"), always=True),
        Table("trade", say("Trade boxes", "Casillas de comercio")),
    ),
    labels=LABELS,
    changes={
        "progress.effects": _EFFECT,
        "progress.text": {"derived": "text", "sentences": SENTENCES},
        "progress.use": {"choices": (PASSIVE, *(use for use in USES if use != PASSIVE)), "follows": _FOLLOWS},
        **{f"{table}.aliases": {"kind": "list", "of": BoxField("text")} for table in ("progress", "cities", "regions")},
        **{f"{table}.era": _ERA for table in ("progress", "cities", "regions")},
        **{f"empire.{side}.regions": {"low": 1, "high": 4} for side in ("side_era_1", "side_era_2_3")},
        "regions.adjacent": {"rows": "regions", "derived": "mutual"},
        "trade.eras": {"of": BoxField("integer", low=1, high=3)},
    },
)
"""Values that an owner of a printed copy enters, in this order."""
