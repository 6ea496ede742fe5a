"""The effects of the progress tiles of an owner's box: they are written in the documented vocabulary (ROE-6.16)."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.box import limits
from engines.kernel.box.checks import MOST, Faults
from engines.kernel.box.limits import Check, one_of, whole
from engines.kernel.game import Json
from engines.rise_of_empires.box import components as box

GAINED = {box.FOOD: (box.FOOD,), box.INCOME: (box.GOLD, box.RESOURCE, box.CUBES), box.VP: (box.VP,)}
"""Gains of each phase (ROE-13, 14, 15)."""
ONLY_AS = {
    **dict.fromkeys((box.REMOVE_CUBE, box.EXCHANGE, box.ALLIANCE), box.FREE_ACTION),
    **dict.fromkeys(
        (box.EXTRA_REGION, box.AS_WATER, box.IGNORE_ADJACENCY, box.ATTACKER, box.TRADE_BONUS), box.WITH_ACTION
    ),
}
"""Kinds of effects that need a tile with one particular use (ROE-6.26)."""

_PHASE, _UNITS, _LOSS = one_of(*box.PHASES), limits.amounts(box.GAINS, 1, MOST), whole(-9, 9)
_COME = dict.fromkeys(box.GAINS, whole(1))
_VOCABULARY: Mapping[str, tuple[Mapping[str, Check], Mapping[str, Check]]] = {
    box.INCOME: ({"phase": _PHASE}, _COME),
    box.INCOME_PER: (
        {"phase": _PHASE, "per": one_of(*box.COUNTERS)},
        {"max_units": limits.nullable(whole(1)), **_COME},
    ),
    box.NO_DISC_COST: ({}, {}),
    box.OPENS_OVERSEAS: ({}, {}),
    box.AS_WATER: ({}, {}),
    box.REMOVE_CUBE: ({"count": whole(1), "where": one_of("any_region"), "victim": one_of("other_player")}, {}),
    box.EXCHANGE: ({"pay": _UNITS, "gain": _UNITS}, {}),
    box.EXTRA_REGION: ({"count": whole(1)}, {}),
    box.IGNORE_ADJACENCY: ({"regions": whole(1)}, {}),
    box.ATTACKER: ({}, {"attacker_loss": _LOSS, "defender_loss": _LOSS}),
    box.DEFENDER: ({"defender_loss": _LOSS, "minimum": whole()}, {}),
    box.CITY_DISCOUNT: ({box.GOLD: whole(1)}, {}),
    box.OLD_DISCOUNT: ({box.GOLD: whole(1)}, {}),
    box.TRADE_BONUS: ({"on": one_of(box.GOLD, box.VP)}, {box.GOLD: whole(), box.VP: whole()}),
    box.ALLIANCE: ({}, {}),
    box.TEXT: ({"text": Faults.names}, {}),
}
"""Each kind of effect with its required and its optional words."""
FIELDS: Mapping[str, tuple[str, ...]] = {kind: (*has, *may) for kind, (has, may) in _VOCABULARY.items()}
MAY: Mapping[str, Mapping[str, Check]] = {kind: may for kind, (_, may) in _VOCABULARY.items()}
"""The vocabulary: each kind of effect with its words, and with those of them that are optional."""
EFFECTS = limits.each(limits.kinds("kind", {kind: limits.members(*words) for kind, words in _VOCABULARY.items()}))
"""The check of the effects of a tile, word by word."""


def check_effect(faults: Faults, effect: Json, path: str, use: str) -> None:
    """Check the words of an effect as a whole: required ones are present, and there are no others."""
    kind = effect["kind"]
    for extra in [key for key in effect if key != "kind" and key not in FIELDS[kind]]:
        faults.add(
            f"{path}.{extra:.40}",
            f"{extra!r:.40} is not a member of the effect {kind} (ROE-6.16)",
            f"{extra!r:.40} no es un miembro del efecto {kind} (ROE-6.16)",
        )
    only = ONLY_AS.get(kind, use)
    if use != only:
        faults.add(
            f"{path}.kind",
            f"{kind} works only on a tile with use {only} (ROE-6.26)",
            f"{kind} solo funciona en una loseta con uso {only} (ROE-6.26)",
        )
    if kind in (box.INCOME, box.INCOME_PER):
        given, phase = [name for name in box.GAINS if name in effect], effect["phase"]
        if not given:
            faults.add(path, "an income gives something (ROE-6.16)", "un ingreso da algo (ROE-6.16)")
        for name in [name for name in given if name not in GAINED[phase]]:
            faults.add(
                f"{path}.{name}",
                f"{name} does not come in the phase {phase} (ROE-3.2)",
                f"{name} no llega en la fase {phase} (ROE-3.2)",
            )
