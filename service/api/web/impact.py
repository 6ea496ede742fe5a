"""What an entry that is no move says in an answer, and the impact of a correction."""

from engines.kernel.game import LANGUAGES, IllegalMoveError, Json, Text
from engines.kernel.sentences import filled, say
from service.record.corrections.correction import Correction, DecidedChange
from service.record.corrections.impact import Verdict
from service.record.entries.signatures import CLOSED
from service.record.write.correction import Impact


def sentence_of_entry(entry: Json | None) -> Text | None:
    """The sentence of an entry that is no move; None for one that has none."""
    kind = None if entry is None else entry["type"]
    if entry is not None and kind == "undone":
        them = ", ".join(entry["body"]["undoes"])
        return say(f"Undone: {them}", f"Deshecho: {them}")
    if entry is not None and kind == "corrected":
        changes = entry["body"]["changes"]
        asked = [change for change in changes if not change.get("implied")]
        named = [_named(change, f"{entry['version']}.{n}") for n, change in enumerate(asked, 1)]
        those = {lang: ", ".join(dict.fromkeys(name[lang] for name in named)) for lang in LANGUAGES}
        more = len(changes) - len(asked)
        en, es = (f"; {more} more changed", filled("; {n:cambia|cambian} {n} más", n=more)) if more else ("", "")
        return say(f"Corrected: {those['en']}{en}", f"Corregido: {those['es']}{es}")
    return None if entry is None else _standing(entry)


def _named(change: Json, inserted: str) -> Text:
    """What a change is about: the name of its move, or the opening."""
    if change["op"] == "opening":
        return say("the opening", "la apertura")
    name = change.get("name") or inserted
    return say(name, name)


def _standing(entry: Json) -> Text | None:
    """The sentence of what says the status of the record; None for any other entry."""
    body = entry["body"]
    match entry["type"]:
        case "noted":
            about = body.get("about")
            return say(f"Noted: {about}", f"Anotado: {about}") if about else say("Noted", "Anotado")
        case "checked":
            return say(f"Seat {body['seat']} has counted", f"El asiento {body['seat']} ha contado")
        case "signed" if "opening" in body:
            return say(f"Seat {body['seat']} has signed the start", f"El asiento {body['seat']} ha firmado el comienzo")
        case "signed":
            return say(f"Seat {body['seat']} has signed", f"El asiento {body['seat']} ha firmado")
        case "disputed" if "concession" in body:
            return say(f"Seat {body['seat']} did not concede", f"El asiento {body['seat']} no se rindió")
        case "disputed":
            return say(f"Seat {body['seat']} disputes the result", f"El asiento {body['seat']} impugna el resultado")
        case "closed":
            return CLOSED[body["reason"]]
        case "voided":
            return say("Void: it does not count", "Anulada: no cuenta")
    return None


def impact_of(found: Impact, lang: str) -> Json:
    """What a correction would do: each change and later move, scores and result, signatures it leaves behind."""
    return {
        "changes": [_change(made, lang) for made in found.found.changes],
        "moves": [_move(verdict, lang) for verdict in found.found.verdicts],
        "result": {"before": found.before, "after": found.after},
        "scores": dict(zip(("before", "after"), found.scores, strict=True)),
        "signatures": list(found.signatures),
        **({"opening": _opening(found.opening)} if found.opening is not None else {}),
    }


def _opening(body: Json) -> Json:
    """What the opening would say: who sits where, the occasion, every option, and the box."""
    said = {name: body[name] for name in ("seats", "options", "box")}
    return {**said, "occasion": body.get("occasion", {})}


def refused_of(found: Correction, lang: str) -> list[Json]:
    """What the rules refuse of a correction."""
    return [_change(one, lang) if isinstance(one, DecidedChange) else _move(one, lang) for one in found.refused]


def _change(made: DecidedChange, lang: str) -> Json:
    return {
        "change": made.change.number,
        "op": made.change.op,
        **({"name": made.name} if made.name else {}),
        "verdict": "stands" if made.is_legal else "refused",
        **({"body": made.wording.body} if made.wording is not None else {}),
        **_says(made.says, lang),
        **_why(made.refusal, made.because, lang),
    }


def _move(verdict: Verdict, lang: str) -> Json:
    changed = verdict.kind == "changed" and verdict.wording is not None
    return {
        "name": verdict.step.name,
        "verdict": verdict.kind,
        **({"body": verdict.wording.body} if changed and verdict.wording is not None else {}),
        **_says(verdict.says, lang),
        **_why(verdict.refusal, verdict.because, lang),
    }


def _says(says: Text | None, lang: str) -> Json:
    """The sentence that a move would have, where it has another one."""
    return {} if says is None else {"says": {lang: says[lang]}}


def _why(refusal: IllegalMoveError | None, because: str | None, lang: str) -> Json:
    """Why a move is refused: rule, reason, the earlier moves to blame, and whether it may be kept all the same."""
    if because is not None:
        return {"because": because}
    if refusal is None:
        return {}
    return {
        "rule": refusal.rule,
        "code": refusal.code,
        "detail": refusal.says[lang],
        "names": list(refusal.names),
        "keepable": refusal.event is not None,
    }
