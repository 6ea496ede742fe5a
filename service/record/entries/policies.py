"""The policies of a record: undo, signing, memory aid, typing. They are not rules and are not compared in results."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from engines.kernel.game import Field, Game, Json, MalformedMoveError
from engines.kernel.moves import shapes
from engines.kernel.sentences import say
from service.record.entries.breaches import LEVELS
from service.texts import said

LONGEST_DEADLINE_H = 24 * 366
"""Longest deadline: a year (h)."""

POLICIES: Mapping[str, Field] = MappingProxyType(
    {
        "undo": Field(
            "choice",
            {"en": "Undoing moves", "es": "Deshacer jugadas"},
            choices=("barriers", "consent", "none"),
            default="barriers",
        ),
        "consents": Field("integer", {"en": "Seats that must agree", "es": "Asientos que deben aceptar"}, low=1),
        "signing": Field(
            "choice",
            {"en": "Signing the result", "es": "Firmar el resultado"},
            choices=("seats", "none"),
            default="seats",
        ),
        "deadline_h": Field(
            "integer",
            {"en": "Hours until it closes undisputed", "es": "Horas hasta cerrarse sin impugnación"},
            low=0,
            high=LONGEST_DEADLINE_H,
            default=0,
        ),
        "memory_aid": Field(
            "flag",
            {"en": "Show what is behind the screens", "es": "Mostrar lo que hay tras las pantallas"},
            default=False,
        ),
        "typing": Field(
            "choice",
            {"en": "Who enters the moves", "es": "Quién anota las jugadas"},
            choices=("recorder", "seats"),
            default="recorder",
        ),
        "start": Field(
            "choice", {"en": "Signing the start", "es": "Firmar el comienzo"}, choices=("free", "seats"), default="free"
        ),
        "strict": Field(
            "choice",
            {"en": "What may not happen silently", "es": "Lo que no puede pasar en silencio"},
            choices=tuple(LEVELS),
            default="free",
        ),
    }
)
"""Name of a policy -> its values.

``undo``: ``barriers`` (free back to the last barrier), ``consent`` (of as many seats as ``consents``, a member only
here) or ``none``. ``signing``: whether the seats sign the result. ``deadline_h``: hours after the end at which a record
that nobody disputed closes unsigned; 0 for never. ``memory_aid``: whether what is behind the screens is shown while the
game runs. ``typing``: whether who records types all moves (``recorder``), or each seat's own link its own, too
(``seats``). ``start``: whether every seat signs who plays by which rules before the first move (``seats``).
``strict``: league mode (:mod:`service.record.entries.breaches`).
"""
LEFT_OUT = ("typing", "start", "strict")
"""Policies that an opening names only where they are not the default, so that there is one way to say so."""


def complete(named: Json, seats: int) -> Json:
    """Every policy of a record with its value.

    Args:
        named: Those that are named; the rest take their defaults. ``consents`` is that of every seat by default.
        seats: How many sit at the table.

    Raises:
        MalformedMoveError: An unknown policy or an invalid value.
    """
    found = {name: named.get(name, policy.default) for name, policy in POLICIES.items() if name != "consents"} | named
    for name in LEFT_OUT:
        if found[name] == POLICIES[name].default:
            del found[name]
    if found["undo"] == "consent":
        found.setdefault("consents", seats)
    errors = {}
    for name in misfits(found, seats):
        if name not in POLICIES:
            errors[f"policies.{name}"] = say(f"there is no policy {name!r:.40}", f"no existe la política {name!r:.40}")
        else:
            errors[f"policies.{name}"] = said("not_value", value=named.get(name), name=name)
    if errors:
        raise MalformedMoveError(errors)
    return found


def misfits(found: Json, seats: int) -> Iterator[str]:
    """Names of policies of an opening that are unknown, missing, or have an invalid value.

    Args:
        found: Every policy of a record with its value.
        seats: How many sit at the table.
    """
    for name in sorted({**POLICIES, **found}):
        if name == "consents":
            wanted = found.get("undo") == "consent"
            if wanted != (name in found) or (wanted and not _fits(name, found[name], seats)):
                yield name
        elif name in LEFT_OUT:
            if name in found and (found[name] == POLICIES[name].default or not _fits(name, found[name], seats)):
                yield name
        elif name not in POLICIES or name not in found or not _fits(name, found[name], seats):
            yield name


def _fits(name: str, value: object, seats: int) -> bool:
    return shapes.fits(POLICIES[name], value) and (name != "consents" or (isinstance(value, int) and value <= seats))


def seats_type(agreed: Json) -> bool:
    """Whether each seat's own link types that seat's moves."""
    return agreed.get("typing") == "seats"


def signs_start(agreed: Json) -> bool:
    """Whether every seat signs the start before the first move."""
    return agreed.get("start") == "seats"


def unordered(game: Game[Any, Any], box: Json, agreed: Json) -> frozenset[str]:
    """Types of move whose order among the others' does not matter where they come from the seat's own link.

    Those with a sealed part; where seats type all their moves, those of which everything is sealed: on what else a move
    says the moves of others rest.
    """
    if not seats_type(agreed):
        return frozenset(game.secret)
    kinds = game.moves(box)
    sealed = {kind: {path.partition(".")[0] for path in secret} for kind, secret in game.secret.items()}
    return frozenset(kind for kind, names in sealed.items() if names >= set(kinds[kind].fields))
