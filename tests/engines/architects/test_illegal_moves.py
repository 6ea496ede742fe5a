"""The lines of the illegal moves that no chapter's tests show, and which of several comes first."""

import ast
import re
from pathlib import Path

import pytest

from engines import architects
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from tests.contract import games
from tests.engines.architects.acts import (
    FIGURES,
    build,
    clauses_of,
    go,
    hire,
    no,
    step,
)
from tests.engines.architects.table import drafted, opened, set_up

CODES = sorted(FIGURES["refusals"], key=lambda code: int(code.removeprefix("ill_")))
HERE = Path(__file__).parent


@pytest.mark.parametrize("page", ["architects.md", "architects.es.md"])
def test_the_page_of_the_rules_explains_every_code_with_its_clauses(page: str) -> None:
    folder = Path(games.ROOT) / "docs" / "rules"
    rows = re.findall(r"(?m)^\| `(ill_\d+)` \| ([^|]*) \|", (folder / page).read_text(encoding="utf-8"))
    explained = {code: set(re.findall(r"\[(ARC-[0-9.]+)\]", clauses)) for code, clauses in rows}
    assert list(explained) == CODES
    assert explained == {code: set(clauses_of(code)) for code in CODES}


def test_every_row_of_the_reference_that_is_no_clause_is_named_by_a_test() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.rglob("test_*.py")))
    numbered = FIGURES["numbered"]
    rows = [("mov", "moves"), ("auto", "automatic"), ("edge", "edge_cases"), ("rep", "report")]
    wanted = [f"{short}_{number}" for short, name in rows for number in range(1, numbered[name] + 1)]
    wanted += [f"we_{example}" for example in numbered["examples"].split()]
    names = "\n".join(re.findall(r"(?m)^def (test_\w+)", text))
    assert [row for row in wanted if not re.search(rf"(?<![a-z0-9]){row}(?![0-9a-z])", names)] == []


def refused_by(tree: ast.AST) -> set[str]:
    """The codes that the tests of a module name: ``no(t, 8, ...)`` and ``"ill_8"``."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name("no"), [_, ast.Constant(int(number)), *_]):
                found.add(f"ill_{number}")
            case ast.Constant(str(text)) if text in CODES:
                found.add(text)
    return found


def test_every_code_is_refused_by_a_test() -> None:
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(HERE.rglob("test_*.py"))]
    seen = set().union(*(refused_by(tree) for tree in modules))
    spoken = {"ill_5", "ill_20", "ill_34"}  # no single move can be one of these: the second finds the turn over
    assert [code for code in CODES if code not in seen | spoken] == []


# ------------------------------------------------------------------------------------------------- lines of their own


@pytest.mark.parametrize("first", [go("quarry"), go("workshop_draw"), go("market_draw")])
@pytest.mark.parametrize(
    "second", [go("quarry"), hire("top", 1, "A22"), go("market_hire", row="top", column=1, refill="A22")]
)
def test_ill_5_ill_20_ill_34_a_second_placement_finds_the_turn_over(first: Json, second: Json) -> None:
    no(drafted(3).have(0, silver=20).after(first), 1, second, "ARC-4.1")


def test_ill_5_while_a_discard_is_due_that_comes_first() -> None:
    no(drafted(3).have(0, hand=6).after(go("workshop_draw")), 56, go("quarry"), "ARC-4.11")


def test_ill_60_no_adjustment_makes_a_twenty_first_worker() -> None:
    t = drafted(2).stand(0, forest=2)
    for source, target, count in (("forest", "board", 3), ("quarry", "forest", 1), ("board", "prison", 19)):
        with pytest.raises(IllegalMoveError) as caught:
            t.fold.adjust({"type": "move_workers", "seat": 0, "source": source, "target": target, "count": count})
        assert (caught.value.rule, caught.value.code) == ("ARC-5.17", "ill_60")
        assert "21 in total" in caught.value.says["en"]


@pytest.mark.parametrize(
    "move",
    [
        {"type": "place_castle", "seat": 0}, {"type": "place_quarry", "seat": 0, "take": "clay"},
        {"type": "return_worker", "seat": 0}, {"type": "discard_apprentice", "seat": 0},
        go("storehouse", trades=[{"paid": {"clay": 2}}]), go("guardhouse", actions=[{"price": "silver"}]),
        go("town_centre", captures=[{"location": "forest"}]), go("town_centre", captures=[{"seat": 1}]),
        go("storehouse", trades="base_virtue"), build("B11", crane={"building": "B11"}),
        {"type": "resolve_reset", "abilities": [{"seat": 0}]},
    ],
)  # fmt: skip
def test_what_is_no_move_at_all_is_malformed(move: Json) -> None:
    t = drafted(2)
    with pytest.raises(MalformedMoveError):
        t.fold.decide(move)


# ---------------------------------------------------------------------------------------------------- which comes first


def test_the_bar_of_the_market_comes_before_its_space_and_its_price() -> None:
    t = drafted(3).have(0, virtue=10, silver=0).stand(1, market_left=1)
    no(t, 31, go("market_left"), "ARC-11.2")
    t.have(0, virtue=9)
    no(t, 32, go("market_left"), "ARC-5.4")
    t.stand(1, market_left=0)
    no(t, 33, go("market_left"), "ARC-5.13")


def test_the_preconditions_of_a_step_go_from_left_to_right() -> None:
    t = drafted(5).have(0, level=5, virtue=4, hand=0)
    no(t, 48, step())
    t.have(0, level=4).have(1, level=5)
    no(t, 45, step())
    t.have(0, virtue=7)
    no(t, 46, step())
    t.have(1, level=4)
    no(t, 47, step())
    t.have(0, hand=1)
    no(t, 49, step())


def test_ill_16_ill_17_skips_that_are_too_few_or_lie_elsewhere() -> None:
    t = drafted(2).stand(0, workshop=1).have(0, silver=9)
    no(t, 16, hire("top", 3, "A22", skip=[]), "ARC-8.4")
    no(t, 17, hire("top", 3, "A22", skip=["A06"]), "ARC-8.6", "ARC-8.9")


def test_an_opening_that_is_no_table_is_told_so() -> None:
    no(opened(2), 66, set_up(small_face=None), "ARC-5.16")
    no(opened(2), 71, set_up(small_face="clay9"), "ARC-26.13", "ARC-18.5")
    no(opened(2), 21, set_up(top=["A01", "A02", "A03", "A99"]), "ARC-26.10", "ARC-2.17")
    assert architects.seats == range(2, 6)
