"""Why a move is refused in a combat."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.sentences import say

TEXTS: Mapping[str, Text] = {
    "no_combat": say("there is no combat now", "ahora no hay combate"),
    "not_in_combat": say(
        "attack and block can only be played in a combat", "ataque y bloqueo solo se juegan en un combate"
    ),
    "not_in_combat_now": say("not allowed in a combat", "no se permite en un combate"),
    "only_in_combat": say("only allowed in a combat", "solo se permite en un combate"),
    "wrong_phase": say(
        "{gives} cannot be used in this phase: {phase}", "{gives} no puede usarse en esta fase: {phase}"
    ),
    "healing_in_combat": say("there is no healing in a combat", "en un combate no se cura"),
    "fortified_now": say("enemy {enemy} is fortified", "el enemigo {enemy} está fortificado"),
    "no_more_enemies": say("no more enemies can join this combat", "a este combate no pueden unirse más enemigos"),
    "too_late_to_challenge": say(
        "the combat phases have begun: no more challenges", "las fases del combate han empezado: no hay más desafíos"
    ),
    "there_already": say("these enemies are already in the combat", "esos enemigos ya están en el combate"),
    "pieces_twice": say("name each piece once", "nombra cada pieza una vez"),
    "no_piece": say("there is no piece {piece}", "no existe la pieza {piece}"),
    "piece_used": say("{piece} is already used", "{piece} ya se usó"),
    "piece_of_phase": say("{piece} was played in another phase: {phase}", "{piece} se jugó en otra fase: {phase}"),
    "enemies_twice": say("name each enemy once", "nombra cada enemigo una vez"),
    "no_enemy": say("there is no enemy {enemy}", "no existe el enemigo {enemy}"),
    "enemy_defeated": say("enemy {enemy} is already defeated", "el enemigo {enemy} ya está derrotado"),
    "no_attack_value": say("these pieces give no attack", "esas piezas no dan ataque"),
    "no_block_value": say("these pieces give no block", "esas piezas no dan bloqueo"),
    "fortified_twice": say(
        "a doubly fortified enemy cannot be attacked now",
        "ahora no se puede atacar a un enemigo doblemente fortificado",
    ),
    "ranged_on_walls": say(
        "ranged attacks do not reach a fortified enemy", "los ataques a distancia no alcanzan a un enemigo fortificado"
    ),
    "blocked_already": say("enemy {enemy} is already blocked", "el enemigo {enemy} ya está bloqueado"),
    "summon_first": say("enemy {enemy} summons first", "antes invoca el enemigo {enemy}"),
    "no_summon": say("enemy {enemy} has nothing to summon now", "el enemigo {enemy} no tiene nada que invocar ahora"),
    "deals_none": say("enemy {enemy} deals no damage now", "el enemigo {enemy} no hace daño ahora"),
    "units_twice": say("name each unit once", "nombra cada unidad una vez"),
    "units_unhurt": say("damage cannot be assigned to units now", "ahora no puede asignarse daño a unidades propias"),
    "no_damage_left": say("no damage is left for that unit", "no queda daño para esa unidad"),
    "unit_hurt": say("{unit} is wounded: it cannot take damage", "{unit} está herida: no recibe daño"),
    "unit_resisted": say("{unit} has already taken damage in this combat", "{unit} ya recibió daño en este combate"),
    "last_phase": say("the attack phase is the last one", "la fase de ataque es la última"),
    "damage_left": say(
        "the damage of enemy {enemy} is not assigned yet", "el daño del enemigo {enemy} aún no está asignado"
    ),
}
