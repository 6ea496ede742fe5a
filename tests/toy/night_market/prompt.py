"""What a prompt completes at the night market: ``r5`` for a five that was rolled, with the ware of that face."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engines.kernel.game import Json
from service.cli.tables import Table


def suggest(
    words: Sequence[str], current: str, offers: Sequence[Json], ask: Callable[[Json], Json], table: Table
) -> Iterator[tuple[str, Mapping[str, str]]]:
    """What may stand in place of ``current``, after ``words``."""
    del current, ask
    if not words and any(offer["type"] == "roll" for offer in offers):
        for face, ware in enumerate(table.box["die"], 1):
            yield f"r{face}", table.box["wares"][ware]["name"]
