"""Commands of the prompt about the whole record: checks, signatures, disputes, notes, closing, and making it void."""

import re
from collections.abc import Callable

from engines.kernel.game import Json
from engines.kernel.notation import NotationError
from engines.kernel.sentences import say as both
from engines.kernel.text import plain
from service.cli.client import ProblemError
from service.cli.prompt import checks, command_words, impact
from service.cli.prompt.correction import NO, YES, joined, not_understood
from service.cli.prompt.session import Reply, Session

_ABOUT = re.compile(r"(?:about|sobre)\s+\[?([1-9][0-9]*(?:\.[1-9][0-9]*)?)\]?\s+", re.IGNORECASE)
_JUDGES = re.compile(r"(?:for judges|para jueces)\s+", re.IGNORECASE)
REASONS = ("abandoned", "conceded", "ruled")


def command(session: Session, line: str) -> Reply | None:
    """The answer to ``sign``, ``check``, ``note``, ``close`` and the like; None for any other line."""
    head, _, rest = line.strip().partition(" ")
    act = _WORDS.get(head.casefold())
    if act is None or session.asking is not None:
        return None
    try:
        return act(session, rest.strip())
    except NotationError as error:
        return not_understood(session, error)
    except ProblemError as problem:
        return session.not_recorded(problem)


def _sign(session: Session, rest: str) -> Reply:
    """Sign the result, or ``start`` the start, for one seat or several; the answer says which result that is."""
    head, _, after = rest.partition(" ")
    starts = head.casefold() in ("start", "comienzo")
    if starts:
        start = session.api.get(session.path)["standing"]["start"]
        body, words, said = {"opening": start["opening"]}, start["signatures"], list[str]()
    else:
        result = session.api.get(f"{session.path}/result")
        body, words = {"outcome": result["standing"]["outcome"]}, result["standing"]["signatures"]
        said = [impact.ranks({str(seat["seat"]): seat for seat in result["seats"]}, session.table)]
    named = _seats(session, after.strip() if starts else rest, len("sign ") + (len(head) + 1 if starts else 0))
    signed_already = {word["seat"] for word in words}
    # All are those who have not signed yet; one that is named alone gets a message that it has.
    missing = [seat for seat in named if seat not in signed_already]
    seats: list[int | None] = [*(missing or named)] or [session.seat]
    for seat in seats:
        try:
            answer = session.write("signatures", {**body, "seat": seat})
        except ProblemError as problem:
            return Reply(fine=False, text=joined([*said, session.not_recorded(problem).text]))
        entry = answer["entry"]
        closed = entry["type"] == "closed"  # by the last signature, in the same breath
        signed = session.say("has signed", "ha firmado")
        who = session.table.colours[seat] if seat is not None else session.say("the seat", "el asiento")
        said.append(f"[{entry['version'] - closed}] {who} {signed}")
        said += [f"[{entry['version']}] {session.say.of(answer['says'])}"] if closed else []
    return Reply(fine=True, text=joined(said))


def _dispute(session: Session, rest: str) -> Reply:
    """Dispute the result, with a reason."""
    head, reason = _why(rest)
    if not reason:
        raise NotationError(len("dispute ") + len(rest) + 1, both("give a reason: -- ...", "indica el motivo: -- ..."))
    result = session.api.get(f"{session.path}/result")
    seats = _seats(session, head, len("dispute "))
    seat = seats[0] if seats else session.seat
    body = {"outcome": result["standing"]["outcome"], "seat": seat, "reason": reason}
    return _reply(session, session.write("disputes", body))


def _note(session: Session, rest: str) -> Reply:
    """Note something, about a move or the whole record, for everybody or for judges."""
    about = _ABOUT.match(rest)
    text = rest[about.end() :] if about else rest
    judges = _JUDGES.match(text)
    text = text[judges.end() :] if judges else text
    if not text:
        raise NotationError(len("note ") + len(rest) + 1, both("the note is missing", "falta la nota"))
    body = {"text": text, "about": about[1] if about else None, "for": "judges" if judges else "all"}
    return _reply(session, session.write("notes", body))


def _close(session: Session, rest: str) -> Reply:
    """Close a record before its game is over, or as a judge."""
    head, reason = _why(rest)
    kind, _, who = head.partition(" ")
    if kind not in REASONS:
        en = "close abandoned, close conceded COLOUR; a judge: close ruled"
        es = "close abandoned, close conceded COLOR; un juez: close ruled"
        raise NotationError(len("close ") + 1, both(en, es))
    seats = _seats(session, who, len("close ") + len(kind) + 1)
    body = {"reason": kind, "seat": seats[0] if seats else None, "text": reason}
    closing = session.say("close the record", "cerrar la partida")
    return _confirmed(session, closing, lambda: _reply(session, session.write("close", body)))


def _void(session: Session, rest: str) -> Reply:
    """Make a record void."""
    head, reason = _why(f" {rest}")
    if head:
        raise NotationError(len("void ") + 1, both("the reason goes after --", "el motivo va tras --"))
    voiding = session.say("void it permanently", "anularla definitivamente")
    return _confirmed(session, voiding, lambda: _reply(session, session.write("void", {"reason": reason})))


_WORDS: dict[str, Callable[[Session, str], Reply]] = {
    "sign": _sign,
    "dispute": _dispute,
    "note": _note,
    "close": _close,
    "void": _void,
    "check": checks.check,
    "slip": checks.slip,
}
CALLS = {
    "sign": "signatures",
    "dispute": "disputes",
    "note": "notes",
    "close": "close",
    "void": "void",
    "check": "checks",
    "slip": "corrections",
}
"""Word -> the call that it needs."""


def _seats(session: Session, text: str, before: int) -> list[int]:
    """The seats that words name; ``before`` is the length of the line before them."""
    return command_words.seats(" " * before + text, session.table)


def _why(text: str) -> tuple[str, str]:
    """The words before ``--``, and the reason after it."""
    head, reason = command_words.reasoned(text)
    return head.strip(), reason


def _reply(session: Session, answer: Json) -> Reply:
    """What was written, by its sentence."""
    return Reply(fine=True, text=plain(f"[{answer['version']}] {session.say.of(answer['says'])}"))


def _confirmed(session: Session, what: str, act: Callable[[], Reply]) -> Reply:
    """Ask first where somebody sits at the prompt: this is not easy to undo."""
    if not session.patient:
        return act()
    session.dialogue = ConfirmationDialogue(session, what, act)
    return Reply(fine=True, text=session.say("this is not easy to undo", "no es fácil de deshacer"))


class ConfirmationDialogue:
    """A question that is answered with yes or no."""

    def __init__(self, session: Session, what: str, act: Callable[[], Reply]) -> None:
        self._desk = session
        self._what = what
        self._act = act

    def question(self) -> str:
        """The current question."""
        return f"{self._what}? {self._desk.say('y/n', 's/n')}: "

    def choices(self) -> list[str]:
        """The possible answers."""
        return [self._desk.say("y", "s"), "n"]

    def take(self, line: str) -> Reply | None:
        """Process an answer; ask again unless it is a yes or a no."""
        folded = line.strip().casefold()
        if folded not in (*YES, *NO):
            return None
        self._desk.dialogue = None
        if folded in NO:
            return Reply(fine=True, text=self._desk.say("nothing was changed", "no se ha cambiado nada"))
        try:
            return self._act()
        except ProblemError as problem:
            return self._desk.not_recorded(problem)
