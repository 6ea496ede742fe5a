"""Texts about a judge's adjustments: the reasons for refusing one, and the phrases that describe each."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.sentences import say

REFUSED: Mapping[str, Text] = {
    "ruled_early": say(
        "{kind}: the table is still being set up; correct those moves instead",
        "{kind}: la mesa aún se está preparando; corrige esas jugadas",
    ),
    "ruled_late": say(
        "the evaluations are done: undo the last ones, rule, and do them again",
        "las evaluaciones ya están hechas: deshaz las últimas, decide y hazlas de nuevo",
    ),
    "ruled_between": say("this comes first: {what}", "antes va esto: {what}"),
    "no_such_unit": say("{unit} is not a unit; there are {units}", "{unit} no es una unidad; hay {units}"),
    "no_such_region": say("{region} is not a region; there are {regions}", "{region} no es una región; hay {regions}"),
    "no_such_track": say(
        "{criterion} is not a track of the dummy; there are {criteria}",
        "{criterion} no es una escala del ficticio; hay {criteria}",
    ),
    "too_little_gold": say("{who} has only {held} gold", "{who} solo tiene {held} de oro"),
    "too_few_in_barracks": say("the Barracks have only {held} of {unit}", "en el Cuartel solo hay {held} de {unit}"),
    "too_few_units": say("{who} has only {held} of {unit}", "{who} solo tiene {held} de {unit}"),
    "fist_closed": say(
        "{who}'s fist is closed in this round: change units once it is open",
        "el puño de {who} está cerrado en esta ronda: cambia las unidades cuando se abra",
    ),
    "no_recruits": say(
        "there is no recruitment tile in city {city}", "en la ciudad {city} no hay loseta de reclutamiento"
    ),
    "not_on_tile": say(
        "city {city} would have {count} of {unit}; its tile holds 0 to {most}",
        "la ciudad {city} tendría {count} de {unit}; su loseta admite de 0 a {most}",
    ),
    "tile_emptied": say(
        "the tile in city {city} would be empty; empty tiles are removed",
        "la loseta de la ciudad {city} quedaría vacía, y una vacía se retira",
    ),
    "stands_there": say("{who}'s figure is already in city {city}", "la figura de {who} ya está en la ciudad {city}"),
    "too_few_bards": say(
        "{who} has {held} {held:bard|bards} in supply and {there} in {region}",
        "{who} tiene {held} {held:bardo|bardos} en su reserva y {there} en {region}",
    ),
    "anothers_guild": say("the guild in city {city} is {who}'s", "el gremio de la ciudad {city} es de {who}"),
    "too_few_stories": say(
        "{who} has only {held} guild {held:floor|floors} in supply",
        "{who} solo tiene {held} {held:piso|pisos} en su reserva",
    ),
    "guild_height": say(
        "the guild in city {city} has {height} {height:floor|floors}; it can have 0 to {most}",
        "el gremio de la ciudad {city} tiene {height} {height:piso|pisos}; puede tener de 0 a {most}",
    ),
    "below_start": say(
        "the dummy cannot go below its start in {criterion}", "el ficticio no puede bajar de su inicio en {criterion}"
    ),
    "has_token": say("{who} already has the First Player token", "{who} ya tiene la ficha de primer jugador"),
    "orders_begun": say(
        "orders of year {year} have already been executed", "ya se han ejecutado órdenes del año {year}"
    ),
}
"""Reasons for refusing an adjustment that never apply to a move."""

PHRASES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "change_gold": "Judge: {who} {by:+d} gold",
        "change_units": "Judge: {who} {by:+d} {unit}",
        "change_tile_units": "Judge: city {city} {by:+d} {unit}",
        "move_idrakys": "Judge: {who}'s Idrakys moves to city {city}",
        "change_bards": "Judge: {who} {by:+d} {by:bard|bards} in {region}",
        "change_stories": "Judge: {who} {by:+d} guild {by:floor|floors} in city {city}",
        "change_dummy": "Judge: dummy {by:+d} in {criterion}",
        "set_first_player": "Judge: {who} takes the First Player token",
    },
    "es": {
        "change_gold": "Juez: {who} {by:+d} de oro",
        "change_units": "Juez: {who} {by:+d} {unit}",
        "change_tile_units": "Juez: ciudad {city} {by:+d} {unit}",
        "move_idrakys": "Juez: el Idrakys de {who} pasa a la ciudad {city}",
        "change_bards": "Juez: {who} {by:+d} {by:bardo|bardos} en {region}",
        "change_stories": "Juez: {who} {by:+d} {by:piso|pisos} de gremio en la ciudad {city}",
        "change_dummy": "Juez: ficticio {by:+d} en {criterion}",
        "set_first_player": "Juez: {who} recibe la ficha de primer jugador",
    },
}
"""The phrase of each adjustment, by its type; :mod:`engines.xidit.describe.sentences` fills it in."""
