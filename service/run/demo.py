"""The demonstration: recorded games laid into an empty store through the API, as a recorder's tool would."""

from __future__ import annotations

import json
import random
from typing import Any

import requests

from engines import GAMES

NAMES = ("Ana", "Ben", "Carla", "David")
SEED = 1994
TIMEOUT_S = 30


def lay(url: str, token: str) -> list[str]:
    """Record one imaginary game of every title; the ids of the records.

    Args:
        url: Address of the API.
        token: A token that opens records.

    Raises:
        requests.HTTPError: The service refused.
    """
    return [_game(url, token, name) for name in GAMES]


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
    opened = _post(f"{url}/v1/records", headers, json=opening)
    moves = list(game.table(random.Random(SEED), seats, options, box))
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
