"""Who may do what to which record: one table, everything else is denied."""

from __future__ import annotations

from dataclasses import dataclass

from service.access.eyes import APPOINTED, JUDGE, PUBLIC, RECORDER, Eyes
from service.access.tokens import Token
from service.store.log import Head, RecordNotFoundError

READING = ("read", "log", "state", "offers", "replay", "result", "export")
"""Calls that change nothing."""
WRITING = ("moves", "secrets", "undo", "corrections")
"""Calls that record, or mend what was recorded; a seat's link has them for what is its own."""
SIGNING = ("checks", "signatures", "disputes")
"""Calls that say what a seat counted, or thinks of the outcome: from its own link, or as the recorder says."""
JUDGING = ("undo", "corrections", "rulings", "notes", "close", "void")
"""Calls of a judge whom the owner appointed for the record: it mends and closes, and records no move."""

RECORDING = (*READING, *WRITING, *SIGNING, "recorder")
"""Calls of whoever may record the game; ``recorder`` takes over from who does."""

CALLS: dict[str, tuple[str, ...]] = {
    "nobody": READING,
    "read": READING,
    "seat": (*READING, *WRITING, *SIGNING, "notes", "consents"),
    "judge": (*READING, *JUDGING),
    "recorder": (*RECORDING, "notes", "close", "import", "codes"),
    "owner": (*RECORDING, "notes", "close", "void", "import", "codes", "tokens", "texts"),
    "league": (*READING, "tokens"),
    "admin": (*RECORDING, "rulings", "notes", "close", "void", "import", "codes", "tokens", "texts"),
}
"""Role -> the calls it has on a record it may see."""

ORDERED = frozenset({"undo", "corrections", "close", "void"})
"""Calls that a judge orders, even while someone else records."""
ACTING = frozenset({"moves", "secrets", "import", *SIGNING, *ORDERED})
"""Calls that act for the table: they say what happened there, what a seat thinks of it, or that it is over."""
PAIRING = "codes"
"""The call that pairs phones; an owner or an admin makes it even while someone else records."""

FOR_THE_TABLE: dict[str, frozenset[str]] = {
    "recorder": ACTING | {PAIRING},
    "owner": ACTING,
    "admin": ACTING - ORDERED,
}
"""Role -> the calls that it has only while it records, once a recorder was named; of any other role none."""


class NotAllowedError(Exception):
    """The caller is known and may not do this.

    Args:
        en: Why.
        es: Why, in Spanish.
    """

    def __init__(self, en: str, es: str) -> None:
        super().__init__(en)
        self.says = {"en": en, "es": es}


class NoTokenError(Exception):
    """The call needs a token, and none that is good came with it."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks about one record.

    Args:
        token: The good token of the call; None without one.
        role: A key of :data:`CALLS`.
        eyes: The eyes the caller may look with, its own first.
        calls: The calls it may make.
    """

    token: Token | None
    role: str
    eyes: tuple[Eyes, ...]
    calls: tuple[str, ...]

    @property
    def own_eyes(self) -> Eyes:
        """The eyes the caller looks with where it names none."""
        return self.eyes[0]

    @property
    def is_judge(self) -> bool:
        """Whether what it orders needs nobody's consent, and reaches what a seat's own link sealed.

        An admin's token does, and that of a judge whom the owner appointed for this record. It says nothing of eyes.
        """
        return self.role in ("judge", "admin")

    @property
    def writes_with(self) -> Eyes:
        """The eyes that decide what it writes: its seat's, else the recorder's where it has them, else everybody's."""
        if self.own_eyes.seat is not None:
            return self.own_eyes
        return RECORDER if RECORDER in self.eyes else PUBLIC

    @property
    def by(self) -> str:
        """What stands in the entries it writes."""
        return self.token.id if self.token else ""

    def check_may(self, call: str) -> None:
        """Deny a call that is not the caller's.

        Raises:
            NoTokenError: It needs a token.
            NotAllowedError: This token does not reach so far.
        """
        if call in self.calls:
            return
        if self.token is None:
            raise NoTokenError
        raise NotAllowedError(
            f"a token of scope {self.token.scope} cannot do this with this record ({call})",
            f"un token de alcance {self.token.scope} no permite esto en esta partida ({call})",
        )

    def check_speaks_for(self, seat: int | None) -> None:
        """Check that a seat's own link speaks for that seat.

        Args:
            seat: For whom something is said; None where that is not named.

        Raises:
            NotAllowedError: It is another seat.
        """
        own = self.own_eyes.seat
        if own is not None and seat not in (None, own):
            raise NotAllowedError(
                f"the link of seat {own} cannot act for other seats",
                f"el enlace del asiento {own} no puede actuar por otros asientos",
            )

    def resolve_eyes(self, name: str | None) -> Eyes:
        """The eyes asked for by name, or the caller's own.

        Raises:
            NotAllowedError: Not the caller's.
        """
        if name is None:
            return self.own_eyes
        for eyes in self.eyes:
            if eyes.name == name:
                return eyes
        if self.token is None and name != PUBLIC.name:
            raise NoTokenError
        mine = ", ".join(eyes.name for eyes in self.eyes)
        raise NotAllowedError(
            f"eyes={name!r:.40} is not allowed; allowed: {mine}", f"eyes={name!r:.40} no se permite; permitidos: {mine}"
        )


def role_of(token: Token | None, head: Head) -> str:
    """What a token is to a record; ``stranger`` for one that has nothing to do with it."""
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
    """What the bearer of a token (or nobody) is to a record.

    Raises:
        RecordNotFoundError: A private record, for whoever does not belong: it must not even tell that it is there.
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
