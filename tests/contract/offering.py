"""Offers: what is offered is accepted, what is played was offered, and how much of that the domains say exactly."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from engines.kernel import canonical
from engines.kernel.game import Game, IllegalMoveError, Json, MalformedMoveError, rules_of
from engines.kernel.input.completion import answered
from engines.kernel.replay import Fold
from engines.kernel.simulate import pick
from tests.contract import games
from tests.contract.games import Log, Made, Table, UnsealedError, clone, contains, walk
from tests.contract.walk import Check, Moment, Watch, packed, some_plies

TRIES = 40
"""Other answers that are tried in the place of one."""


def verdict(fold: Fold[Any, Any], move: Json) -> str | None:
    """Why a move is refused, None where it is legal."""
    try:
        fold.decide(move)
    except IllegalMoveError as error:
        return f"{error.rule} {error}"
    return None


def matters(fold: Fold[Any, Any], made: Made, at: int, why: str, rng: Random) -> bool:
    """Whether some other answer to a field makes a refused move legal, or has it refused for another reason."""
    fields = fold.game.moves(fold.box)[made.move["type"]].fields
    for _ in range(TRIES):
        other = answered(fields, made.move, made.asked[at].path, pick(rng, made.asked[at].domain))
        try:
            if verdict(fold, other) != why:
                return True
        except MalformedMoveError:
            continue  # a later answer no longer fits to this one
    return False


def offered_move(fold: Fold[Any, Any], offer: Json, rng: Random, leave_out: float = 0.3) -> Json | None:
    """A move made of an offer by chance; None for one that is refused for an answer whose domain is no exact one."""
    made = walk(fold, offer, lambda _, domain: pick(rng, domain, leave_out))
    why = verdict(fold, made.move)
    if why is None:
        return made.move
    spare = Random(canonical.dumps(made.move))
    inexact = [at for at, each in enumerate(made.asked) if not each.exact]
    assert any(matters(fold, made, at, why, spare) for at in inexact), f"{made.move} was offered and refused: {why}"
    return None


def what_is_offered_is_accepted(table: Table) -> Watch:
    rng, chosen = Random(table.seed), some_plies(table, 12)
    while (at := (yield)) is not None:
        if at.ply in chosen:
            for offer in rng.sample(at.offers, min(len(at.offers), 6)):
                offered_move(at.fold, offer, rng)


def was_offered(at: Moment, told: Json) -> None:
    """Assert that a legal move is on offer, with each of its values."""
    found = [o for o in at.offers if (o["type"], o["seat"]) == (told["type"], told.get("seat"))]
    assert len(found) == 1, f"{told} was not offered, or twice"
    for name, domain in found[0]["fields"].items():
        games.well_formed(domain)
        assert contains(domain, told.get(name)), f"{name} of {told} was not offered: {domain}"

    def as_played(path: str, domain: Json) -> Any:
        value = games.look(told, path)
        whole, _, name = path.rpartition(".")
        if value is None and domain.get("low") == 0 and whole and name not in (games.look(told, whole) or {}):
            value = 0  # the body of an entry leaves out a count of nothing, and says null for an open one
        assert contains(domain, value), f"{path} of {told} was not offered: {domain}"
        return value

    made = walk(at.fold, found[0], as_played)
    asked = [each.path for each in made.asked]
    assert at.fold.decide(made.move) == at.fold.decide(told), f"{asked} of {told} is not all"


def what_the_table_plays_was_offered(table: Table) -> Watch:
    while (at := (yield)) is not None:
        if at.entry is not None:
            was_offered(at, at.entry.move)


def what_is_not_offered_is_refused(table: Table) -> Watch:
    """Moves of other times, and offered ones with a value of another time or just beyond the range."""
    rng, chosen = Random(table.seed), some_plies(table, 12)
    seen: dict[tuple[str, str], dict[str, Any]] = defaultdict(dict)
    while (at := (yield)) is not None:
        if at.ply not in chosen:
            continue
        for entry in rng.sample(at.log.entries, min(len(at.log.entries), 12)):
            with suppress(IllegalMoveError):
                was_offered(at, at.fold.game.encode(at.fold.decide(entry.move)))
        for offer in rng.sample(at.offers, min(len(at.offers), 6)):
            made = walk(at.fold, offer, lambda _, domain: pick(rng, domain))
            if verdict(at.fold, made.move) is not None:
                continue
            fields = at.fold.game.moves(at.fold.box)[offer["type"]].fields
            for each in made.asked:
                others = seen[offer["type"], each.path]
                beyond = [each.domain["low"] - 1, each.domain["high"] + 1] if each.domain["kind"] == "range" else []
                for other in [*beyond, *others.values()]:
                    if each.exact and not contains(each.domain, other):
                        move = answered(fields, made.move, each.path, other)
                        with suppress(MalformedMoveError, IllegalMoveError):
                            body = at.fold.game.encode(at.fold.decide(move))  # a twin of what is offered is that one
                            taken = games.look(body, each.path)
                            assert contains(each.domain, taken), f"{move} is legal, but its {each.path} is not offered"
                if each.domain["kind"] == "choice":
                    others |= {str(value): value for value in each.domain["of"]}


def offers_stand_for_known_moves_and_fields(table: Table) -> Watch:
    kinds, chosen = table.game.moves(table.game.box()), some_plies(table, 20)
    while (at := (yield)) is not None:
        if at.ply not in chosen:
            continue
        assert at.offers or at.view["phase"] == "finished", "the game has not ended, and nothing is on offer"
        for offer in at.offers:
            kind = kinds[offer["type"]]
            assert (offer["seat"] in range(table.count)) if kind.seated else (offer["seat"] is None)
            assert set(offer["fields"]) <= set(kind.fields)
            assert list(offer["fields"]) == [name for name in kind.fields if name in offer["fields"]], "another order"
            if not offer["fields"]:  # a page records it by one tap, and a run takes it along
                begun = {key: of for key, of in offer.items() if key != "fields" and of is not None}
                asked = at.fold.offers(begun)
                assert asked["field"] is None or asked["domain"].get("optional"), f"{begun} needs {asked['field']}"
            for name, domain in offer["fields"].items():
                secret = name in table.game.secret.get(offer["type"], {})
                assert domain.get("secret", False) == secret
                assert domain.get("optional", False) or not secret


def gaps(value: Any) -> Iterator[Any]:
    """A value without one of its parts, or with null in its place, at every depth."""
    parts = dict(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    for place, part in parts.items():
        others = [{**parts, place: inner} for inner in (None, *gaps(part))]
        for changed in [*others, {key: one for key, one in parts.items() if key != place}]:
            yield changed if isinstance(value, dict) else [*changed.values()]


def a_move_without_a_value_that_it_needs_is_not_complete(table: Table) -> Watch:
    kinds, chosen = table.game.moves(table.game.box()), some_plies(table, 20)
    while (at := (yield)) is not None:
        for part in gaps(at.entry.move) if at.entry is not None and at.ply in chosen else ():
            if at.fold.offers(part) == {"field": None, "domain": None}:
                needed = [name for name, field in kinds[part["type"]].fields.items() if not field.optional]
                assert all(part.get(name) is not None for name in needed), f"{part} counts as complete"


def who_keeps_no_count_is_offered_the_same_moves_with_domains_that_hold_the_same_values(table: Table) -> Watch:
    while (at := (yield)) is not None:
        if at.entry is None:
            continue
        played, wide = at.entry.move, at.fold.offers(derived=())["moves"]
        assert [(offer["type"], offer["seat"]) for offer in wide] == [(o["type"], o["seat"]) for o in at.offers]
        for mine, theirs in zip(at.offers, wide, strict=True):
            assert list(mine["fields"]) == list(theirs["fields"])
            for name, domain in theirs["fields"].items():
                games.well_formed(domain)
                assert domain == mine["fields"][name] or domain["exact"] is False
                if (mine["type"], mine["seat"]) == (played["type"], played.get("seat")):
                    assert contains(domain, played.get(name))


def a_game_made_of_offers_alone_holds_together(table: Table) -> None:
    rng, log = Random(table.seed), Log(table)
    for _ in range(600):
        offered = log.writer.offers()["moves"] if len(log.entries) < 150 else []
        if not offered:
            break
        move = offered_move(log.writer, rng.choice(offered), rng, 0.5)
        if move is not None:
            try:
                log.write(move)
            except UnsealedError:
                continue
    assert log.writer.facts() == log.public.facts()
    assert packed(clone(log.writer)) == packed(log.writer)


def share_of_exact_domains(game: Game[Any, Any]) -> float:
    """Of all domains asked about, those that say exactly what the rules allow, from 0 to 1."""
    exact: list[bool] = []
    for table in (Table(rules_of(game), count, 0) for count in game.seats):
        rng, fold, chosen = Random(table.seed), table.fold(), some_plies(table, 30)
        for ply, entry in enumerate([*games.played(table).entries, None]):
            if ply in chosen:
                for offer in fold.offers()["moves"]:
                    made = walk(fold, offer, lambda _, domain, rng=rng: pick(rng, domain))
                    exact += [each.exact for each in made.asked]
            if entry is not None:
                fold.apply(entry.name, entry.known_body())
    return sum(exact) / len(exact)


CHECKS: tuple[Check, ...] = (
    what_is_offered_is_accepted,
    what_the_table_plays_was_offered,
    what_is_not_offered_is_refused,
    offers_stand_for_known_moves_and_fields,
    a_move_without_a_value_that_it_needs_is_not_complete,
    who_keeps_no_count_is_offered_the_same_moves_with_domains_that_hold_the_same_values,
    a_game_made_of_offers_alone_holds_together,
)
