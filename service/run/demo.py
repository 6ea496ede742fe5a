"""The demonstration: recorded games laid into an empty store through the API, as a recorder's tool would."""

from __future__ import annotations

import json
import random
import ssl
from typing import Any

import requests
from requests.adapters import HTTPAdapter

from engines import GAMES
from engines.kernel.replay import Fold
from engines.kernel.text import plain
from service import out

NAMES = ("Ana", "Ben", "Carla", "David")
SEED = 1994
TIMEOUT_S = 30


class _Trusting(HTTPAdapter):
    """Speaks HTTPS with a service whose certificate is known, by whatever address.

    Args:
        trust: What it is spoken with.
    """

    def __init__(self, trust: ssl.SSLContext) -> None:
        self._trust = trust
        super().__init__()

    def init_poolmanager(self, *args: Any, **more: Any) -> None:
        super().init_poolmanager(*args, **more, ssl_context=self._trust, assert_hostname=False)


def lay(url: str, token: str, trust: ssl.SSLContext | None = None) -> list[str]:
    """Record one imaginary game of every title; the ids of the records.

    A title whose package breaks, or whose game the service refuses, is named on standard error and left out.

    Args:
        url: Address of the API.
        token: A token that opens records.
        trust: What HTTPS is spoken with; None for plain HTTP.

    Raises:
        requests.ConnectionError: The service is not there.
        requests.Timeout: It does not answer.
    """
    laid: list[str] = []
    session = requests.Session()
    if trust is not None:
        session.mount("https://", _Trusting(trust))
    for name in GAMES:
        try:
            laid.append(_game(session, url, token, name))
        except (requests.ConnectionError, requests.Timeout):
            raise
        except Exception as error:  # noqa: BLE001 - a game is a package of anybody: it may fail in any way
            out.note(plain(f"The demonstration leaves {name} out: {type(error).__name__}: {error}"))
    return laid


def _game(session: requests.Session, url: str, token: str, name: str) -> str:
    game = GAMES[name]
    box = game.box()
    seats = list(game.colours(box))[: min(4, game.seats.stop - 1)]
    options = {option: field.default for option, field in game.options().items()}
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": f"demonstration {name}"}
    opening = {
        "game": name,
        "seats": [{"name": player, "colour": colour} for player, colour in zip(NAMES, seats, strict=False)],
        "visibility": "public",
        "occasion": {"event": "Demo"},
    }
    # Played here first: of a game that breaks halfway no record is opened.
    fold, moves = Fold(game, seats, options, box), list(game.table(random.Random(SEED), seats, options, box))
    for move in moves:
        fold.play(move)
    opened = _post(session, f"{url}/v1/records", headers, json=opening)
    for start in range(0, len(moves), 500):
        lines = "\n".join(json.dumps(move) for move in moves[start : start + 500])
        sent = headers | {"If-Match": f'"{start + 1}"', "Content-Type": "application/x-ndjson"}
        sent["Idempotency-Key"] += f" {start}"
        _post(session, f"{url}/v1/records/{opened['id']}/import", sent, data=lines.encode())
    return str(opened["id"])


def _post(session: requests.Session, url: str, headers: dict[str, str], **body: Any) -> dict[str, Any]:
    answer = session.post(url, headers=headers, timeout=TIMEOUT_S, **body)
    answer.raise_for_status()
    document: dict[str, Any] = answer.json()
    return document
