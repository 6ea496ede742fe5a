"""Why a move is refused in a combat."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.says import say

TEXTS: Mapping[str, Text] = {
    "no_combat": say("there is no combat", "no hay combate"),
    "not_in_combat": say("attack and block are played in a combat", "ataque y bloqueo se juegan en un combate"),
    "not_in_combat_now": say("not in a combat", "no en un combate"),
    "only_in_combat": say("only in a combat", "solo en un combate"),
    "wrong_phase": say("no {gives} in the phase: {phase}", "{gives} no va en la fase: {phase}"),
    "healing_in_combat": say("there is no healing in a combat", "en un combate no se cura"),
    "immune": say("the enemy resists the colour of this effect", "el enemigo resiste el color de este efecto"),
    "no_more_enemies": say("no more enemies can join this combat", "a este combate no pueden unirse más enemigos"),
    "too_late_to_challenge": say(
        "the phases have begun: nobody else is challenged", "las fases han empezado: no se desafía a nadie más"
    ),
    "there_already": say("these enemies are in the combat", "esos enemigos ya están en el combate"),
    "pieces_twice": say("pieces are named, each once", "se nombran piezas, cada una una vez"),
    "no_piece": say("there is no piece {piece}", "no hay pieza {piece}"),
    "piece_used": say("{piece} was used", "{piece} ya se usó"),
    "piece_of_phase": say("{piece} was played in another phase: {phase}", "{piece} se jugó en otra fase: {phase}"),
    "enemies_twice": say("enemies are named, each once", "se nombran enemigos, cada uno una vez"),
    "no_enemy": say("there is no enemy {enemy}", "no hay enemigo {enemy}"),
    "enemy_defeated": say("enemy {enemy} is defeated", "el enemigo {enemy} está derrotado"),
    "no_attack_value": say("these pieces give no attack", "esas piezas no dan ataque"),
    "no_block_value": say("these pieces give no block", "esas piezas no dan bloqueo"),
    "fortified_twice": say(
        "an enemy that is fortified twice cannot be named now",
        "un enemigo fortificado dos veces no puede nombrarse ahora",
    ),
    "ranged_on_walls": say(
        "ranged values do not reach a fortified enemy", "los valores a distancia no alcanzan a un enemigo fortificado"
    ),
    "blocked_already": say("enemy {enemy} is blocked", "el enemigo {enemy} ya está bloqueado"),
    "summon_first": say("first enemy {enemy} summons", "antes invoca el enemigo {enemy}"),
    "no_summon": say("enemy {enemy} has nothing to summon now", "el enemigo {enemy} no tiene nada que invocar ahora"),
    "deals_none": say("enemy {enemy} deals no damage now", "el enemigo {enemy} no hace daño ahora"),
    "units_twice": say("each unit is named once", "cada unidad se nombra una vez"),
    "units_unhurt": say("own units cannot be given damage now", "ahora no puede asignarse daño a unidades propias"),
    "no_damage_left": say("no damage is left for that unit", "no queda daño para esa unidad"),
    "unit_hurt": say("{unit} is wounded: it takes no damage", "{unit} está herida: no recibe daño"),
    "unit_resisted": say("{unit} has taken damage in this combat", "{unit} ya recibió daño en este combate"),
    "last_phase": say("the attack phase is the last one", "la fase de ataque es la última"),
    "damage_left": say("the damage of enemy {enemy} is not assigned", "el daño del enemigo {enemy} no está asignado"),
}
