"""The shared wall: what every title owes the kernel and the service, over imaginary tables of every size."""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import jsonpatch
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import GAMES
from engines.kernel import canonical, moves, notation, sealing, snapshot
from engines.kernel.game import LANGUAGES, Field, Game, IllegalMoveError, Json, MalformedMoveError
from engines.kernel.replay import Fold
from tests.engines import games
from tests.engines.games import (
    Entry,
    Log,
    Table,
    UnsealedError,
    clone,
    contains,
    every_game,
    pick,
    played,
    tables,
    walk,
)
from tests.engines.given import in_both_languages
from tests.engines.kernel.examples import examples

every_title = pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
every_table = pytest.mark.parametrize("table", tables(), ids=str)
every_confiding_table = pytest.mark.parametrize("table", tables("all"), ids=str)
garbage = examples(100)


def packed(fold: Fold[Any, Any]) -> bytes:
    """Everything a fold holds."""
    return canonical.spell(snapshot.pack(fold.state))


def some_plies(table: Table, count: int) -> set[int]:
    """Some plies of a game, the empty table and the end among them."""
    last = len(played(table).entries)
    return {0, last, *Random(table.seed).sample(range(last), min(count, last))}


def positions(table: Table, count: int) -> Iterator[tuple[Fold[Any, Any], int]]:
    """The recorder's fold at some plies, each to be changed at will."""
    fold, chosen = table.fold(), some_plies(table, count)
    for ply, entry in enumerate([*played(table).entries, None]):
        if ply in chosen:
            yield clone(fold), ply
        if entry is not None:
            fold.apply(entry.name, entry.told())


# --------------------------------------------------------------------------------------------------- decide and evolve


@every_table
def test_a_simulated_game_is_legal_and_ends(table: Table) -> None:
    log = played(table)
    assert log.writer.view()["phase"] == log.public.view()["phase"] == "finished"
    assert log.writer.result() is not None


@every_table
def test_a_table_plays_the_same_game_again(table: Table) -> None:
    assert list(table.moves()) == [entry.move for entry in played(table).entries]


@every_table
def test_a_recorder_who_is_told_nothing_seals_nothing(table: Table) -> None:
    sealed = [entry for entry in played(table).entries if entry.secrets]
    assert not sealed or table.knows == "all"


@every_table
def test_deciding_leaves_the_state_as_it_was(table: Table) -> None:
    fold = table.fold()
    for entry in played(table).entries:
        before, typed = packed(fold), canonical.canonical(entry.move)
        fold.decide(entry.move)
        fold.game.opens(fold.state, entry.body)
        fold.game.replaces(fold.state, entry.body)
        fold.game.barrier(fold.state, fold.game.decode(entry.told()))
        assert packed(fold) == before
        assert canonical.canonical(entry.move) == typed
        fold.apply(entry.name, entry.told())


@every_table
def test_an_event_survives_its_body(table: Table) -> None:
    fold = table.fold()
    for entry in played(table).entries:
        event = fold.decide(entry.move)
        body = fold.game.encode(event)
        canonical.check(body)
        assert fold.game.decode(json.loads(canonical.spell(body))) == event
        assert fold.game.encode(fold.game.decode(body)) == body
        assert fold.decide(body) == event
        fold.apply(entry.name, entry.told())


@every_table
def test_who_knows_less_refuses_no_more(table: Table) -> None:
    fold = table.fold()
    for entry in played(table).entries:
        assert fold.game.encode(fold.decide(entry.body)) == entry.body
        fold.apply(entry.name, entry.body)


@every_table
def test_a_box_and_options_are_left_as_they_were(table: Table) -> None:
    box, options = table.game.box(), table.options
    fold = Fold(table.game, table.seats, options, box)
    for entry in played(table).entries:
        fold.step(entry.name, entry.told())
        fold.offers()
    assert box == table.game.box()
    assert options == table.options


@every_table
def test_events_of_other_games_in_any_order_are_never_refused(table: Table) -> None:
    rng = Random(table.seed)
    bodies = [entry.told() for each in (table, table.another()) for entry in played(each).entries]
    fold = table.fold()
    for ply, body in enumerate(rng.sample(bodies, min(len(bodies), 120)), 2):
        fold.game.opens(fold.state, body)
        fold.game.barrier(fold.state, fold.game.decode(body))
        fold.step(str(ply), body)
        fold.facts()
        fold.result()
        fold.offers()
    assert packed(clone(fold)) == packed(fold)


@every_table
def test_what_a_finished_table_still_says_changes_no_rank(table: Table) -> None:
    fold = table.fold()
    ranks: list[list[int]] = []
    for entry in played(table).entries:
        fold.apply(entry.name, entry.told())
        result = fold.result()
        assert result is not None or not ranks
        if result is not None:
            ranks.append([about["rank"] for about in result["seats"].values()])
    assert all(later == ranks[0] for later in ranks)


# -------------------------------------------------------------------------------------------------- replay and patches


@every_table
def test_replay_equals_stepping(table: Table) -> None:
    replayed, stepped = table.fold(), table.fold()
    for entry in played(table).entries:
        replayed.apply(entry.name, entry.told())
        stepped.step(entry.name, entry.told())
    assert packed(replayed) == packed(stepped) == packed(played(table).writer)
    assert replayed.view() == stepped.view()


@every_table
def test_a_snapshot_at_any_ply_continues_as_the_whole(table: Table) -> None:
    log = played(table)
    for fold, ply in positions(table, 3):
        kept = json.loads(canonical.canonical(snapshot.pack(fold.state)))
        later = table.fold()
        snapshot.unpack(later.state, kept)
        assert later.state == fold.state
        assert snapshot.pack(later.state) == kept
        assert json.dumps(later.view()) == json.dumps(fold.view()), "another order of keys"
        for entry in log.entries[ply:]:
            later.apply(entry.name, entry.told())
        assert packed(later) == packed(log.writer)
        assert later.result() == log.writer.result()


@every_table
def test_patches_applied_by_a_foreign_hand_give_the_views(table: Table) -> None:
    fold = table.fold()
    seen: Json = json.loads(canonical.spell(fold.view()))
    for entry in played(table).entries:
        patch = json.loads(canonical.canonical(fold.step(entry.name, entry.told())["patch"]))
        seen = jsonpatch.apply_patch(seen, patch, in_place=True)
        assert canonical.spell(seen) == canonical.spell(fold.view())


# ---------------------------------------------------------------------------------------------------- what a fold shows


@every_table
def test_views_and_facts_have_canonical_bytes(table: Table) -> None:
    for fold, _ in positions(table, 20):
        canonical.check(fold.view())
        canonical.check(fold.facts())
        canonical.check(fold.result())
        canonical.check(fold.offers())


@every_table
def test_a_view_is_a_value_that_no_later_event_changes(table: Table) -> None:
    fold, shown = table.fold(), []
    for ply, entry in enumerate(played(table).entries):
        if ply in some_plies(table, 10):
            shown.append((fold.view(), canonical.spell(fold.view())))
        fold.step(entry.name, entry.told())
        fold.offers()
    assert all(canonical.spell(view) == spelled for view, spelled in shown)


@every_table
def test_facts_result_and_offers_share_nothing_with_the_state(table: Table) -> None:
    for fold, _ in positions(table, 6):
        before, game = packed(fold), fold.game
        for show in (game.facts, game.result, game.offers):
            shown = json.dumps(show(fold.state))
            games.spoil(show(fold.state))
            assert json.dumps(show(fold.state)) == shown
        assert packed(fold) == before


@every_table
def test_every_view_has_the_keys_that_a_slider_needs(table: Table) -> None:
    names = [entry.name for entry in played(table).entries]
    for fold, ply in positions(table, 20):
        view = fold.view()
        assert type(view["phase"]) is str
        assert type(view["round"]) is int
        assert view["to_move"] == sorted(set(view["to_move"]) & set(range(table.count)))
        scores = view["scores"]
        assert scores is None or list(scores) == [str(seat) for seat in range(table.count)]
        assert all(type(score) in (int, type(None)) for score in (scores or {}).values())
        assert type(view["contradictions"]) is list
        for found in view["contradictions"]:
            contradiction(found, names[:ply])


def contradiction(found: Json, names: list[str]) -> None:
    """Assert that a contradiction names moves and the clause."""
    assert set(found) == {"names", "rule", "what"}
    assert set(found["names"]) <= set(names)
    assert len(found["names"]) == len(set(found["names"])) > 1, found
    assert type(found["rule"]) is str
    assert type(found["what"]) is str


@every_table
def test_each_key_of_a_view_has_one_type_for_ever(table: Table) -> None:
    types: dict[str, set[type]] = {}

    def note(value: Any, path: str) -> None:
        if value is None or (isinstance(value, dict) and set(value) == {"unknown"}):
            return
        types.setdefault(path, set()).add(type(value))
        if isinstance(value, dict):
            for key, item in value.items():
                note(item, f"{path}/{key}")
        elif isinstance(value, list):
            for item in value:
                note(item, f"{path}/*")

    for fold, _ in positions(table, 20):
        note(fold.view(), "")
    assert {path: found for path, found in types.items() if len(found) > 1} == {}


@every_table
def test_the_view_has_the_same_keys_at_every_ply(table: Table) -> None:
    keys = {tuple(fold.view()) for fold, _ in positions(table, 20)}
    facts = {tuple(fold.facts()) for fold, _ in positions(table, 20)}
    assert len(keys) == len(facts) == 1


@every_table
def test_every_move_is_told_in_each_language(table: Table) -> None:
    for fold, bodies in ((table.fold(), Entry.told), (table.fold(), lambda entry: entry.body)):
        for entry in played(table).entries:
            step = fold.step(entry.name, bodies(entry))
            in_both_languages(step["says"])
            for mark in step["marks"]:
                assert type(mark["kind"]) is str
                canonical.check(mark)


def marked(value: Any) -> Any:
    """A box in which whoever owns it calls everything by a name of its own: the printed one with a mark before it."""
    if isinstance(value, dict):
        if set(value) == set(LANGUAGES):
            return {lang: f"\N{CURRENCY SIGN}{text}" for lang, text in value.items()}
        return {key: marked(inner) for key, inner in value.items()}
    return [marked(item) for item in value] if isinstance(value, list) else value


def printed(value: Any) -> Iterator[str]:
    """Every name in a box."""
    if isinstance(value, dict) and set(value) == set(LANGUAGES):
        yield from value.values()
    elif isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from printed(inner)


@every_table
def test_sentences_call_things_by_the_names_of_the_box_that_is_played_with(table: Table) -> None:
    box = table.game.box()
    own = Fold(table.game, table.seats, table.options, marked(box))
    assert list(table.game.check_box(own.box)) == []
    names, fold, told = {name for name in printed(box) if name[:1].isupper()}, table.fold(), 0
    for entry in played(table).entries:
        ours, theirs = fold.step(entry.name, entry.told())["says"], own.step(entry.name, entry.told())["says"]
        for lang in LANGUAGES:
            assert theirs[lang].replace("\N{CURRENCY SIGN}", "") == ours[lang]
            for name in names:
                assert ours[lang].count(name) == theirs[lang].count(f"\N{CURRENCY SIGN}{name}"), (name, theirs[lang])
        told += "\N{CURRENCY SIGN}" in theirs["en"]
    assert told or not names


@every_table
def test_a_result_ranks_every_seat_and_ties_share(table: Table) -> None:
    fold = table.fold()
    for entry in played(table).entries:
        assert (fold.result() is None) == (fold.view()["phase"] != "finished")
        fold.apply(entry.name, entry.told())
    result = fold.result()
    assert result is not None
    canonical.check(result)
    seats = result["seats"]
    assert list(seats) == [str(seat) for seat in range(table.count)]
    ranks = [about["rank"] for about in seats.values()]
    empty = 0 if result["winners"] else 1  # a contender without a seat may have won: the first place stays empty
    assert ranks == [1 + empty + sum(other < rank for other in ranks) for rank in ranks], "ranks are not shared"
    for one in seats.values():
        assert type(one["score"]) is int
        assert one["breakdown"]
        for other in seats.values():
            if result["tie_break"] is None:
                assert (one["rank"] < other["rank"]) == (one["score"] > other["score"])
    assert result["winners"] == [seat for seat, rank in enumerate(ranks) if rank == 1]
    assert result["end"]["reason"]
    assert clause(table.game, result["end"]["rule"])
    scores = fold.view()["scores"]
    assert scores == {seat: about["score"] for seat, about in seats.items()}


# -------------------------------------------------------------------------------------------------------------- offers


def wider(exact: bool, move: Json, error: IllegalMoveError) -> None:  # noqa: FBT001
    """Assert that an offered move was refused only where a domain said that it is wider than the rules."""
    assert not exact, f"{move} was offered and refused: {error}"


@every_table
def test_what_is_offered_is_accepted(table: Table) -> None:
    rng = Random(table.seed)
    for fold, _ in positions(table, 12):
        offered = fold.offers()["moves"]
        for offer in rng.sample(offered, min(len(offered), 6)):
            move, exact = walk(fold, offer, lambda _, domain: pick(rng, domain))
            try:
                fold.decide(move)
            except IllegalMoveError as error:
                wider(exact, move, error)


@every_table
def test_what_the_table_plays_was_offered(table: Table) -> None:
    fold = table.fold()
    for entry in played(table).entries:
        told = entry.move
        found = [o for o in fold.offers()["moves"] if (o["type"], o["seat"]) == (told["type"], told.get("seat"))]
        assert len(found) == 1, f"{told} was not offered, or twice"
        for name, domain in found[0]["fields"].items():
            games.well_formed(domain)
            assert contains(domain, told.get(name)), f"{name} of {told} was not offered: {domain}"
        asked: list[str] = []

        def as_played(path: str, domain: Json, told: Json = told, asked: list[str] = asked) -> Any:
            value = games.look(told, path)
            assert contains(domain, value), f"{path} of {told} was not offered: {domain}"
            asked.append(path)
            return value

        move, _ = walk(fold, found[0], as_played)
        assert fold.decide(move) == fold.decide(told), f"{asked} of {told} is not all"
        fold.apply(entry.name, entry.told())


@every_table
def test_offers_stand_for_known_moves_and_fields(table: Table) -> None:
    kinds = table.game.moves(table.game.box())
    for fold, _ in positions(table, 20):
        finished = fold.view()["phase"] == "finished"
        offered = fold.offers()["moves"]
        assert offered or finished, "the game has not ended, and nothing is on offer"
        for offer in offered:
            kind = kinds[offer["type"]]
            assert (offer["seat"] in range(table.count)) if kind.seated else (offer["seat"] is None)
            assert set(offer["fields"]) <= set(kind.fields)
            assert list(offer["fields"]) == [name for name in kind.fields if name in offer["fields"]], "another order"
            for name, domain in offer["fields"].items():
                secret = name in table.game.secret.get(offer["type"], {})
                assert domain.get("secret", False) == secret
                assert domain.get("optional", False) or not secret


@every_table
def test_who_keeps_no_count_is_offered_the_same_moves_with_domains_that_hold_the_same_values(table: Table) -> None:
    fold = table.fold()
    for entry in played(table).entries:
        narrow, wide = fold.offers()["moves"], fold.offers(derived=())["moves"]
        assert [(offer["type"], offer["seat"]) for offer in wide] == [(o["type"], o["seat"]) for o in narrow]
        for mine, theirs in zip(narrow, wide, strict=True):
            assert list(mine["fields"]) == list(theirs["fields"])
            for name, domain in theirs["fields"].items():
                games.well_formed(domain)
                assert domain == mine["fields"][name] or domain["exact"] is False
                if (mine["type"], mine["seat"]) == (entry.move["type"], entry.move.get("seat")):
                    assert contains(domain, entry.move.get(name))
        fold.apply(entry.name, entry.told())


@every_title
def test_a_move_that_is_not_on_offer_has_no_fields(game: Game[Any, Any]) -> None:
    fold = Table(game.name, game.seats[0], 0).fold()
    offered = {offer["type"] for offer in fold.offers()["moves"]}
    for kind in [*game.moves(fold.box), "no_such_move"]:
        if kind not in offered:
            assert fold.offers({"type": kind}) == {"field": None, "domain": None, "moves": []}


@every_table
def test_a_game_made_of_offers_alone_holds_together(table: Table) -> None:
    rng, log = Random(table.seed), Log(table)
    while len(log.entries) < 150:
        offered = log.writer.offers()["moves"]
        if not offered:
            break
        move, exact = walk(log.writer, rng.choice(offered), lambda _, domain: pick(rng, domain, 0.5))
        try:
            log.write(move)
        except UnsealedError:
            continue
        except IllegalMoveError as error:
            wider(exact, move, error)
    assert log.writer.facts() == log.public.facts()
    assert packed(clone(log.writer)) == packed(log.writer)


# ------------------------------------------------------------------------------------------------------------- secrets


@every_confiding_table
def test_the_log_without_its_secrets_gives_the_same_facts(table: Table) -> None:
    public, recorder, seats = table.fold(), table.fold(), [table.fold() for _ in range(table.count)]
    for entry in played(table).entries:
        public.apply(entry.name, entry.body)
        recorder.apply(entry.name, entry.told())
        for seat, fold in enumerate(seats):
            fold.apply(entry.name, entry.told(seat))
        digest = canonical.digest(public.facts())
        assert {canonical.digest(fold.facts()) for fold in (recorder, *seats)} == {digest}, entry
    assert all(fold.result() == public.result() for fold in (recorder, *seats))


@pytest.mark.parametrize("table", [table for table in tables("all") if table.game.secret], ids=str)
def test_a_game_with_secrets_seals_and_opens_some(table: Table) -> None:
    log = played(table)
    opened = [(opening.name, opening.secret) for entry in log.entries for opening in entry.openings]
    assert len(opened) == len(set(opened)), "one fact was opened twice"
    assert any(entry.secrets for seed in range(8) for entry in played(Table(table.title, table.count, seed)).entries)


@every_confiding_table
def test_a_move_takes_the_place_of_none_but_the_seats_last_one_of_its_kind_that_is_still_closed(table: Table) -> None:
    log, fold = played(table), table.fold()
    last: dict[tuple[str, Any], str] = {}
    for entry in log.entries:
        kind = entry.body["type"], entry.body.get("seat")
        if entry.body["type"] in log.game.secret:
            assert log.game.replaces(fold.state, entry.body) in (None, last.get(kind))
            last[kind] = entry.name
        opened = {opening.name for opening in entry.openings}
        last = {kind: name for kind, name in last.items() if name not in opened}
        fold.apply(entry.name, entry.body)


@every_confiding_table
def test_a_seal_opens_whole_and_names_the_move_that_left_it(table: Table) -> None:
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


@every_confiding_table
def test_public_bodies_hold_no_secret(table: Table) -> None:
    for entry in played(table).entries:
        assert not set(entry.body) & set(table.game.secret.get(entry.body["type"], {}))
        assert all(secret.seat in range(table.count) for secret in entry.secrets.values())


def another_value(log: Log, place: int, secret: str, rng: Random) -> Any:
    """What the recorder might have been told instead, legally; None where nothing is found."""
    fold, entry = log.table.fold(), log.entries[place]
    for earlier in log.entries[:place]:
        fold.apply(earlier.name, earlier.told())
    told, held = entry.told(), entry.secrets[secret].value
    offer = {"type": told["type"], "seat": told.get("seat")}

    def choose(path: str, domain: Json) -> Any:
        if path == secret or path.startswith(f"{secret}."):
            return pick(rng, domain, 0)
        if secret.startswith(f"{path}."):  # a map by seat that is asked whole
            seat = secret.removeprefix(f"{path}.")
            return {**(games.look(told, path) or {}), seat: pick(rng, domain["of"], 0)}
        return games.look(told, path)

    for _ in range(30):
        move, _ = walk(fold, offer, choose)
        try:
            body = fold.game.encode(fold.decide(move))
        except IllegalMoveError:
            continue
        value = sealing.look(body, secret)
        if value != held:
            return value
    return None


def some_lies(table: Table, count: int) -> Iterator[tuple[int, str, Any]]:
    """Some secrets of a game, each with another value."""
    rng, log = Random(table.seed), played(table)
    sealed = [(place, name) for place, entry in enumerate(log.entries) for name in entry.secrets]
    for place, name in rng.sample(sealed, min(count, len(sealed))):
        value = another_value(log, place, name, rng)
        if value is not None:
            yield place, name, value


@every_confiding_table
def test_games_that_differ_in_one_secret_look_the_same_until_it_opens(table: Table) -> None:
    log = played(table)
    for place, name, value in some_lies(table, 2):
        hidden, other = log.entries[place], Log(table)
        strangers = [None, *(seat for seat in range(table.count) if seat != hidden.secrets[name].seat)]
        pairs = [(eyes, table.fold(), table.fold()) for eyes in strangers]
        for at, entry in enumerate(log.entries):
            if any((opening.name, opening.secret) == (hidden.name, name) for opening in entry.openings):
                break
            try:
                written = other.write(sealing.merge(entry.move, {name: value}) if at == place else entry.move)
            except IllegalMoveError:
                break  # whoever writes may be refused by what they see themselves
            assert canonical.canonical(written.body) == canonical.canonical(entry.body)
            assert written.barrier == entry.barrier
            for eyes, mine, theirs in pairs:
                frame = canonical.spell(mine.step(entry.name, seen(entry, eyes)))
                assert frame == canonical.spell(theirs.step(written.name, seen(written, eyes)))
        for _, mine, theirs in pairs:
            assert canonical.spell(mine.view()) == canonical.spell(theirs.view())
            assert canonical.spell(mine.offers()) == canonical.spell(theirs.offers())


def seen(entry: Entry, eyes: int | None) -> Json:
    """The body as a seat sees it, or, for None, everybody."""
    return entry.body if eyes is None else entry.told(eyes)


@every_confiding_table
def test_a_false_secret_gives_way_to_what_is_public(table: Table) -> None:
    log = played(table)
    for place, name, value in some_lies(table, 2):
        lied = log.entries[place].name
        public, fooled = table.fold(), table.fold()
        for at, entry in enumerate(log.entries):
            public.apply(entry.name, entry.body)
            fooled.step(entry.name, sealing.merge(entry.told(), {name: value}) if at == place else entry.told())
            assert canonical.canonical(fooled.facts()) == canonical.canonical(public.facts())
            if any((opening.name, opening.secret) == (lied, name) for opening in entry.openings):
                found = [it for it in fooled.view()["contradictions"] if lied in it["names"]]
                assert found, f"{entry.body} shows that {name} of {lied} was not {value}"
        for found in fooled.view()["contradictions"]:
            contradiction(found, [entry.name for entry in log.entries])
            assert clause(table.game, found["rule"])
        assert fooled.result() == public.result()


@every_table
def test_barriers_say_what_they_bar_and_whom(table: Table) -> None:
    for entry in played(table).entries:
        if entry.barrier is not None:
            assert entry.barrier.kind in ("reveal", "chance", "reaction")
            assert type(entry.barrier.what) is str
            assert entry.barrier.what
            seats = entry.barrier.seats
            assert seats == tuple(sorted(set(seats) & set(range(table.count)))) != ()


# ------------------------------------------------------------------------------------------------------- text notation


@every_table
def test_every_move_survives_text_notation(table: Table) -> None:
    box, seats = table.game.box(), table.seats
    lines = []
    for entry in played(table).entries:
        for move in (entry.move, entry.told()) if entry.told() != entry.move else (entry.move,):
            line = notation.write(table.game, box, move, seats)
            assert notation.read(table.game, box, line, seats) == move, line
            if "seat" in move:
                _, rest = line.split(" ", 1)
                for word in (str(move["seat"]), clear_beginning(seats, move["seat"])):
                    assert notation.read(table.game, box, f"{word} {rest}", seats) == move
                unseated = notation.read(table.game, box, rest, seats)
                assert unseated == {key: value for key, value in move.items() if key != "seat"}
        lines.append(notation.write(table.game, box, entry.move, seats))
    header = f"# game: {table.title}\n# seats: {', '.join(seats)}\n\n"
    text = header + "\n".join(f"  {line}  # ply {ply}\n" for ply, line in enumerate(lines, 1))
    assert notation.header(text).seats == seats
    read = list(notation.read_file(table.game, box, text, seats))
    assert [move for _, move in read] == [entry.move for entry in played(table).entries]
    assert [number for number, _ in read] == [4 + 2 * place for place in range(len(lines))]


@every_title
def test_a_field_that_names_a_seat_is_written_as_a_colour(game: Game[Any, Any]) -> None:
    table = Table(game.name, game.seats[-1], 0)
    for kind, about in game.moves(game.box()).items():
        for name in [name for name, field in about.fields.items() if field.seat]:
            for seat, colour in enumerate(table.seats):
                read = notation.read(game, game.box(), f"{kind} {name}={colour}", table.seats)
                assert read == {"type": kind, name: seat}


def clear_beginning(seats: list[str], seat: int) -> str:
    """The shortest beginning of a colour that no other colour has."""
    colour = seats[seat]
    return next(colour[:end] for end in range(1, 99) if sum(other.startswith(colour[:end]) for other in seats) == 1)


def misspelt(error: notation.NotationError, line: str) -> None:
    """Assert that an error points into its line and says why."""
    assert 1 <= error.column <= len(line) + 1
    in_both_languages(error.says)


@cache
def typed_words(table: Table) -> list[str]:
    """Words of lines of this game, and some that are half of one."""
    box, seats = table.game.box(), table.seats
    lines = [notation.write(table.game, box, entry.move, seats) for entry in played(table).entries]
    return sorted({word for line in lines for word in line.split()} | {"?", "=", "a.b=1", '"', "[", "{}", "#", "x=?"})


@every_title
@garbage
@given(data=st.data())
def test_any_line_is_a_move_or_an_error_with_its_column(game: Game[Any, Any], data: st.DataObject) -> None:
    table = Table(game.name, game.seats[-1], 0)
    box, seats = game.box(), table.seats
    words = st.sampled_from(typed_words(table)) | st.text(max_size=6)
    line = data.draw(st.lists(words, max_size=6).map(" ".join) | st.text(max_size=80))
    try:
        move = notation.read(game, box, line, seats)
    except notation.NotationError as error:
        misspelt(error, line)
    else:
        assert move is None or type(move["type"]) is str


# ------------------------------------------------------------------------------------------------------------ refusals

CLAUSE = re.compile(r"[A-Z]+-[A-Z]?[0-9]+(\.[0-9]+[a-z]?)?\Z")


def clause(game: Game[Any, Any], rule: str) -> bool:
    """Whether a clause is spelled like one of the title's and stands in its page of rules."""
    return (
        bool(CLAUSE.match(rule))
        and rule.startswith(f"{game.clauses}-")
        and re.search(rf"{re.escape(rule)}\b", games.page(game.name)) is not None
    )


def refusal(error: IllegalMoveError, fold: Fold[Any, Any]) -> None:
    """Assert that a refusal says what a client needs, and that what it would be can be played all the same."""
    assert clause(fold.game, error.rule), error.rule
    in_both_languages(error.says)
    assert error.code is None or re.match(r"[a-z][a-z0-9_]*\Z", error.code)
    assert set(error.names) <= {str(name) for name in range(2, fold.ply + 2)}
    if error.event is not None:
        canonical.check(error.event)
        clone(fold).step(str(fold.ply + 2), error.event)


@every_table
def test_moves_at_the_wrong_time_are_refused_with_clause_and_words(table: Table) -> None:
    rng, log, refused = Random(table.seed), played(table), 0
    for fold, _ in positions(table, 12):
        before = packed(fold)
        for entry in rng.sample(log.entries, min(len(log.entries), 8)):
            try:
                fold.decide(entry.move)
            except IllegalMoveError as error:
                refusal(error, fold)
                refused += 1
            assert packed(fold) == before
    assert refused


@every_title
def test_a_table_of_too_few_too_many_or_one_colour_is_refused(game: Game[Any, Any]) -> None:
    box = game.box()
    colours = list(game.colours(box))
    options = {name: option.default for name, option in game.options().items()}
    for seats in (
        colours[: game.seats[0] - 1],
        (colours * 3)[: game.seats[-1] + 1],
        [colours[0]] * game.seats[0],
        ["", "?"],
    ):
        with pytest.raises(IllegalMoveError) as caught:
            game.setup(seats, options, box)
        assert clause(game, caught.value.rule)
        in_both_languages(caught.value.says)


def malformed(error: MalformedMoveError) -> None:
    """Assert that what is no move is told field by field."""
    assert error.errors
    for says in error.errors.values():
        in_both_languages(says)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.sampled_from([10**30, -(2**53), 1.5, float("nan"), "", "0", "?", "\ud800", "\x00", "+3", "red", "seat"])
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3) | st.sampled_from("0123"), inner, max_size=3)
    ),
    max_leaves=5,
)


def plausible(field: Field, seats: int) -> st.SearchStrategy[Any]:
    """Values that look like a field's, legal or not; now and then anything."""
    sensible: st.SearchStrategy[Any]
    inner = plausible(field.of, seats) if field.of else ANYTHING
    match field.kind:
        case "choice":
            sensible = st.sampled_from([*field.choices, *field.aliases])
        case "integer":
            sensible = st.integers((field.low or 0) - 2, (field.high or 9) + 2)
        case "flag":
            sensible = st.booleans()
        case "text":
            sensible = st.text(max_size=9)
        case "list":
            sensible = st.lists(inner, max_size=4)
        case "map":
            keys = [str(seat) for seat in range(seats + 1)] if field.keys == "seat" else [*field.keys, "other"]
            sensible = st.dictionaries(st.sampled_from([*keys, "00"]), inner, max_size=4)
        case _:
            sensible = st.fixed_dictionaries(
                {}, optional={key: plausible(of, seats) for key, of in field.fields.items()}
            )
    return st.one_of(sensible, sensible, sensible, ANYTHING)


@st.composite
def any_move(draw: st.DrawFn, game: Game[Any, Any], seats: int, like: list[Json]) -> Any:
    """A move that is almost one, or nothing of the kind."""
    kinds = game.moves(game.box())
    if draw(st.integers(0, 9)) == 0:
        return draw(ANYTHING)
    changes: bool = draw(st.booleans())
    if changes and like:
        move = dict(draw(st.sampled_from(like)))
        changed = draw(st.sampled_from([*kinds[move["type"]].fields, "seat", "type", "extra"]))
        field = kinds[move["type"]].fields.get(changed)
        move[changed] = draw(plausible(field, seats) if field else ANYTHING)
        return move
    kind = draw(st.sampled_from(list(kinds)))
    move = {"type": kind}
    if draw(st.integers(0, 4)):
        move["seat"] = draw(st.integers(-1, seats))
    for name, field in kinds[kind].fields.items():
        if draw(st.integers(0, 9)):
            move[name] = draw(plausible(field, seats))
    return move


NASTY: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    float("nan"),
    "",
    "1",
    "x",
    "\ud800",
    [],
    ["x"],
    {},
    {"0": "x"},
)


@every_table
def test_a_move_with_one_value_wrong_is_refused_or_still_canonical(table: Table) -> None:
    rng = Random(table.seed)
    for fold, _ in positions(table, 4):
        before = packed(fold)
        for offer in fold.offers()["moves"]:
            move, _ = walk(fold, offer, lambda _, domain: pick(rng, domain))
            for path in leaves(move):
                for nasty in rng.sample(NASTY, 6):
                    attempt(fold, changed(move, path, nasty))
        assert packed(fold) == before


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all that can be changed in a move, itself left out."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield (*path, key)
        yield from leaves(item, (*path, key))


def changed(value: Any, path: tuple[Any, ...], to: Any) -> Any:
    """A copy with another value at a path."""
    if not path:
        return to
    inside = dict(value) if isinstance(value, dict) else list(value)
    inside[path[0]] = changed(value[path[0]], path[1:], to)
    return inside


def attempt(fold: Fold[Any, Any], move: Any) -> None:
    """Try a move: what is accepted has a canonical body and can be played; what is not is refused as it should be."""
    try:
        event = moves.decide(fold.game, fold.box, fold.state, move)
    except IllegalMoveError as error:
        refusal(error, fold)
    except MalformedMoveError as error:
        malformed(error)
    else:
        body = fold.game.encode(event)
        fits(Field("group", fields=fold.game.moves(fold.box)[body["type"]].fields), body)
        assert fold.game.decode(body) == event
        clone(fold).step(str(fold.ply + 2), body)


def fits(field: Field, value: Any) -> None:
    """Assert that what was accepted is of the kind the field declares; how large a number may be, is for the door."""
    inner = field.of or Field("text")
    match field.kind:
        case "group":
            assert set(value) - {"type", "seat"} <= set(field.fields), value
            for name, of in field.fields.items():
                assert name in value or of.optional, f"no {name} in {value}"
                if name in value:
                    fits(of, value[name])
        case "list":
            for item in value:
                fits(inner, item)
        case "map":
            for item in value.values():
                if item is not None or not inner.nullable:
                    fits(inner, item)
        case "choice":
            assert value in field.choices, value
        case kind:
            assert type(value) is {"integer": int, "flag": bool, "text": str}[kind], value


@every_title
@garbage
@given(data=st.data())
def test_whatever_comes_in_is_a_move_or_refused_as_one(game: Game[Any, Any], data: st.DataObject) -> None:
    table = Table(game.name, data.draw(st.sampled_from(list(game.seats))), 0)
    log = played(table)
    ply = data.draw(st.integers(0, len(log.entries)))
    fold = clone(at(table, ply))
    near = [entry.move for entry in log.entries[max(0, ply - 3) : ply + 3]]
    move = data.draw(any_move(game, table.count, near))
    before = packed(fold)
    attempt(fold, move)
    assert packed(fold) == before


FOLDS: dict[Table, list[Fold[Any, Any]]] = {}


def at(table: Table, ply: int) -> Fold[Any, Any]:
    """The recorder's fold at a ply; not to be changed."""
    if table not in FOLDS:
        fold = table.fold()
        FOLDS[table] = [clone(fold)]
        for entry in played(table).entries:
            fold.apply(entry.name, entry.told())
            FOLDS[table].append(clone(fold))
    return FOLDS[table][ply]


# ----------------------------------------------------------------------------------------------------------- the title


@every_title
def test_a_title_is_named_and_its_moves_and_options_labelled(game: Game[Any, Any]) -> None:
    assert GAMES.get(game.name, game) is game
    assert re.match(r"[a-z][a-z0-9_]*\Z", game.name)
    assert game.rules_version >= 1
    assert re.match(r"[A-Z]{2,4}\Z", game.clauses)
    assert [other.name for other in every_game() if other.clauses == game.clauses] == [game.name]
    assert set(game.title) == set(LANGUAGES)
    for kind, about in game.moves(game.box()).items():
        assert re.match(r"[a-z][a-z0-9_]*\Z", kind)
        in_both_languages(about.label)
        assert not {"type", "seat"} & set(about.fields)
        for field in about.fields.values():
            assert field.label is not None
            assert set(field.label) == set(LANGUAGES)
    for option in game.options().values():
        assert option.default is not None
        assert option.label is not None
        assert set(option.label) == set(LANGUAGES)


@every_title
def test_every_secret_is_an_optional_parameter_of_a_move(game: Game[Any, Any]) -> None:
    kinds = game.moves(game.box())
    for kind, secrets in game.secret.items():
        for parameter, whose in secrets.items():
            field = kinds[kind].fields[parameter]
            assert field.optional
            assert whose in ("seat", "by_seat")
            assert whose == "by_seat" or kinds[kind].seated
            assert whose == "seat" or (field.kind, field.keys) == ("map", "seat")


@every_title
def test_the_box_is_fresh_sound_and_colours_every_seat(game: Game[Any, Any]) -> None:
    box = game.box()
    assert list(game.check_box(box)) == []
    assert len(set(game.colours(box))) == len(list(game.colours(box))) >= game.seats[-1]
    canonical.check(dict.fromkeys(game.colours(box), 0))
    games.spoil(box)
    assert game.box() != box
    assert list(game.check_box(game.box())) == []


@every_title
@garbage
@given(words=st.lists(st.text(max_size=6) | st.sampled_from(["+3", "2,5", "c4", "castle", "y=4", "r5"]), max_size=4))
def test_a_short_form_is_known_or_not(game: Game[Any, Any], words: list[str]) -> None:
    move = game.short(words, game.box())
    assert move is None or move["type"] in game.moves(game.box())


# ---------------------------------------------------------------------------------------------------------- the engines


def imported(source: str) -> Iterator[str]:
    """The modules that a source imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "engines import by full names"
            yield node.module or ""


@pytest.mark.parametrize(
    "path", sorted((games.ROOT / "engines").rglob("*.py")), ids=lambda path: "/".join(path.parts[-2:])
)
def test_engines_import_only_the_standard_library(path: Any) -> None:
    found = set(imported(path.read_text("utf-8")))
    foreign = {name for name in found if name.split(".")[0] not in {*sys.stdlib_module_names, "engines"}}
    assert not foreign
    room = path.relative_to(games.ROOT / "engines").parts[0]
    if room != "__init__.py":
        ours = {name for name in found if name.split(".")[0] == "engines"}
        assert all(name.split(".")[1:2] in ([room], ["kernel"]) for name in ours), ours


@pytest.mark.parametrize("module", ["redis", "flask", "random.seed"])
def test_a_foreign_import_would_be_seen(module: str) -> None:
    assert list(imported(f"def late():\n    import {module}")) == [module]
