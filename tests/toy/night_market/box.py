"""The box of the night market: the default edition, the check of an owner's, and the options of a record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import resources

from engines.kernel.box.checks import COLOUR, ID, Faults, Known
from engines.kernel.game import Field, Json, Text
from engines.kernel.sentences import say

SEATS = range(2, 5)
CALLS = Known(("give", "turn_up"))
"""What a face of the die may call for (TOY-10.1)."""
COUNTS = {"gold": 0, "goods": 0, "hand": 1, "lots": 0, "most_lots": 1, "turned": 1}
"""Numbers of a box, each with the least that it may be."""
THINGS = {"colours": (), "cards": ("count", "points"), "items": ("price", "points"), "wares": (), "orders": ()}
"""Things of a box by id, each with its numbers beside its name."""


def box() -> Json:
    """The components of the default edition; fresh."""
    found: Json = json.loads(resources.files(__package__).joinpath("box.json").read_text(encoding="utf-8"))
    return found


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Every fault of an owner's box as (path, what is wrong); it may be any JSON."""
    faults = Faults()
    whole = faults.group(box, "")
    faults.text(whole.get("edition"), "edition")
    for name, least in COUNTS.items():
        faults.whole(whole.get(name), name, least)
    for kind, numbers in THINGS.items():
        _check_things(faults, whole.get(kind), kind, numbers)
    faults.same(faults.group(whole.get("orders"), "orders"), "orders", ("roll", "buy"), "TOY-5.2")
    if not faults:
        _check_die(faults, whole)
        _check_enough(faults, whole)
    return faults


def colours(box: Json) -> Mapping[str, Text]:
    """The colours with their names, in the order in which seats get them."""
    return {colour: about["name"] for colour, about in box["colours"].items()}


def options() -> Mapping[str, Field]:
    """How many rounds are played (TOY-1.2)."""
    return {"rounds": Field("integer", say("Rounds", "Rondas"), low=1, high=9, default=2)}


def _check_things(faults: Faults, value: object, kind: str, numbers: Sequence[str]) -> None:
    """Things by id, each with a name and its numbers."""
    seen = set[str]()
    for key, about in faults.group(value, kind).items():
        faults.once(key, kind, seen, COLOUR if kind == "colours" else ID)
        thing = faults.group(about, f"{kind}.{key}")
        faults.names(thing.get("name"), f"{kind}.{key}.name")
        for number in numbers:
            faults.whole(thing.get(number), f"{kind}.{key}.{number}")


def _check_die(faults: Faults, box: Json) -> None:
    """Each face shows one of the wares, and what a ware calls for is an effect."""
    wares, die = Known(box["wares"]), faults.items(box.get("die"), "die")
    if not die:
        faults.add("die", "it needs a face (TOY-5.3)", "necesita una cara (TOY-5.3)")
    for place, face in enumerate(die):
        faults.one_of(face, f"die.{place}", wares)
    for key, ware in box["wares"].items():
        if ware.get("calls") is not None:
            faults.one_of(ware["calls"], f"wares.{key}.calls", CALLS)


def _check_enough(faults: Faults, box: Json) -> None:
    """Colours and cards for as many as may sit down."""
    most = SEATS[-1]
    if len(box["colours"]) < most:
        faults.add("colours", f"{most} colours are needed (TOY-1.1)", f"hacen falta {most} colores (TOY-1.1)")
    cards, wanted = sum(card["count"] for card in box["cards"].values()), most * box["hand"]
    if cards < wanted:
        faults.add("cards", f"{cards} are too few; {wanted} are dealt", f"{cards} no alcanzan; se reparten {wanted}")
