"""How a record ends at the prompt: signatures, disputes, notes, closing, void."""

import re

import pytest

from tests.service.cli.conftest import Movebook
from tests.service.cli.prompt.test_corrections import CASTLES, DEALS, Seated, Sit, sit

__all__ = ["sit"]


@pytest.fixture
def over(service: Movebook, sit: Sit) -> Seated:
    return sit(at=service("simulate", "kingdoms", "--seats", "3", "--seed", "7").out.strip())


def standing(ana: Seated) -> tuple[str, list[tuple[int, str]], list[int]]:
    found = ana.session.api.get(f"{ana.session.path}/result")["standing"]
    signed = [(word["seat"], word["way"]) for word in found["signatures"]]
    return found["status"], signed, [word["seat"] for word in found["disputes"]]


def test_the_last_signature_closes_the_record_and_says_which_result_was_signed(sit: Sit, over: Seated) -> None:
    result = over.session.api.get(f"{over.session.path}/result")
    colours = [seat["colour"] for seat in result["seats"]]
    said = over.types(f"sign {colours[1]}")
    assert re.fullmatch(r"1\. [a-z]+ -?\d+, 2\. [a-z]+ -?\d+, 3\. [a-z]+ -?\d+", said[0])
    first = min(result["seats"], key=lambda seat: (seat["rank"], seat["seat"]))
    assert said[0].startswith(f"1. {first['colour']} {first['score']}, ")
    assert re.fullmatch(rf"\[\d+\] {colours[1]} has signed", said[1])
    assert standing(over) == ("finished", [(1, "claimed")], [])
    own = sit(at=over, scope="seat", seat=0)
    own.types("sign")
    assert standing(over)[1] == [(0, "own_link"), (1, "claimed")]
    over.session.read_on()
    said = over.types(f"sign {colours[2]}")
    version = over.log[-1]["version"]
    assert said[1:] == [f"[{version - 1}] {colours[2]} has signed", f"[{version}] Closed: everyone signed"]
    assert standing(over)[0] == "closed"
    assert over.refused("undo")[0].startswith("refused: ")


def test_all_sign_who_have_not_yet(over: Seated) -> None:
    colours = over.session.table.colours
    over.types(f"sign {colours[0]}")
    assert over.refused(f"sign {colours[0]}")[-1].startswith("refused: ")
    said = over.types("sign all")
    assert [line.split("] ")[1] for line in said[1:3]] == [f"{colour} has signed" for colour in colours[1:]]
    assert standing(over)[0] == "closed"


def test_a_result_is_disputed_with_a_reason(over: Seated) -> None:
    colour = over.session.table.colours[2]
    assert over.refused(f"dispute {colour}")[0].endswith("give a reason: -- ...")
    said = over.types(f"dispute {colour} -- epoch 2 was miscounted")
    assert said[0].endswith("Seat 2 disputes the result")
    assert standing(over) == ("disputed", [], [2])
    assert "miscounted" not in str(over.log[-1])


def test_what_is_not_over_is_not_signed_and_not_disputed(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    for line in ("sign red", "dispute red -- no"):
        assert ana.refused(line) == ["refused: round 1, playing"]
    assert len(ana.log) == 9


def test_a_note_is_about_a_move_or_all_of_it_and_for_all_or_the_judges(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    assert ana.types("note about 5 see the photograph") == ["[10] Noted: 5"]
    assert ana.types("note for judges he was asked twice") == ["[11] Noted"]
    assert [(entry["body"].get("about"), entry["body"]["for"]) for entry in ana.log[-2:]] == [
        ("5", "all"),
        (None, "judges"),
    ]
    secrets = ana.session.api.get(f"{ana.session.path}/log", after=9)["secrets"]
    assert secrets["10"]["text"]["value"] == "see the photograph"
    assert ana.types("log")[3].endswith("  (noted: see the photograph)")
    assert ana.refused("note")[0].endswith("the note is missing")
    assert ana.refused("note about 99 what")[0] == "not understood: about: there is no move '99'"


def test_a_table_that_stops_early_closes_after_a_yes(service: Movebook, sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    assert ana.refused("close")[0].endswith("close abandoned, close conceded COLOUR; a judge: close ruled")
    ana.types("close conceded red -- it was late")
    assert ana.session.asking is not None
    assert ana.session.asking.question() == "close the record? y/n: "
    assert ana.types("n") == ["nothing was changed"]
    assert len(ana.log) == 9
    assert ana.types("close conceded red -- it was late", "y") == ["[10] Closed: a seat conceded"]
    assert ana.log[-1]["body"] == {"reason": "conceded", "seat": 1, "way": "claimed"}
    assert ana.refused("castle 1 5,5")[0].startswith("refused: ")
    other = sit(*DEALS)
    assert service("record", other.session.id, stdin="close abandoned\n").lines == [
        "[5] Closed: the table stopped early"
    ]


def test_a_record_is_made_void_after_a_yes(service: Movebook, sit: Sit) -> None:
    ana = sit(*DEALS)
    assert ana.refused("void it was only tried out")[0].endswith("the reason goes after --")
    ana.types("void -- only tried out")
    assert ana.refused("y")[0].startswith("refused: ")  # a recorder may not
    said = service("record", ana.session.id, stdin="void -- only tried out\n")
    assert said.lines == ["[5] Void: it does not count"]
