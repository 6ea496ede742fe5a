"""The form of the box of Rise of Empires: what an owner enters from a printed copy; texts follow from effects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.kernel.box.form import COMMON, BoxField, BoxForm, Table
from engines.kernel.game import Text
from engines.kernel.sentences import say
from engines.rise_of_empires.box.components import COUNTERS, GAINS, INCOME, INCOME_PER, PASSIVE, PHASE, PHASES, USES
from engines.rise_of_empires.box.effect_checks import FIELDS, GAINED, ONLY_AS

LABELS: dict[str, Text] = {
    "adjacent": say("links", "conexiones"),
    "area": say("part of the world", "parte del mundo"),
    "at": say("place on the drawing", "lugar en el dibujo"),
    "attacker_loses": say("attacker loses", "pierde el atacante"),
    "attacker_loss": say("change of the attacker's loss", "cambio de la pérdida del atacante"),
    "battle_rows": say("battle rows", "filas de batalla"),
    "benefit": say("gains", "ganancias"),
    "cubes": say("cubes", "cubos"),
    "defender_loses": say("defender loses", "pierde el defensor"),
    "defender_loss": say("change of the defender's loss", "cambio de la pérdida del defensor"),
    "effects": say("effects", "efectos"),
    "era": say("era", "era"),
    "eras": say("eras", "eras"),
    "food": say("food", "alimento"),
    "gain": say("gain", "gana"),
    "gold": say("gold", "oro"),
    "group": say("group", "grupo"),
    "income": say("income", "ingresos"),
    "letter": say("letter", "letra"),
    "max_units": say("at most (empty: no limit)", "como mucho (vacío: sin límite)"),
    "minimum": say("at least", "al menos"),
    "on": say("in a trade for", "al comerciar por"),
    "pay": say("pay", "paga"),
    "per": say("for each", "por cada"),
    "phase": say("phase", "fase"),
    "red_stripe": say("red edge", "borde rojo"),
    "regions": say("regions", "regiones"),
    "resource": say("resource discs", "discos de recurso"),
    "resources": say("resource discs", "discos de recurso"),
    "sea": say("sea", "mar"),
    "side_era_1": say("side of Era I", "cara de la era I"),
    "side_era_2_3": say("side of Eras II and III", "cara de las eras II y III"),
    "text": say("text", "texto"),
    "vp": say("VP", "PV"),
    "upkeep": say("upkeep", "mantenimiento"),
    "use": say("use", "uso"),
    "victim": say("of whom", "de quién"),
    "vp_first": say("first number", "primer número"),
    "vp_immediate": say("VP at once", "PV al momento"),
    "vp_per_turn": say("VP each turn", "PV por turno"),
    "vp_second": say("second number", "segundo número"),
    "water": say("water", "agua"),
    "where": say("where", "dónde"),
    # Values.
    "passive": say("passive", "pasiva"),
    "free_action": say("free action", "acción gratuita"),
    "with_action_once": say("with an action, once a turn", "con una acción, una vez por turno"),
    "city": say("city", "ciudad"),
    "wonder": say("wonder", "maravilla"),
    # Kinds of effects.
    "income_per": say("gives something for each …", "da algo por cada …"),
    "no_disc_cost": say("discs are taken back for free", "los discos se retiran gratis"),
    "opens_overseas": say("opens overseas to all", "abre ultramar a todos"),
    "treat_tile_as_water": say("empire tile counts as having water", "la loseta de imperio cuenta como con agua"),
    "remove_cube": say("removes cubes of another player", "retira cubos de otro jugador"),
    "exchange": say("exchange: pay and gain", "cambio: paga y gana"),
    "extra_region": say("more regions in a placement", "más regiones al colocar"),
    "ignore_adjacency": say("regions that need no link", "regiones sin conexión"),
    "battle_attacker": say("changes losses when attacking", "cambia pérdidas al atacar"),
    "battle_defender": say("changes losses when attacked", "cambia pérdidas al ser atacado"),
    "city_gold_discount": say("cities and wonders cost less gold", "ciudades y maravillas cuestan menos oro"),
    "old_progress_discount": say("older progress tiles cost less gold", "el progreso antiguo cuesta menos oro"),
    "trade_bonus": say("more in a trade", "más al comerciar"),
    "place_alliance": say("places the alliance piece", "coloca la pieza de alianza"),
}
"""Labels of members and values in an editor."""

_GAINS = say(
    "[+{food} food ][+{gold} gold ][+{resource} resource {resource:disc|discs} ][+{cubes} {cubes:cube|cubes} ]"
    "[+{vp} VP ]",
    "[+{food} alimento ][+{gold} de oro ][+{resource} {resource:recurso|recursos} ][+{cubes} {cubes:cubo|cubos} ]"
    "[+{vp} PV ]",
)


def _exchanged(side: str, lang: str) -> str:
    """The text for what an exchange costs or gives: as ``_GAINS``, for members of ``side``."""
    template = _GAINS[lang].replace("+", "")
    for gain in GAINS:
        template = template.replace(f"{{{gain}", f"{{{side}_{gain}")
    return template


SENTENCES: dict[str, Text] = {
    "income": say(f"{_GAINS['en']}each turn", f"{_GAINS['es']}cada turno"),
    "income_per": say(
        f"{_GAINS['en']}per {{per}} each turn[, for at most {{max_units}}]",
        f"{_GAINS['es']}por {{per}} cada turno[, por {{max_units}} como mucho]",
    ),
    "no_disc_cost": say(
        "never pay for discs to the left of the disc you remove",
        "nunca pagas por los discos a la izquierda del que retiras",
    ),
    "opens_overseas": say(
        "opens overseas regions to everyone in turn II-A as soon as it is taken",
        "en cuanto alguien la toma, abre a todos las regiones de ultramar en el turno II-A",
    ),
    "treat_tile_as_water": say(
        "once per turn: the empire tile being played counts as a water tile",
        "una vez por turno: la loseta de imperio que se juega cuenta como si tuviera agua",
    ),
    "remove_cube": say(
        "free action: remove {count} {count:cube|cubes} of another player from any region",
        "acción gratuita: retira {count} {count:cubo|cubos} de otro jugador de cualquier región",
    ),
    "exchange": say(
        f"free action: pay {_exchanged('pay', 'en')}to gain {_exchanged('gain', 'en')}",
        f"acción gratuita: paga {_exchanged('pay', 'es')}y gana {_exchanged('gain', 'es')}",
    ),
    "extra_region": say(
        "once per turn: +{count} to the number of the empire tile being played",
        "una vez por turno: +{count} al número de la loseta de imperio que se juega",
    ),
    "ignore_adjacency": say(
        "once per turn: {regions} {regions:region|regions} of a placement may break the adjacency rule",
        "una vez por turno: {regions} {regions:región|regiones} de una colocación "
        "{regions:puede|pueden} saltarse la regla de adyacencia",
    ),
    "battle_attacker": say(
        "once per turn, in a battle you start: [you lose {attacker_loss-} fewer ][you lose {attacker_loss+} more ]"
        "[the defender loses {defender_loss+} more ][the defender loses {defender_loss-} fewer ]",
        "una vez por turno, en una batalla que inicias: [pierdes {attacker_loss-} menos ]"
        "[pierdes {attacker_loss+} más ][el defensor pierde {defender_loss+} más ]"
        "[el defensor pierde {defender_loss-} menos ]",
    ),
    "battle_defender": say(
        "when you are attacked you lose [{defender_loss-} fewer][{defender_loss+} more][, but at least {minimum}]",
        "cuando te atacan pierdes [{defender_loss-} menos][{defender_loss+} más][, pero al menos {minimum}]",
    ),
    "city_gold_discount": say(
        "city tiles and wonders cost {gold} gold less (not below 0)",
        "ciudades y maravillas cuestan {gold} de oro menos (nunca menos de 0)",
    ),
    "old_progress_discount": say(
        "progress tiles of earlier eras cost {gold} gold less (not below 0)",
        "las losetas de progreso de eras anteriores cuestan {gold} de oro menos (nunca menos de 0)",
    ),
    "trade_bonus": say(
        "once per turn, when you trade for {on}: [+{gold} gold ][+{vp} VP ]",
        "una vez por turno, al comerciar por {on}: [+{gold} de oro ][+{vp} PV ]",
    ),
    "place_alliance": say(
        "free action: put your alliance piece in a region that holds your cubes",
        "acción gratuita: pon tu pieza de alianza en una región con cubos tuyos",
    ),
    "text": say("{text}", "{text}"),
    # What is counted, and traded for.
    "territory.plain": say("plain tile", "llanura"),
    "territory.island": say("island tile", "isla"),
    "territory.forest": say("forest tile", "bosque"),
    "territory.mountain": say("mountain tile", "montaña"),
    "territory.town": say("town tile", "pueblo"),
    "city": say("city tile you own", "ciudad tuya"),
    "region.controlled": say("region you control", "región que controlas"),
    "region.present": say("region with your cubes", "región con cubos tuyos"),
    "gold": say("gold", "oro"),
    "vp": say("VP", "PV"),
}
"""Kind of effect, or value -> its words: templates of :func:`engines.kernel.box.texts.generated`."""


def _choice(member: str, *of: str) -> BoxField:
    words = {one: LABELS.get(one) or SENTENCES.get(one) for one in of}
    return BoxField(
        "choice", LABELS.get(member), choices=of, words={one: text for one, text in words.items() if text is not None}
    )


_PHASE_OF = {gain: phase for phase, gains in GAINED.items() for gain in gains}
"""In which phase a gain comes (ROE-3.2)."""


def _member(kind: str, member: str) -> BoxField:
    """A word of an effect."""
    label = LABELS.get(member) or COMMON.get(member)
    choices: dict[str, tuple[str, ...]] = {
        "phase": PHASES, "per": COUNTERS, "where": ("any_region",), "victim": ("other_player",), "on": ("gold", "vp"),
    }  # fmt: skip
    if member in choices:
        found = _choice(member, *choices[member])
        return replace(found, follows=_PHASE_OF) if member == "phase" else found
    if member in ("pay", "gain"):
        return BoxField("map", label, fields={gain: BoxField("integer", LABELS.get(gain), 1, 9) for gain in GAINS})
    if member == "text":
        return BoxField("names", label)
    lowest = -4 if member.endswith("_loss") else 0
    optional = member in GAINS or kind == "battle_attacker"
    return BoxField("integer", label, lowest, 9, nullable=member == "max_units", optional=optional)


_EFFECT: dict[str, Any] = {
    "kind": "list",
    "of": BoxField(
        "variants",
        fields={"kind": _choice("kind", *FIELDS)},
        variants={kind: {word: _member(kind, word) for word in words} for kind, words in FIELDS.items()},
    ),
}

_FOLLOWS = {**dict.fromkeys(FIELDS, PASSIVE), **dict.fromkeys((INCOME, INCOME_PER), PHASE), **ONLY_AS}
_ERA = {"low": 1, "high": 3}

FORM = BoxForm(
    tables=(
        Table("progress", say("Progress tiles", "Losetas de progreso"), copies=("name", "era")),
        Table("territory", say("Territory tiles", "Losetas de territorio")),
        Table("cities", say("Cities and wonders", "Ciudades y maravillas")),
        Table("empire", say("Empire tiles", "Losetas de imperio")),
        Table("regions", say("Regions", "Regiones"), always=True),
        Table("trade", say("Trade boxes", "Casillas de comercio")),
    ),
    labels=LABELS,
    changes={
        "progress.effects": _EFFECT,
        "progress.text": {"derived": "text", "sentences": SENTENCES},
        "progress.use": {"choices": (PASSIVE, *(use for use in USES if use != PASSIVE)), "follows": _FOLLOWS},
        **{f"{table}.aliases": {"kind": "list", "of": BoxField("text")} for table in ("progress", "cities", "regions")},
        **{f"{table}.era": _ERA for table in ("progress", "cities", "regions")},
        **{f"empire.{side}.regions": {"low": 1, "high": 4} for side in ("side_era_1", "side_era_2_3")},
        "regions.adjacent": {"rows": "regions", "derived": "mutual"},
        "trade.eras": {"of": BoxField("integer", low=1, high=3)},
    },
)
"""Values that an owner of a printed copy enters, in this order."""
