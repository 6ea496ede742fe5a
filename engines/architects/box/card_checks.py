"""The faults of an owner's apprentices, buildings and characters: each word of the vocabulary and what it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.architects.box.cards import SILVER, TRIGGERS
from engines.architects.box.common_checks import check_alike, check_gain, check_goods, goods, number_of, ours
from engines.architects.box.components import ALTERNATE, BASE, MARKET, OPEN_LOCATIONS, PROMO, SEATS
from engines.architects.rules.counting import COUNTS, MOSTS, SKILLED
from engines.kernel.box.checks import Faults, Known, objects_of
from engines.kernel.game import Json

_PLACES = Known((*OPEN_LOCATIONS, MARKET, "guildhall"))
_SKILLS = Known(skill["id"] for skill in ours()["skills"])
_SETS = Known((BASE, PROMO))
_BOARDS = Known((BASE, ALTERNATE))


def _cards(faults: Faults, whole: Json, table: str, sets: Known) -> list[tuple[str, Json]]:
    """The cards of a table, each with an id and names of its own."""
    seen: set[str] = set()
    found = faults.groups(whole.get(table), table)
    for path, card in found:
        faults.once(card.get("id"), f"{path}.id", seen)
        faults.one_of(card.get("set"), f"{path}.set", sets)
        faults.names(card.get("name"), f"{path}.name")
        for place, alias in enumerate(faults.items(card.get("aliases", []), f"{path}.aliases")):
            faults.text(alias, f"{path}.aliases.{place}")
    return found


def _counted(faults: Faults, whole: Json, table: str, rule: str) -> None:
    """As many base cards and promos as ours."""
    mine = [card.get("set") for _, card in objects_of(whole.get(table))]
    wanted = [card["set"] for card in ours()[table]]
    for of in (BASE, PROMO):
        number_of(faults, [one for one in mine if one == of], f"{table} ({of})", wanted.count(of), rule)


def _skills(faults: Faults, value: object, path: str) -> None:
    for place, skill in enumerate(faults.items(value, path)):
        faults.one_of(skill, f"{path}.{place}", _SKILLS)


# --------------------------------------------------------------------------------------------------------- apprentices


def check_apprentices(faults: Faults, whole: Json) -> None:
    """The apprentice cards (ARC-19)."""
    for path, card in _cards(faults, whole, "apprentices", _SETS):
        _skills(faults, card.get("skills"), f"{path}.skills")
        faults.whole(card.get("virtue"), f"{path}.virtue", -9, 9)
        ability = faults.group(card.get("ability"), f"{path}.ability")
        _ability(faults, ability, f"{path}.ability")
    check_alike(faults, whole.get("apprentices"), "apprentices", ("set", "name", "skills", "virtue", "ability"))
    _counted(faults, whole, "apprentices", "ARC-1.2")


def _gain(faults: Faults, ability: Json, path: str) -> None:
    check_gain(faults, ability.get("gain"), f"{path}.gain")


def _at_place(faults: Faults, ability: Json, path: str) -> None:
    faults.one_of(ability.get("location"), f"{path}.location", _PLACES)
    _gain(faults, ability, path)


def _reduction(faults: Faults, ability: Json, path: str) -> None:
    """Silver or virtue saved, at the places that cost any."""
    faults.one_of(ability.get("location"), f"{path}.location", Known(("town_centre", "tax_stand", MARKET)))
    less = faults.group(ability.get("reduce"), f"{path}.reduce")
    for key, count in less.items():
        if faults.one_of(key, f"{path}.reduce", Known((SILVER, "virtue"))) and count != "all":
            faults.whole(count, f"{path}.reduce.{key}", 0, 99)
    faults.one_of(ability.get("scope"), f"{path}.scope", Known(("per_action", "option:conspirator_scope")))


def _trade(faults: Faults, ability: Json, path: str) -> None:
    check_goods(faults, ability.get("pay"), f"{path}.pay")
    _gain(faults, ability, path)


def _at_reset(faults: Faults, ability: Json, path: str) -> None:
    """Prisoners released, or a gain, perhaps only without a prisoner."""
    if "release_from_prison" in ability:
        release = faults.group(ability["release_from_prison"], f"{path}.release_from_prison")
        faults.whole(release.get("up_to"), f"{path}.release_from_prison.up_to", 1, 20)
    else:
        _gain(faults, ability, path)
    condition = faults.group(ability.get("condition", {}), f"{path}.condition")
    for key, value in condition.items():
        if faults.one_of(key, f"{path}.condition", Known(("own_workers_in_prison",))):
            faults.exactly(value, f"{path}.condition.{key}", 0, "ARC-19.21")


def _extra(faults: Faults, ability: Json, path: str) -> None:
    faults.one_of(ability.get("location"), f"{path}.location", Known(("kings_storehouse",)))
    faults.whole(ability.get("extra_workers"), f"{path}.extra_workers", 1, 20)


def _none(faults: Faults, ability: Json, path: str) -> None:
    del faults, ability, path


_TRIGGERS: Mapping[str, Callable[[Faults, Json, str], None]] = {
    "none": _none,
    "location_action": _at_place,
    "cost_reduction": _reduction,
    "storehouse_trade": _trade,
    "cathedral_advance": _gain,
    "debt_paid": _gain,
    "black_market_reset": _at_reset,
    "captives_sent_to_prison": _gain,
    "virtual_worker": _extra,
    "build": _gain,
}
_KNOWN_TRIGGERS = Known(trigger for trigger in _TRIGGERS if trigger != "build")


def _ability(faults: Faults, ability: Json, path: str) -> None:
    """An ability by its trigger."""
    trigger = ability.get("trigger")
    if faults.one_of(trigger, f"{path}.trigger", _KNOWN_TRIGGERS):
        _TRIGGERS[str(trigger)](faults, ability, path)
    if "optional" in ability:
        faults.flag(ability["optional"], f"{path}.optional")


# ----------------------------------------------------------------------------------------------------------- buildings


def check_buildings(faults: Faults, whole: Json) -> None:
    """The building cards (ARC-14, ARC-20)."""
    for path, card in _cards(faults, whole, "buildings", _SETS):
        check_goods(faults, card.get("cost"), f"{path}.cost")
        cost = card.get("cost")
        if isinstance(cost, dict) and SILVER in cost:
            faults.add(
                f"{path}.cost.silver",
                "no building costs silver (ARC-14.13)",
                "ningún edificio cuesta plata (ARC-14.13)",
            )
        _skills(faults, card.get("skills"), f"{path}.skills")
        faults.whole(card.get("virtue"), f"{path}.virtue", -9, 9)
        faults.whole(card.get("vp"), f"{path}.vp", -99, 99)
        timing = card.get("timing")
        if faults.one_of(timing, f"{path}.timing", Known(_EFFECTS)):
            effect = faults.group(card.get("effect"), f"{path}.effect")
            kind = effect.get("type")
            if faults.one_of(kind, f"{path}.effect.type", Known(_EFFECTS[str(timing)])):
                _EFFECTS[str(timing)][str(kind)](faults, effect, f"{path}.effect")
                if "optional" in effect:
                    faults.flag(effect["optional"], f"{path}.effect.optional")
    _counted(faults, whole, "buildings", "ARC-1.3")


_COUNTED = Known((*COUNTS, *(f"{SKILLED}{skill['id']}" for skill in ours()["skills"])))
_MOST = Known(MOSTS)


def _lose(faults: Faults, effect: Json, path: str) -> None:
    lose = faults.group(effect.get("lose"), f"{path}.lose")
    faults.whole(lose.get("virtue"), f"{path}.lose.virtue", 1, 99)


def _per(faults: Faults, effect: Json, path: str) -> None:
    faults.one_of(effect.get("count"), f"{path}.count", _COUNTED)
    faults.whole(effect.get("every"), f"{path}.every", 1, 99)
    _gain(faults, effect, path)


def _most(faults: Faults, effect: Json, path: str) -> None:
    faults.one_of(effect.get("of"), f"{path}.of", _MOST)
    _gain(faults, effect, path)


def _if(faults: Faults, effect: Json, path: str) -> None:
    condition = faults.group(effect.get("condition"), f"{path}.condition")
    faults.exactly(condition.get("unpaid_debts"), f"{path}.condition.unpaid_debts", 0, "ARC-20.9")
    _gain(faults, effect, path)


def _per_debt(faults: Faults, effect: Json, path: str) -> None:
    faults.whole(effect.get("delta_per_unpaid_debt"), f"{path}.delta_per_unpaid_debt", -99, 99)


def _number(key: str) -> Callable[[Faults, Json, str], None]:
    return lambda faults, effect, path: _at_least_one(faults, effect.get(key), f"{path}.{key}")


def _at_least_one(faults: Faults, value: object, path: str) -> None:
    faults.whole(value, path, 1, 40)


def _one(key: str) -> Callable[[Faults, Json, str], None]:
    return lambda faults, effect, path: faults.exactly(effect.get(key), f"{path}.{key}", 1, "ARC-20.61")


def _choose(faults: Faults, effect: Json, path: str) -> None:
    """Gains to choose from, told apart by their first good."""
    firsts = []
    for where, option in faults.groups(effect.get("options"), f"{path}.options"):
        check_goods(faults, option, where)
        firsts += list(option)[:1]
    if len(set(firsts)) != len(firsts) or not firsts:
        faults.add(f"{path}.options", "options begin with goods of their own", "cada opción empieza por un bien propio")


def _choose_action(faults: Faults, effect: Json, path: str) -> None:
    """To take the own workers back, or to capture."""
    kinds = []
    for where, option in faults.groups(effect.get("options"), f"{path}.options"):
        kinds.append(str(option.get("type")))
        if option.get("type") == "capture_free":
            _at_least_one(faults, option.get("groups"), f"{where}.groups")
    faults.same(kinds, f"{path}.options", ("release_own_from_opponents_free", "capture_free"), "ARC-20.15")


def _players_if(faults: Faults, effect: Json, path: str) -> None:
    condition = faults.group(effect.get("condition"), f"{path}.condition")
    key = "own_workers_in_prison_at_least"
    faults.whole(condition.get(key), f"{path}.condition.{key}", 1, 20)
    _lose(faults, effect, path)


def _sell(faults: Faults, effect: Json, path: str) -> None:
    faults.exactly(effect.get("discard"), f"{path}.discard", 1, "ARC-20.31")
    _gain(faults, effect, path)


_EFFECTS: Mapping[str, Mapping[str, Callable[[Faults, Json, str], None]]] = {
    "immediate": {
        "gain": _gain,
        "lose": _lose,
        "per": _per,
        "choose_one": _choose,
        "choose_one_action": _choose_action,
        "each_player": _gain,
        "each_player_if": _players_if,
        "hire_free": _none,
        "capture_free": _number("groups"),
        "release_own_from_prison": _none,
        "take_debt": _number("count"),
        "destroy_unpaid_debt": _number("count"),
        "discard_building_for": _sell,
        "discard_own_apprentice": _one("count"),
        "place_extra_worker": _none,
    },
    "end_game": {
        "gain": _gain,
        "lose": _lose,
        "per": _per,
        "most": _most,
        "if": _if,
        "unpaid_debt_vp_modifier": _per_debt,
    },
}


# ---------------------------------------------------------------------------------------------------------- characters


def check_characters(faults: Faults, whole: Json) -> None:
    """A base character for each colour, and alternates (ARC-21)."""
    colours = [colour.get("id") for _, colour in objects_of(whole.get("colours"))]
    known = Known(colours)
    top = len(ours()["virtue_track"]) - 1
    base = set()
    highest: set[int] = set()
    for path, card in _cards(faults, whole, "characters", _BOARDS):
        colour = card.get("colour")
        if faults.one_of(colour, f"{path}.colour", known) and card.get("set") == BASE:
            base.add(str(colour))
        start = faults.group(card.get("start"), f"{path}.start")
        for key in ("extra_building_cards_after_draft", "unpaid_debts", *(good["id"] for good in ours()["resources"])):
            faults.whole(start.get(key), f"{path}.start.{key}", 0, 99)
        faults.whole(start.get("own_workers_in_prison"), f"{path}.start.own_workers_in_prison", 0, 20)
        virtue = faults.whole(start.get("virtue"), f"{path}.start.virtue", 0, top)
        if virtue in highest:
            faults.add(
                f"{path}.start.virtue", "no two characters start alike (ARC-21.7)", "no hay dos iguales (ARC-21.7)"
            )
        highest.add(virtue)
        ability = faults.group(card.get("ability"), f"{path}.ability")
        if ability.get("type") == "multi":
            for where, part in faults.groups(ability.get("parts"), f"{path}.ability.parts"):
                _part(faults, part, where)
        else:
            _part(faults, ability, f"{path}.ability")
    if len(base) < SEATS[-1]:
        faults.add(
            "characters",
            "each colour needs a base character (ARC-21.2)",
            "cada color necesita un personaje base (ARC-21.2)",
        )


def _part(faults: Faults, part: Json, path: str) -> None:
    """One ability of a character."""
    kind = part.get("type")
    if not faults.one_of(kind, f"{path}.type", _PARTS):
        return
    if kind in TRIGGERS:
        _TRIGGERS[TRIGGERS[str(kind)]](faults, part, path)
    elif kind == "ignore_tax":
        faults.whole(part.get("amount"), f"{path}.amount", 1, 99)
    elif kind == "apprentice_limit":
        faults.whole(part.get("value"), f"{path}.value", 1, 40)
    elif kind == "avoid_debt":
        pay = faults.group(part.get("pay"), f"{path}.pay")
        faults.whole(pay.get(SILVER), f"{path}.pay.silver", 0, 99)
    elif kind == "cost_reduction":
        _saving(faults, part, path)


def _saving(faults: Faults, part: Json, path: str) -> None:
    """Silver saved of a hire, or a piece of a building or a level."""
    if "reduce_one_of" in part:
        for place, good in enumerate(faults.items(part["reduce_one_of"], f"{path}.reduce_one_of")):
            faults.one_of(good, f"{path}.reduce_one_of.{place}", goods())
    else:
        faults.one_of(part.get("action"), f"{path}.action", Known(("workshop_hire",)))
        less = faults.group(part.get("reduce"), f"{path}.reduce")
        faults.whole(less.get(SILVER), f"{path}.reduce.silver", 0, 99)


_PARTS = Known(
    (
        *TRIGGERS,
        "gold_marble_interchangeable",
        "ignore_tax",
        "cathedral_no_building_discard",
        "cost_reduction",
        "apprentice_limit",
        "avoid_debt",
    )
)
