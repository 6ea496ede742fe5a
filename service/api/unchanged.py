"""Why nothing was taken back or corrected: the words of each refusal, in both languages."""

from __future__ import annotations

from typing import Any

from engines.kernel.game import Json, Text
from engines.kernel.says import say
from service.api.mending_impact import refused_of
from service.record import undo
from service.record.adjusted import AboutError
from service.record.correction import CorrectionRefusedError, TargetError
from service.record.ending import SigningRefusedError

KINDS = {
    "reveal": ("it revealed", "reveló"),
    "chance": ("it was chance:", "fue azar:"),
    "reaction": ("it answered:", "fue una respuesta:"),
}
"""Kind of a barrier -> what it did, before its fact."""
TARGETS: dict[str, tuple[str, str]] = {
    "unknown": ("no move of this record is named {name!r:.40}", "ninguna jugada de esta partida se llama {name!r:.40}"),
    "gone": (
        "move {name} does not count any more: entry {by} took it out; undo that, or name a move that counts",
        "la jugada {name} ya no cuenta: la quitó la entrada {by}; deshaz esa, o nombra una que cuente",
    ),
    "twice": ("move {name} is changed twice in one correction", "la jugada {name} se cambia dos veces a la vez"),
    "ruled": (
        "step {name} was ordered by a judge: it is retracted by a judge or stays",
        "el paso {name} lo ordenó un juez: lo retira un juez o se queda",
    ),
    "regular": (
        "the rules take move {name} as it is said here: it is no irregularity",
        "las reglas admiten la jugada {name} como se dice aquí: no es una irregularidad",
    ),
    "emptied": (
        "no move would be left: void the record instead",
        "no quedaría ninguna jugada: anula la partida en su lugar",
    ),
}
"""Why a change cannot be made -> text."""


def of_undo(error: undo.UndoRefusedError) -> tuple[Text, Json]:
    """Why something is not taken back: a sentence in each language, and the members that tell it to a program."""
    match error:
        case undo.BarredError(name=name, barrier=barrier, missing=missing):
            en, es = KINDS[barrier["kind"]]
            what = barrier["what"]
            text = say(
                f"move {name} is a barrier: {en} {what}; {_them(missing)} would have to consent, or a judge orders it",
                f"la jugada {name} es una barrera: {es} {what}; tendrían que consentir {_them(missing)}, o un juez",
            )
            return text, {"why": "barrier", "names": [name], "barrier": barrier, "missing": list(missing)}
        case undo.ConsentNeededError(needed=None, missing=missing):
            text = say(
                "this table plays without undo: only a judge takes back",
                "esta mesa juega sin deshacer: solo un juez deshace",
            )
            return text, {"why": "none", "missing": list(missing)}
        case undo.ConsentNeededError(needed=needed, missing=missing):
            text = say(
                f"{needed} others have to consent; not yet: {_them(missing)}",
                f"tienen que consentir {needed} más; aún no: {_them(missing)}",
            )
            return text, {"why": "consent", "missing": list(missing)}
        case undo.OutOfOrderError(name=name):
            text = say(
                f"move {name} came later and is taken back first",
                f"la jugada {name} es posterior y se deshace antes",
            )
            return text, {"why": "order", "names": [name]}
        case undo.PartError(name=name, ruling=ruling):
            text = say(
                f"{name} is a part of ruling {ruling}, which a judge takes back as a whole: name {ruling}",
                f"{name} es parte de la decisión {ruling}, que un juez deshace entera: nombra {ruling}",
            )
            return text, {"why": "part", "names": [ruling]}
        case undo.TooLateError(name=name):
            text = say(
                f"move {name} has been made since: what was undone comes back only until the next move",
                f"desde entonces se hizo la jugada {name}: lo deshecho vuelve solo hasta la siguiente jugada",
            )
            return text, {"why": "late", "names": [name]}
        case undo.FallsError(name=name, refusal=refusal):
            en = "it would be another move" if refusal is None else refusal.says["en"]
            es = "sería otra jugada" if refusal is None else refusal.says["es"]
            text = say(
                f"move {name}, made meanwhile, would not stand: {en}",
                f"la jugada {name}, hecha entretanto, no se sostendría: {es}",
            )
            rule = {} if refusal is None else {"rule": refusal.rule, "code": refusal.code}
            return text, {"why": "falls", "names": [name], **rule}
        case _:
            names = list(getattr(error, "names", ()))
            them = ", ".join(f"{name!r:.40}" for name in names)
            text = say(
                f"there is nothing to take back{': ' if them else ''}{them}",
                f"no hay nada que deshacer{': ' if them else ''}{them}",
            )
            return text, {"why": "nothing", "names": names}


def of_target(error: TargetError) -> tuple[Text, Json]:
    """Why a change cannot be made."""
    en, es = (text.format(name=error.change.name, by=error.by) for text in TARGETS[error.why])
    number = error.change.number
    return say(f"change {number}: {en}", f"cambio {number}: {es}"), {"why": error.why, "change": number}


def of_about(error: AboutError) -> tuple[Text, Json]:
    """Why a ruling cannot be about a step."""
    if error.by is None:
        name = f"{error.name!r:.40}"
        text = say(f"about: no move of this record is named {name}", f"about: ninguna jugada se llama {name}")
        return text, {"why": "unknown"}
    text = say(
        f"about: move {error.name} does not count any more: entry {error.by} took it out",
        f"about: la jugada {error.name} ya no cuenta: la quitó la entrada {error.by}",
    )
    return text, {"why": "gone"}


def of_correction(error: CorrectionRefusedError, lang: str) -> tuple[Text, Json]:
    """What the rules refuse of a correction, and what may be done about it."""
    refused: list[Any] = refused_of(error.found, lang)
    them = ", ".join(each.get("name") or f"change {each['change']}" for each in refused[:5])
    more = "" if len(refused) <= len(refused[:5]) else " ..."
    text = say(
        f"the rules refuse {them}{more}: for each, say to retract it, to amend it, or to keep it as it was played",
        f"las reglas rechazan {them}{more}: di de cada una si se retira, se corrige o se mantiene como se jugó",
    )
    return text, {"why": "rules", "refused": refused}


def _them(seats: Any) -> str:
    return ", ".join(str(seat) for seat in seats)


SIGNING = {
    "running": ("the game is not over", "la partida no ha terminado"),
    "over": ("the game is over: sign or dispute its outcome", "la partida ha terminado: firma o impugna el resultado"),
    "unsigned": ("this table agreed not to sign", "esta mesa acordó no firmar"),
    "twice": ("the seat has said so already (entry {names})", "el asiento ya lo ha dicho (entrada {names})"),
    "own_link": (
        "the seat has spoken from its own link (entry {names}), and nobody else says otherwise for it",
        "el asiento ya se pronunció desde su enlace (entrada {names}) y nadie dice otra cosa por él",
    ),
    "not_conceded": (
        "no concession of this seat closed the record; to dispute a result, name its outcome",
        "ninguna rendición de este asiento cerró la partida; para impugnar un resultado, nombra cuál (outcome)",
    ),
    "signed": (
        "a seat has signed (entry {names}): only a judge makes this record void",
        "un asiento ha firmado (entrada {names}): solo un juez anula esta partida",
    ),
}
"""Why something is not signed or closed -> what the refusal says."""


def of_signing(error: SigningRefusedError) -> tuple[Text, Json]:
    """Why something is not signed, disputed or closed: the text, and the members of the problem."""
    en, es = SIGNING[error.why]
    names = ", ".join(error.names)
    return say(en.format(names=names), es.format(names=names)), {"why": error.why, "names": error.names}
