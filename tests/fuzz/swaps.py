"""Exported records in which every field is replaced in turn by each type of JSON, by a forger who makes the rest follow.

Of both games and the toy; secrets that were typed by the recorder, sealed from a seat's own link and given late, some of
them opened; boxes. What is taken in must be readable by the folds of all eyes, and must not make the service unready.
"""

import base64
import contextlib
import copy
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

import engines
from engines.kernel import sealing
from engines.kernel.replay import Fold
from service.access.eyes import JUDGE, PUBLIC, RECORDER, Eyes
from service.record.derived import projections
from service.record.derived.queue import SWEEP
from service.record.entries import seals
from service.record.entries.timeline import Timeline
from service.record.files import verify
from service.record.state import quarantine
from tests.fixtures.toy import list_toy
from tests.fuzz import mutate
from tests.fuzz.corpus import Place, mend
from tests.fuzz.targets import LOOKS, BrokenError, Service
from worker.sweep import Sweep

Json = dict[str, Any]
Path = tuple[str | int, ...]

SWAPS: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 2**53 - 1, 1.5, "", "zz", "0", [], ["zz"], [0], [None], {}, {"a": 0}, {"0": 0}, {"0": ["zz"]},
)  # fmt: skip
"""Each type of JSON, some of them with several values that a reader may take for its own."""
LENGTHS = {"kingdoms": 16, "xidit": 24, "toy": 14}
"""Moves of a game that are recorded: as far as seals are opened, and no further."""
OCCASION = {"league": "l", "event": "e", "round": "1", "table": "2", "place": "x", "date": "2026-11-21",
            "zone": "Europe/Madrid", "refs": {"site": "1"}}  # fmt: skip
LATE_S = 1.0
"""Seconds that a record may lag here: nothing else is going on."""


def at(value: Any, path: Path) -> Any:
    """What stands at a path."""
    for key in path:
        value = value[key]
    return value


def paths(value: Any, here: Path = ()) -> Iterator[Path]:
    """The path to each place in a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*here, key)
        yield from paths(inner, (*here, key))


def alike(document: Json, path: Path) -> tuple[Any, ...]:
    """What is the same for all places that mean the same: places of lists and keys that are numbers are left out."""
    kind = at(document, path[:2]).get("body", {}).get("type") if path[0] == "entries" and len(path) > 1 else None
    return (kind, *("#" if isinstance(key, int) or key.isdecimal() else key for key in path))


def recorded(place: Place, title: str) -> Json:
    """The file of a record with all that a record can have, for eyes that know everything."""
    game = engines.GAMES[title]
    box = game.box()
    colours = list(game.colours(box))[: min(3, game.seats.stop - 1)]
    body = {"game": title, "seats": [{"colour": colour, "name": f"P{colour}"} for colour in colours],
            "visibility": "public", "occasion": OCCASION}  # fmt: skip
    record = place.ask(201, "/v1/records", json=body)["id"]
    path = f"/v1/records/{record}"
    links = [
        place.ask(201, f"{path}/tokens", json={"scope": "seat", "seat": seat})["token"] for seat in range(len(colours))
    ]
    options = {name: field.default for name, field in game.options().items()}
    late: list[tuple[str, str, Any]] = []
    many = 0
    for number, move in enumerate(game.table(random.Random(5), colours, options, box, "all")):
        if number == LENGTHS[title]:
            break
        public, secrets = sealing.split(game, move)
        head = {"If-Match": f'"{place.service.log.head(record).version}"'}
        many += len(secrets)
        how = many % 3 if secrets else 0
        if secrets and how == 0 and all(secret.seat is not None for secret in secrets.values()) and len(secrets) == 1:
            seat = next(iter(secrets.values())).seat or 0
            place.ask(201, f"{path}/moves", {"Authorization": f"Bearer {links[seat]}", "If-Match": "*"}, json=move)
        elif secrets and how == 1:
            version = place.ask(201, f"{path}/moves", head, json=public)["version"]
            late += [(str(version), name, secret.value) for name, secret in secrets.items()]
            for name, value in [(name, secret.value) for name, secret in secrets.items()]:
                outer, _, inner = name.partition(".")
                head = {"If-Match": f'"{place.service.log.head(record).version}"'}
                facts = {outer: {inner: value} if inner else value}
                place.ask(201, f"{path}/secrets", head, json={"name": str(version), **facts})
        else:
            stated = {**move, "occurred_at": "2026-11-21T19:30:00+01:00", "zone": "Europe/Madrid"}
            place.ask(201, f"{path}/moves", head, json=stated)
    mend(place, record, links)
    projections.project(place.service.log, place.service.lives, record)
    # Read with an admin's token: a judge sees every secret.
    return place.ask(200, f"{path}/export?eyes=judge", {"Authorization": f"Bearer {place.admin}"})


def belongs(entry: Json, key: str) -> tuple[str, str]:
    """The step that a seal belongs to, and the secret it is of."""
    if entry["type"] == "sealed":
        return entry["body"]["name"], key
    number, _, secret = key.partition(".")
    if entry["type"] != "corrected" or not secret:
        return str(entry["version"]), key
    change = entry["body"]["changes"][int(number) - 1]
    return change["name"] if change["op"] == "amend" else f"{entry['version']}.{number}", secret


def sealed_anew(document: Json) -> None:
    """Have each seal fit the secret that the file tells, and each move that opens one state it: as the forger wants."""
    entries = {str(entry["version"]): entry for entry in document["entries"]}
    told: dict[tuple[str, str], Any] = {}
    for part in ("opened", "secrets"):
        for version, facts in document.get(part, {}).items():
            for name, fact in facts.items():
                entry = entries[version]
                entry["seals"][name] = seals.seal(fact["salt"], fact["value"])
                told[belongs(entry, name)] = fact
    for version, facts in document.get("opened", {}).items():
        entry = entries[version]
        for name, fact in facts.items():
            fact.update({key: told[belongs(entry, name)][key] for key in ("salt", "value")})
    with contextlib.suppress(Exception):  # what he cannot replay he leaves
        opening = document["entries"][0]["body"]
        game = engines.GAMES[opening["game"]]
        colours = [seat["colour"] for seat in opening["seats"]]
        if list(game.check_box(document["box"])):
            raise ValueError("a box that cannot be played with may be endless")
        timeline, fold = Timeline(), Fold[Any, Any](game, colours, opening["options"], document["box"])
        for entry in document["entries"]:
            first = timeline.apply(entry)
            if first is not None and first < fold.ply:
                fold = Fold(game, colours, opening["options"], document["box"])
            for step in timeline.steps[fold.ply :]:
                for opens in game.opens(fold.state, step.body):
                    fact = told.get((opens.name, opens.secret))
                    if fact is not None and sealing.look(step.body, opens.fills) is not None:
                        sealing.fill(step.body, opens.fills, fact["value"])
                fold.apply(step.name, step.body)


class Swaps(Service):
    """One field of a file is something else; everything that follows from it is made to follow."""

    archives = False

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.patch = pytest.MonkeyPatch()
        list_toy(self.patch)
        place.fresh()
        self.documents = [recorded(place, title) for title in LENGTHS]
        self.cases: list[tuple[int, list[Path], Any]] = []
        for number, document in enumerate(self.documents):
            groups: dict[tuple[Any, ...], list[Path]] = defaultdict(list)
            for path in paths(document):
                groups[alike(document, path)].append(path)
            self.cases += [(number, group, value) for group in groups.values() for value in SWAPS]
        random.Random(1).shuffle(self.cases)

    def close(self) -> None:
        self.patch.undo()
        self.at.records = []  # the next target lays its own, without the toy
        super().close()

    def hurl(self, rng: random.Random) -> None:
        number, group, value = self.cases[self.thrown % len(self.cases)]
        document = copy.deepcopy(self.documents[number])
        path = rng.choice(group)
        at(document, path[:-1])[path[-1]] = copy.deepcopy(value)
        if path[0] != "record":
            document["record"] = base64.b32encode(rng.randbytes(16)).decode().rstrip("=").lower()
        if path[-1] not in ("hash", "prev", "digest"):
            try:
                sealed_anew(document)
            except Exception:  # noqa: BLE001 - what he cannot mend he leaves
                self.seen["not sealed anew"] += 1
            mutate.forged(document)
        sent = json.dumps(document).encode()
        given = (path, value)
        answer = self.call("POST", "/v1/records/import", {**self.auth(), "Content-Type": "application/json"}, sent)
        if answer.status_code == 201:
            self.seen["taken in"] += 1
            self.read(answer.json["record"], given)

    def read(self, record: str, given: object) -> None:
        """Read what was taken in, as everybody may."""
        log, lives = self.at.service.log, self.at.service.lives
        head = log.head(record).version
        if projections.project_or_quarantine(log, lives, record) != head:
            raise BrokenError(f"taken, but the worker cannot project it: {quarantine.notes(log.store, record)}", given)
        sweep = Sweep(log, self.at.service.dispatcher.connection)
        sweep.once()
        stand = json.loads(sweep.queue.get(SWEEP))
        if stand["behind"] or stand["oldest_s"] > LATE_S:
            raise BrokenError(f"taken, and now records lag: {stand}", given)
        seats = range(len(lives.get(record).opening.seats))
        for eyes in (PUBLIC, RECORDER, JUDGE, *(Eyes(f"seat:{seat}") for seat in seats)):
            try:
                frames: list[Json] = []
                live = lives.at(record, frames=frames, eyes=eyes)
                live.fold(eyes).view(eyes.derived)
                held = lives.load(record)
                held.fold(eyes).view(eyes.derived)
                held.offers(eyes)
                held.fold(eyes).result()
                json.dumps(frames)
            except Exception as error:
                raise BrokenError(f"taken, but {eyes.name} cannot fold it: {error!r}", given) from error
        for look in LOOKS:
            path, _, query = look.partition("?")
            again = self.call("GET", f"/v1/records/{record}{path}", self.auth(), query=query)
            if again.status_code not in (200, 409):
                raise BrokenError(f"taken, but {look} is {again.status_code}: {again.text:.300}", given)
        if verify.check(self.call("GET", f"/v1/records/{record}/export", self.auth()).json):
            raise BrokenError("taken, but what is exported of it does not verify", given)
