"""Secrets: what is sealed, what opens, and what nobody may tell from what they see."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engines.kernel import canonical, sealing
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.replay import Fold
from engines.kernel.simulate import pick
from tests.contract import games
from tests.contract.deciding import clause
from tests.contract.games import Entry, Log, Table, clone, played, walk
from tests.contract.showing import contradiction
from tests.contract.walk import Check, Moment, Watch, spelled


def a_recorder_who_is_told_nothing_seals_nothing(table: Table) -> None:
    sealed = [entry for entry in played(table).entries if entry.secrets]
    assert not sealed or table.knows == "all"


def the_log_without_its_secrets_gives_the_same_facts(table: Table) -> Watch:
    last: Moment | None = None
    while (at := (yield)) is not None:
        last = at
        if at.came is not None and at.seats:
            everybody = (at.public.facts(), at.facts, *(fold.facts() for fold in at.seats))
            assert len({spelled(facts) for facts in everybody}) == 1
    assert last is not None
    assert all(fold.result() == last.result for fold in (last.public, *last.seats))


def a_game_with_secrets_seals_and_opens_some(table: Table) -> None:
    log = played(table)
    opened = [(opening.name, opening.secret) for entry in log.entries for opening in entry.openings]
    assert len(opened) == len(set(opened)), "one fact was opened twice"
    if table.game.secret and table.knows == "all":
        seeds = (Table(table.title, table.count, seed) for seed in range(8))
        assert any(entry.secrets for other in seeds for entry in played(other).entries)


def a_move_takes_the_place_of_none_but_the_seats_last_one_of_its_kind_that_is_still_closed(table: Table) -> Watch:
    last: dict[tuple[str, Any], str] = {}
    while (at := (yield)) is not None:
        if at.entry is None:
            continue
        body, opened = at.entry.body, {opening.name for opening in at.entry.openings}
        if body["type"] in table.game.secret:
            kind = body["type"], body.get("seat")
            assert table.game.replaces(at.public.state, body) in (None, last.get(kind))
            last[kind] = at.entry.name
        last = {kind: name for kind, name in last.items() if name not in opened}


def a_seal_opens_whole_and_names_the_move_that_left_it(table: Table) -> None:
    log = played(table)
    before: dict[str, Entry] = {}
    for entry in log.entries:
        for opening in entry.openings:
            left = before[opening.name]
            assert sealing.owner(log.game, left.body, opening.secret) in range(table.count)
            stated = sealing.look(entry.body, opening.fills)
            assert stated is not None
            if opening.secret in left.secrets:
                assert canonical.canonical(stated) == canonical.canonical(left.secrets[opening.secret].value)
        before[entry.name] = entry


def public_bodies_hold_no_secret(table: Table) -> None:
    for entry in played(table).entries:
        for path in table.game.secret.get(entry.body["type"], {}):
            assert sealing.look(entry.body, path) is None
        assert all(secret.seat in range(table.count) for secret in entry.secrets.values())


def another_value(at: Moment, secret: str, rng: Random) -> Any:
    """What the recorder might have been told instead, legally; None where nothing is found."""
    assert at.entry is not None
    told, held = at.entry.known_body(), at.entry.secrets[secret].value
    offer = {"type": told["type"], "seat": told.get("seat")}

    def choose(path: str, domain: Json) -> Any:
        if path == secret or path.startswith(f"{secret}."):
            return pick(rng, domain, 0)
        if secret.startswith(f"{path}."):  # a map by seat that is asked whole
            seat = secret.removeprefix(f"{path}.")
            return {**(games.look(told, path) or {}), seat: pick(rng, domain["of"], 0)}
        return games.look(told, path)

    for _ in range(30):
        move = walk(at.fold, offer, choose).move
        try:
            body = at.fold.game.encode(at.fold.decide(move))
        except IllegalMoveError:
            continue
        value = sealing.look(body, secret)
        if value != held:
            return value
    return None


def to_be_lied_about(table: Table, count: int) -> dict[int, list[str]]:
    """Some secrets of a game where the recorder is confided in, by the place of their entries."""
    entries = played(table).entries if table.knows == "all" else []
    sealed = [(place, name) for place, entry in enumerate(entries) for name in entry.secrets]
    out: dict[int, list[str]] = {}
    for place, name in Random(table.seed).sample(sealed, min(count, len(sealed))):
        out.setdefault(place, []).append(name)
    return out


@dataclass
class Lie:
    """Another game that differs from one in a single secret, until that is opened."""

    name: str
    secret: str
    value: Any
    log: Log
    pairs: Sequence[tuple[int | None, Fold[Any, Any], Fold[Any, Any]]]

    def look_the_same(self) -> None:
        """Assert that nobody sees or is offered anything else in the one game than in the other."""
        for _, mine, theirs in self.pairs:
            assert spelled(mine.view()) == spelled(theirs.view())
            assert spelled(mine.offers()) == spelled(theirs.offers())

    def goes_on(self, entry: Entry) -> bool:
        """Write an entry in the other game and assert that it looks as in the first; False where the two part."""
        if any((opening.name, opening.secret) == (self.name, self.secret) for opening in entry.openings):
            return False
        lied = sealing.merge(entry.move, {self.secret: self.value}) if entry.name == self.name else entry.move
        try:
            written = self.log.write(lied)
        except IllegalMoveError:
            return False  # whoever writes may be refused by what they see themselves
        assert canonical.canonical(written.body) == canonical.canonical(entry.body)
        assert written.barrier == entry.barrier
        for eyes, mine, theirs in self.pairs:
            frame = spelled(mine.step(entry.name, seen(entry, eyes)))
            assert frame == spelled(theirs.step(written.name, seen(written, eyes)))
        return True


def seen(entry: Entry, eyes: int | None) -> Json:
    """The body as a seat sees it, or, for None, everybody."""
    return entry.body if eyes is None else entry.known_body(eyes)


def beside(at: Moment, secret: str, value: Any) -> Lie:
    """The game in which a secret of the next entry has another value."""
    assert at.entry is not None
    log = Log(at.table, entries=list(at.log.entries[: at.ply]))
    log.writer, log.public = clone(at.fold), clone(at.public)
    names = {entry.name for entry in log.entries}
    log.sealed = {key: held for key, held in at.log.sealed.items() if key[0] in names}
    owner = at.entry.secrets[secret].seat
    folds = {None: at.public} | {seat: fold for seat, fold in enumerate(at.seats) if seat != owner}
    return Lie(at.entry.name, secret, value, log, [(eyes, clone(fold), clone(fold)) for eyes, fold in folds.items()])


def games_that_differ_in_one_secret_look_the_same_until_it_opens(table: Table) -> Watch:
    chosen, rng, lies = to_be_lied_about(table, 2), Random(table.seed), list[Lie]()
    while (at := (yield)) is not None:
        for secret in chosen.get(at.ply, ()):
            value = another_value(at, secret, rng)
            if value is not None:
                lies.append(beside(at, secret, value))
        for lie in list(lies):
            if at.entry is None or not lie.goes_on(at.entry):
                lie.look_the_same()
                lies.remove(lie)


def a_false_secret_gives_way_to_what_is_public(table: Table) -> Watch:
    chosen, rng = to_be_lied_about(table, 2), Random(table.seed)
    fooled: list[tuple[str, str, Fold[Any, Any]]] = []
    lied: dict[int, Json] = {}
    last: Moment | None = None
    while (at := (yield)) is not None:
        last = at
        if at.came is not None:
            public = canonical.canonical(at.public.facts())
            for number, (name, secret, fold) in enumerate(fooled):
                fold.step(at.came.name, lied.pop(number, at.came.known_body()))
                assert canonical.canonical(fold.facts()) == public
                if any((opening.name, opening.secret) == (name, secret) for opening in at.came.openings):
                    found = [it for it in fold.view()["contradictions"] if name in it["names"]]
                    assert found, f"{at.came.body} shows that {secret} of {name} was not what it is"
        for secret in chosen.get(at.ply, ()):
            value = another_value(at, secret, rng)
            if value is not None and at.entry is not None:
                lied[len(fooled)] = sealing.merge(at.entry.known_body(), {secret: value})
                fooled.append((at.entry.name, secret, clone(at.fold)))
    assert last is not None
    for _, _, fold in fooled:
        for found in fold.view()["contradictions"]:
            contradiction(found, [entry.name for entry in last.log.entries])
            assert clause(table.game, found["rule"])
        assert fold.result() == last.public.result()


CHECKS: tuple[Check, ...] = (
    a_recorder_who_is_told_nothing_seals_nothing,
    the_log_without_its_secrets_gives_the_same_facts,
    a_game_with_secrets_seals_and_opens_some,
    a_move_takes_the_place_of_none_but_the_seats_last_one_of_its_kind_that_is_still_closed,
    a_seal_opens_whole_and_names_the_move_that_left_it,
    public_bodies_hold_no_secret,
    games_that_differ_in_one_secret_look_the_same_until_it_opens,
    a_false_secret_gives_way_to_what_is_public,
)
