"""(h) How far projections lag beside records that nobody can fold, against a service that has none, in turn."""

from __future__ import annotations

import json
import statistics
from typing import Any

import requests

from service.access.tokens import random_id
from service.record.state import quarantine
from service.store.connect import connect
from service.store.log import Log
from tests.bench import append, lag, table
from tests.fuzz import mutate

BROKEN = 3
"""Records that cannot be folded: as many as the attack that was seen had."""
MOST = 1.2
"""So many times the lag of a service without them it may be."""


def main(rounds: int = 5, seconds: int = 8) -> None:
    """Print how long the lag is on either service, and by how much it differs; medians of the rounds."""
    played = table.games(lag.RECORDS)
    with table.service() as clean, table.service() as hurt:
        records = planted(hurt)
        figures: dict[str, list[table.Json]] = {"without": [], "beside them": []}
        for _ in range(rounds):
            for name, up in (("without", clean), ("beside them", hurt)):
                with_reader = records if up is hurt else []
                figures[name].append(table.spread(measured(up, played, seconds, with_reader)))
        for share in ("p50", "p99"):
            without, beside = (statistics.median(one[share] for one in figures[name]) for name in figures)
            print(
                f"lag {share} beside {BROKEN} records in quarantine: {beside * 1000:.0f} ms, "
                f"without {without * 1000:.0f} ms, {beside / without:.2f} (at most {MOST})",
                flush=True,
            )


def planted(up: table.Up) -> list[str]:
    """Put records into a service's store that nobody can fold from their eighth entry on; wait until it says so."""
    (moves,) = table.games(1)
    record = up.open()
    for version, move in enumerate(moves[:9], 1):
        up.post(f"/v1/records/{record}/moves", json=move, headers={"If-Match": f'"{version}"'})
    headers = {"Authorization": f"Bearer {up.token}"}
    file: dict[str, Any] = requests.get(f"{up.url}/v1/records/{record}/export", headers=headers, timeout=60).json()
    log = Log(connect(append.store_url(up)))
    out = []
    for number in range(BROKEN):
        damaged = json.loads(json.dumps(file)) | {"record": "abcdefgh"[number] * 26}
        damaged["entries"][7]["body"]["row"] = {}
        mutate.forged(damaged)
        fields = {"owner": up.token.split("_")[1], "visibility": "public", "game": "kingdoms", "secret": random_id()}
        log.create(damaged["record"], damaged["entries"], {}, fields, random_id())
        out.append(damaged["record"])
    table.until(lambda: quarantine.count(log.store) == BROKEN)
    return out


def measured(up: table.Up, played: list[list[table.Json]], seconds: int, broken: list[str]) -> list[float]:
    """Seconds of lag; each of the broken records is asked for before, as its readers would."""
    for record in broken:
        answer = requests.get(f"{up.url}/v1/records/{record}/state", timeout=60)
        assert answer.status_code == 409, answer.text
    return lag.measure(up, connect(append.store_url(up)), played, seconds)


if __name__ == "__main__":
    main()
