"""What is said of a judge's ruling: why an adjustment is refused, and the phrases that tell what it did."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.says import say

REFUSED: Mapping[str, Text] = {
    "ruled_early": say(
        "{kind}: the table is still being set up; correct the moves that did it",
        "{kind}: la mesa aún se está preparando; corrige las jugadas que lo hicieron",
    ),
    "ruled_late": say(
        "the evaluations are done: take the last ones back, rule, and do them again",
        "las evaluaciones ya están hechas: deshaz las últimas, falla y hazlas de nuevo",
    ),
    "ruled_between": say("first comes what everything waits for: {what}", "antes va lo que todo espera: {what}"),
    "no_such_unit": say("{unit} is not a unit; there are {units}", "{unit} no es una unidad; hay {units}"),
    "no_such_region": say("{region} is not a region; there are {regions}", "{region} no es una región; hay {regions}"),
    "no_such_track": say(
        "{criterion} is no track of the dummy here; there are {criteria}",
        "{criterion} no es aquí una escala del ficticio; hay {criteria}",
    ),
    "too_little_gold": say(
        "{who} has {held} gold and no less than none", "{who} tiene {held} de oro, y nunca menos que nada"
    ),
    "too_few_in_barracks": say("the Barracks hold {held} of {unit}", "en los Barracones hay {held} de {unit}"),
    "too_few_units": say("{who} holds {held} of {unit}", "{who} tiene {held} de {unit}"),
    "fist_closed": say(
        "{who} has closed the fist of this round: units are taken when it is open",
        "{who} ya cerró el puño de esta ronda: las unidades se quitan cuando se abra",
    ),
    "no_recruits": say("no recruitment tile lies in city {city}", "en la ciudad {city} no hay loseta de reclutamiento"),
    "not_on_tile": say(
        "{count} of {unit} would lie in city {city}; its tile takes 0 to {most}",
        "habría {count} de {unit} en la ciudad {city}; su loseta admite de 0 a {most}",
    ),
    "tile_emptied": say(
        "the tile in city {city} would be empty, and an empty tile leaves",
        "la loseta de la ciudad {city} quedaría vacía, y una vacía se retira",
    ),
    "stands_there": say(
        "{who}'s figure stands in city {city} already", "la figura de {who} ya está en la ciudad {city}"
    ),
    "too_few_bards": say(
        "{who} has {held} bards in supply and {there} in {region}",
        "{who} tiene {held} bardos en su reserva y {there} en {region}",
    ),
    "anothers_guild": say("the guild in city {city} is {who}'s", "el gremio de la ciudad {city} es de {who}"),
    "too_few_stories": say("{who} has {held} stories in supply", "a {who} le quedan {held} pisos en su reserva"),
    "guild_height": say(
        "the guild in city {city} has {height} stories; it may have 0 to {most}",
        "el gremio de la ciudad {city} tiene {height} pisos; puede tener de 0 a {most}",
    ),
    "below_start": say(
        "the dummy is never below its start in {criterion}", "el ficticio nunca baja de su inicio en {criterion}"
    ),
    "has_token": say("{who} has the First Player token already", "{who} ya tiene la ficha de primer jugador"),
    "orders_begun": say(
        "orders of year {year} have been executed: each seat executes each order once",
        "ya se han ejecutado órdenes del año {year}: cada cual ejecuta cada orden una vez",
    ),
}
"""Why an adjustment is refused, where moves are never refused so."""

PHRASES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "change_gold": "By a ruling {who}'s gold changes by {by:+d}",
        "change_units": "By a ruling {who}'s {unit} change by {by:+d}",
        "change_tile_units": "By a ruling the {unit} in city {city} change by {by:+d}",
        "move_idrakys": "By a ruling {who}'s Idrakys stands in city {city}",
        "change_bards": "By a ruling {who}'s bards in {region} change by {by:+d}",
        "change_stories": "By a ruling {who}'s guild in city {city} changes by {by:+d}",
        "change_dummy": "By a ruling the dummy changes in {criterion} by {by:+d}",
        "set_first_player": "By a ruling {who} has the First Player token",
    },
    "es": {
        "change_gold": "Por decisión del juez, el oro de {who} cambia en {by:+d}",
        "change_units": "Por decisión del juez, {unit} de {who}: {by:+d}",
        "change_tile_units": "Por decisión del juez, {unit} en la ciudad {city}: {by:+d}",
        "move_idrakys": "Por decisión del juez, el Idrakys de {who} está en la ciudad {city}",
        "change_bards": "Por decisión del juez, bardos de {who} en {region}: {by:+d}",
        "change_stories": "Por decisión del juez, el gremio de {who} en la ciudad {city} cambia en {by:+d}",
        "change_dummy": "Por decisión del juez, el ficticio cambia en {criterion} en {by:+d}",
        "set_first_player": "Por decisión del juez, {who} tiene la ficha de primer jugador",
    },
}
"""What tells each adjustment, by its type; :mod:`engines.xidit.tells` fills it in."""
