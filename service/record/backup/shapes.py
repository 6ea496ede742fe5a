"""Shapes of the data in a store's file besides logs: players, heads, rows of secrets, keys and looks, tokens."""

import json
import re
from datetime import datetime

from engines.kernel import canonical
from engines.kernel.game import Json
from service.access.tokens import SCOPES, Token
from service.record import leagues, webhooks
from service.record.entries.shapes import EYES_FORM, NUMBER_FORM, TOKEN_FORM, VISIBILITIES, fact, is_id, is_name
from service.record.files.proof import is_statement


def is_profile(found: object) -> bool:
    """Whether a value has the form of a stored profile of a player."""
    return (
        isinstance(found, dict)
        and {"name"} <= set(found) <= {"name", "by", "erased", "person"}
        and (found["name"] is None or is_name(found["name"]))
        and all(type(found[member]) is str for member in set(found) - {"name"})
    )


_KEPT_KEY = re.compile(r"[0-9]{1,16} [0-9]{1,16} [0-9a-f]{64}\Z")
_KEPT_LOOK = re.compile(r"[0-9]{1,20}-[0-9]{1,20}\Z")
_OF_HEADS = frozenset(
    {"version", "hash", "at", "removed", "was", "last", "private", "lists", "archived", "number", "source"}
    | {"statement"}
)
"""Fields of a record's head that follow from its log, or make it a tombstone."""


def is_about(found: object) -> bool:
    """Whether a value has the form of the other fields of a record's head: owner, visibility, game ..."""
    return (
        isinstance(found, dict)
        and found.get("visibility", "private") in VISIBILITIES
        and _OF_HEADS.isdisjoint(found)
        and all(type(value) is str for value in found.values())
    )


def are_rows(part: str, rows: object) -> bool:
    """Whether a value has the form of rows of ``secrets``, ``keys``, ``looks`` or ``statements`` of a record."""
    if not isinstance(rows, dict):
        return False
    if part == "secrets":
        return all(
            NUMBER_FORM.match(version)
            and isinstance(facts, dict)
            and all(not list(fact("secrets", name, one)) and _have_eyes(one["eyes"]) for name, one in facts.items())
            and canonical.has_bytes(facts)
            for version, facts in rows.items()
        )
    if part == "statements":
        return all(
            NUMBER_FORM.match(version) and is_statement(one) and str(one["version"]) == version
            for version, one in rows.items()
        )
    if part == "keys":
        return all(type(value) is str and _KEPT_KEY.match(value) for value in rows.values())
    return all(
        _KEPT_LOOK.match(at) and isinstance(look, dict) and all(type(value) is str for value in look.values())
        for at, look in rows.items()
    )


_FILE = re.compile(r"[0-9a-f]{64}\Z")


def is_reference(found: Json, record: str) -> bool:
    """Whether a line has the form of a reference to the file of an archived record."""
    summary = found["summary"]
    return (
        found["record"] == record
        and type(found["version"]) is int
        and found["version"] > 0
        and all(type(found[name]) is str for name in ("hash", "at", "file"))
        and _FILE.match(found["file"]) is not None
        and (summary is None or (isinstance(summary, dict) and all(is_id(seat["player"]) for seat in summary["seats"])))
    )


def _have_eyes(found: object) -> bool:
    """Whether these are names of eyes; a fact that was public when it was imported has none."""
    return isinstance(found, list) and all(isinstance(one, str) and EYES_FORM.match(one) for one in found)


def is_token(found: object) -> bool:
    """Whether a value has the form of a stored token."""
    try:
        token = Token(**{name: value for name, value in found.items() if name != "sha256"})  # type: ignore[attr-defined]
        texts = (token.id, token.label, token.created_at, found["sha256"])  # type: ignore[index]
        times = [at for at in (token.expires_at, token.revoked_at) if at is not None]
        ids = [each for each in (token.record, token.maker) if each is not None]
        return (
            all(type(text) is str for text in (*texts, *times, *ids))
            and TOKEN_FORM.match(token.id) is not None
            and token.scope in SCOPES
            and all(datetime.fromisoformat(at).tzinfo for at in times)
            and type(token.since) is int
            and (type(token.seat) is int) == (token.scope == "seat")
            and (token.record is not None or token.scope in ("admin", "league", "record"))
            and (type(token.league) is str) == (token.scope == "league")
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return False


def is_league(league: object, found: object) -> bool:
    """Whether a value has the form of a stored league with this id, with its people."""
    if not isinstance(found, dict) or not all(type(value) is str for value in found.values()):
        return False
    try:
        about = json.loads(found["about"])
    except (KeyError, ValueError):
        return False
    people = {name: value for name, value in found.items() if name not in ("about", "conditions", webhooks.FIELD)}
    return (
        leagues.is_about(about)
        and (webhooks.FIELD not in found or webhooks.is_webhook(found[webhooks.FIELD]))
        and about["id"] == league
        and all(
            name.startswith(leagues.JOINED) or (name.startswith("person:") and is_id(value))
            for name, value in people.items()
        )
    )
