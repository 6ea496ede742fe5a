"""A league's weekend on this machine (``make league``): a service, the example of a site, simulated tables.

Most tables end and are signed; some run, are disputed, lack a signature, are ruled about, void or removed.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import requests

from engines import GAMES
from service.run.demo import DemoGame, played

TOP = Path(__file__).parents[2]
SITE = TOP / "examples" / "league-site" / "league_site.py"
Json = dict[str, Any]
LEAGUE = "castilla"
CLUBS = ("Ávila", "Burgos", "Cuenca", "Guadalajara", "León", "Palencia", "Salamanca", "Segovia", "Soria", "Toledo")
GIVEN = ("Ana", "Benito", "Carmen", "Diego", "Elena", "Fermín", "Gloria", "Hugo", "Inés", "Julio", "Lola", "Mario")
CONDITIONS = {"games": ["kingdoms"], "signed": "own_link"}
BECOME = {3: "disputed", 7: "running", 11: "unsigned", 13: "ruled", 17: "void"}
"""What becomes of some of twenty tables; the others are signed."""


class Service:
    """Calls of a service."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.session = requests.Session()

    def call(self, token: str, verb: str, path: str, body: Any = None, **headers: str) -> Json:
        """The answer; waits where the service asks for it."""
        while True:
            sent = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"} | headers
            data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
            answer = self.session.request(verb, self.url + path, data=data, headers=sent, timeout=60)
            if answer.status_code not in (429, 503):
                break
            time.sleep(float(answer.headers.get("Retry-After", "1")))
        if not answer.ok:
            raise SystemExit(f"{verb} {path}: {answer.text}")
        return answer.json() if answer.content else {}


def tables(count: int) -> list[Json]:
    """The list of a weekend's tables: four people of ten clubs at each."""
    people = [(f"{club[:2]}{number}", f"{name} ({club})") for club in CLUBS for number, name in enumerate(GIVEN)]
    chance, found = random.Random(1994), []
    for number in range(count):
        sat = chance.sample(people, 4)
        occasion = {"event": "Castilla weekend", "round": str(number // 40 + 1), "table": str(number % 40 + 1)}
        seats = [{"ref": ref, "name": name} for ref, name in sat]
        place = {"place": CLUBS[number % 10], "date": time.strftime("%Y-%m-%d"), "zone": "Europe/Madrid"}
        row = {"ref": f"t{number + 1}", "game": "kingdoms", "seats": seats, "occasion": {**occasion, **place}}
        found.append({**row, "visibility": "unlisted", "links": ["seats", "record", "judge"]})
    return found


def play(service: Service, number: int, table: Json) -> str:
    """Play a table to what becomes of it; what that was."""
    record, links = f"/v1/records/{table['record']}", table["links"]
    recorder, judge, *seats = (link.partition("#t=")[2] for link in (links["record"], links["judge"], *links["seats"]))
    became = BECOME.get(number % 20, "signed")
    _, moves = played(GAMES["kingdoms"], DemoGame(seed=number, moves=20 if became == "running" else None))
    version = service.call(recorder, "GET", record)["version"]
    for start in range(0, len(moves), 100):
        lines = "\n".join(map(json.dumps, moves[start : start + 100])).encode()
        tag = {"If-Match": f'"{version}"', "Content-Type": "application/x-ndjson"}
        version = service.call(recorder, "POST", f"{record}/import", lines, **tag)["version"]
    if became == "running":
        return became
    result = service.call(recorder, "GET", f"{record}/result")
    words, anywhere = {"outcome": result["standing"]["outcome"]}, {"If-Match": "*"}
    for seat in seats[1:] if became in ("unsigned", "disputed") else seats:
        service.call(seat, "POST", f"{record}/signatures", words, **anywhere)
    if became == "disputed":
        dispute = {**words, "reason": "the gold of epoch 2 was miscounted"}
        service.call(seats[0], "POST", f"{record}/disputes", dispute, **anywhere)
    elif became == "ruled":
        last = max(result["seats"], key=lambda seat: seat["rank"])["seat"]
        ruling = {"adjustments": [{"type": "change_gold", "seat": last, "by": 500}], "reason": "gold was forgotten"}
        tag = {"If-Match": f'"{service.call(judge, "GET", record)["version"]}"'}
        service.call(judge, "POST", f"{record}/rulings", ruling, **tag)
    elif became == "void":
        tag = {"If-Match": f'"{service.call(judge, "GET", record)["version"]}"'}
        service.call(judge, "POST", f"{record}/void", {"reason": "played with a wrong bag"}, **tag)
    return became


def weekend(service: Service, token: str, count: int) -> dict[str, int]:
    """Open, play and settle tables; how many became what."""
    service.call(token, "PUT", f"/v1/leagues/{LEAGUE}/conditions", CONDITIONS)
    opened: list[Json] = []
    rows = tables(count)
    for start in range(0, count, 100):
        part = {"tables": rows[start : start + 100]}
        opened += service.call(token, "POST", f"/v1/leagues/{LEAGUE}/tables", part)["tables"]
    print(f"{count} tables are open; playing")
    with ThreadPoolExecutor(4) as pool:
        became = list(pool.map(lambda one: play(service, *one), enumerate(opened)))
    return {what: became.count(what) for what in sorted(set(became))}


def main() -> None:
    """Start everything; Ctrl-C stops it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--port", type=int, default=8080, help="of the service; the site has the next one")
    parser.add_argument("--once", action="store_true", help="stop when the tables are played")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with tempfile.TemporaryDirectory() as folder:
        data, started = Path(folder, "data"), []
        environ = {**os.environ, "MOVEBOOK_DATA": str(data), "MOVEBOOK_WEBHOOK_NETWORKS": "127.0.0.0/8"}
        up = [sys.executable, "-m", "service.cli", "up", "--port", str(args.port), "--json", "--data", str(data)]
        try:
            started.append(subprocess.Popen(up, stdout=subprocess.PIPE, env=environ, cwd=TOP))
            known = json.loads(started[0].stdout.readline())
            service, address = Service(known["url"]), f"http://127.0.0.1:{args.port + 1}"
            league = {"id": LEAGUE, "name": "Liga de Castilla", "site": address}
            token = service.call(known["token"], "POST", "/v1/leagues", league)["token"]
            hook = service.call(token, "PUT", f"/v1/leagues/{LEAGUE}/webhook", {"url": f"{address}/webhook"})
            site = {"MOVEBOOK_URL": service.url, "LEAGUE": LEAGUE, "LEAGUE_TOKEN": token, "PORT": str(args.port + 1)}
            environ |= {**site, "WEBHOOK_SECRET": hook["secret"], "SITE_DB": str(Path(folder, "league.sqlite"))}
            started.append(subprocess.Popen([sys.executable, str(SITE)], env=environ))
            print(f"The league's page:  {service.url}/league/{LEAGUE}#t={token}\nThe league's site:  {address}")
            print(weekend(service, token, args.tables))
            while not args.once:
                signal.pause()
        except KeyboardInterrupt:
            print()
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait()


if __name__ == "__main__":
    main()
