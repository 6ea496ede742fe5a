"""Whether a game counts for a league, and why not: compares its conditions with the summary of the record. Pure.

The league's site decides in the end. Nobody can make an exception here.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from engines import RULES
from engines.kernel.game import Json, Text
from engines.kernel.sentences import say

SIGNED = ("own_link", "any", "none")
"""How each seat must have signed: with its own link; that, or according to the recorder; or not at all."""
CHECKED = ("agreed", "every")
"""How the table must have checked: no difference is open; and every check point was checked."""
NO, NOT_YET = "no", "not_yet"


class Reason(NamedTuple):
    """Why a game does not count, or not yet.

    Args:
        answer: ``no`` or ``not_yet``.
        code: The reason, as a stable code for programs.
        text: The same in words.
        entry: Name of the entry that shows it; None where there is none.
        until: When the reason ends, RFC 3339; None where no time is set.
        seat: The seat that it is about; None for the whole table.
    """

    answer: str
    code: str
    text: Text
    entry: str | None = None
    until: str | None = None
    seat: int | None = None


def judge(conditions: Json, summary: Json, now: datetime) -> Json:
    """Whether a game counts.

    Args:
        conditions: Each optional: ``games``, ``rules``, ``boxes`` (content hashes): lists; ``options``: game -> name ->
            value; ``placeholders``: False to refuse them; ``players``: ``least``, ``most``; ``dates``: ``from``, ``to``
            (YYYY-MM-DD, in the place's calendar); ``signed``: one of :data:`SIGNED`; ``closed_by_judge``: True to need
            no signatures where a judge closed the game; ``regular``: True to need it;
            ``checked``: one of :data:`CHECKED`; ``recorder_apart``: True to refuse tables where each seat enters its
            own moves; ``strict``: True to need league mode without a breach; ``least_minutes``; ``waiting_h``: hours
            after closing.
        summary: What lists show of the record; a seat may have ``called``, what sentences call its player.
        now: The current time.

    Returns:
        ``answer`` (``yes``, ``no``, ``not_yet``) and ``reasons``, each as a :class:`Reason`.
    """
    reasons = [*_table(conditions, summary), *_result(conditions, summary, now)]
    answers = {reason.answer for reason in reasons}
    answer = NO if NO in answers else NOT_YET if NOT_YET in answers else "yes"
    return {"answer": answer, "reasons": [reason._asdict() for reason in reasons]}


def _table(conditions: Json, summary: Json) -> Iterator[Reason]:
    """Reasons that are known from the opening on."""
    for name, found, en, es in (
        ("games", summary["game"], "this game is not played in the league", "la liga no incluye este juego"),
        ("rules", summary["rules"], "played by other rules", "jugada con otras reglas"),
        ("boxes", summary["edition"]["hash"], "played with another edition", "jugada con otra edición"),
    ):
        if found not in conditions.get(name, [found]):
            yield Reason(NO, name, say(f"{en} ({found:.40})", f"{es} ({found:.40})"))
    for name, value in conditions.get("options", {}).get(summary["game"], {}).items():
        known = RULES[summary["rules"]].options() if summary["rules"] in RULES else {}
        found = summary["options"].get(name, known[name].default if name in known else None)
        if found != value:
            text = f"{name}: {found!r:.40}, {value!r:.40}"
            yield Reason(NO, "options", say(f"option {text} expected", f"opción {text} (se espera)"))
    if not conditions.get("placeholders", True) and summary["edition"]["stand_in"]:
        yield Reason(
            NO, "placeholders", say("the edition has placeholder values", "la edición tiene valores provisionales")
        )
    players, count = conditions.get("players", {}), len(summary["seats"])
    if not players.get("least", 0) <= count <= players.get("most", count):
        yield Reason(NO, "players", say(f"players: {count}", f"jugadores: {count}"))
    dates, day = conditions.get("dates", {}), summary.get("played", {}).get("date") or summary["opened_at"][:10]
    if not dates.get("from", day) <= day <= dates.get("to", day):
        yield Reason(NO, "dates", say(f"played on {day}", f"jugada el {day}"))
    if conditions.get("strict") and summary["policies"].get("strict") is None:
        yield Reason(NO, "strict", say("not played in league mode", "no se jugó en modo liga"))
    if conditions.get("recorder_apart") and summary["policies"].get("typing") == "seats":
        yield Reason(
            NO, "recorder", say("the players entered their own moves", "los jugadores anotaron sus propias jugadas")
        )


def _result(conditions: Json, summary: Json, now: datetime) -> Iterator[Reason]:
    """Reasons that are known only at the end of the game."""
    standing = summary["standing"]
    if summary["status"] == "void":
        yield Reason(NO, "void", say("the game is void", "la partida está anulada"), standing["voided"])
        return
    if standing["outcome"] is None:
        if summary["status"] == "closed":
            closed = standing["closed"]
            text = say("closed without a result", "cerrada sin resultado")
            yield Reason(NO, "no_result", text, closed and closed["name"])
        else:
            yield Reason(NOT_YET, "running", say("the game is not over", "la partida no ha terminado"))
        return
    if conditions.get("regular") and not standing["regular"]:
        first = standing["irregularities"][0]
        text = say("a move against the rules, or a ruling", "una jugada contra las reglas o una decisión del juez")
        yield Reason(NO, "irregular", text, first)
    if conditions.get("strict") and (breaches := standing.get("breaches")):
        what = breaches[0]["says"]
        text = say(f"league mode was broken: {what['en']}", f"se incumplió el modo liga: {what['es']}")
        yield Reason(NO, "breach", text, breaches[0]["name"])
    for one in () if standing["closed"] else standing["disputes"]:  # a judge who closes the game has decided them
        who = _called(summary, one["seat"])
        text = say(f"{who['en']} disputes the result", f"{who['es']} impugna el resultado")
        yield Reason(NOT_YET, "disputed", text, one["name"], seat=one["seat"])
    yield from _signatures(conditions, summary)
    checks, wanted = standing.get("checks", {"passed": 0, "checked": 0, "open": 0}), conditions.get("checked")
    answer = NO if standing["closed"] else NOT_YET
    if wanted is not None and checks["open"]:
        count = checks["open"]
        yield Reason(answer, "differs", say(f"differences at checks: {count}", f"diferencias en controles: {count}"))
    if wanted == "every" and checks["checked"] < checks["passed"]:
        counts = f"{checks['checked']}/{checks['passed']}"
        yield Reason(answer, "unchecked", say(f"check points checked: {counts}", f"controles hechos: {counts}"))
    minutes = summary.get("played", {}).get("minutes")
    if minutes is not None and minutes < conditions.get("least_minutes", 0):
        yield Reason(NO, "minutes", say(f"it took {minutes} min", f"duró {minutes} min"))
    closed = standing["closed"]
    if closed and conditions.get("waiting_h"):
        until = datetime.fromisoformat(closed["at"]) + timedelta(hours=conditions["waiting_h"])
        if now < until:
            text = say("the league's waiting time is not over", "el plazo de espera de la liga no ha terminado")
            yield Reason(NOT_YET, "waiting", text, closed["name"], until.isoformat())


def _signatures(conditions: Json, summary: Json) -> Iterator[Reason]:
    wanted, standing = conditions.get("signed", "none"), summary["standing"]
    closed = standing["closed"]
    ruled = closed is not None and closed["reason"] == "ruled"
    if wanted == "none" or (ruled and conditions.get("closed_by_judge")):
        return
    ways = {one["seat"]: one["way"] for one in standing["signatures"]}
    for seat in range(len(summary["seats"])):
        if seat in ways and (wanted == "any" or ways[seat] == "own_link"):
            continue
        who = _called(summary, seat)
        text = (
            say(f"{who['en']} has not signed", f"{who['es']} no ha firmado")
            if seat not in ways
            else say(f"{who['en']} signed on the recorder's word", f"{who['es']} firmó según quien anota")
        )
        if ruled:
            text = say(f"{text['en']}; a judge closed the game", f"{text['es']}; un juez cerró la partida")
        yield Reason(NO if closed else NOT_YET, "unsigned", text, closed["name"] if ruled else None, seat=seat)


def _called(summary: Json, seat: int) -> Text:
    called: Text = summary["seats"][seat].get("called") or say(f"player {seat + 1}", f"el jugador {seat + 1}")
    return called
