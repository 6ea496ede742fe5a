"""Refusal texts, with the names of the owner's box."""

from __future__ import annotations

from collections.abc import Iterable

from engines.kernel.game import Text
from engines.kernel.sentences import Refusals, all_of, fill, same, say, shown
from engines.rise_of_empires.box.components import Box
from engines.rise_of_empires.state import State

_TEXTS: dict[str, Text] = {
    # ------------------------------------------------------------------------------------------------ whose turn it is
    "game_over": say("the game is over", "la partida ha terminado"),
    "started": say("the starting player is already known", "ya se sabe quién empieza"),
    "not_now": say("{what} belongs to another phase; now: {now}", "{what} corresponde a otra fase; ahora: {now}"),
    "not_your_turn": say("it is {mover}'s action, not {who}'s", "le toca a {mover}, no a {who}"),
    "six_taken": say(
        "{who} has already taken {count:the only action|all {count} actions} of turn {turn}",
        "{who} ya hizo {count:la única acción|las {count} acciones} del turno {turn}",
    ),
    "not_due_order": say("{who} does not choose now", "ahora no elige {who}"),
    "not_due_none": say("{who} has nothing to choose here", "{who} no tiene nada que elegir aquí"),
    # --------------------------------------------------------------------------------------------------------- reveal
    "reveal_count": say("turn {turn} reveals {wanted}, not {given}", "el turno {turn} descubre {wanted}, no {given}"),
    "territory_gone": say("turn {turn} reveals no territory tiles", "el turno {turn} no descubre territorios"),
    "reveal_era": say(
        "{tile} is a tile of Era {era}; turn {turn} reveals tiles of Era {now}",
        "{tile} es una loseta de la era {era}; el turno {turn} descubre las de la era {now}",
    ),
    "reveal_seen": say("{tile} was already revealed", "{tile} ya se descubrió antes"),
    "reveal_twice": say("{tile} appears twice", "{tile} aparece dos veces"),
    "no_more_of_kind": say(
        "{given} of {kind} cannot appear: {left} of {count} {left:is|are} left",
        "no {given:puede|pueden} salir {given} de {kind}: {left:queda|quedan} {left} de {count}",
    ),
    "reveal_set": say(
        "the city tiles of this turn are {wanted}, not {given}", "las ciudades de este turno son {wanted}, no {given}"
    ),
    # ---------------------------------------------------------------------------------------------------------- names
    "unknown": say("{thing} is not in this box", "{thing} no está en esta caja"),
    "unknown_row": say("{thing} is not a row of the action display", "{thing} no es una fila del tablero de acciones"),
    "which_era": say(
        "several eras have a tile {name}; their ids are {ids}",
        "hay losetas {name} en varias eras; sus identificadores son {ids}",
    ),
    "missing": say("{row} needs {what}", "{row} necesita {what}"),
    "not_asked": say("{what} does not belong to {row}", "{what} no corresponde a {row}"),
    "not_asked_idle": say(
        "{what} does not go with a disc that takes no action", "{what} no va con un disco sin acción"
    ),
    "not_asked_free": say("{tile} takes no {what}", "{tile} no lleva {what}"),
    # ---------------------------------------------------------------------------------------------------- free actions
    "not_own": say("{who} does not own {tile}", "{who} no tiene {tile}"),
    "no_free_action": say("{tile} gives no free action", "{tile} no da acción gratuita"),
    "face_down": say(
        "{tile} is face down: it was already used this turn", "{tile} está boca abajo: ya se usó este turno"
    ),
    "waiting": say("{tile} waits until {others} {n:has|have} acted", "{tile} espera a que {n:actúe|actúen} {others}"),
    "missing_free": say("{tile} needs {what}", "{tile} necesita {what}"),
    "no_cube_there": say("{who} has no cubes in {region}", "{who} no tiene cubos en {region}"),
    "own_cube": say("{tile} removes a cube of another player", "{tile} retira un cubo de otro jugador"),
    "cannot_exchange": say("{tile} costs {cost}; {who} has {have}", "{tile} cuesta {cost}; {who} tiene {have}"),
    "guarded": say(
        "{who}'s alliance piece protects its cubes in {region}",
        "la pieza de alianza de {who} protege sus cubos en {region}",
    ),
    # ----------------------------------------------------------------------------------------------------------- discs
    "disc_is_free": say(
        "in an A turn the disc goes to the next circle and costs nothing",
        "en un turno A el disco va al siguiente círculo y no cuesta nada",
    ),
    "row_full": say(
        "row {row} is full: it has {count} {count:disc|discs}",
        "la fila {row} está llena: tiene {count} {count:disco|discos}",
    ),
    "can_act": say("{who} can still take an action: {row}", "{who} todavía puede realizar una acción: {row}"),
    "not_own_disc": say(
        "{who} has no disc on circle {circle} of row {row}",
        "{who} no tiene un disco en el círculo {circle} de la fila {row}",
    ),
    "which_disc": say(
        "{who} has discs on circles {circles} of row {row}; which one is taken back?",
        "{who} tiene discos en los círculos {circles} de la fila {row}; ¿cuál se retira?",
    ),
    "no_disc": say("{who} has no disc in row {row}", "{who} no tiene discos en la fila {row}"),
    "wrong_payment": say(
        "{count} {count:disc is|discs are} further left in row {row}: the cost is {due}, not {paid}",
        "hay {count} {count:disco|discos} más a la izquierda en la fila {row}: cuesta {due}, no {paid}",
    ),
    "nothing_due": say("{who} has {tile} and pays nothing for discs", "{who} tiene {tile} y no paga por los discos"),
    "negative": say("{unit}: {paid} cannot be paid", "{unit}: no se puede pagar {paid}"),
    "cannot_pay": say("{who} has {have}, not {paid}", "{who} tiene {have}, no {paid}"),
    "pay_all": say(
        "{who} cannot pay for any disc: everything is paid, {have} in total, and nothing else happens",
        "{who} no puede pagar por ningún disco: lo paga todo, {have} en total, y no pasa nada más",
    ),
    "could_pay": say(
        "{who} can pay for the disc on circle {circle} of row {row}: it costs {due}",
        "{who} puede pagar por el disco del círculo {circle} de la fila {row}: cuesta {due}",
    ),
    # ----------------------------------------------------------------------------------------------------------- tiles
    "not_available": say("{tile} cannot be taken: {why}", "{tile} no se puede tomar: {why}"),
    "duplicate": say("{who} already has a tile {tile} of this era", "{who} ya tiene una loseta {tile} de esta era"),
    "surcharge": say(
        "{tile} is from Era {era} and costs {due} gold; {who} has {have}",
        "{tile} es de la era {era} y cuesta {due} de oro; {who} tiene {have}",
    ),
    "cost": say("{tile} costs {due}; {who} has {have}", "{tile} cuesta {due}; {who} tiene {have}"),
    "does_not_fit": say("{tile} cannot be used here", "{tile} no se puede usar aquí"),
    "used_twice": say("{tile} is used twice", "{tile} se usa dos veces"),
    # ---------------------------------------------------------------------------------------------------------- empire
    "nothing_to_recall": say("{who} has no cubes on the map", "{who} no tiene cubos en el mapa"),
    "needs_cube": say(
        "{who} has no cubes in the pool, and this table requires one",
        "{who} no tiene cubos en su reserva, y esta mesa exige uno",
    ),
    "region_twice": say("step 1: {region} appears twice", "paso 1: {region} aparece dos veces"),
    "no_cubes": say(
        "step 1: {cubes} {cubes:cube|cubes} in {region}: place at least 1",
        "paso 1: {cubes} {cubes:cubo|cubos} en {region}: coloca al menos 1",
    ),
    "too_many_cubes": say(
        "step 1: {total} {total:cube|cubes} including {region}; the pool has {have}",
        "paso 1: {total} {total:cubo|cubos} contando {region}; la reserva tiene {have}",
    ),
    "too_many_regions": say(
        "step 2: {region} is one too many; the limit is {number} {number:region|regions}",
        "paso 2: {region} está de más; el límite {number:es|son} {number} {number:región|regiones}",
    ),
    "era_closed": say("step 3: {region} opens in Era {era}", "paso 3: {region} se abre en la era {era}"),
    "needs_water": say("step 4: {region} needs water", "paso 4: {region} necesita agua"),
    "overseas_closed": say(
        "step 5: {region} is overseas, and no tile has opened the way",
        "paso 5: {region} está en ultramar, y ninguna loseta ha abierto el camino",
    ),
    "no_way": say(
        "step 5: {region} is overseas; without water it can only be reached from an adjacent region",
        "paso 5: {region} está en ultramar; sin agua solo se llega desde una región vecina",
    ),
    "two_areas": say(
        "step 5: {region} is in {area}, and the water is already used for {other}",
        "paso 5: {region} está en {area}, y el agua ya se usa para {other}",
    ),
    "not_adjacent": say(
        "step 6: {region} has no cubes of {who} and is not next to a region that does",
        "paso 6: {region} no tiene cubos de {who} ni linda con una región que los tenga",
    ),
    "no_anchor": say(
        "step 6: {region} is not next to {anchor}, and none of these regions is next to all the others",
        "paso 6: {region} no linda con {anchor}, y ninguna de estas regiones linda con todas las demás",
    ),
    "no_way_back": say(
        "step 6: {who} has cubes only overseas; without water there is no way back to {region}",
        "paso 6: {who} solo tiene cubos en ultramar; sin agua no hay vuelta a {region}",
    ),
    "not_even_without": say(
        "step 7: even with {count} {count:region|regions} exempt {region} cannot be reached",
        "paso 7: ni con {count} {count:región exenta|regiones exentas} se llega a {region}",
    ),
    "too_many_battles": say(
        "{tile} allows {most} {most:battle|battles} now, not {count}",
        "{tile} permite ahora {most} {most:batalla|batallas}, no {count}",
    ),
    "same_region": say("there was already a battle in {region}", "ya hubo una batalla en {region}"),
    "no_battle": say(
        "a battle in {region} needs cubes of {who} and of another player",
        "una batalla en {region} necesita cubos de {who} y de otro jugador",
    ),
    "no_defender": say("{other} cannot be attacked in {region}", "no se puede atacar a {other} en {region}"),
    "battle_row": say(
        "{tile} has no battle row {row} available now", "{tile} no tiene disponible la fila de batalla {row}"
    ),
    "row_used": say("battle row {row} was already used", "la fila de batalla {row} ya se usó"),
    # ----------------------------------------------------------------------------------------------------------- trade
    "box_taken": say("{who} already used trade box {box} this turn", "{who} ya usó la casilla {box} este turno"),
    "box_era": say("trade box {box} cannot be used in Era {era}", "la casilla {box} no se puede usar en la era {era}"),
    "too_few_discs": say(
        "trade box {box} costs {due} {due:resource|resources}; {who} has {have}",
        "la casilla {box} cuesta {due} {due:recurso|recursos}; {who} tiene {have}",
    ),
    # --------------------------------------------------------------------------------------------------------- choices
    "no_food_upkeep": say(
        "{city} is not a city of {who} with food upkeep",
        "{city} no es una ciudad de {who} con mantenimiento en alimento",
    ),
    "no_resource_upkeep": say(
        "{city} is not a city of {who} with resource upkeep",
        "{city} no es una ciudad de {who} con mantenimiento en recursos",
    ),
    "must_drop": say(
        "the cities kept need {due} {due:resource|resources}; {who} will have {have}",
        "las ciudades conservadas piden {due} {due:recurso|recursos}; {who} tendrá {have}",
    ),
    "keep_cost": say(
        "keeping {tiles} costs {due}; {who} has {have}",
        "conservar {tiles} cuesta {due}; {who} tiene {have}",
    ),
    "not_next": say("{mover} chooses a position before {who}: {why}", "{mover} elige posición antes que {who}: {why}"),
    "chosen_before": say("{who} has already chosen position {position}", "{who} ya eligió la posición {position}"),
    "position": say(
        "{position} is not a position: they go from 1 to {count}", "{position} no es una posición: van de 1 a {count}"
    ),
    "position_taken": say("position {position} is taken by {who}", "la posición {position} la tiene {who}"),
    # ---------------------------------------------------------------------------------------------------- adjustments
    "short": say(
        "{who} has {have}: a change of {by} is not possible",
        "{who} tiene {have}: no es posible un cambio de {by}",
    ),
    "not_there": say(
        "{who} does not have {cubes} {cubes:cube|cubes} in {place}",
        "{who} no tiene {cubes} {cubes:cubo|cubos} en {place}",
    ),
    "nothing_changes": say("that changes nothing", "eso no cambia nada"),
    "not_turned_up": say("{tile} is not revealed yet", "{tile} todavía no se ha descubierto"),
    "same_place": say("{place} appears twice: nothing moves", "{place} aparece dos veces: no se mueve nada"),
    "not_in_actions": say("this is not the actions phase", "no es la fase de acciones"),
}

refusal = Refusals(_TEXTS)

WHY = {
    "unseen": say("not revealed yet", "aún no se ha descubierto"),
    "taken": say("{who} has it", "la tiene {who}"),
    "cleared": say("nobody took it, and it left the game", "nadie la tomó, y salió de la partida"),
    "wonder": say("a wonder is only available in its own turn", "una maravilla solo está disponible en su turno"),
    "lost": say("its owner lost it", "su dueño la perdió"),
    "built": say("already built", "ya está construida"),
    "ruled": say("a judge removed it from the game", "un juez la retiró de la partida"),
    "none": say("none left", "no quedan"),
    "empire": say("{who} took it this turn", "la tomó {who} este turno"),
}

AMOUNTS = {
    "gold": say("{n} gold", "{n} de oro"),
    "cube": say("{n} {n:cube|cubes} in the pool", "{n} {n:cubo|cubos} en la reserva"),
    "cubes": say("{n} {n:cube|cubes} in the pool", "{n} {n:cubo|cubos} en la reserva"),
    "resource": say("{n} {n:resource|resources}", "{n} {n:recurso|recursos}"),
    "food": say("{n} food", "{n} de alimento"),
    "vp": say("{n} VP", "{n} PV"),
    "progress": say("{n} progress {n:tile|tiles}", "{n} {n:loseta|losetas} de progreso"),
    "territory": say("{n} territory {n:tile|tiles}", "{n} {n:territorio|territorios}"),
    "cities": say("{n} {n:city|cities}", "{n} {n:ciudad|ciudades}"),
}
UNIT_NAMES = {
    "gold": say("gold", "oro"),
    "cube": say("cubes in the pool", "cubos en la reserva"),
    "cubes": say("cubes in the pool", "cubos en la reserva"),
    "resource": say("resources", "recursos"),
    "food": say("food", "alimento"),
    "vp": say("VP", "PV"),
}
PHASE_NAMES = {
    "start_player": say("choose the starting player", "elegir quién empieza"),
    "reveal": say("reveal new tiles", "descubrir losetas nuevas"),
    "actions": say("the actions of turn {turn}", "las acciones del turno {turn}"),
    "food": say("food of turn {turn}", "el alimento del turno {turn}"),
    "income": say("income of turn {turn}", "los ingresos del turno {turn}"),
    "era_end": say("the end of an era", "el final de una era"),
    "turn_order": say("the turn order for the next turn", "el orden del turno siguiente"),
    "finished": say("the game is over", "la partida ha terminado"),
}
PARAMETERS = {
    "tile": say("a tile", "una loseta"),
    "kind": say("a kind of territory", "un tipo de territorio"),
    "box": say("a trade box", "una casilla de comercio"),
    "recall": say("recalling cubes", "recoger cubos"),
    "use": say("a tile to use", "una loseta que usar"),
    "place": say("placing cubes", "colocar cubos"),
    "battles": say("a battle", "una batalla"),
    "region": say("a region", "una región"),
    "victim": say("a victim", "una víctima"),
}
TIES = {
    "vp": say("fewer VP", "menos PV"),
    "pieces": say("as many VP, fewer pieces", "los mismos PV, menos piezas"),
    "order": say("all is equal, further back in the turn order", "todo igual, más atrás en el orden de turno"),
}


def amount(what: str, count: int) -> Text:
    """A number of a kind of thing: ``1 resource``, ``0 cubes in the pool``."""
    return fill(AMOUNTS[what], n=count)


def seat_name(state: State, seat: object) -> Text:
    """The name of a player: the name of the colour, or an unknown number as received."""
    if type(seat) is int and 0 <= seat < len(state.colours):
        return state.box.colours[state.colours[seat]]
    return same(shown(seat))


def seats_named(state: State, seats: Iterable[int]) -> Text:
    """Several players."""
    return all_of(seat_name(state, seat) for seat in seats)


def tile_name(box: Box, tile: str) -> Text:
    """The name of a progress, city or empire tile, or a kind of territory; an unknown value is returned as text."""
    for known in (box.progress, box.cities, box.territory):
        if tile in known:
            return known[tile].name
    return same(tile)


def region_name(box: Box, region: object) -> Text:
    """The name of a region."""
    return box.regions[region].name if isinstance(region, str) and region in box.regions else same(shown(region))


def row_name(box: Box, row: str) -> Text:
    """The name of a row of the action display."""
    return box.rows.get(row, same(row))


def phase_name(state: State) -> Text:
    """What the table waits for."""
    return fill(PHASE_NAMES[state.phase], turn=state.turn)
