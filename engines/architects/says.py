"""What the rules say when they refuse, in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.kernel.contradictions import in_order
from engines.kernel.game import IllegalMoveError, Text
from engines.kernel.says import Value, fill, say

VALUE = say("{where} is {value}: that is no value for it", "{where} es {value}: no es un valor posible")

TEXTS: Mapping[str, Text] = {
    "ill_1": say(
        "it is the turn of {turn}, not of {seat}",
        "le toca a {turn}, no a {seat}",
    ),
    "ill_2": say(
        "no worker is left on the own board: one must be taken back",
        "no quedan trabajadores en el tablero propio: hay que recuperar uno",
    ),
    "ill_3": say(
        "workers on the own board: {workers}; one must be placed",
        "trabajadores en el tablero propio: {workers}; hay que colocar uno",
    ),
    "ill_4": say(
        "no worker is taken back now from {place}",
        "ahora no se recupera un trabajador de {place}",
    ),
    "ill_6": say(
        "workers on the own board: {workers}; nobody passes with one",
        "trabajadores en el tablero propio: {workers}; nadie pasa teniendo alguno",
    ),
    "ill_7": say(
        "nobody places a worker in the prison",
        "nadie coloca un trabajador en la cárcel",
    ),
    "ill_8": say(
        "own workers in {place}: {n}; gold needs {least}",
        "trabajadores propios en {place}: {n}; el oro pide {least}",
    ),
    "ill_9": say("take clay or gold, not {take}", "se toma arcilla u oro, no {take}"),
    "ill_9_split": say(
        "{what}: {said} is stated, {found} follows: clay and gold are not split",
        "{what}: se dijo {said} y resulta {found}: no se reparten arcilla y oro",
    ),
    "ill_10": say("{what}: {said} is stated, {found} follows", "{what}: se dijo {said} y resulta {found}"),
    "ill_11": say(
        "trades stated: {count}; at most {most}",
        "trueques indicados: {count}; como mucho {most}",
    ),
    "ill_12": say("{good} does not pay for marble here", "{good} no sirve aquí para pagar mármol"),
    "ill_13": say("{good} does not pay for virtue here", "{good} no sirve aquí para pagar virtud"),
    "ill_14": say("no own apprentice offers the trade {trade}", "ningún aprendiz propio ofrece el trueque {trade}"),
    "ill_15": say(
        "hiring costs {cost}; there is {has}",
        "contratar cuesta {cost}; hay {has}",
    ),
    "ill_16": say(
        "{what}: silver was laid on {said}; it goes on {found}",
        "{what}: se puso plata en {said}; va en {found}",
    ),
    "ill_17": say(
        "{what}: silver was laid on {said}; it goes on {found}, from the left",
        "{what}: se puso plata en {said}; va en {found}, desde la izquierda",
    ),
    "ill_18": say(
        "{seat} has {has} apprentices and may have {most}: one must be discarded first",
        "{seat} tiene {has} aprendices y puede tener {most}: antes debe descartar uno",
    ),
    "ill_19": say(
        "{card} does not lie there (row {row}, column {column})",
        "{card} no está ahí (fila {row}, columna {column})",
    ),
    "ill_19_gap": say(
        "no apprentice lies in row {row}, column {column}", "no hay aprendiz en la fila {row}, columna {column}"
    ),
    "ill_21": say(
        "{card} cannot come up: every copy is on display or hired",
        "{card} no puede salir: todas sus copias están a la vista o contratadas",
    ),
    "ill_21_deep": say(
        "{card} lies too deep under the pile; cards that come up before: {more}",
        "{card} está demasiado abajo en la pila; cartas que salen antes: {more}",
    ),
    "ill_21_unknown": say("{card} is no apprentice of this game", "{card} no es un aprendiz de esta partida"),
    "ill_22": say(
        "captures stated: {count}; at most {most}",
        "capturas indicadas: {count}; como mucho {most}",
    ),
    "ill_23": say(
        "captures from {places}: locations allowed: {most}",
        "capturas en {places}: lugares permitidos: {most}",
    ),
    "ill_24": say(
        "nobody is captured here: {location}",
        "aquí no se captura a nadie: {location}",
    ),
    "ill_25": say(
        "{seat} has no worker there: {location}",
        "{seat} no tiene trabajadores ahí: {location}",
    ),
    "ill_26": say(
        "{what}: {said} is stated, and the whole group is {found}",
        "{what}: se dijo {said} y el grupo entero es de {found}",
    ),
    "ill_27": say(
        "the first capture costs {cost}; there is {has}",
        "la primera captura cuesta {cost}; hay {has}",
    ),
    "ill_28": say("no silver lies above the tax stand", "no hay plata sobre el puesto de tributos"),
    "ill_29": say(
        "{what}: {said} is stated; all the tax silver is taken: {found}",
        "{what}: se dijo {said}; se toma toda la plata de tributos: {found}",
    ),
    "ill_30": say(
        "taxes evaded: {evade}; at most {most}",
        "tributos evadidos: {evade}; como mucho {most}",
    ),
    "ill_31": say(
        "virtue {virtue} bars the place: {place}",
        "la virtud {virtue} cierra el lugar: {place}",
    ),
    "ill_32": say(
        "taken by {seat}: {place}",
        "ocupado por {seat}: {place}",
    ),
    "ill_33": say(
        "that space costs {cost}; there is {has}",
        "ese espacio cuesta {cost}; hay {has}",
    ),
    "ill_35": say(
        "actions stated: {count}; at most {most}",
        "acciones indicadas: {count}; como mucho {most}",
    ),
    "ill_36": say("no own worker is captive on another board", "ningún trabajador propio está cautivo en otro tablero"),
    "ill_37_send": say("there are no captives to send", "no hay cautivos que enviar"),
    "ill_37_release": say("there are no own prisoners to release", "no hay presos propios que liberar"),
    "ill_37_debt": say("there is no unpaid debt to pay", "no hay deuda pendiente que pagar"),
    "ill_38": say(
        "{what}: {said} is stated, and all {found} go", "{what}: se dijo {said} y van todos, que son {found}"
    ),
    "ill_39": say("build needs a building", "construir necesita un edificio"),
    "ill_40": say(
        "{what}: {said} is stated; the next space is {found}",
        "{what}: se dijo {said}; el espacio siguiente es {found}",
    ),
    "ill_41": say("{card} needs {skills}", "{card} necesita {skills}"),
    "ill_42": say(
        "{card} costs {cost}; there is {has}",
        "{card} cuesta {cost}; hay {has}",
    ),
    "ill_43": say(
        "{card} was built by {seat}",
        "{card} ya lo construyó {seat}",
    ),
    "ill_43_unknown": say("{card} is no building of this game", "{card} no es un edificio de esta partida"),
    "ill_44": say(
        "{card} is in the hand of {seat}",
        "{card} está en la mano de {seat}",
    ),
    "ill_44_empty": say(
        "{seat} has no building card",
        "{seat} no tiene cartas de edificio",
    ),
    "ill_44_not_held": say(
        "the hand of {seat} is known, and {card} is not in it",
        "se conoce la mano de {seat}, y {card} no está en ella",
    ),
    "ill_45": say(
        "virtue {virtue} bars the place: {place}",
        "la virtud {virtue} cierra el lugar: {place}",
    ),
    "ill_46": say(
        "all spaces of level {level} are taken; there are {spaces}",
        "todos los espacios del nivel {level} están ocupados; hay {spaces}",
    ),
    "ill_47": say(
        "{seat} has no building card to discard",
        "{seat} no tiene cartas de edificio que descartar",
    ),
    "ill_48": say(
        "{what}: {said} is stated; the next level is {found}", "{what}: se dijo {said}; el siguiente nivel es {found}"
    ),
    "ill_48_top": say("level {level} is the top", "el nivel {level} es el más alto"),
    "ill_49": say("the level costs {cost}; there is {has}", "el nivel cuesta {cost}; hay {has}"),
    "ill_50": say("no reward card is left", "no quedan cartas de recompensa"),
    "ill_51": say("every copy of {card} was revealed already", "ya salieron todas las copias de {card}"),
    "ill_51_unknown": say("{card} is no reward card", "{card} no es una carta de recompensa"),
    "ill_52": say(
        "the black market must be reset first; then: {kind}",
        "antes hay que reiniciar el mercado negro; después: {kind}",
    ),
    "ill_53": say(
        "no reset is due: {place}",
        "no toca reinicio: {place}",
    ),
    "ill_54": say(
        "workers of {seat} released: {count}; at most {most}",
        "trabajadores de {seat} liberados: {count}; como mucho {most}",
    ),
    "ill_55": say(
        "prisoners of {seat}: {prisoners}; this ability works without any",
        "presos de {seat}: {prisoners}; esta habilidad solo sirve sin ninguno",
    ),
    "ill_56": say(
        "the hand is over its limit: cards must be discarded first; then: {kind}",
        "la mano supera el límite: antes hay que descartar; después: {kind}",
    ),
    "ill_57": say("{what}: {said} is stated, {found} are due", "{what}: se dijo {said} y tocan {found}"),
    "ill_57_none": say("no discard to the limit is due", "no toca descartar hasta el límite"),
    "ill_58": say(
        "there is nothing to destroy a debt with, or no debt", "no hay con qué destruir una deuda, o no hay deuda"
    ),
    "ill_59": say(
        "the game is over: {kind}",
        "la partida ha terminado: {kind}",
    ),
    "ill_60": say(
        "workers of {seat} at {place}: fewer than {count}; moving them would make {total} in all",
        "trabajadores de {seat} en {place}: menos de {count}; moverlos daría {total} en total",
    ),
    "ill_61": say(
        "solo_data_missing: the solo opponent's cards are in no box",
        "solo_data_missing: ninguna caja trae el oponente en solitario",
    ),
    "ill_62_side": say("side 1 of the boards has no characters", "el lado 1 de los tableros no tiene personajes"),
    "ill_62_none": say(
        "which character has {seat}?",
        "¿qué personaje tiene {seat}?",
    ),
    "ill_62_unknown": say("{word} is no character", "{word} no es un personaje"),
    "ill_62_colour": say(
        "{character} is printed in another colour than {seat}",
        "{character} está impreso en otro color que {seat}",
    ),
    "ill_62_alternate": say(
        "{character} is an alternate: the option is off", "{character} es alternativo: la opción está desactivada"
    ),
    "ill_63": say(
        "{seat} has no such apprentice: {card}",
        "{seat} no tiene ese aprendiz: {card}",
    ),
    "ill_63_time": say(
        "no apprentice is discarded now ({phase})",
        "ahora no se descarta ningún aprendiz ({phase})",
    ),
    "ill_64": say(
        "the workers of {seat} were captured there already this turn: {location}",
        "los trabajadores de {seat} ya se capturaron ahí este turno: {location}",
    ),
    "ill_65": say("{price} is no ransom: silver or debt", "{price} no es un rescate: plata o deuda"),
    "ill_66_take": say("clay or gold?", "¿arcilla u oro?"),
    "ill_66_price": say("which ransom? silver or debt", "¿qué rescate? plata o deuda"),
    "ill_66_choice": say(
        "which one: {of}?",
        "¿cuál: {of}?",
    ),
    "ill_66_captures": say("which group is captured?", "¿qué grupo se captura?"),
    "ill_66_graveyard": say("which apprentice is discarded?", "¿qué aprendiz se descarta?"),
    "ill_66_space": say("which space of the display?", "¿qué espacio de los aprendices?"),
    "ill_66_copies": say("{card} lies on several spaces: which one?", "{card} está en varios espacios: ¿en cuál?"),
    "ill_66_which": say("{card} may be several cards: which one?", "{card} puede ser varias cartas: ¿cuál?"),
    "ill_66_refill": say("which apprentice comes up from the pile?", "¿qué aprendiz sale de la pila?"),
    "ill_66_purge": say(
        "apprentices that come up after the purge: {count}; which?",
        "aprendices que salen tras la purga: {count}; ¿cuáles?",
    ),
    "ill_66_reward": say("which reward is revealed?", "¿qué recompensa sale?"),
    "ill_66_face": say(
        "which face shows? missing: {what}",
        "¿qué cara se ve? falta {what}",
    ),
    "ill_66_payment": say(
        "there are {ways} ways to pay: what was handed over?", "hay {ways} formas de pagar: ¿qué se entregó?"
    ),
    "ill_66_display": say(
        "row {row} takes {columns} apprentices",
        "la fila {row} lleva {columns} aprendices",
    ),
    "ill_66_start": say("who begins?", "¿quién empieza?"),
    "ill_66_holder": say("on whose board is that worker?", "¿en el tablero de quién está ese trabajador?"),
    "ill_67": say(
        "no own worker is there: {place}",
        "no hay ningún trabajador propio ahí: {place}",
    ),
    "ill_67_pass": say("a worker can be taken back: no pass", "se puede recuperar un trabajador: no se pasa"),
    "ill_68": say(
        "the order is {said}; it takes each of {wanted} once", "el orden es {said}; lleva una vez cada uno de {wanted}"
    ),
    "ill_68_second": say(
        "{seat} has chosen an order already",
        "{seat} ya eligió un orden",
    ),
    "ill_69": say(
        "{seat} does not choose now; {chooser} does",
        "no elige ahora {seat}, sino {chooser}",
    ),
    "ill_69_early": say(
        "the gaps are filled when everybody has an apprentice", "los huecos se llenan cuando todos tienen aprendiz"
    ),
    "ill_69_refills": say(
        "new apprentices: {said}; gaps: {wanted}",
        "aprendices nuevos: {said}; huecos: {wanted}",
    ),
    "ill_70_keep": say(
        "debts that {seat} keeps beyond what overflow would destroy: {left}",
        "deudas que {seat} conserva de más: {left}",
    ),
    "ill_70_pays": say(
        "{seat} cannot buy off a debt; it costs {cost}, there is {has}",
        "{seat} no puede evitar una deuda; cuesta {cost}, hay {has}",
    ),
    "ill_70_left": say(
        "debts that {seat} buys off beyond what there were: {left}",
        "deudas que {seat} evita de más: {left}",
    ),
    "ill_71": say(
        "cards that have this face: {cards}; all were seen: {face}",
        "cartas que llevan esta cara: {cards}; ya se vieron todas: {face}",
    ),
    "ill_71_unknown": say("no market card has the face {face}", "ninguna carta de mercado tiene la cara {face}"),
    "ill_71_none": say("no card is left to show a small face", "no queda carta que muestre una cara pequeña"),
    "ill_72": say(
        "that costs {cost}; there is {has}",
        "eso cuesta {cost}; hay {has}",
    ),
    "ill_73": say("{what} means nothing here", "{what} no significa nada aquí"),
    "ill_73_action": say(
        "{action} is no action of the guardhouse",
        "{action} no es una acción de la guardia",
    ),
    "ill_74": say(
        "not now ({phase}): {kind}",
        "ahora no ({phase}): {kind}",
    ),
    "ill_75": say(
        "{seat} has no such reset ability: {card}",
        "{seat} no tiene esa habilidad de reinicio: {card}",
    ),
    "ill_75_twice": say(
        "{seat} uses it twice: {card}",
        "{seat} la usa dos veces: {card}",
    ),
    "ill_76_pile": say("the building pile is empty", "la pila de edificios está vacía"),
    "ill_76_library": say("there is no building card to discard", "no hay cartas de edificio que descartar"),
    "ill_76_crane": say("no worker is left for the second work", "no queda trabajador para la segunda obra"),
    "ill_77_number": say(
        "cards noted: {said}; moved: {wanted}",
        "cartas anotadas: {said}; movidas: {wanted}",
    ),
    "ill_77_twice": say("{card} is noted twice", "{card} está anotada dos veces"),
    "ill_77_unknown": say("{card} is no building of this game", "{card} no es un edificio de esta partida"),
    "ill_77_held": say(
        "{card} is in the hand of {seat}",
        "{card} está en la mano de {seat}",
    ),
    "ill_77_not_held": say(
        "the hand of {seat} is known, and {card} is not in it",
        "se conoce la mano de {seat}, y {card} no está en ella",
    ),
    "ill_77_built": say(
        "{card} was built by {seat}",
        "{card} ya lo construyó {seat}",
    ),
    "adjust": say(
        "{what} would be {value}; it goes from {low} to {high}", "{what} sería {value}; va de {low} a {high}"
    ),
    "nothing": say("that would change nothing", "eso no cambiaría nada"),
    "not_now": say(
        "not now ({phase})",
        "ahora no ({phase})",
    ),
    "not_there": say("{what} is none of what may stand here", "{what} no es nada de lo que va aquí"),
    "no_room": say(
        "room for workers there: {room}, not {count}: {place}",
        "caben ahí {room} trabajadores, no {count}: {place}",
    ),
    "own_captive": say(
        "{seat} cannot hold its own workers captive",
        "{seat} no puede tener cautivos a los suyos",
    ),
    "on_display": say("{card} lies on display", "{card} está a la vista"),
    "not_in_play": say(
        "{card} is a promo card, and the option is off", "{card} es una carta promocional, y la opción está desactivada"
    ),
    "not_in_pile": say(
        "{card} is on display or hired, not in the pile", "{card} está a la vista o contratada, no en la pila"
    ),
    "has_already": say(
        "{seat} has it already: {card}",
        "{seat} ya lo tiene: {card}",
    ),
    "has_not": say(
        "{seat} has not built it: {card}",
        "{seat} no lo ha construido: {card}",
    ),
}


def refusal(rule: str, key: str, *, names: Iterable[str | None] = (), **values: Value) -> IllegalMoveError:
    """The refusal of a move, to be raised.

    Args:
        rule: The clause that refuses it.
        key: Of the sentence; its first two words are the code of the reference's table (``ill_66_refill``), or all of
            it where the table has none.
        names: The earlier entries to blame; empty ones are left out.
        values: What fills the places of the sentence.
    """
    text = VALUE if key.endswith("_value") else TEXTS[key]
    code = "_".join(key.split("_")[:2]) if key.startswith("ill_") else key
    return IllegalMoveError(rule, code, fill(text, **values), in_order(names))
