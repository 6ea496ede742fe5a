"""Why a move is refused for its place: spaces, tiles, sites and units."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.sentences import say

TEXTS: Mapping[str, Text] = {
    "no_space": say("there is no tile there", "allí no hay loseta"),
    "no_space_named": say("a space is two whole numbers", "una casilla son dos números enteros"),
    "off_map": say("the figure is not on the map", "la figura no está en el mapa"),
    "movement_over": say("the movement part of the turn is over", "la parte de movimiento ha terminado"),
    "after_action": say("no movement after the action", "tras la acción no hay movimiento"),
    "not_adjacent": say("that space is not adjacent", "esa casilla no es adyacente"),
    "provokes_on_hero": say(
        "this step would provoke an enemy onto a space with another hero",
        "el paso provocaría a un enemigo en una casilla con otro héroe",
    ),
    "wrong_cost": say(
        "the cost cannot be {cost}; possible: {possible}", "el coste no puede ser {cost}; posibles: {possible}"
    ),
    "city": say("a city cannot be entered", "en una ciudad no se puede entrar"),
    "rampaging": say("there are rampaging enemies there", "allí hay enemigos merodeadores"),
    "impassable": say("{terrain} cannot be entered", "no se puede entrar en {terrain}"),
    "owner_there": say("the owner is in that keep", "el dueño está en ese torreón"),
    "no_jump": say("no effect allows a jump", "ningún efecto permite saltar"),
    "jump_too_far": say("at most {most} {most:space|spaces}", "como mucho {most} {most:casilla|casillas}"),
    "not_through": say("not over {terrain}", "no sobre {terrain}"),
    "no_assault_there": say("that space cannot be assaulted", "esa casilla no puede asaltarse"),
    "not_safe": say("that space is not safe", "esa casilla no es segura"),
    "no_tile": say("no tiles left", "no quedan losetas"),
    "no_position": say("a tile cannot be placed there", "ahí no se puede poner una loseta"),
    "not_next_to": say("that place is not next to the figure", "ese hueco no está junto a la figura"),
    "tile_alone": say("a tile there would touch too few others", "una loseta ahí tocaría muy pocas otras"),
    "tile_lies": say("{tile} is not a tile, or is already on the map", "{tile} no es una loseta, o ya está en el mapa"),
    "wrong_tile": say("{tile} cannot be the next tile", "{tile} no puede ser la loseta siguiente"),
    "no_monastery": say("no monastery needs a card", "ningún monasterio necesita carta"),
    "token_missing": say("the token is missing ({back})", "falta la ficha ({back})"),
    "wrong_back": say("{token} does not have the back {back}", "el reverso de {token} no es {back}"),
    "token_copies": say("no copy of {token} is left", "no queda ninguna copia de {token}"),
    "token_extra": say("nothing is revealed at {space}", "en {space} no se descubre nada"),
    "ruin_missing": say("the ruin token at {space} is missing", "falta la ficha de ruinas de {space}"),
    "no_locals": say("there are no locals here", "aquí no hay locales"),
    "x_step": say("no interaction with this reputation", "con esta reputación no hay interacción"),
    "no_interaction": say("no interaction is in progress", "no hay ninguna interacción en curso"),
    "no_icon": say("{unit} cannot be recruited here ({site})", "{unit} no se puede reclutar aquí ({site})"),
    "not_offered": say("{unit} is not in the offer", "{unit} no está en la oferta"),
    "elite": say("{unit} is an elite unit", "{unit} es una unidad de élite"),
    "no_unit_left": say("no copy of {unit} is left", "no queda ninguna copia de {unit}"),
    "units_missing": say(
        "{count} new {count:unit|units} of the offer {count:is|are} missing",
        "{count:falta|faltan} {count} {count:unidad nueva|unidades nuevas} de la oferta",
    ),
    "no_command": say(
        "{tokens:the only command token is|all {tokens} command tokens are} in use",
        "{tokens:la única ficha de mando está|las {tokens} fichas de mando están} en uso",
    ),
    "no_slot": say("the loyalty slot is not free", "el hueco de lealtad no está libre"),
    "bond_stays": say("the loyal unit cannot be disbanded", "la unidad leal no se puede licenciar"),
    "no_healing": say("no healing is sold here: {site}", "aquí no se vende curación: {site}"),
    "no_teacher": say("nothing is taught here: {site}", "aquí no se enseña nada: {site}"),
    "no_mages": say("no spells are sold here: {site}", "aquí no se venden hechizos: {site}"),
    "one_of_them": say("heal either wounds in hand or a unit", "se curan heridas de la mano o una unidad, no ambas"),
    "unit_well": say("unit {unit} is not wounded", "la unidad {unit} no está herida"),
    "too_few_wounds": say("there are fewer wounds in hand", "hay menos heridas en la mano"),
    "no_village": say("the hero is not in a village", "el héroe no está en una aldea"),
    "plundered": say(
        "the village was already plundered between these turns", "la aldea ya se saqueó entre estos turnos"
    ),
    "no_altar": say("there is no altar here", "aquí no hay ningún altar"),
    "no_monastery_here": say("there is no monastery to burn", "no hay monasterio que quemar"),
    "nothing_to_fight": say("there is nothing to fight here", "aquí no hay nada que combatir"),
    "nobody_rampages": say("there are no rampaging enemies there", "allí no hay enemigos merodeadores"),
    "no_unit": say("there is no unit {unit}", "no existe la unidad {unit}"),
    "no_unit_card": say("{unit} is not a unit", "{unit} no es una unidad"),
    "no_ability": say("{unit} has no ability {ability}", "{unit} no tiene la capacidad {ability}"),
    "unit_spent": say("{unit} is already spent", "{unit} ya está agotada"),
    "unit_wounded": say("{unit} is wounded", "{unit} está herida"),
    "units_not_here": say("{unit} cannot take part here", "{unit} no puede participar aquí"),
    "no_unit_for_banner": say("there is no unit for the banner", "no hay unidad para el estandarte"),
    "no_banner": say("{unit} has no banner that can be used like this", "{unit} no tiene un estandarte que se use así"),
    "banner_used": say("the banner was already used", "el estandarte ya se usó"),
}
