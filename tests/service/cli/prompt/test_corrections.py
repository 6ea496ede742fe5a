"""Taking back and correcting at the prompt, against a running service."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from service.cli.client import Api, Credentials
from service.cli.commands.record import command
from service.cli.language import Speech
from service.cli.prompt.session import Reply, Session
from service.cli.screen import wrapped
from service.cli.tables import table_of
from tests.service.cli.conftest import Movebook, Running

Json = dict[str, Any]
DEALS = ("y deal +3", "r deal +4", "first yellow")
CASTLES = ("castle 1 1,1", "castle 1 2,1", "castle 1 3,1", "castle 1 4,1", "castle 1 1,2")
"""Moves 5 to 9, yellow first; an amendment of move 5 to row 4 takes the space of move 8."""


class Seated:
    def __init__(self, session: Session) -> None:
        self.session = session

    def type(self, line: str) -> Reply:
        reply = command(self.session, line) or self.session.enter(line)
        assert reply is not None
        return reply

    def types(self, *lines: str) -> list[str]:
        """What is answered to the last of several lines, each of which is taken."""
        said: list[str] = []
        for line in lines:
            reply = self.type(line)
            assert reply.fine, reply.text
            said = reply.text.splitlines()
        return said

    def refused(self, line: str) -> list[str]:
        reply = self.type(line)
        assert not reply.fine, reply.text
        return reply.text.splitlines()

    @property
    def facts(self) -> Json:
        """What a judge would compare."""
        found: Json = self.session.api.get(f"{self.session.path}/state", what="facts")["facts"]
        return found

    @property
    def log(self) -> list[Json]:
        entries: list[Json] = self.session.api.get(f"{self.session.path}/log")["entries"]
        return entries


Sit = Callable[..., Seated]


@pytest.fixture
def sit(running: Running) -> Iterator[Sit]:
    """Sit down at a new record, or with others at one, with a token for that record alone."""
    with ExitStack() as stack:

        def api(token: str, lang: str) -> Api:
            made = Api(running.url, Credentials(token), lang, local=True)
            stack.callback(made.close)
            return made

        def sat(*lines: str, lang: str = "en", at: Seated | str | None = None, **scope: Any) -> Seated:
            owner = api(running.token, lang)
            opening = {"game": "kingdoms", "seats": [{"colour": "yellow"}, {"colour": "red"}]}
            record = at.session.id if isinstance(at, Seated) else at or owner.post("/v1/records", opening)["id"]
            token = owner.post(f"/v1/records/{record}/tokens", {"scope": "record"} | scope)["token"]
            own = api(token, lang)
            summary = own.get(f"/v1/records/{record}")
            session = Session(own, record, table_of(own, summary), Speech(lang))
            session.calls, session.seat = summary["calls"], scope.get("seat")
            session.read_on()
            session.patient = True
            seated = Seated(session)
            seated.types(*lines)
            return seated

        yield sat


def test_an_undo_says_what_it_took_back_and_a_redo_what_counts_again(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    before = ana.facts
    assert ana.types("undo") == ["[10] undone: [9] Yellow places a castle of rank 1 at row 1, column 2."]
    assert ana.types("undo red") == ["[11] undone: [8] Red places a castle of rank 1 at row 4, column 1."]
    assert ana.session.turn() == "red"
    assert ana.types("redo") == ["[12] counts again: [8] Red places a castle of rank 1 at row 4, column 1."]
    ana.types("redo")
    assert ana.facts == before
    assert ana.refused("redo") == ["nothing to redo"]
    assert ana.types("undo x2") == [
        "[14] undone: [8] Red places a castle of rank 1 at row 4, column 1.",
        "[14] undone: [9] Yellow places a castle of rank 1 at row 1, column 2.",
    ]
    ana.types("castle 2 5,5")
    assert ana.refused("redo") == ["nothing to redo"]


def test_a_refused_undo_names_the_barrier_and_says_what_may_be_typed(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES, "+6 5,5")
    assert ana.refused("undo") == [
        "refused: move 10 is a barrier: it revealed resource_6",
        "    [10] Red draws Resource +6 and places it at row 5, column 5.",
        "    if yellow agree, or by a judge: undo with yellow",
    ]
    assert ana.refused("undo 10")[-1] == "    if it was only a typo: amend 10 ..., retract 10"
    assert ana.types("undo with yellow -- it was not shown yet")[0].startswith("[11] undone: [10] Red draws ")
    entry = ana.log[-1]
    assert entry["body"]["consents"] == [{"seat": 0, "way": "claimed"}]
    assert "not shown" not in str(entry), "a reason is a text beside the log"
    assert ana.types("log 1")[0].endswith("  (undone by [11]: it was not shown yet)")


def test_an_undo_that_cannot_be_alone_says_what_goes_with_it(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    assert ana.refused("undo [6]") == [
        "refused: a later move must be undone first",
        "    undo 6 8",
        "    if it was only a typo: amend 6 ..., retract 6",
    ]
    assert ana.refused("undo 6 8") == [
        "refused (KIN-3.1): a later move prevents this: it is Red's turn, not Yellow's [7]",
        "    or all from there on: undo x4",
        "    if it was only a typo: amend 6 ..., retract 6",
    ]
    assert [said[:17] for said in ana.types("undo x4")] == [f"[10] undone: [{n}] " for n in (6, 7, 8, 9)]


def test_what_may_be_taken_back_stands_with_what_may_be_recorded(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)

    def heads() -> list[str]:
        return [line.split()[0] for line in ana.types("?") if not line.startswith(" ")][-5:]

    assert heads()[1:] == ["undo", "amend", "insert", "retract"]
    ana.types("undo")
    assert heads() == ["undo", "redo", "amend", "insert", "retract"]
    assert "redo                    bring back [9]" in ana.types("?")
    assert [line.split()[0] for line in sit().types("?")][-1] != "retract"


def test_a_seat_takes_back_its_own_moves_and_consents_from_its_own_link(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    red = sit(at=ana, scope="seat", seat=1)
    assert "undo                    take back [8] Red places a castle of rank 1 at row 4, column 1." in red.types("?")
    assert "consent NAME            agree to undo it" in red.types("?")
    sentence = "[9] Yellow places a castle of rank 1 at row 1, column 2."
    assert red.types("consent 9") == [f"agreed to undo it: {sentence}"]
    assert ana.refused("consent 9")[0].startswith("refused: ")
    assert ana.types("undo") == [f"[12] undone: {sentence}"]
    assert ana.log[-1]["body"]["consents"] == [{"seat": 1, "way": "own_link", "entry": "11"}]
    red.session.read_on()
    assert red.types("undo") == ["[13] undone: [8] Red places a castle of rank 1 at row 4, column 1."]
    assert red.refused("undo 7")[0].startswith("refused: there is nothing to undo")
    assert red.refused("consent") == ["not understood: column 8: the name of a move is missing"]


def test_a_correction_shows_its_impact_and_asks_for_each_move_that_would_be_refused(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    log = ana.log
    impact = [
        "amend [5] Yellow places a castle of rank 1 at row 1, column 1.",
        "    > yellow place_castle rank=1 row=4 col=1",
        "later moves: 3 the same, 1 refused",
        "  [8] Red places a castle of rank 1 at row 4, column 1.",
        "    refused (KIN-4.11): row 4, column 1 already holds Yellow's castle of rank 1 [5]",
    ]
    assert ana.types("amend 5 row=4") == impact
    assert ana.session.asking is not None
    assert ana.session.asking.question() == "[8] r(etract), a move, or n: "
    assert ana.log == log
    assert ana.types("row=1")[-1] == "later moves: 3 the same"
    assert ana.session.asking.question() == "apply it? y/n: "
    assert ana.types("back") == impact
    assert ana.types("castle 1 1,1")[3] == "    > red place_castle rank=1 row=1 col=1"
    assert ana.types("y") == [
        "[10] Corrected: 5, 8",
        "[5] Yellow places a castle of rank 1 at row 4, column 1.",
        "[8] Red places a castle of rank 1 at row 1, column 1.",
    ]
    assert ana.session.asking is None
    straight = sit(*DEALS, "castle 1 4,1", "castle 1 2,1", "castle 1 3,1", "castle 1 1,1", "castle 1 1,2")
    assert ana.facts == straight.facts
    assert ana.types("log")[3] == ("[5] Yellow places a castle of rank 1 at row 4, column 1.  (corrected by [10])")


@pytest.mark.parametrize("leave", ["n", "no", "cancel"])
def test_who_says_no_changes_nothing(sit: Sit, leave: str) -> None:
    ana = sit(*DEALS, *CASTLES)
    log = ana.log
    assert ana.types("amend 5 row=5", leave) == ["nothing was changed"]
    assert ana.types("amend 5 row=4", leave) == ["nothing was changed"]
    assert ana.log == log
    assert ana.types("castle 1 5,1")[0].startswith("[10] Red places")


def test_a_later_move_is_kept_as_it_was_played_with_who_accepted_it_and_why(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    said = ana.types("insert 9 yellow castle 1 5,5")
    assert said[-1] == "    refused (KIN-3.1): it is Red's turn, not Yellow's"
    assert ana.session.asking is not None
    assert ana.session.asking.question() == "[9] r(etract), ! why, a move, or n: "
    ana.types("with yellow red ! nobody noticed", "y")
    assert ana.log[-1]["irregular"] == {"2": {"accepted_by": [0, 1]}}
    assert "nobody noticed" not in str(ana.log[-1])
    told = "\n".join(ana.types("log 2"))
    assert "[10.1] Yellow places a castle of rank 1 at row 5, column 5.  (inserted by [10])" in told
    assert "(illegal move, kept, accepted by yellow, red: nobody noticed; corrected by [10])" in told


def test_an_amendment_that_the_rules_refuse_is_asked_for_anew(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    assert "    refused (KIN-4.11): " in ana.types("amend 9 row=2 col=1")[2]
    assert ana.session.asking is not None
    assert ana.session.asking.question() == "change 1, a move, or n: "
    assert ana.types("row=3 col=3", "y")[0] == "[10] Corrected: 9"


def test_what_came_meanwhile_is_shown_and_asked_about(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    ben = sit(at=ana)
    ana.types("amend 5 row=5")
    ben.types("castle 2 4,4")
    said = ana.types("y")
    assert said[0] == "not recorded, because meanwhile: Red places a castle of rank 2 at row 4, column 4."
    assert said[-1] == "later moves: 5 the same"
    assert ana.types("y")[0] == "[11] Corrected: 5"
    ben.refused("castle 1 2,2")  # the correction came first
    ben.types("undo [11]")
    reply = ana.type("amend 5 row=5")
    assert reply.text.splitlines()[0] == "not recorded, because meanwhile: [12] Undone: 11."
    assert ana.types("y")[0] == "[13] Corrected: 5"


def test_a_script_is_asked_nothing_and_says_the_whole_correction_in_a_line(service: Movebook, sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    said = service("record", ana.session.id, stdin="amend 5 row=4\n")
    assert said.code == 1
    assert said.lines[3:5] == [
        "  [8] Red places a castle of rank 1 at row 4, column 1.",
        "    refused (KIN-4.11): row 4, column 1 already holds Yellow's castle of rank 1 [5]",
    ]
    assert said.lines[5].startswith("nothing was changed: decide each refused move on the same line, after a ;")
    assert len(ana.log) == 9
    tried = service("record", ana.session.id, stdin="try amend 5 row=4; amend 8 row=1\n")
    assert (tried.code, tried.lines[-1], len(ana.log)) == (0, "later moves: 3 the same", 9)
    done = service("record", ana.session.id, stdin="amend 5 row=4; amend 8 row=1 -- typed wrong\nundo [10]\n")
    assert (done.code, done.lines[0]) == (0, "[10] Corrected: 5, 8")
    assert done.lines[-1] == "[11] undone: correction [10]"


def test_who_is_sure_is_not_asked(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    ana.session.sure = True
    assert ana.types("retract 9")[-1] == "[10] Corrected: 9"
    ana.types("amend 5 row=4")
    assert ana.session.asking is not None


def test_what_the_opening_says_is_corrected_with_its_impact_first(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    assert ana.types("amend opening red=Carla table=5 -- came late") == ["amend the opening", "    > red=Carla table=5"]
    assert ana.types("y") == ["[10] Corrected: the opening"]
    summary = ana.session.api.get(ana.session.path)
    assert (summary["seats"][1]["name"], summary["occasion"]) == ("Carla", {"table": "5"})
    assert ana.session.table.seats[1]["name"] == "Carla"
    ana.types("undo [10]")
    assert ana.session.api.get(ana.session.path)["seats"][1]["name"] is None


def test_a_refused_move_says_how_to_record_it_as_it_was_played(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    assert ana.refused("yellow castle 1 5,5") == [
        "refused (KIN-3.1): it is Red's turn, not Yellow's",
        "    if it was played anyway: ! why, or with red blue ! why (who accepted it)",
    ]
    assert ana.types("with red ! nobody noticed")[0].startswith("[10] Yellow places a castle")
    assert ana.log[-1]["irregular"] == {"accepted_by": [1]}
    assert ana.types("log 1")[0].endswith("  (illegal move, kept, accepted by red: nobody noticed)")
    assert ana.refused("! again") == ["which move? MOVE ! why"]
    assert ana.types("yellow castle 2 5,4 ! once more")[0].startswith("[11] Yellow places")
    assert ana.refused("castle 1 5,4") == [
        "refused (KIN-4.11): row 5, column 4 already holds Yellow's castle of rank 2 [11]"
    ]


def test_one_kind_of_move_is_asked_about_by_its_short_form(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    told = ana.types("? castle")
    assert told[0].startswith("castle RANK ROW,COL     Place a castle")
    assert {line[:4] for line in told[1:]} == {"    "}
    assert ana.refused("? deal") == ["'deal' cannot be recorded now"]


def test_the_prompt_speaks_spanish_there_too(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES, lang="es")
    assert ana.types("undo")[0].startswith("[10] deshecha: [9] Amarillo coloca un castillo")
    assert "redo                    recuperar [9]" in ana.types("?")
    assert ana.types("redo")[0].startswith("[11] vuelve a contar: [9] ")
    said = ana.types("amend 5 row=4")
    assert said[0].startswith("corregir [5] Amarillo coloca")
    assert said[2] == "jugadas posteriores: 3 iguales, 1 rechazada"
    assert ana.types("r")[-1].endswith(" le toca a Rojo, no a Amarillo")
    ana.types("con todos ! nadie lo vio", "sí")
    assert (
        "(jugada ilegal, mantenida, aceptada por yellow, red: nadie lo vio; corregida por [12])"
        in ana.types("log 1")[0]
    )
    assert ana.refused("undo 6 9 rojo") == ["no se entiende: columna 10: 'rojo' no es el nombre de una jugada"]


def test_a_judge_rules_at_the_prompt_and_records_no_move(sit: Sit) -> None:
    ana = sit(*DEALS, *CASTLES)
    judge = sit(at=ana, scope="judge")  # who is appointed by entry 10
    offered = judge.types("?")
    assert offered[0].startswith("undo ")
    assert offered[-1] == "rule                    what a judge can order"
    assert not any(line.startswith("rule ") for line in ana.types("?"))
    assert judge.types("rule")[0].split() == ["rule", "COLOUR", "change_gold", "by=", "Give", "or", "take", "gold"]
    log = ana.log
    gold = "Judge: Red -5 gold (now 45)."
    assert judge.types("try rule red change_gold by=-5")[0].endswith(gold)
    assert ana.log == log
    turn = "Judge: it is Yellow's turn."
    assert judge.types("rule red change_gold by=-5; yellow set_turn about 8 -- paid twice") == [
        f"[11.1] {gold}",
        f"[11.2] {turn}",
    ]
    assert ana.log[-1]["body"]["about"] == "8"
    assert judge.types("log 2")[0] == f"[11.1] {gold}  (a judge's ruling about [8]: paid twice)"
    assert ana.refused("undo") == [f"not recorded, because meanwhile: {gold} {turn}"]
    assert ana.refused("undo")[0].startswith("refused: entry 11 (ruled) can be undone only by its writer or a judge")
    assert judge.types("?")[0] == f"undo                    take back [11] {turn}"
    assert judge.types("undo") == ["[12] undone: ruling [11]"]


@pytest.mark.parametrize(("line", "says"), [
    ("rule fly", "not understood: column 6: 'fly' is no adjustment; adjustments are change_gold, set_turn, "),
    ("rule red change_gold by=1; pink set_turn", "not understood: column 28: 'pink' is no adjustment"),
    ("rule red change_gold by=1 about", "not understood: column 32: the name of a move is missing"),
    ("rule red change_gold by=1 about 99", "refused: about: this record has no move '99'"),
    ("rule red change_gold by=1 about 9 9", "not understood: column 35: nothing may follow about NAME"),
    ("rule red change_gold by=0", "refused (KIN-1.14): adjustment 1: "),
])  # fmt: skip
def test_a_ruling_that_does_not_fit_changes_nothing(sit: Sit, line: str, says: str) -> None:
    judge = sit(at=sit(*DEALS, *CASTLES), scope="judge")
    log = judge.log
    assert judge.refused(line)[0].startswith(says)
    assert judge.log == log


def mended(ana: Seated) -> str:
    """A record of which a move was corrected, one retracted, one inserted and one undone; its id."""
    ana.types("amend 5 row=5 -- typed wrong", "y", "insert 9 red castle 1 4,2; retract 8", "y", "undo")
    return ana.session.id


def test_a_file_is_shown_by_the_moves_that_count_as_the_record_is(service: Movebook, sit: Sit, tmp_path: Path) -> None:
    record = mended(sit(*DEALS, *CASTLES))
    path = tmp_path / "evening.json"
    assert service("export", record, "-o", path).code == 0
    for what in (record, path):
        said = service("show", what, "--move", "5")
        assert said.lines[0] == (
            "[5] Yellow places a castle of rank 1 at row 5, column 1. (4 of 7; corrected by [10]: typed wrong)"
        )
        assert "(7 of 7; inserted by [11])" in service("show", what).lines[0]
        assert "there is no move '9'" in service("show", what, "--move", "9").err
    assert service("show", path).out == service("show", record).out


def test_a_text_says_at_its_end_what_cannot_be_recorded_from_it(service: Movebook, sit: Sit, tmp_path: Path) -> None:
    ana = sit(*DEALS, *CASTLES, "yellow castle 2 5,5 ! nobody noticed")
    sit(at=ana, scope="judge").types("rule red change_gold by=-5")
    path = tmp_path / "evening.txt"
    assert service("export", ana.session.id, "--format", "text", "-o", path).code == 0
    lines = path.read_text().splitlines()
    left = (
        "10 (played against the rules, which refuse it); 12.1 (a judge's ruling); the record as JSON carries all of it"
    )
    assert lines[-6:] == [
        "yellow place_castle rank=2 row=5 col=5 # 10, against the rules",
        "# 12.1, a judge's ruling: red change_gold by=-5",
        "",
        "# edition: 2012; rows compared with a printed copy: 16/16, of those used: 0/0",
        "# status: running",
        f"# not carried: {left}",
    ]
    refused = service("import", path)
    assert refused.code == 1
    assert f"movebook: {path} does not include {left}\n" in refused.err
    assert f"{path}:{len(lines) - 5}: KIN-" in refused.err, "at the line that the rules refuse"


@pytest.mark.parametrize("width", [80, 40])
def test_an_impact_fits_the_screen(sit: Sit, width: int) -> None:
    ana = sit(*DEALS, *CASTLES)
    shown = wrapped("\n".join(ana.types("amend 5 row=4")), width).splitlines()
    assert max(len(line) for line in shown) <= width
    assert " ".join(line.strip() for line in shown if line.startswith("    ")).startswith(
        "> yellow place_castle" if width == 80 else "1 at row 1"
    )
