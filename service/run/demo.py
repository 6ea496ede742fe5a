"""The demonstration: records sample games in an empty store through the API, as a recorder's tool would."""

import json
import random
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import requests
from requests.adapters import HTTPAdapter

from engines import GAMES
from engines.kernel import simulate
from engines.kernel.game import Game, Json
from engines.kernel.replay import Fold
from engines.kernel.text import plain
from service import out

TABLES = Path(__file__).with_name("demo.json")
"""Players, games and occasions, chosen by ``python -m tests.demonstration`` to be believable."""
AT_ONCE = 100
"""Moves per import, so that a busy machine answers each import in time."""
TIMEOUT_S = 30


@dataclass(frozen=True, slots=True)
class DemoGame:
    """A game of the demonstration.

    Args:
        players: Their names, clockwise.
        seed: Seed of the random numbers.
        moves: Number of moves recorded so far; None for all.
        days_ago: How many days ago it was played.
        occasion: The place and event.
        habits: Further arguments for the game's ``table``.
    """

    players: Sequence[str] = ("Ana", "Ben", "Carla", "David")
    seed: int = 1994
    moves: int | None = None
    days_ago: int = 0
    occasion: Mapping[str, str] = field(default_factory=dict)
    habits: Mapping[str, Any] = field(default_factory=dict)


class _Trusting(HTTPAdapter):
    """Uses HTTPS with a service whose certificate is known, at any address."""

    def __init__(self, trust: ssl.SSLContext) -> None:
        self._trust = trust
        super().__init__()

    def init_poolmanager(self, *args: Any, **more: Any) -> None:
        super().init_poolmanager(*args, **more, ssl_context=self._trust, assert_hostname=False)


def record_games(url: str, token: str, trust: ssl.SSLContext | None = None) -> list[str]:
    """Record simulated plays of every game, and return the ids of the finished records.

    A game whose package fails, or that the service refuses, is named on standard error and left out.

    Args:
        url: Address of the API.
        token: A token that may open records.
        trust: The TLS context for HTTPS; None for plain HTTP.

    Raises:
        requests.ConnectionError: The service cannot be reached.
        requests.Timeout: It does not answer in time.
    """
    records: list[str] = []
    session = requests.Session()
    if trust is not None:
        session.mount("https://", _Trusting(trust))
    players: dict[str, str] = {}
    for name in GAMES:
        try:
            for table in tables(name):
                opened = _game(session, url, token, name, table, players)
                records += [opened] if table.moves is None else []
        except (requests.ConnectionError, requests.Timeout):
            raise
        except Exception as error:  # noqa: BLE001 - a game is a package of anybody: it may fail in any way
            out.note(plain(f"No demo game of {name}: {type(error).__name__}: {error}"))
    return records


def tables(name: str) -> list[DemoGame]:
    """The demonstration games of a title, the finished one first; a default one if none is configured."""
    chosen: list[dict[str, Any]] = json.loads(TABLES.read_text(encoding="utf-8")).get(name, [{}])
    return [DemoGame(**one) for one in chosen]


def played(game: Game[Any, Any], table: DemoGame) -> tuple[list[str], list[Json]]:
    """The colours and moves of a simulated game, with at most as many seats as the title allows."""
    box = game.box()
    colours = list(game.colours(box))[: min(len(table.players), game.seats.stop - 1)]
    options = {option: field.default for option, field in game.options().items()}
    return colours, list(
        islice(simulate.table(game, random.Random(table.seed), colours, options, box, **table.habits), table.moves)
    )


def _game(session: requests.Session, url: str, token: str, name: str, table: DemoGame, known: dict[str, str]) -> str:
    """Record one game and return its id; new players are added to ``known``, which maps names to player ids."""
    colours, moves = played(GAMES[name], table)
    headers = {
        "Authorization": f"Bearer {token}",
        "Idempotency-Key": f"demonstration {name} {table.seed} {table.moves}",
    }
    seats = [
        {"colour": colour, **({"player": known[player]} if player in known else {"name": player})}
        for player, colour in zip(table.players, colours, strict=False)
    ]
    date = datetime.now(UTC).astimezone() - timedelta(days=table.days_ago)
    occasion = {**table.occasion, "date": f"{date:%Y-%m-%d}"}
    opening = {"game": name, "seats": seats, "visibility": "public", "occasion": occasion}
    # Play it here first, so that no record is opened for a game that fails halfway.
    options = {option: field.default for option, field in GAMES[name].options().items()}
    fold = Fold(GAMES[name], colours, options, GAMES[name].box())
    for move in moves:
        fold.play(move)
    opened = _post(session, f"{url}/v1/records", headers, json=opening)
    known |= {player: seat["player"] for player, seat in zip(table.players, opened["seats"], strict=False)}
    for start in range(0, len(moves), AT_ONCE):
        lines = "\n".join(json.dumps(move) for move in moves[start : start + AT_ONCE])
        sent = headers | {"If-Match": f'"{start + 1}"', "Content-Type": "application/x-ndjson"}
        sent["Idempotency-Key"] += f" {start}"
        _post(session, f"{url}/v1/records/{opened['id']}/import", sent, data=lines.encode())
    return str(opened["id"])


def _post(session: requests.Session, url: str, headers: dict[str, str], **body: Any) -> dict[str, Any]:
    answer = session.post(url, headers=headers, timeout=TIMEOUT_S, **body)
    answer.raise_for_status()
    document: dict[str, Any] = answer.json()
    return document
