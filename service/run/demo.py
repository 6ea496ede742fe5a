"""The demonstration: recorded games laid into an empty store through the API, as a recorder's tool would."""

from __future__ import annotations

import json
import random
from typing import Any

import requests

from engines import GAMES
from engines.kernel.replay import Fold
from engines.kernel.text import plain
from service import out

NAMES = ("Ana", "Ben", "Carla", "David")
SEED = 1994
TIMEOUT_S = 30


def lay(url: str, token: str) -> list[str]:
    """Record one imaginary game of every title; the ids of the records.

    A title whose package breaks, or whose game the service refuses, is named on standard error and left out.

    Args:
        url: Address of the API.
        token: A token that opens records.

    Raises:
        requests.ConnectionError: The service is not there.
        requests.Timeout: It does not answer.
    """
    laid: list[str] = []
    for name in GAMES:
        try:
            laid.append(_game(url, token, name))
        except (requests.ConnectionError, requests.Timeout):
            raise
        except Exception as error:  # noqa: BLE001 - a game is a package of anybody: it may fail in any way
            out.note(plain(f"The demonstration leaves {name} out: {type(error).__name__}: {error}"))
    return laid


def _game(url: str, token: str, name: str) -> str:
    game = GAMES[name]
    box = game.box()
    seats = list(game.colours(box))[: min(4, game.seats.stop - 1)]
    options = {option: field.default for option, field in game.options().items()}
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": f"demonstration {name}"}
    opening = {
        "game": name,
        "seats": [{"name": player, "colour": colour} for player, colour in zip(NAMES, seats, strict=False)],
        "visibility": "public",
        "occasion": {"event": "Demonstration"},
    }
    # Played here first: of a game that breaks halfway no record is opened.
    fold, moves = Fold(game, seats, options, box), list(game.table(random.Random(SEED), seats, options, box))
    for move in moves:
        fold.play(move)
    opened = _post(f"{url}/v1/records", headers, json=opening)
    for start in range(0, len(moves), 500):
        lines = "\n".join(json.dumps(move) for move in moves[start : start + 500])
        sent = headers | {"If-Match": f'"{start + 1}"', "Content-Type": "application/x-ndjson"}
        sent["Idempotency-Key"] += f" {start}"
        _post(f"{url}/v1/records/{opened['id']}/import", sent, data=lines.encode())
    return str(opened["id"])


def _post(url: str, headers: dict[str, str], **body: Any) -> dict[str, Any]:
    answer = requests.post(url, headers=headers, timeout=TIMEOUT_S, **body)
    answer.raise_for_status()
    document: dict[str, Any] = answer.json()
    return document
