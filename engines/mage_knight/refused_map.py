"""Why a move is refused for its place: spaces, tiles, sites and units."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.says import say

TEXTS: Mapping[str, Text] = {
    "no_space": say("no tile lies at {space}", "no hay loseta en {space}"),
    "no_space_named": say("a space is two whole numbers", "una casilla son dos números enteros"),
    "off_map": say("the figure is not on the map", "la figura no está en el mapa"),
    "movement_over": say("movement is over", "el movimiento ha terminado"),
    "after_action": say("after the action there is no movement", "tras la acción no hay movimiento"),
    "not_adjacent": say("{space} is not adjacent", "{space} no es adyacente"),
    "provokes_on_hero": say(
        "the step would provoke an enemy onto a space with another hero",
        "el paso provocaría a un enemigo en una casilla con otro héroe",
    ),
    "wrong_cost": say(
        "{cost} is not a cost that the changes give: {possible}",
        "{cost} no es un coste que den los cambios: {possible}",
    ),
    "city": say("{space} is a city: it cannot be entered", "{space} es una ciudad: no se puede entrar"),
    "rampaging": say("rampaging enemies stand on {space}", "hay enemigos merodeadores en {space}"),
    "impassable": say("{terrain} cannot be entered ({space})", "no se puede entrar en {terrain} ({space})"),
    "owner_there": say("the owner is in the keep at {space}", "el dueño está en el torreón de {space}"),
    "no_jump": say("no effect lets the figure jump", "ningún efecto permite saltar a la figura"),
    "jump_too_far": say("at most {most} spaces", "como mucho {most} casillas"),
    "not_through": say("not over {terrain} ({space})", "no sobre {terrain} ({space})"),
    "no_assault_there": say("{space} cannot be assaulted", "{space} no puede asaltarse"),
    "not_safe": say("{space} is no safe space", "{space} no es una casilla segura"),
    "no_tile": say("no tile is left", "no quedan losetas"),
    "no_position": say("no tile can lie at {position}", "en {position} no puede haber loseta"),
    "not_next_to": say(
        "position {position} is not next to the figure", "la posición {position} no está junto a la figura"
    ),
    "tile_alone": say(
        "a tile at {position} would touch too few others", "una loseta en {position} tocaría muy pocas otras"
    ),
    "tile_lies": say("{tile} is no tile, or lies on the map", "{tile} no es una loseta, o ya está en el mapa"),
    "wrong_tile": say("{tile} cannot be the next tile", "{tile} no puede ser la loseta siguiente"),
    "no_monastery": say("no monastery asks for a card", "ningún monasterio pide carta"),
    "token_missing": say("the token is missing ({back})", "falta la ficha ({back})"),
    "wrong_back": say("{token} has another back than {back}", "el reverso de {token} no es {back}"),
    "token_copies": say("no copy of {token} is left", "no queda ninguna copia de {token}"),
    "token_extra": say("nothing is turned up at {space}", "en {space} no se descubre nada"),
    "ruin_missing": say("the ruin token at {space} is missing", "falta la ficha de ruinas de {space}"),
    "no_locals": say("nobody deals with the hero here", "aquí nadie trata con el héroe"),
    "x_step": say("nobody deals with a hero of such a reputation", "nadie trata con un héroe de esa reputación"),
    "no_interaction": say("there is no interaction", "no hay interacción"),
    "no_icon": say("{unit} is not recruited here ({site})", "{unit} no se recluta aquí ({site})"),
    "not_offered": say("{unit} is not in the offer", "{unit} no está en la oferta"),
    "elite": say("{unit} is an elite unit", "{unit} es una unidad de élite"),
    "no_unit_left": say("no copy of {unit} can come", "no puede llegar ninguna copia de {unit}"),
    "units_missing": say(
        "{count} units that come to the offer are missing", "faltan {count} unidades que llegan a la oferta"
    ),
    "no_command": say("all {tokens} command tokens are taken", "las {tokens} fichas de mando están ocupadas"),
    "no_slot": say("the slot of loyalty is not free", "el hueco de lealtad no está libre"),
    "bond_stays": say("the loyal unit is not disbanded", "la unidad leal no se licencia"),
    "no_healing": say("no healing is sold here: {site}", "aquí no se vende curación: {site}"),
    "no_teacher": say("nothing is taught here: {site}", "aquí no se enseña nada: {site}"),
    "no_mages": say("no spells are sold here: {site}", "aquí no se venden hechizos: {site}"),
    "one_of_them": say("either wounds of the hand or a unit are healed", "se curan heridas de la mano o una unidad"),
    "unit_well": say("unit {unit} is not wounded", "la unidad {unit} no está herida"),
    "too_few_wounds": say("the hand holds fewer wounds", "la mano tiene menos heridas"),
    "no_village": say("the hero does not stand on a village", "el héroe no está en una aldea"),
    "plundered": say("it was plundered in this gap", "ya se saqueó en este intervalo"),
    "no_altar": say("no altar waits at {space}", "en {space} no espera ningún altar"),
    "no_monastery_here": say("there is no monastery to burn", "no hay monasterio que quemar"),
    "nothing_to_fight": say("nothing is to be fought at {space}", "en {space} no hay nada que combatir"),
    "nobody_rampages": say("no rampaging enemy stands on {space}", "en {space} no hay enemigos merodeadores"),
    "no_unit": say("there is no unit {unit}", "no hay unidad {unit}"),
    "no_unit_card": say("{unit} is no unit", "{unit} no es una unidad"),
    "no_ability": say("{unit} has no ability {ability}", "{unit} no tiene la capacidad {ability}"),
    "unit_spent": say("{unit} is spent", "{unit} está agotada"),
    "unit_wounded": say("{unit} is wounded", "{unit} está herida"),
    "units_not_here": say("{unit} takes no part here", "{unit} no participa aquí"),
    "no_unit_for_banner": say("there is no unit for the banner", "no hay unidad para el estandarte"),
    "no_banner": say("{unit} has no banner that is used so", "{unit} no tiene un estandarte que se use así"),
    "banner_used": say("the banner was turned down", "el estandarte ya se volteó"),
}
