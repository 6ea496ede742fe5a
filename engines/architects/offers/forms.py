"""The fields of a move as a form first shows them, before any is known: wider than what is asked one after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.architects.arguments.parameters import BOARD, CAPTURE, GUARDHOUSE_ACTIONS, MARKETS, PRICES, PRISON, RELEASE
from engines.architects.box.components import OPEN_LOCATIONS, ROWS
from engines.architects.rules.scoring import phase_a
from engines.architects.state import State
from engines.kernel.domains import by_key, by_seat, choice, flag, group, several, span
from engines.kernel.game import Json

MANY = 40
"""Maximum number of items of a list of unknown length."""

Form = Callable[[State, int | None], Json]


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


def _debts(state: State, *, maps: bool = False) -> Json:
    domain = span(0, MANY)
    if maps:
        domain = by_seat(len(state.seats), domain)
    return {name: {**domain, "optional": True, "exact": False} for name in ("keep_debts", "hugo_pays")}


def _spot(state: State) -> Json:
    return {
        "row": choice(ROWS, exact=False),
        "column": span(1, state.box.columns, exact=False),
    }


def _hire(state: State) -> Json:
    return {
        **_spot(state),
        "refill": _apprentices(state),
        "discard": _apprentices(state, optional=True),
    }


def free_hire(state: State, seat: int, *, optional: bool) -> Json:
    """The parameters of a free hire together (ARC-20.4)."""
    mine = state.seats[seat].apprentices
    fields = _hire(state)
    fields["discard"] = choice(mine, optional=True)
    return group(fields, optional=optional, exact=False)


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


def _capture(state: State) -> Json:
    return group({"location": choice(OPEN_LOCATIONS), "seat": span(0, len(state.seats) - 1)})


def _captures(state: State) -> Json:
    return several(_capture(state), 0, MANY, optional=True, exact=False)


def _effects(state: State) -> Json:
    """What effects of buildings ask for."""
    return {
        "choice": choice((*state.box.goods, RELEASE, CAPTURE), optional=True, exact=False),
        "captures": _captures(state),
        "hire": group(_hire(state), optional=True, exact=False),
        "destroy_debt": flag(optional=True, exact=False),
        "library_discard": flag(optional=True, exact=False),
        "graveyard_discard": _apprentices(state, optional=True),
    }


# ---------------------------------------------------------------------------------------------------------------- forms


def _setup(state: State, seat: int | None) -> Json:
    del seat
    box, count = state.box, len(state.seats)
    fields: Json = {}
    if state.side == 1:
        fields["start_player"] = span(0, count - 1)
    elif state.alternates:
        fields["characters"] = by_seat(count, choice(box.characters), exact=False)
    for row in ROWS:
        fields[row] = _several_apprentices(state, box.columns)
    return {**fields, "small_face": choice(box.small)}


def _starting(state: State, seat: int | None) -> Json:
    del seat
    fields = _spot(state)
    if state.taken == len(state.seats) - 1:
        fields["refills"] = _several_apprentices(state, len(state.seats))
    return {**fields, **_debts(state)}


def _draft(state: State, seat: int | None) -> Json:
    del seat
    cards = {**_some(state), "exact": False}
    inner = {key: value for key, value in cards.items() if key not in ("secret", "optional")}
    count = len(state.seats)
    return {name: by_seat(count, inner, optional=True, secret=True, exact=False) for name in ("kept", "drawn")}


def _nothing(state: State, seat: int | None) -> Json:
    del state, seat
    return {}


def _mines(state: State, seat: int | None) -> Json:
    del seat
    return {"take": choice(good for of in state.box.yields["mines"] for good in of.goods)}


def _storehouse(state: State, seat: int | None) -> Json:
    mine = state.seats[seat or 0].apprentices
    trade = group({"trade": choice((*state.box.trades, *mine), exact=False), "paid": _goods(state)}, exact=False)
    return {
        "trades": several(trade, 0, MANY, optional=True, exact=False),
        "keep_debts": _debts(state)["keep_debts"],
    }


def _workshop_hire(state: State, seat: int | None) -> Json:
    del seat
    return {**_hire(state), "evade": span(0, MANY, optional=True, exact=False), **_debts(state)}


def _drawn(state: State, seat: int | None) -> Json:
    del seat
    return {"drawn": _some(state)}


def _town(state: State, seat: int | None) -> Json:
    del seat
    return {"captures": _captures(state), "evade": span(0, MANY, optional=True, exact=False)}


def _taxes(state: State, seat: int | None) -> Json:
    del seat
    return {"hugo_pays": _debts(state)["hugo_pays"]}


def _market(state: State, seat: int | None) -> Json:
    del seat
    return {**_debts(state), "drawn": _some(state)}


def _market_hire(state: State, seat: int | None) -> Json:
    return {**_hire(state), **_market(state, seat)}


def _market_draw(state: State, seat: int | None) -> Json:
    del seat
    return {
        **_debts(state),
        "kept": _building(state, optional=True, secret=True),
        "put_back": _some(state),
        "drawn": _some(state),
    }


def _guard(state: State, seat: int | None) -> Json:
    del state, seat
    action = group(
        {
            "action": choice(GUARDHOUSE_ACTIONS),
            "price": choice(PRICES, optional=True),
            **{name: span(0, MANY, optional=True) for name in ("evade", "keep_debts", "hugo_pays")},
        },
        exact=False,
    )
    return {"actions": several(action, 0, MANY, optional=True, exact=False)}


def _build(state: State, seat: int | None) -> Json:
    del seat
    return {
        "building": _building(state),
        "payment": _goods(state),
        **_effects(state),
        "purge_refill": _several_apprentices(state, len(ROWS), optional=True),
        "crane": second_work(state, optional=True),
        **_debts(state, maps=True),
        "library_card": _building(state, optional=True, secret=True),
        "drawn": _some(state),
    }


def _cathedral(state: State, seat: int | None) -> Json:
    del seat
    return {
        "payment": _goods(state),
        "reward": choice(state.box.rewards, optional=True, exact=False),
        "purge_refill": _several_apprentices(state, len(ROWS), optional=True),
        "keep_debts": _debts(state)["keep_debts"],
        "discarded": _some(state),
        "drawn": _some(state),
    }


def _return(state: State, seat: int | None) -> Json:
    del seat
    return {
        "location": choice((*OPEN_LOCATIONS, *MARKETS, PRISON, BOARD), exact=False),
        "holder": span(0, len(state.seats) - 1, optional=True, exact=False),
    }


def _throw_away(state: State, seat: int | None) -> Json:
    return {"apprentice": choice(state.seats[seat or 0].apprentices)}


def _reset(state: State, seat: int | None) -> Json:
    del seat
    ability = group(
        {
            "seat": span(0, len(state.seats) - 1),
            "card": choice((*state.box.apprentices, *state.box.characters), exact=False),
            "release": span(0, MANY, optional=True),
        },
        exact=False,
    )
    return {
        "small_face": choice(state.box.small, optional=True, exact=False),
        "large_face": choice(state.box.large, exact=False),
        "abilities": several(ability, 0, MANY, optional=True, exact=False),
        **_debts(state, maps=True),
    }


def _limit(state: State, seat: int | None) -> Json:
    del seat
    return {"discarded": _some(state)}


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
    "place_quarry": _nothing,
    "place_forest": _nothing,
    "place_mines": _mines,
    "place_silversmith": _nothing,
    "place_storehouse": _storehouse,
    "workshop_hire": _workshop_hire,
    "workshop_draw": _drawn,
    "place_town_centre": _town,
    "place_tax_stand": _taxes,
    "market_left": _market,
    "market_right": _market,
    "market_hire": _market_hire,
    "market_draw": _market_draw,
    "place_guardhouse": _guard,
    "build": _build,
    "cathedral": _cathedral,
    "return_worker": _return,
    "forced_pass": _nothing,
    "discard_apprentice": _throw_away,
    "resolve_reset": _reset,
    "discard_to_limit": _limit,
    "end_effects": _order,
    "reveal_hand": _reveal,
}
"""Type of move -> its fields, for a seat."""
