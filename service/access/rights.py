"""Access rights: one table of the calls that each role may make on a record; everything else is denied."""

from dataclasses import dataclass

from engines.kernel.game import LANGUAGES
from engines.kernel.sentences import OR, joined, say
from service.access.eyes import APPOINTED, JUDGE, PUBLIC, RECORDER, Eyes
from service.access.tokens import Token
from service.store.log import Head, RecordNotFoundError
from service.texts import SaidError, said

READING = ("read", "log", "state", "offers", "replay", "result", "export", "statement", "audit")
"""Calls that change nothing."""
WRITING = ("moves", "secrets", "undo", "corrections")
"""Calls that record or correct; a seat's link may make them for its own seat."""
SIGNING = ("checks", "signatures", "disputes")
"""Calls that state what a seat counted or thinks of the outcome, sent by its own link or by the recorder."""
JUDGING = ("undo", "corrections", "rulings", "notes", "close", "void")
"""Calls of a judge whom the owner appointed for the record: a judge corrects and closes, and records no move."""

RECORDING = (*READING, *WRITING, *SIGNING, "recorder")
"""Calls of those who may record the game; ``recorder`` takes over from the active recorder."""

CALLS: dict[str, tuple[str, ...]] = {
    "nobody": READING,
    "read": READING,
    "seat": (*READING, *WRITING, *SIGNING, "notes", "consents"),
    "judge": (*READING, *JUDGING),
    "recorder": (*RECORDING, "notes", "close", "import", "codes"),
    "owner": (*RECORDING, "notes", "close", "void", "import", "codes", "tokens", "texts"),
    "league": (*READING, "tokens", "void"),
    "admin": (*RECORDING, "rulings", "notes", "close", "void", "import", "codes", "tokens", "texts"),
}
"""Role -> the calls it may make on a record that it may see."""

BEARERS = {
    "seat": say("a seat's link", "el enlace de un asiento"),
    "judge": say("a judge's link", "el enlace de un juez"),
    "recorder": say("a recorder's link", "el enlace de quien anota"),
    "owner": say("the token that opened it", "el token que la abrió"),
    "league": say("its league's token", "el token de su liga"),
    "admin": say("an admin's token", "un token de administrador"),
}
"""Role -> what its bearer has, for refusals that say who may make a call."""

ORDERED = frozenset({"undo", "corrections", "close", "void"})
"""Calls that a judge may make even while someone else records."""
ACTING = frozenset({"moves", "secrets", "import", *SIGNING, *ORDERED})
"""Calls that act for the table: they record what happened, what a seat thinks of it, or the end of the game."""
PAIRING = "codes"
"""The call that pairs phones; an owner or an admin may make it even while someone else records."""

FOR_THE_TABLE: dict[str, frozenset[str]] = {"recorder": ACTING | {PAIRING}, "owner": ACTING, "admin": ACTING - ORDERED}
"""Role -> the calls it may make only as the active recorder, once there is one; no such calls for other roles."""


class NotAllowedError(SaidError):
    """The caller is known but may not make this call; says why."""


class NoTokenError(Exception):
    """The call needs a token, and it has no valid one."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller of a request for one record.

    Args:
        token: The valid token of the call; None without one.
        role: A key of :data:`CALLS`, or ``stranger``.
        eyes: The eyes that the caller may use, its own first.
        calls: The calls it may make.
    """

    token: Token | None
    role: str
    eyes: tuple[Eyes, ...]
    calls: tuple[str, ...]

    @property
    def own_eyes(self) -> Eyes:
        """The eyes that the caller uses if it names none."""
        return self.eyes[0]

    @property
    def is_judge(self) -> bool:
        """Whether the caller's orders need no consent and apply also to what a seat's own link sealed.

        True for an admin's token and for a judge whom the owner appointed for this record; independent of eyes.
        """
        return self.role in ("judge", "admin")

    @property
    def writes_with(self) -> Eyes:
        """The eyes that the caller writes with: its seat's, else the recorder's if it has them, else public."""
        if self.own_eyes.seat is not None:
            return self.own_eyes
        return RECORDER if RECORDER in self.eyes else PUBLIC

    @property
    def by(self) -> str:
        """The ``by`` of the entries that the caller writes."""
        return self.token.id if self.token else ""

    def check_may(self, call: str) -> None:
        """Check that the caller may make a call.

        Raises:
            NoTokenError: The call needs a token.
            NotAllowedError: The token does not allow the call.
        """
        if call in self.calls:
            return
        if self.token is None:
            raise NoTokenError
        may = [bearer for role, bearer in BEARERS.items() if call in CALLS[role]]
        who = {lang: joined([bearer[lang] for bearer in may], lang, OR) for lang in LANGUAGES}
        raise NotAllowedError(said("token_cannot_with_record", scope=self.token.scope, call=call, who=who))

    def check_speaks_for(self, seat: int | None) -> None:
        """Check that a seat's own link acts only for that seat.

        Raises:
            NotAllowedError: The call is for another seat.
        """
        own = self.own_eyes.seat
        if own is not None and seat not in (None, own):
            raise NotAllowedError(said("link_seat_cannot_act", own=own))

    def resolve_eyes(self, name: str | None) -> Eyes:
        """The eyes with the given name, or the caller's own.

        Raises:
            NoTokenError: The caller has no token, and these are not the public eyes.
            NotAllowedError: The caller may not use these eyes.
        """
        if name is None:
            return self.own_eyes
        for eyes in self.eyes:
            if eyes.name == name:
                return eyes
        if self.token is None and name != PUBLIC.name:
            raise NoTokenError
        mine = ", ".join(eyes.name for eyes in self.eyes)
        raise NotAllowedError(said("eyes_not_allowed", name=name, mine=mine))


def role_of(token: Token | None, head: Head) -> str:
    """The role of a token for a record; ``stranger`` if it has none."""
    if token is None:
        return "nobody"
    if token.scope == "admin":
        return "admin"
    if token.scope == "league":
        return "league" if head.fields.get("league") == token.league else "stranger"
    if token.record == head.record:
        return {"record": "recorder", "seat": "seat", "read": "read", "judge": "judge"}[token.scope]
    if token.scope == "record" and token.record is None and head.fields.get("owner") == token.id:
        return "owner"
    return "stranger"


def caller(token: Token | None, head: Head) -> Caller:
    """The role, eyes and calls of a token (None: no token) for a record.

    Raises:
        RecordNotFoundError: The record is private and the caller has no role: it must not learn that it exists.
    """
    role = role_of(token, head)
    if head.fields.get("visibility") == "private" and role in ("nobody", "stranger"):
        raise RecordNotFoundError(head.record)
    if role == "stranger":
        return Caller(token, role, (PUBLIC,), READING)
    eyes: tuple[Eyes, ...] = (PUBLIC,)
    if role == "admin":
        eyes = (RECORDER, PUBLIC, JUDGE)
    elif role in ("recorder", "owner"):
        eyes = (RECORDER, PUBLIC)
    elif role == "judge":
        eyes = (APPOINTED, PUBLIC)
    elif role == "seat" and token is not None:
        eyes = (Eyes(f"seat:{token.seat}", token.since), PUBLIC)
    return Caller(token, role, eyes, CALLS[role])
