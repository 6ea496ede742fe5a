"""The refusal texts, one sentence each, in English and Spanish; and names of components."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.sentences import NOBODY, Refusals, same
from engines.xidit.adjustments.texts import REFUSED
from engines.xidit.box.components import Box
from engines.xidit.state import State

REFUSALS: Mapping[str, Text] = {
    **REFUSED,
    # Setting up
    "already_set_up": {"en": "the board is already set up", "es": "el tablero ya está preparado"},
    "no_such_set": {
        "en": "{set} is not a tile set of this box; it has {sets}",
        "es": "{set} no es un juego de losetas de esta caja; tiene {sets}",
    },
    "tiles_counted": {
        "en": "{count} {count:tile|tiles} given, {wanted} needed",
        "es": "{count:se da|se dan} {count} {count:loseta|losetas} y {wanted:hace falta|hacen falta} {wanted}",
    },
    "not_in_set": {"en": "set {set} has no tile {tile}", "es": "el juego {set} no tiene la loseta {tile}"},
    "named_twice": {"en": "tile {tile} appears twice", "es": "la loseta {tile} aparece dos veces"},
    "tile_missing": {"en": "{space} is missing: its tile is face up", "es": "falta {space}: su loseta está a la vista"},
    "no_order": {
        "en": "{order} is not an order of the evaluations: name each of {criteria} once",
        "es": "{order} no es un orden de las evaluaciones: nombra {criteria}, cada una una vez",
    },
    "figures_placed": {
        "en": "figures are placed right after the setup",
        "es": "las figuras se colocan justo después de la preparación",
    },
    "not_your_turn": {"en": "it is {mover}'s turn, not that of {who}", "es": "le toca a {mover}, no a {who}"},
    "no_such_city": {
        "en": "there is no city {city}: cities are numbered 1 to {last}",
        "es": "no existe la ciudad {city}: van de la 1 a la {last}",
    },
    "city_taken": {
        "en": "{who}'s figure is in city {city}; each figure starts in a different city",
        "es": "la figura de {who} está en la ciudad {city}; cada figura empieza en una ciudad distinta",
    },
    # Orders
    "orders_revealed": {
        "en": "the orders of year {year} are already revealed",
        "es": "las órdenes del año {year} ya están reveladas",
    },
    "no_programming": {"en": "orders cannot be programmed now", "es": "ahora no se programan órdenes"},
    "orders_counted": {
        "en": "{who}: {count} {count:order|orders} given, {wanted} needed",
        "es": "{who}: {count:se da|se dan} {count} {count:orden|órdenes} y {wanted:hace falta|hacen falta} {wanted}",
    },
    "no_such_order": {
        "en": "{who}, order {place}: {order} is not an order; there are {icons}",
        "es": "{who}, orden {place}: {order} no es una orden; hay {icons}",
    },
    "orders_missing": {
        "en": "all orders are revealed together; those of {who} are missing",
        "es": "las órdenes se revelan a la vez; faltan las de {who}",
    },
    "other_orders": {
        "en": "{who} sealed {sealed} as order {place} (entry {name}), not {shown}",
        "es": "{who} selló {sealed} como orden {place} (entrada {name}), no {shown}",
    },
    "no_orders_due": {"en": "no order can be executed now", "es": "ahora no se ejecuta ninguna orden"},
    "decision_pending": {"en": "decide this first: {what}", "es": "antes hay que decidir: {what}"},
    "which_road": {
        "en": "two roads of that colour leave city {city}: name the city, one of {ends}",
        "es": "dos caminos de ese color salen de la ciudad {city}: nombra la ciudad, una de {ends}",
    },
    "other_city": {
        "en": "the order {order} leads from city {city} to {ends}, not to {to}",
        "es": "la orden {order} lleva desde la ciudad {city} a {ends}, no a {to}",
    },
    "not_weakest": {
        "en": "the weakest unit in city {city} is {weakest}, not {unit}",
        "es": "la unidad más débil en la ciudad {city} es {weakest}, no {unit}",
    },
    "claims_city": {
        "en": "the road leads to city {end}, not to {to}",
        "es": "el camino lleva a la ciudad {end}, no a {to}",
    },
    "claim_differs": {
        "en": "the table recorded {claim}, but in city {city} the order gives {did}{reason}",
        "es": "la mesa anotó {claim}, pero en la ciudad {city} la orden da {did}{reason}",
    },
    # Decisions
    "not_due": {"en": "{what}: there is nothing to decide now", "es": "{what}: ahora no hay nada que decidir"},
    "not_your_decision": {"en": "{mover} decides, not {who}", "es": "decide {mover}, no {who}"},
    "no_such_titan": {
        "en": "there is no titan {titan}; raging on top: {titans}",
        "es": "no existe el titán {titan}; furiosos arriba: {titans}",
    },
    "not_raging": {
        "en": "{titan} is not raging on top of its stack; raging on top: {titans}",
        "es": "{titan} no está furioso arriba de su pila; furiosos arriba: {titans}",
    },
    "units_not_held": {
        "en": "{who} cannot return {count} of {unit}: {who} has {held}",
        "es": "{who} no puede devolver {count} de {unit}: tiene {held}",
    },
    "units_counted": {
        "en": "{titan} asks for {wanted} {wanted:unit|units}, not {count}",
        "es": "{titan} pide {wanted} {wanted:unidad|unidades}, no {count}",
    },
    "two_rewards": {
        "en": "take two different rewards, not {rewards}",
        "es": "toma dos recompensas distintas, no {rewards}",
    },
    "no_such_reward": {
        "en": "there is no reward {reward}; there are gold, bards and stories",
        "es": "no hay recompensa {reward}; hay gold, bards y stories",
    },
    "no_number": {
        "en": "region {region}: a number is missing; only the Bastion's, next to the figure, may be left out",
        "es": "falta el número de la región {region}: solo puede omitirse el del Bastión, junto a la figura",
    },
    "no_bards": {
        "en": "region {region}: {count} is not a number of bards",
        "es": "región {region}: {count} no es un número de bardos",
    },
    "not_adjacent": {
        "en": "{regions}: not next to city {city}; the regions there are {near}",
        "es": "{regions}: no está junto a la ciudad {city}; allí están {near}",
    },
    "bards_counted": {
        "en": "{count} {count:bard|bards} placed, {wanted} needed",
        "es": "{count:se coloca|se colocan} {count} {count:bardo|bardos} y {wanted:hace falta|hacen falta} {wanted}",
    },
    "no_such_criterion": {
        "en": "the dummy cannot rise in {criterion} now; it can in {criteria}",
        "es": "el ficticio no puede subir ahora en {criterion}; puede en {criteria}",
    },
    "guild_full": {
        "en": "the guild in city {city} is full ({height})",
        "es": "el gremio de la ciudad {city} está completo ({height})",
    },
    "no_own_guild": {
        "en": "{who} has no guild in city {city}; there is room in {cities}",
        "es": "{who} no tiene gremio en la ciudad {city}; hay sitio en {cities}",
    },
    # Tiles and titans
    "no_such_pile": {"en": "there is no pile {pile}: piles are R and T", "es": "no hay pila {pile}: hay R y T"},
    "no_pile_yet": {"en": "no pile lies there", "es": "no hay ninguna pila"},
    "other_pile": {
        "en": "the top of pile {asked} is asked for first, then that of {pile}",
        "es": "primero se pide la cima de la pila {asked}, después la de {pile}",
    },
    "pile_empty": {"en": "pile {pile} is empty", "es": "la pila {pile} está vacía"},
    "not_asked": {
        "en": "the top of pile {pile} is not asked for: there is nothing to leave open",
        "es": "no se pide la cima de la pila {pile}: no hay nada que dejar abierto",
    },
    "must_be_named": {
        "en": "the top of pile {pile} has to move: name it, one of {tiles}",
        "es": "la cima de la pila {pile} tiene que moverse: nómbrala, una de {tiles}",
    },
    "not_there": {
        "en": "tile {tile} cannot lie on top of pile {pile}; what can: {tiles}",
        "es": "la loseta {tile} no puede estar en la cima de la pila {pile}; puede: {tiles}",
    },
    "other_order": {
        "en": "the discard was turned over as one block: the top of pile {pile} is {top}, not {tile}",
        "es": "el descarte se volteó en bloque: la cima de la pila {pile} es {top}, no {tile}",
    },
    "top_asked": {
        "en": "the new top of pile {pile} comes first (empty if nobody noted it)",
        "es": "antes va la nueva cima de la pila {pile} (vacía si nadie la anotó)",
    },
    "no_awakening": {
        "en": "titans awaken only when a threat is needed and none is left",
        "es": "los titanes despiertan solo cuando falta una amenaza y no queda ninguna",
    },
    "already_raging": {
        "en": "{titan} is already raging on top of stack {stack}: nothing is turned over there",
        "es": "{titan} ya está furioso arriba de la pila {stack}: ahí no se voltea nada",
    },
    "stack_empty": {"en": "stack {stack} is empty", "es": "la pila {stack} está vacía"},
    "other_titan": {
        "en": "{titan} cannot be on top of stack {stack}; possible: {titans}",
        "es": "{titan} no puede ser la cima de la pila {stack}; posibles: {titans}",
    },
    "stack_left_out": {
        "en": "a sleeping titan is on top of {stacks}: which one was it?",
        "es": "hay un titán dormido arriba de {stacks}: ¿cuál era?",
    },
    "not_in_remainder": {
        "en": "tile {tile} was not among the shuffled tiles: {tiles}",
        "es": "la loseta {tile} no estaba entre las barajadas: {tiles}",
    },
    # Census
    "no_census": {"en": "there is no census now (year {year})", "es": "ahora no hay censo (año {year})"},
    "other_round": {"en": "this round is for {now}, not {unit}", "es": "esta ronda es de {now}, no de {unit}"},
    "no_number_of_units": {
        "en": "{who}: a fist holds 0 to {most} {most:unit|units}, not {count}",
        "es": "{who}: un puño tiene de 0 a {most} {most:unidad|unidades}, no {count}",
    },
    "more_than_held": {
        "en": "{who} cannot show {count} of {unit}: {who} has {held}",
        "es": "{who} no puede mostrar {count} de {unit}: tiene {held}",
    },
    "counts_missing": {
        "en": "all fists open together; missing: {who}",
        "es": "los puños se abren a la vez; falta: {who}",
    },
    "other_count": {
        "en": "{who} sealed {sealed} (entry {name}), not {count}",
        "es": "{who} selló {sealed} (entrada {name}), no {count}",
    },
    # The end
    "census_open": {"en": "the census of year {year} comes first", "es": "antes va el censo del año {year}"},
    "year_running": {"en": "year {year} is not over yet", "es": "el año {year} no ha terminado"},
    "bastion_closed": {
        "en": "the Bastion stays closed until the evaluations",
        "es": "el Bastión sigue cerrado hasta las evaluaciones",
    },
    "bastion_opened": {"en": "the Bastion is already open", "es": "el Bastión ya está abierto"},
    "no_count": {"en": "{who}: {count} is not a number of bards", "es": "{who}: {count} no es un número de bardos"},
    "other_bastion": {
        "en": "{who} has {derived} {derived:bard|bards} in the Bastion, not {count} (entries {names_said})",
        "es": "{who} tiene {derived} {derived:bardo|bardos} en el Bastión, no {count} (entradas {names_said})",
    },
    "not_evaluating": {
        "en": "the evaluations come after the last year",
        "es": "las evaluaciones llegan tras el último año",
    },
    "all_evaluated": {"en": "all evaluations are done", "es": "todas las evaluaciones están hechas"},
    "nothing_declared": {"en": "{who}: nothing to declare was given", "es": "{who}: no se indica qué declara"},
    "no_number_said": {
        "en": "{who}: {what} is a whole number, not {count}",
        "es": "{who}: {what} es un número entero, no {count}",
    },
}
"""Every refusal text by its code, with placeholders for its values."""


refusal = Refusals(REFUSALS)


def seat_name(state: State, seat: int) -> Text:
    """A seat by its colour."""
    return state.box.colours[state.colours[seat]]


def unit_name(state: State, unit: str | None) -> Text:
    """The name of a type of unit."""
    return state.box.unit_names.get(unit or "") or same(NOBODY)


def icon_name(box: Box, icon: str) -> Text:
    """The name of an order."""
    found = box.icons.get(icon)
    return found.name if found is not None else same(icon)
