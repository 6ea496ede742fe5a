"""The texts of refused undos, corrections, rulings and signatures, in both languages."""

from __future__ import annotations

from typing import Any

from engines.kernel.game import Json, Text
from engines.kernel.sentences import say
from service.api.web.impact import refused_of
from service.record.corrections import undo
from service.record.corrections.correction import CorrectionRefusedError, TargetError
from service.record.corrections.ruling import AboutError
from service.record.write.status import SigningRefusedError
from service.texts import said

KINDS = {
    "reveal": ("it revealed", "reveló"),
    "chance": ("it was chance:", "fue azar:"),
    "reaction": ("it answered:", "fue una respuesta:"),
}
"""Kind of a barrier -> what it did, before its fact."""
TARGETS: dict[str, tuple[str, str]] = {
    "unknown": ("this record has no move {name!r:.40}", "esta partida no tiene la jugada {name!r:.40}"),
    "gone": (
        "move {name} no longer counts: entry {by} removed it; undo that entry, or name a move that counts",
        "la jugada {name} ya no cuenta: la quitó la entrada {by}; deshaz esa entrada, o nombra una jugada que cuente",
    ),
    "twice": (
        "move {name} is changed twice in one correction",
        "la jugada {name} se cambia dos veces en una corrección",
    ),
    "ruled": (
        "step {name} was ordered by a judge; only a judge can retract it",
        "el paso {name} lo ordenó un juez; solo un juez puede retirarlo",
    ),
    "regular": (
        "move {name} is legal as given here; it cannot be irregular",
        "la jugada {name} es legal tal como se da; no puede ser irregular",
    ),
    "emptied": ("no move would be left; void the record instead", "no quedaría ninguna jugada; anula la partida"),
}
"""Why a change cannot be made -> text."""


def of_undo(error: undo.UndoRefusedError) -> tuple[Text, Json]:
    """Why an undo is refused: a sentence in each language, and the problem members for programs."""
    match error:
        case undo.BarredError(name=name, barrier=barrier, missing=missing):
            en, es = KINDS[barrier["kind"]]
            what = barrier["what"]
            text = said("move_barrier_needs_consent", name=name, en=en, what=what, what_2=_them(missing), es=es)
            return text, {"why": "barrier", "names": [name], "barrier": barrier, "missing": list(missing)}
        case undo.ConsentNeededError(needed=None, missing=missing):
            text = said("table_plays_without_undo")
            return text, {"why": "none", "missing": list(missing)}
        case undo.ConsentNeededError(needed=needed, missing=missing):
            text = said("consent_missing", needed=needed, what=_them(missing))
            return text, {"why": "consent", "missing": list(missing)}
        case undo.OutOfOrderError(name=name):
            text = said("move_came_later_undo", name=name)
            return text, {"why": "order", "names": [name]}
        case undo.PartError(name=name, ruling=ruling):
            text = said("part_ruling_judge_undoes", name=name, ruling=ruling)
            return text, {"why": "part", "names": [ruling]}
        case undo.TooLateError(name=name):
            text = said("move_made_since_redo", name=name)
            return text, {"why": "late", "names": [name]}
        case undo.LaterMoveError(name=name, refusal=refusal):
            en = "it would be another move" if refusal is None else refusal.says["en"]
            es = "sería otra jugada" if refusal is None else refusal.says["es"]
            text = said("move_made_meanwhile_would", name=name, en=en, es=es)
            rule = {} if refusal is None else {"rule": refusal.rule, "code": refusal.code}
            return text, {"why": "falls", "names": [name], **rule}
        case _:
            names = list(getattr(error, "names", ()))
            them = ", ".join(f"{name!r:.40}" for name in names)
            text = said("nothing_undo", what=": " if them else "", them=them)
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
        text = say(f"about: this record has no move {name}", f"about: esta partida no tiene la jugada {name}")
        return text, {"why": "unknown"}
    text = said("about_move_no_longer", name=error.name, by=error.by)
    return text, {"why": "gone"}


def of_correction(error: CorrectionRefusedError, lang: str) -> tuple[Text, Json]:
    """What the rules refuse of a correction, and what may be done about it."""
    refused: list[Any] = refused_of(error.found, lang)
    them = ", ".join(each.get("name") or f"change {each['change']}" for each in refused[:5])
    more = "" if len(refused) <= len(refused[:5]) else " ..."
    text = said("rules_refuse_retract_amend", them=them, more=more)
    return text, {"why": "rules", "refused": refused}


def _them(seats: Any) -> str:
    return ", ".join(str(seat) for seat in seats)


SIGNING = {
    "not_passed": (
        "the table has not passed this check point, or a correction took it away",
        "la mesa no ha pasado este punto de control, o una corrección lo quitó",
    ),
    "running": ("the game is not over", "la partida no ha terminado"),
    "over": ("the game is over: sign or dispute its outcome", "la partida ha terminado: firma o impugna el resultado"),
    "other_start": (
        "the players or rules were corrected: read the record again, then sign",
        "se corrigieron los jugadores o las reglas: vuelve a leer la partida y firma",
    ),
    "no_start": (
        "this table agreed that everyone signs the start before the first move",
        "esta mesa acordó que todos firman el comienzo antes de la primera jugada",
    ),
    "unsigned": ("this table agreed not to sign", "esta mesa acordó no firmar"),
    "twice": ("the seat has already answered (entry {names})", "el asiento ya respondió (entrada {names})"),
    "own_link": (
        "the seat has already answered from its own link (entry {names}); nobody else can answer for it",
        "el asiento ya respondió desde su enlace (entrada {names}); nadie más puede responder por él",
    ),
    "not_conceded": (
        "no concession of this seat closed the record; to dispute a result, name its outcome",
        "ninguna rendición de este asiento cerró la partida; para impugnar un resultado, nombra cuál (outcome)",
    ),
    "signed": (
        "a seat has signed (entry {names}); only a judge can void this record",
        "un asiento ha firmado (entrada {names}); solo un juez puede anular esta partida",
    ),
}
"""Why something is not signed or closed -> the text of the refusal."""


def of_signing(error: SigningRefusedError) -> tuple[Text, Json]:
    """Why something is not signed, disputed or closed: the text, and the members of the problem."""
    en, es = SIGNING[error.why]
    names = ", ".join(error.names)
    return say(en.format(names=names), es.format(names=names)), {"why": error.why, "names": error.names}
