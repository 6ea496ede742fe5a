"""What a fold shows: views, facts, patches, sentences, results."""

import json
from collections.abc import Iterator
from typing import Any

import jsonpatch

from engines.kernel import canonical
from engines.kernel.game import LANGUAGES, Json
from engines.kernel.replay import Fold
from engines.kernel.view_cache import ViewCache
from tests.contract import games
from tests.contract.deciding import clause
from tests.contract.games import Table, clone
from tests.contract.walk import Check, Moment, Watch, packed, some_plies, spelled
from tests.engines.given import in_both_languages


def patches_applied_by_a_foreign_hand_give_the_views(table: Table) -> Watch:
    seen: Json = {}
    while (at := (yield)) is not None:
        if at.came is None:
            seen = json.loads(at.spelled)
        else:
            patch = json.loads(canonical.canonical(at.step["patch"]))
            seen = jsonpatch.apply_patch(seen, patch, in_place=True)
        assert spelled(seen) == at.spelled


def views_facts_results_and_offers_have_canonical_bytes(table: Table) -> Watch:
    chosen = some_plies(table, 20)
    while (at := (yield)) is not None:
        if at.ply in chosen:
            canonical.check(at.view)
            canonical.check(at.facts)
            canonical.check(at.result)
            canonical.check({"moves": at.offers})


def a_view_is_that_of_a_fold_made_afresh(table: Table) -> Watch:
    chosen = some_plies(table, 20)
    while (at := (yield)) is not None:
        told, afresh = spelled(at.view, in_order=True), at.fold.game.view(at.fold.state, ViewCache())
        assert spelled(afresh, in_order=True) == told, "a part that was remembered is another"
        if at.ply in chosen:
            assert spelled(clone(at.fold).view(), in_order=True) == told


def a_view_is_a_value_that_no_later_event_changes(table: Table) -> Watch:
    chosen, shown = some_plies(table, 10), list[tuple[Json, bytes]]()
    while (at := (yield)) is not None:
        if at.ply in chosen:
            shown.append((at.view, at.spelled))
    assert all(spelled(view) == before for view, before in shown)


def facts_result_and_offers_share_nothing_with_the_state(table: Table) -> Watch:
    chosen = some_plies(table, 6)
    while (at := (yield)) is not None:
        if at.ply in chosen:
            fold = clone(at.fold)
            for show in (fold.game.facts, fold.game.result, fold.game.offers):
                shown = json.dumps(show(fold.state))
                games.spoil(show(fold.state))
                assert json.dumps(show(fold.state)) == shown
            assert packed(fold) == at.packed


def every_view_has_the_keys_that_a_slider_needs(table: Table) -> Watch:
    while (at := (yield)) is not None:
        view = at.view
        assert type(view["phase"]) is str
        assert type(view["round"]) is int
        assert view["to_move"] == sorted(set(view["to_move"]) & set(range(table.count)))
        scores = view["scores"]
        assert scores is None or list(scores) == [str(seat) for seat in range(table.count)]
        assert all(type(score) in (int, type(None)) for score in (scores or {}).values())
        assert type(view["contradictions"]) is list
        for found in view["contradictions"]:
            contradiction(found, [entry.name for entry in at.log.entries[: at.ply]])


def contradiction(found: Json, names: list[str]) -> None:
    """Assert that a contradiction names moves and the clause."""
    assert set(found) == {"names", "rule", "what"}
    assert set(found["names"]) <= set(names)
    assert len(found["names"]) == len(set(found["names"])) > 1, found
    assert type(found["rule"]) is str
    assert type(found["what"]) is str


def each_key_of_a_view_has_one_type_for_ever(table: Table) -> Watch:
    chosen, types = some_plies(table, 20), dict[str, set[type]]()

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

    while (at := (yield)) is not None:
        if at.ply in chosen:
            note(at.view, "")
    assert {path: found for path, found in types.items() if len(found) > 1} == {}


def view_and_facts_have_the_same_keys_at_every_ply(table: Table) -> Watch:
    keys, facts = set[tuple[str, ...]](), set[tuple[str, ...]]()
    while (at := (yield)) is not None:
        keys.add(tuple(at.view))
        facts.add(tuple(at.facts))
    assert len(keys) == len(facts) == 1


def every_move_is_told_in_each_language(table: Table) -> Watch:
    while (at := (yield)) is not None:
        for step in (at.step, at.public_step) if at.came is not None else ():
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


def sentences_call_things_by_the_names_of_the_box_that_is_played_with(table: Table) -> Watch:
    box = table.game.box()
    own = Fold(table.game, table.seats, table.options, marked(box))
    assert list(table.game.check_box(own.box)) == []
    names, told = {name for name in printed(box) if name[:1].isupper()}, 0
    while (at := (yield)) is not None:
        if at.came is None:
            continue
        ours, theirs = at.step["says"], own.apply_and_describe(at.came.name, at.came.known_body())["says"]
        for lang in LANGUAGES:
            assert theirs[lang].replace("\N{CURRENCY SIGN}", "") == ours[lang]
            mine, marks = ours[lang], theirs[lang]
            for name in sorted(names, key=len, reverse=True):  # a name may be part of a longer one
                assert mine.count(name) == marks.count(f"\N{CURRENCY SIGN}{name}"), (name, theirs[lang])
                mine, marks = mine.replace(name, ""), marks.replace(f"\N{CURRENCY SIGN}{name}", "")
        told += "\N{CURRENCY SIGN}" in theirs["en"]
    assert told or not names


def a_result_ranks_every_seat_and_ties_share(table: Table) -> Watch:
    last: Moment | None = None
    while (at := (yield)) is not None:
        assert (at.result is None) == (at.view["phase"] != "finished")
        last = at
    assert last is not None
    result = last.result
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
    assert last.view["scores"] == {seat: about["score"] for seat, about in seats.items()}


CHECKS: tuple[Check, ...] = (
    patches_applied_by_a_foreign_hand_give_the_views, views_facts_results_and_offers_have_canonical_bytes,
    a_view_is_that_of_a_fold_made_afresh, a_view_is_a_value_that_no_later_event_changes,
    facts_result_and_offers_share_nothing_with_the_state, every_view_has_the_keys_that_a_slider_needs,
    each_key_of_a_view_has_one_type_for_ever, view_and_facts_have_the_same_keys_at_every_ply,
    every_move_is_told_in_each_language, sentences_call_things_by_the_names_of_the_box_that_is_played_with,
    a_result_ranks_every_seat_and_ties_share,
)  # fmt: skip
