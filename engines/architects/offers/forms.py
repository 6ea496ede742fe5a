"""The fields of a move as a form first shows them, before any is known: wider than what is asked one after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.architects.arguments.parameters import CAPTURE, GUARDHOUSE_ACTIONS, PRICES, RELEASE, RETURNS
from engines.architects.box.components import OPEN_LOCATIONS, ROWS
from engines.architects.rules.scoring import phase_a
from engines.architects.state import State
from engines.kernel.domains import by_key, by_seat, choice, flag, group, several, span
from engines.kernel.game import Json

MANY = 40
"""Maximum number of items of a list of unknown length."""

Form = Callable[[State, int | None], Json]


def _number(**more: bool) -> Json:
    return span(0, MANY, optional=True, **more)


def _apprentices(state: State, **more: bool) -> Json:
    cards = state.box.apprentices
    return choice((card for card, about in cards.items() if state.in_play(about.set)), exact=False, **more)


def _building(state: State, **more: bool) -> Json:
    cards = state.box.buildings
    return choice((card for card, about in cards.items() if state.in_play(about.set)), exact=False, **more)


def _some(state: State, *, secret: bool = True) -> Json:
    """Cards of a hand."""
    more = {"secret": True} if secret else {}
    return several({**_building(state), "optional": True}, 0, MANY, optional=True, exact=False, **more)


def _goods(state: State) -> Json:
    return by_key(state.box.goods, span(0, MANY), optional=True, exact=False)


def _several_apprentices(state: State, count: int, **more: bool) -> Json:
    return several(_apprentices(state), count, count, exact=False, **more)


def _debts(state: State, *names: str, maps: bool = False) -> Json:
    domain = by_seat(len(state.seats), span(0, MANY)) if maps else span(0, MANY)
    return {name: {**domain, "optional": True, "exact": False} for name in names or ("keep_debts", "hugo_pays")}


def _spot(state: State) -> Json:
    return {"row": choice(ROWS, exact=False), "column": span(1, state.box.columns, exact=False)}


def _hire(state: State) -> Json:
    return {**_spot(state), "refill": _apprentices(state), "discard": _apprentices(state, optional=True)}


def free_hire(state: State, seat: int, *, optional: bool) -> Json:
    """The parameters of a free hire together (ARC-20.4)."""
    discard = choice(state.seats[seat].apprentices, optional=True)
    return group({**_hire(state), "discard": discard}, optional=optional, exact=False)


def second_work(state: State, *, optional: bool) -> Json:
    """The parameters of a second work together (ARC-20.59)."""
    return group(
        {
            "type": choice(("build", "cathedral")),
            "building": _building(state, optional=True),
            "payment": _goods(state),
            "reward": choice(state.box.rewards, optional=True),
            **_effects(state),
            "purge_refill": _several_apprentices(state, len(ROWS), optional=True),
            "discarded": _some(state, secret=False),
            "library_card": _building(state, optional=True),
            "drawn": _some(state, secret=False),
        },
        optional=optional,
        exact=False,
    )


def _captures(state: State) -> Json:
    capture = group({"location": choice(OPEN_LOCATIONS), "seat": span(0, len(state.seats) - 1)})
    return {"captures": _list(capture)}


def _list(of: Json) -> Json:
    """A list of any number of groups."""
    return several(of, 0, MANY, optional=True, exact=False)


def _effects(state: State) -> Json:
    """What effects of buildings ask for."""
    return {
        "choice": choice((*state.box.goods, RELEASE, CAPTURE), optional=True, exact=False),
        **_captures(state),
        "hire": group(_hire(state), optional=True, exact=False),
        "destroy_debt": flag(optional=True, exact=False),
        "library_discard": flag(optional=True, exact=False),
        "graveyard_discard": _apprentices(state, optional=True),
    }


def _setup(state: State, _seat: int | None) -> Json:
    box, count = state.box, len(state.seats)
    fields: Json = {}
    if state.side == 1:
        fields["start_player"] = span(0, count - 1)
    elif state.alternates:
        fields["characters"] = by_seat(count, choice(box.characters), exact=False)
    rows = {row: _several_apprentices(state, box.columns) for row in ROWS}
    return {**fields, **rows, "small_face": choice(box.small)}


def _starting(state: State, _seat: int | None) -> Json:
    count = len(state.seats)
    refills = {"refills": _several_apprentices(state, count)} if state.taken == count - 1 else {}
    return {**_spot(state), **refills, **_debts(state)}


def _draft(state: State, _seat: int | None) -> Json:
    cards = several({**_building(state), "optional": True}, 0, MANY, exact=False)
    of = by_seat(len(state.seats), cards, optional=True, secret=True, exact=False)
    return {"kept": of, "drawn": of}


def _storehouse(state: State, seat: int | None) -> Json:
    mine = state.seats[seat or 0].apprentices
    trade = group({"trade": choice((*state.box.trades, *mine), exact=False), "paid": _goods(state)}, exact=False)
    return {"trades": _list(trade), **_debts(state, "keep_debts")}


def _market(state: State, _seat: int | None) -> Json:
    return {**_debts(state), "drawn": _some(state)}


def _guard(_state: State, _seat: int | None) -> Json:
    costs = {name: _number() for name in ("evade", "keep_debts", "hugo_pays")}
    action = {"action": choice(GUARDHOUSE_ACTIONS), "price": choice(PRICES, optional=True), **costs}
    return {"actions": _list(group(action, exact=False))}


def _purge(state: State) -> Json:
    return {"purge_refill": _several_apprentices(state, len(ROWS), optional=True)}


def _build(state: State, _seat: int | None) -> Json:
    return {
        "building": _building(state),
        "payment": _goods(state),
        **_effects(state),
        **_purge(state),
        "crane": second_work(state, optional=True),
        **_debts(state, maps=True),
        "library_card": _building(state, optional=True, secret=True),
        "drawn": _some(state),
    }


def _cathedral(state: State, _seat: int | None) -> Json:
    return {
        "payment": _goods(state),
        "reward": choice(state.box.rewards, optional=True, exact=False),
        **_purge(state),
        **_debts(state, "keep_debts"),
        "discarded": _some(state),
        "drawn": _some(state),
    }


def _reset(state: State, _seat: int | None) -> Json:
    cards = choice((*state.box.apprentices, *state.box.characters), exact=False)
    ability = group({"seat": span(0, len(state.seats) - 1), "card": cards, "release": _number()}, exact=False)
    return {
        "small_face": choice(state.box.small, optional=True, exact=False),
        "large_face": choice(state.box.large, exact=False),
        "abilities": _list(ability),
        **_debts(state, maps=True),
    }


def _order(state: State, seat: int | None) -> Json:
    cards = phase_a(state, seat or 0)
    return {"order": several(choice(cards), len(cards), len(cards), exact=False)}


def _reveal(state: State, seat: int | None) -> Json:
    count = state.seats[seat or 0].hand
    return {"cards": several(_building(state), count, count, exact=False)}


FORMS: Mapping[str, Form] = {
    "setup": _setup,
    "starting_apprentice": _starting,
    "draft_done": _draft,
    "place_mines": lambda state, _: {"take": choice(good for of in state.box.yields["mines"] for good in of.goods)},
    "place_storehouse": _storehouse,
    "workshop_hire": lambda state, _: {**_hire(state), "evade": _number(exact=False), **_debts(state)},
    "workshop_draw": lambda state, _: {"drawn": _some(state)},
    "place_town_centre": lambda state, _: {**_captures(state), "evade": _number(exact=False)},
    "place_tax_stand": lambda state, _: _debts(state, "hugo_pays"),
    "market_left": _market,
    "market_right": _market,
    "market_hire": lambda state, seat: {**_hire(state), **_market(state, seat)},
    "market_draw": lambda state, _: {
        **_debts(state),
        "kept": _building(state, optional=True, secret=True),
        "put_back": _some(state),
        "drawn": _some(state),
    },
    "place_guardhouse": _guard,
    "build": _build,
    "cathedral": _cathedral,
    "return_worker": lambda state, _: {
        "location": choice(RETURNS, exact=False),
        "holder": span(0, len(state.seats) - 1, optional=True, exact=False),
    },
    "discard_apprentice": lambda state, seat: {"apprentice": choice(state.seats[seat or 0].apprentices)},
    "resolve_reset": _reset,
    "discard_to_limit": lambda state, _: {"discarded": _some(state)},
    "end_effects": _order,
    "reveal_hand": _reveal,
}
"""Type of move -> its fields, for a seat; the other types have none."""
