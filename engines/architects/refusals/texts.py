"""Refusal texts in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.kernel.contradictions import in_order
from engines.kernel.game import IllegalMoveError, Text
from engines.kernel.sentences import Value, fill, say

VALUE = say("{where} cannot be {value}", "{where} no puede ser {value}")

TEXTS: Mapping[str, Text] = {
    "ill_1": say("it is {turn}'s turn, not {seat}'s", "le toca a {turn}, no a {seat}"),
    "ill_2": say(
        "no workers left on own board: take one back", "no quedan trabajadores en el tablero propio: recupera uno"
    ),
    "ill_3": say(
        "workers on own board: {workers}; place one", "trabajadores en el tablero propio: {workers}; coloca uno"
    ),
    "ill_4": say("no worker can be taken back from {place} now", "ahora no se recupera un trabajador de {place}"),
    "ill_6": say(
        "workers on own board: {workers}; passing needs none",
        "trabajadores en el tablero propio: {workers}; para pasar no debe haber ninguno",
    ),
    "ill_7": say("workers cannot be placed in the prison", "no se colocan trabajadores en la cárcel"),
    "ill_8": say(
        "own workers in {place}: {n}; gold needs {least}",
        "trabajadores propios en {place}: {n}; el oro pide {least}",
    ),
    "ill_9": say("take clay or gold, not {take}", "se toma arcilla u oro, no {take}"),
    "ill_9_split": say(
        "{what}: {said} given, {found} expected: clay and gold are not split",
        "{what}: se da {said} y debe ser {found}: no se reparten arcilla y oro",
    ),
    "ill_10": say("{what}: {said} given, {found} expected", "{what}: se da {said} y debe ser {found}"),
    "ill_11": say("trades given: {count}; at most {most}", "trueques indicados: {count}; como mucho {most}"),
    "ill_12": say("{good} cannot pay for marble here", "{good} no sirve aquí para pagar mármol"),
    "ill_13": say("{good} cannot pay for virtue here", "{good} no sirve aquí para pagar virtud"),
    "ill_14": say("no own apprentice offers trade {trade}", "ningún aprendiz propio ofrece el trueque {trade}"),
    "ill_15": say("hiring costs {cost}; available: {has}", "contratar cuesta {cost}; hay {has}"),
    "ill_16": say("{what}: silver goes on {found}, not {said}", "{what}: la plata va en {found}, no en {said}"),
    "ill_17": say(
        "{what}: silver goes on {found}, from the left, not {said}",
        "{what}: la plata va en {found}, desde la izquierda, no en {said}",
    ),
    "ill_18": say(
        "{seat} has {has} {has:apprentice|apprentices} and can have {most}: discard one first",
        "{seat} tiene {has} {has:aprendiz|aprendices} y puede tener {most}: descarta antes uno",
    ),
    "ill_19": say(
        "{card} is not there (row {row}, column {column})", "{card} no está ahí (fila {row}, columna {column})"
    ),
    "ill_19_gap": say(
        "there is no apprentice in row {row}, column {column}", "no hay aprendiz en la fila {row}, columna {column}"
    ),
    "ill_21": say(
        "{card} cannot appear: every copy is on display or hired",
        "{card} no puede salir: todas sus copias están expuestas o contratadas",
    ),
    "ill_21_deep": say(
        "{card} is too deep in the pile; cards that come before it: {more}",
        "{card} está demasiado abajo en la pila; cartas que salen antes: {more}",
    ),
    "ill_21_unknown": say("{card} is not an apprentice in this game", "{card} no es un aprendiz de esta partida"),
    "ill_22": say("captures given: {count}; at most {most}", "capturas indicadas: {count}; como mucho {most}"),
    "ill_23": say(
        "captures at {places}: at most {most} {most:location|locations}",
        "capturas en {places}: como máximo {most} {most:lugar|lugares}",
    ),
    "ill_24": say("no captures here: {location}", "aquí no se captura: {location}"),
    "ill_25": say(
        "{seat} has no worker there: {location}",
        "{seat} no tiene trabajadores ahí: {location}",
    ),
    "ill_26": say(
        "{what}: {said} given, but the whole group is {found}",
        "{what}: se da {said}, pero el grupo entero es de {found}",
    ),
    "ill_27": say("the first capture costs {cost}; available: {has}", "la primera captura cuesta {cost}; hay {has}"),
    "ill_28": say("there is no silver above the tax stand", "no hay plata sobre el puesto de tributos"),
    "ill_29": say(
        "{what}: {said} given; all the tax silver is taken: {found}",
        "{what}: se da {said}; se toma toda la plata de tributos: {found}",
    ),
    "ill_30": say(
        "taxes evaded: {evade}; at most {most}",
        "tributos evadidos: {evade}; como mucho {most}",
    ),
    "ill_31": say(
        "virtue {virtue} does not allow this place: {place}", "la virtud {virtue} no permite este lugar: {place}"
    ),
    "ill_32": say(
        "taken by {seat}: {place}",
        "ocupado por {seat}: {place}",
    ),
    "ill_33": say("this space costs {cost}; available: {has}", "ese espacio cuesta {cost}; hay {has}"),
    "ill_35": say("actions given: {count}; at most {most}", "acciones indicadas: {count}; como mucho {most}"),
    "ill_36": say("no own worker is captive on another board", "ningún trabajador propio está cautivo en otro tablero"),
    "ill_37_send": say("there are no captives to send", "no hay cautivos que enviar"),
    "ill_37_release": say("there are no own prisoners to release", "no hay presos propios que liberar"),
    "ill_37_debt": say("there is no unpaid debt to pay", "no hay deuda pendiente que pagar"),
    "ill_38": say("{what}: {said} given, but all {found} go", "{what}: se da {said}, pero van todos: {found}"),
    "ill_39": say("build needs a building", "construir necesita un edificio"),
    "ill_40": say(
        "{what}: {said} given; the next space is {found}", "{what}: se da {said}; el espacio siguiente es {found}"
    ),
    "ill_41": say("{card} needs {skills}", "{card} necesita {skills}"),
    "ill_42": say("{card} costs {cost}; available: {has}", "{card} cuesta {cost}; hay {has}"),
    "ill_43": say("{card} was already built by {seat}", "{card} ya lo construyó {seat}"),
    "ill_43_unknown": say("{card} is not a building in this game", "{card} no es un edificio de esta partida"),
    "ill_44": say(
        "{card} is in the hand of {seat}",
        "{card} está en la mano de {seat}",
    ),
    "ill_44_empty": say("{seat} has no building cards", "{seat} no tiene cartas de edificio"),
    "ill_44_not_held": say(
        "the hand of {seat} is known, and {card} is not in it",
        "se conoce la mano de {seat}, y {card} no está en ella",
    ),
    "ill_45": say(
        "virtue {virtue} does not allow this place: {place}", "la virtud {virtue} no permite este lugar: {place}"
    ),
    "ill_46": say(
        "all spaces of level {level} are taken; there are {spaces}",
        "todos los espacios del nivel {level} están ocupados; hay {spaces}",
    ),
    "ill_47": say("{seat} has no building cards to discard", "{seat} no tiene cartas de edificio que descartar"),
    "ill_48": say(
        "{what}: {said} given; the next level is {found}", "{what}: se da {said}; el siguiente nivel es {found}"
    ),
    "ill_48_top": say("level {level} is the top", "el nivel {level} es el más alto"),
    "ill_49": say("this level costs {cost}; available: {has}", "el nivel cuesta {cost}; hay {has}"),
    "ill_50": say("no reward cards left", "no quedan cartas de recompensa"),
    "ill_51": say("every copy of {card} was already revealed", "ya salieron todas las copias de {card}"),
    "ill_51_unknown": say("{card} is not a reward card", "{card} no es una carta de recompensa"),
    "ill_52": say(
        "the black market must be reset first; then: {kind}",
        "antes hay que reiniciar el mercado negro; después: {kind}",
    ),
    "ill_53": say("no reset needed: {place}", "no hace falta reiniciar: {place}"),
    "ill_54": say(
        "workers of {seat} released: {count}; at most {most}",
        "trabajadores de {seat} liberados: {count}; como mucho {most}",
    ),
    "ill_55": say(
        "prisoners of {seat}: {prisoners}; this ability needs none",
        "presos de {seat}: {prisoners}; esta habilidad exige que no haya",
    ),
    "ill_56": say(
        "the hand is over its limit: discard first; then: {kind}",
        "la mano supera el límite: descarta antes; después: {kind}",
    ),
    "ill_57": say(
        "{what}: {said} given, {found} needed", "{what}: se da {said} y {found:hace falta|hacen falta} {found}"
    ),
    "ill_57_none": say("no discard is needed", "no hace falta descartar"),
    "ill_58": say("there is no way to destroy a debt, or no debt", "no hay con qué destruir una deuda, o no hay deuda"),
    "ill_59": say(
        "the game is over: {kind}",
        "la partida ha terminado: {kind}",
    ),
    "ill_60": say(
        "workers of {seat} at {place}: fewer than {count}; moving them would make {total} in all",
        "trabajadores de {seat} en {place}: menos de {count}; moverlos daría {total} en total",
    ),
    "ill_61": say(
        "solo_data_missing: no box has the solo opponent's cards",
        "solo_data_missing: ninguna caja trae las cartas del oponente en solitario",
    ),
    "ill_62_side": say("side 1 of the boards has no characters", "el lado 1 de los tableros no tiene personajes"),
    "ill_62_none": say(
        "which character has {seat}?",
        "¿qué personaje tiene {seat}?",
    ),
    "ill_62_unknown": say("{word} is not a character", "{word} no es un personaje"),
    "ill_62_colour": say("{character} has another colour than {seat}", "{character} tiene otro color que {seat}"),
    "ill_62_alternate": say(
        "{character} is an alternate character, and the option is off",
        "{character} es un personaje alternativo, y la opción está desactivada",
    ),
    "ill_63": say(
        "{seat} has no such apprentice: {card}",
        "{seat} no tiene ese aprendiz: {card}",
    ),
    "ill_63_time": say("apprentices cannot be discarded now ({phase})", "ahora no se descartan aprendices ({phase})"),
    "ill_64": say(
        "the workers of {seat} there were already captured this turn: {location}",
        "los trabajadores de {seat} ya se capturaron ahí este turno: {location}",
    ),
    "ill_65": say("{price} is not a ransom: silver or debt", "{price} no es un rescate: plata o deuda"),
    "ill_66_take": say("clay or gold?", "¿arcilla u oro?"),
    "ill_66_price": say("which ransom? silver or debt", "¿qué rescate? plata o deuda"),
    "ill_66_choice": say(
        "which one: {of}?",
        "¿cuál: {of}?",
    ),
    "ill_66_captures": say("which group is captured?", "¿qué grupo se captura?"),
    "ill_66_graveyard": say("which apprentice is discarded?", "¿qué aprendiz se descarta?"),
    "ill_66_space": say("which space of the display?", "¿qué espacio de los aprendices?"),
    "ill_66_copies": say("{card} is on several spaces: which one?", "{card} está en varios espacios: ¿en cuál?"),
    "ill_66_which": say("{card} could be several cards: which one?", "{card} puede ser varias cartas: ¿cuál?"),
    "ill_66_refill": say("which apprentice is drawn from the pile?", "¿qué aprendiz sale de la pila?"),
    "ill_66_purge": say(
        "new apprentices after the purge: {count}; which?", "aprendices nuevos tras la purga: {count}; ¿cuáles?"
    ),
    "ill_66_reward": say("which reward is revealed?", "¿qué recompensa sale?"),
    "ill_66_face": say(
        "which face shows? missing: {what}",
        "¿qué cara se ve? falta {what}",
    ),
    "ill_66_payment": say("ways to pay: {ways}; what was paid?", "formas de pagar: {ways}; ¿qué se pagó?"),
    "ill_66_display": say(
        "row {row} has {columns} {columns:apprentice|apprentices}",
        "la fila {row} tiene {columns} {columns:aprendiz|aprendices}",
    ),
    "ill_66_start": say("who starts?", "¿quién empieza?"),
    "ill_66_holder": say("on whose board is that worker?", "¿en el tablero de quién está ese trabajador?"),
    "ill_67": say("there is no own worker: {place}", "no hay trabajadores propios: {place}"),
    "ill_67_pass": say(
        "a worker can be taken back, so passing is not allowed",
        "se puede recuperar un trabajador, así que no se puede pasar",
    ),
    "ill_68": say(
        "the order is {said}; it needs each of {wanted} once",
        "el orden es {said}; debe tener una vez cada uno de {wanted}",
    ),
    "ill_68_second": say("{seat} has already chosen an order", "{seat} ya eligió un orden"),
    "ill_69": say("{chooser} chooses now, not {seat}", "ahora elige {chooser}, no {seat}"),
    "ill_69_early": say(
        "the gaps are filled once everyone has an apprentice", "los huecos se llenan cuando todos tienen aprendiz"
    ),
    "ill_69_refills": say(
        "new apprentices: {said}; gaps: {wanted}",
        "aprendices nuevos: {said}; huecos: {wanted}",
    ),
    "ill_70_keep": say(
        "{seat} keeps too many debts: {left} more than overflow would destroy",
        "{seat} conserva demasiadas deudas: {left} de más",
    ),
    "ill_70_pays": say(
        "{seat} cannot buy off a debt; it costs {cost}, available: {has}",
        "{seat} no puede evitar una deuda; cuesta {cost}, hay {has}",
    ),
    "ill_70_left": say(
        "{seat} buys off {left} {left:debt|debts} too many", "{seat} evita {left} {left:deuda|deudas} de más"
    ),
    "ill_71": say(
        "cards with this face: {cards}; all have been seen: {face}",
        "cartas con esta cara: {cards}; ya se han visto todas: {face}",
    ),
    "ill_71_unknown": say("no market card has the face {face}", "ninguna carta de mercado tiene la cara {face}"),
    "ill_71_none": say("no card is left for the small market", "no queda carta para el mercado pequeño"),
    "ill_72": say("this costs {cost}; available: {has}", "eso cuesta {cost}; hay {has}"),
    "ill_73": say("{what} does not apply here", "{what} no corresponde aquí"),
    "ill_73_action": say("{action} is not a guardhouse action", "{action} no es una acción de la guardia"),
    "ill_74": say(
        "not now ({phase}): {kind}",
        "ahora no ({phase}): {kind}",
    ),
    "ill_75": say(
        "{seat} has no such reset ability: {card}",
        "{seat} no tiene esa habilidad de reinicio: {card}",
    ),
    "ill_75_twice": say("{seat} uses it twice: {card}", "{seat} la usa dos veces: {card}"),
    "ill_76_pile": say("the building pile is empty", "la pila de edificios está vacía"),
    "ill_76_library": say("there is no building card to discard", "no hay cartas de edificio que descartar"),
    "ill_76_crane": say("no worker is left for the second work", "no queda trabajador para la segunda obra"),
    "ill_77_number": say(
        "cards noted: {said}; moved: {wanted}",
        "cartas anotadas: {said}; movidas: {wanted}",
    ),
    "ill_77_twice": say("{card} appears twice", "{card} aparece dos veces"),
    "ill_77_unknown": say("{card} is not a building in this game", "{card} no es un edificio de esta partida"),
    "ill_77_held": say(
        "{card} is in the hand of {seat}",
        "{card} está en la mano de {seat}",
    ),
    "ill_77_not_held": say(
        "the hand of {seat} is known, and {card} is not in it",
        "se conoce la mano de {seat}, y {card} no está en ella",
    ),
    "ill_77_built": say("{card} was already built by {seat}", "{card} ya lo construyó {seat}"),
    "adjust": say(
        "{what} would be {value}; the range is {low} to {high}", "{what} sería {value}; va de {low} a {high}"
    ),
    "nothing": say("that would change nothing", "eso no cambiaría nada"),
    "not_now": say(
        "not now ({phase})",
        "ahora no ({phase})",
    ),
    "not_there": say("{what} cannot go here", "{what} no puede ir aquí"),
    "no_room": say(
        "room for {room} {room:worker|workers} there, not {count}: {place}",
        "caben ahí {room} {room:trabajador|trabajadores}, no {count}: {place}",
    ),
    "own_captive": say(
        "{seat} cannot hold their own workers captive", "{seat} no puede tener cautivos a sus propios trabajadores"
    ),
    "on_display": say("{card} is on display", "{card} está expuesta"),
    "not_in_play": say(
        "{card} is a promo card, and the option is off", "{card} es una carta promocional, y la opción está desactivada"
    ),
    "not_in_pile": say(
        "{card} is on display or hired, not in the pile", "{card} está expuesta o contratada, no en la pila"
    ),
    "has_already": say("{seat} already has it: {card}", "{seat} ya lo tiene: {card}"),
    "has_not": say(
        "{seat} has not built it: {card}",
        "{seat} no lo ha construido: {card}",
    ),
}


def refusal(rule: str, key: str, *, names: Iterable[str | None] = (), **values: Value) -> IllegalMoveError:
    """Return the refusal of a move, for the caller to raise.

    Args:
        rule: The clause that refuses it.
        key: Key of the sentence; its first two words are the code of the reference's table (``ill_66_refill``), or
            the whole key if the table has none.
        names: The earlier entries to blame; empty ones are left out.
        values: Values for the placeholders of the sentence.
    """
    text = VALUE if key.endswith("_value") else TEXTS[key]
    code = "_".join(key.split("_")[:2]) if key.startswith("ill_") else key
    return IllegalMoveError(rule, code, fill(text, **values), in_order(names))
