"""The commands against a running service."""

import contextlib
import json
from pathlib import Path
from random import Random

import pytest
import requests

from engines import GAMES
from engines.kernel import notation
from engines.kernel.replay import Fold
from service.store.connect import connect
from tests.service.cli.conftest import Movebook, Running
from tests.service.cli.prompt.test_corrections import Sit, sit

__all__ = ["sit"]

OPENED = ("y deal +6", "r deal", "b deal", "first yellow")
HEAD = "# game: kingdoms\n# seats: yellow=Ana, red, blue\n\n"


def record_id(text: str) -> str:
    return next(word for word in text.split() if len(word) == 26)


def test_lines_without_a_terminal_are_answered_line_by_line(service: Movebook) -> None:
    lines = [*OPENED, "# a comment", "", "+3 2,5", "castle 4 2,5", "r castle 4 1,3", "fly", "board"]
    said = service("record", "kingdoms", "yellow=Ana", "red=Ben", "blue", stdin="\n".join(lines))
    assert said.code == 1
    assert said.lines[:7] == [
        "[2] Yellow takes Resource +6 as the starting tile.",
        "[3] Red takes a starting tile.",
        "[4] Blue takes a starting tile.",
        "[5] Yellow takes the first turn of epoch 1.",
        "[6] Yellow draws City (+3) and places it at row 2, column 5.",
        "refused (KIN-4.11): row 2, column 5 already holds City (+3) [6]",
        "[7] Red places a castle of rank 4 at row 1, column 3.",
    ]
    assert said.lines[7].startswith("not understood: column 1: 'fly' is neither a move nor a short form; moves are ")
    assert "  1 |    |    | R4 |" in said.out
    assert "yellow (Ana), red (Ben), blue" in said.err
    record = record_id(said.err)
    more = service("record", record, "--lang", "es", stdin="?\npass\nquit\ncastle 1 1,1\n")
    assert "castle RANGO FILA,COL   Colocar un castillo (blue)" in more.out
    assert more.lines[-1].startswith("rechazada (KIN-6.2): ")
    assert more.code == 1
    assert "6 jugadas hasta ahora; blue" in more.err
    assert service("record", record, stdin="castle 1 1,1\n").code == 0


def test_who_was_overtaken_is_told_what_happened_and_may_try_again(service: Movebook, sit: Sit) -> None:
    ana = sit("y deal")
    service("record", ana.session.id, stdin="r deal\nfirst yellow\n")
    reply = ana.type("r deal")
    assert (reply.fine, reply.again) == (False, True)
    assert reply.text == (
        "not recorded, because meanwhile: Red takes a starting tile. Yellow takes the first turn of epoch 1."
    )
    ana.types("castle 1 1,1")
    assert ana.session.turn() == "red"
    assert ana.session.ask({"type": "place_castle", "rank": 1})["field"] == "row"


SETUP = (
    ("Tile set", ""),
    ("First player", "negro"),
    *((f"Recruitment tiles {n}", tile) for n, tile in enumerate(("A01", "A02", "A05", "A06", "A10"), 1)),
    *((f"Threat tiles {n}", tile) for n, tile in enumerate(("A12", "A15", "A16", "A11", "A09"), 1)),
    ("Next Recruitment", "A03"),
    ("Top of the Recruitment pile", "A04"),
    ("Next Threat", "A07"),
    ("Top of the Threat pile", "A08"),
    ("Order of the evaluations 1", "wealth"),
    ("Order of the evaluations 2", "influence"),
)
"""The questions of a set-up of Lords of Xidit, and an answer to each; the last criterion follows from the others."""


def test_the_set_up_of_lords_of_xidit_is_asked_for_field_by_field(service: Movebook, sit: Sit) -> None:
    ana = sit("setup", at=record_id(service("record", "xidit", "negro", "red", "blue", "yellow", stdin="").err))
    session = ana.session
    for question, answer in SETUP:
        assert session.steps is not None
        assert session.steps.question().startswith(question), session.steps.question()
        if question == "First player":
            assert "(black red blue yellow)" in session.steps.question()
            for wrong in ("b", "pink", ""):
                ana.refused(wrong)
        if question == "Recruitment tiles 2":
            assert ana.refused("A01")[0].startswith("'A01' cannot be chosen here; available: A02 ")
            assert session.enter("A09") is None
            assert session.enter("back") is None
        session.enter(answer)
    assert session.steps is not None
    assert session.steps.question() == "Order of the evaluations 3 (reputation): "
    assert ana.types("reputation")[0].startswith("[2] The board is set up: ")
    assert session.steps is None
    body = ana.log[1]["body"]
    assert body["recruit_tiles"] == ["A01", "A02", "A05", "A06", "A10"]
    assert body["evaluation_order"] == ["wealth", "influence", "reputation"]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "not accepted, enter it again: "), ("es", "no se ha aceptado, repítelo: ")]
)
def test_a_set_up_keeps_its_answers_while_the_service_is_away(
    service: Movebook, sit: Sit, monkeypatch: pytest.MonkeyPatch, lang: str, said: str
) -> None:
    ana = sit(at=record_id(service("record", "xidit", "black", "red", "blue", stdin="").err), lang=lang)
    session = ana.session

    def unreachable(line: str) -> str:
        with monkeypatch.context() as away:
            away.setattr(session.api, "url", "http://127.0.0.1:9")  # nobody listens at the discard port
            away.setattr(session.api, "retry_for_s", 0)
            reply = ana.type(line)
        assert (reply.fine, reply.again) == (False, True)
        return reply.text

    unreachable("setup")
    assert session.steps is None
    ana.types("setup")
    steps = session.steps
    assert steps is not None
    session.enter("")
    asked = steps.question()
    for line in ("red", "back"):
        session._asked.clear()
        assert unreachable(line).startswith(said)
        assert session.steps is steps
        assert steps.question() == asked
    assert session.enter("red") is None
    assert steps.question() != asked
    assert session.version == 1


ROUND = [
    (
        "setup first_player=black recruit_tiles=A01,A02,A05,A06,A10 threat_tiles=A12,A15,A16,A11,A09 "
        "next_recruitment=A03 top_recruitment=A04 next_threat=A07 top_threat=A08 "
        "evaluation_order=wealth,influence,reputation"
    ),
    *("black at 3", "red at 4", "blue at 7", "yellow at 8"),
    *(f"{colour} orders WWWWWW" for colour in ("black", "red", "blue", "yellow")),
    "reveal black=WWWWWW red=WWWWWW blue=WWWWWW yellow=WWWWWW",
]
"""A year of Lords of Xidit up to its first order; everybody waits."""


def test_run_goes_on_while_only_one_move_can_be_made(service: Movebook) -> None:
    record = record_id(service("record", "xidit", "black", "red", "blue", "yellow", stdin="").err)
    said = service("record", record, stdin="\n".join([*ROUND, "run"]))
    # six orders of four seats, who all wait; then the year ends, and everybody programs again
    waits = [line for line in said.lines if " waits" in line]
    assert (said.code, len(waits)) == (0, 24)
    assert waits[0].startswith("[12] Black")
    again = service("record", record, stdin="run\n")
    assert (again.code, again.lines) == (1, ["no forced move now: type ? to see the possible moves"])


def test_nobody_records_without_a_token(service: Movebook, tmp_path: Path) -> None:
    record = record_id(service("record", "kingdoms", "yellow", "red", stdin="").err)
    said = service("record", record, stdin="y deal\n", MOVEBOOK_DATA=str(tmp_path))
    assert said.code == 1
    assert "this token cannot record" in said.err
    said = service("record", "kingdoms", "yellow", "red", MOVEBOOK_DATA=str(tmp_path))
    assert said.code == 1
    assert "use --token-file FILE or set MOVEBOOK_TOKEN" in said.err


def test_a_text_file_is_recorded_whole(service: Movebook, tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    path.write_text(HEAD + "\n".join([*OPENED, "+3 2,5  # the first"]))
    said = service("import", path)
    assert said.code == 0
    record, word, version = said.out.split()
    assert (word, version) == ("version", "6")
    shown = service("show", record)
    assert "Yellow draws City (+3)" in shown.out
    assert "|[+3]|" in shown.out
    assert "yellow (Ana)" in shown.out
    assert service("import", "-", "--record", record, stdin="castle 1 1,1\n").out == f"{record} version 7\n"
    move = json.dumps({"type": "place_castle", "rank": 1, "row": 1, "col": 2})
    more = service("import", "-", "--record", record, "--json", stdin=move)
    assert json.loads(more.out) == {"record": record, "version": 8}


def count(running: Running) -> int:
    """Logs in the store: lists are the workers', who come a moment later."""
    note = json.loads((running.data / "store" / "server.json").read_text())
    with contextlib.closing(connect(f"unix://{note['socket']}?db=0")) as client:
        return sum(1 for _ in client.scan_iter(match="mb:*:head:*", count=1000))


@pytest.mark.parametrize(("text", "says"), [
    ("# option a:\n", ":3: column 12: no option 'a'; available: reach_past_mountains"),
    ("# option\n", ":3: column 9: it is written 'option NAME: VALUE'"),
    ("# policy undo: never\n", ":3: column 16: undo: barriers, consent or none, not 'never'"),
    ("# visibility: secret\ny deal\n", ": visibility: "),
    (f"# box: {'0' * 64}\ny deal\n", "no box '0000"),
    ("", ": it contains no moves"),
    ("castle 1 1,1\n", ":3: KIN-7.3: "),
    ("y +3 2;5\n", ":3: column 6: '2;5' is not a place as 2,5"),
])  # fmt: skip
def test_a_failed_import_leaves_none(service: Movebook, running: Running, tmp_path: Path, text: str, says: str) -> None:
    before, path = count(running), tmp_path / "evening.txt"
    path.write_text("# game: kingdoms\n# seats: yellow=Eva, red=Max\n" + text)
    for how in ((), ("--until-refused",)):
        said = service("import", path, *how)
        assert (said.code, said.out) == (1, "")
        assert says in said.err
        assert "Traceback" not in said.err
        assert count(running) == before


def test_a_line_that_the_service_alone_refuses_is_named_and_nothing_is_left(
    service: Movebook, running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, path = count(running), tmp_path / "evening.txt"
    path.write_text(HEAD + "\ny deal\n# then\ncastle 1 1,1\n")
    monkeypatch.setattr(Fold, "play", lambda *_: None)  # a program that lets everything pass
    said = service("import", path)
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(f"movebook: {path}:7: KIN-7.3: "), said.err
    assert count(running) == before


def test_quoted_names_and_options_by_hand_come_in(service: Movebook, running: Running, tmp_path: Path) -> None:
    path, xidit = tmp_path / "evening.txt", GAMES["xidit"]
    colours = ["black", "red", "blue"]
    options = {name: option.default for name, option in xidit.options().items()}
    moves = xidit.table(Random(1), colours, options | {"strict_piles": False, "flip_order": "shuffle"}, xidit.box())
    first = "\n".join(notation.write(xidit, xidit.box(), next(moves), colours) for _ in range(4))
    path.write_bytes(
        b'\xef\xbb\xbf# game: xidit\r\n# seats: black="Ortiz, Eva", red="Max ", blue=Noa\r\n'
        b"# option strict_piles: no\r\n# option flip_order: Shuffle\r\n" + first.encode()
    )
    said = service("import", path)
    assert said.code == 0, said.err
    record = requests.get(f"{running.url}/v1/records/{record_id(said.out)}", timeout=60).json()
    assert [seat["name"] for seat in record["seats"]] == ["Ortiz, Eva", "Max ", "Noa"]
    assert (record["options"]["strict_piles"], record["options"]["flip_order"]) == (False, "shuffle")
    out = tmp_path / "out.txt"
    assert service("export", record["id"], "--format", "text", "-o", out).code == 0
    assert service("import", out).code == 0, "a text export is imported again"


@pytest.mark.parametrize("value", ["no", "False", "false", "sí", "maybe", ""])
def test_an_option_on_the_command_line_is_read_by_its_field(service: Movebook, running: Running, value: str) -> None:
    said = service("record", "xidit", "black", "red", "blue", "--option", f"strict_piles={value}", stdin="")
    if value in ("maybe", ""):
        assert said.code == 2
        assert "strict_piles: " in said.err
        return
    assert said.code == 0, said.err
    record = next(word for word in said.err.split() if len(word) == 26)
    options = requests.get(f"{running.url}/v1/records/{record}", timeout=60).json()["options"]
    assert options["strict_piles"] is (value == "sí")


def test_a_byte_order_mark_is_read_over_wherever_it_is(service: Movebook, running: Running, tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text(running.token, encoding="utf-8-sig")
    said = service("record", "kingdoms", "yellow", "red", "--token-file", token, stdin="\ufeffy deal\n")
    assert said.code == 0, said.err + said.out
    record = next(word for word in said.err.split() if len(word) == 26)
    assert service("import", "-", "--record", record, stdin="\ufeffr deal\n").out == f"{record} version 3\n"
    exported = tmp_path / "evening.json"
    assert service("export", record, "-o", exported).code == 0
    exported.write_bytes(b"\xef\xbb\xbf" + exported.read_bytes())
    assert service("verify", exported).code == service("show", exported).code == 0
    assert service("import", exported).code == 0
    box = tmp_path / "box.json"
    box.write_text(service("box", "show", "kingdoms").out, encoding="utf-8-sig")
    assert service("box", "check", "kingdoms", box).code == 0


def test_a_file_may_be_kept_until_the_first_refused_line(service: Movebook, tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    path.write_text(HEAD + "y deal\nr deal\ncastle 1 1,1\n")
    said = service("import", path, "--until-refused")
    assert said.code == 1
    assert said.out.endswith("version 3\n")
    assert said.err.startswith(f"movebook: {path}:6: ")
    record = record_id(said.out)
    refused = service("import", path, "--record", record)
    assert refused.code == 1
    assert f"{path}:4: KIN-4.8: " in refused.err


@pytest.fixture
def evening(service: Movebook, tmp_path: Path) -> tuple[str, Path]:
    record = service("simulate", "kingdoms", "--seats", "3", "--seed", "7").out.strip()
    path = tmp_path / "evening.json"
    assert service("export", record, "-o", path).code == 0
    return record, path


def key_of(path: Path) -> str:
    return str(json.loads(path.read_bytes())["issued"]["key"])


def test_an_exported_record_verifies_offline_and_comes_back_hash_for_hash(
    service: Movebook, movebook: Movebook, evening: tuple[str, Path], tmp_path: Path
) -> None:
    record, path = evening
    nowhere = {"MOVEBOOK_URL": "http://127.0.0.1:9"}
    said = movebook("verify", path, **nowhere)
    assert (said.code, said.lines[0].split(", which")[0]) == (4, f"{path}: unknown key: signed with {key_of(path)}")
    head = said.lines[-1].split()[-1]
    said = service("verify", path, "--lang", "es")
    assert (said.code, said.lines[0][: len(f"{path}: auténtico: ")]) == (0, f"{path}: auténtico: ")
    assert service("verify", path, "--head", head[:12], "--quiet").out == ""
    assert service("verify", path, "--head", "0" * 12).code == 1
    assert json.loads(movebook("verify", path, "--json", **nowhere).out)["head_hash"] == head
    version = json.loads(path.read_bytes())["entries"][-1]["version"]
    assert service("import", path, "--adopt").out == f"{record} version {version}\n", "it is here already"
    said = service("import", path)
    copy = record_id(said.out)
    assert (copy != record, said.out) == (True, f"{copy} version {version}\n")
    assert f"a copy of {record}" in said.err
    assert service("import", path).out == said.out
    assert service("import", "-", "--adopt", stdin="# game: kingdoms\n").code == 2
    again = tmp_path / "again.json"
    assert service("export", record, "-o", again).code == 0
    assert again.read_bytes() == path.read_bytes()


def test_what_was_changed_is_named_and_not_imported(service: Movebook, evening: tuple[str, Path]) -> None:
    _, path = evening
    document = json.loads(path.read_bytes())
    move = next(entry for entry in document["entries"] if entry["body"].get("type") == "place_castle")
    move["body"]["row"] = 5 if move["body"]["row"] < 5 else 4
    path.write_text(json.dumps(document))
    for lang, word, says in (("en", "version", "its hash does not match"), ("es", "versión", "su hash no corresponde")):
        said = service("verify", path, "--lang", lang)
        assert said.code == 1
        assert f"{path}: {word} {move['version']}: {says}" in said.out
    said = service("import", path)
    assert said.code == 1
    assert "failed verification; nothing was imported" in said.err
    assert service("show", path).code == 1


def test_any_moment_is_shown_from_service_and_file_alike(service: Movebook, evening: tuple[str, Path]) -> None:
    record, path = evening
    for words in ((), ("--ply", "0"), ("--ply", "20"), ("--move", "31"), ("--ply", "44", "--eyes", "public")):
        online, offline = service("show", record, *words), service("show", path, *words)
        assert online.code == 0, online.err
        assert online.out == offline.out
    views = [json.loads(service("show", what, "--ply", "20", "--json").out) for what in (record, path)]
    assert views[0] == views[1]
    assert service("show", record, "--ply", "999").code == 1
    assert "there is no move '999'" in service("show", path, "--move", "999").err
    assert service("show", record, "--ply", "1", "--move", "2").code == 2


def test_a_seats_eyes_see_no_more_of_a_file_than_their_own(service: Movebook) -> None:
    lines = "y deal +6\nr deal DR\n"
    record = record_id(service("record", "kingdoms", "yellow", "red", stdin=lines).err)
    raw = service("export", record).out
    assert "starting tile +6" in service("show", "-", stdin=raw).out
    mine = service("show", "-", "--eyes", "seat:1", stdin=raw).out
    assert "starting tile DR" in mine
    assert "starting tile +6" not in mine
    nobody = service("show", "-", "--eyes", "public", stdin=raw).out
    assert "starting tile DR" not in nobody
    text = service("export", record, "--format", "text").out
    assert "deal_starting_tile tile=resource_6" in text
    assert service("show", "-", stdin=text).out == service("show", "-", stdin=raw).out
    assert service("show", "-", "--eyes", "seat:1", stdin=text).out == mine


def test_an_export_leaves_what_was_there_until_it_is_whole(service: Movebook, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_text("precious")
    assert service("export", "a" * 26, "-o", path).code == 1
    assert path.read_text() == "precious"
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_simulated_games_are_the_same_for_the_same_seed(movebook: Movebook, tmp_path: Path) -> None:
    games = ("simulate", "kingdoms", "--seats", "2", "--games", "3", "--seed", "5", "--out")
    assert movebook(*games, tmp_path / "a.txt").code == 0
    assert movebook(*games, tmp_path / "b.txt").code == 0
    texts = [(tmp_path / f"a-{n}.txt").read_text() for n in (1, 2, 3)]
    assert texts == [(tmp_path / f"b-{n}.txt").read_text() for n in (1, 2, 3)]
    assert len(set(texts)) == 3
    public = movebook("simulate", "kingdoms", "--seed", "5", "--knows", "public", "--out", "-").out
    assert "deal_starting_tile tile=" not in public
    assert (
        "has ended" in movebook("show", "-", stdin=texts[0]).out
        or "the game is over" in movebook("show", "-", stdin=texts[0]).out
    )


def test_tokens_are_made_listed_used_and_revoked(service: Movebook, running: Running, tmp_path: Path) -> None:
    made = service("token", "create", "--scope", "record", "--label", "laptop", "--expires", "30d")
    assert made.code == 0
    secret = made.out.strip()
    file = tmp_path / "token"
    file.write_text(secret + "\n")
    said = service("record", "kingdoms", "yellow", "red", "--token-file", file, stdin="y deal\n")
    assert said.code == 0, said.err
    record = record_id(said.err)
    token_id = secret.split("_")[1]
    assert f"{token_id}  good" in service("token", "list").out
    revoked = service("token", "revoke", secret)
    assert revoked.out == f"{token_id}: revoked\n"
    assert f"{token_id}  revoked" in service("token", "list").out
    assert service("token", "revoke", "a" * 16).code == 1
    link = json.loads(service("token", "create", "--scope", "seat", "--record", record, "--seat", "red", "--json").out)
    assert (link["seat"], link["record"]) == (1, record)
    own = service("record", link["link"], stdin="r deal DR\n")
    assert own.lines == ["[4] Red takes Dragon as the starting tile."], own.err
    assert link["id"] in service("token", "list", "--record", record).out
    assert service("token", "revoke", link["id"], "--record", record).code == 0
    assert service("token", "create", "--scope", "seat", "--record", record, "--seat", "purple").code == 2


def test_a_player_is_erased_by_who_brought_the_player(service: Movebook, running: Running) -> None:
    headers = {"Authorization": f"Bearer {running.token}"}
    opening = {"game": "kingdoms", "seats": [{"name": "Anaxagora"}, {"name": "Bo"}]}
    made = requests.post(f"{running.url}/v1/records", json=opening, headers=headers, timeout=60).json()
    player = made["seats"][0]["player"]
    assert service("people", "erase", player).out == f"{player}: erased; the games stay\n"
    told = requests.get(f"{running.url}/v1/records/{made['id']}", timeout=60).json()
    assert [seat["name"] for seat in told["seats"]] == [None, "Bo"]
    unknown = service("people", "erase", "nobody-here")
    assert (unknown.code, "nobody" in unknown.err) == (1, True)


def test_a_link_is_shown_as_a_qr_code(service: Movebook, running: Running) -> None:
    segno = pytest.importorskip("segno")
    record = record_id(service("record", "kingdoms", "yellow", "red", stdin="").err)
    shown = service("token", "create", "--scope", "seat", "--seat", "red", "--record", record, "--qr")
    assert shown.code == 0
    # In the fragment, which no server is sent.
    assert shown.lines[1].startswith(f"{running.url}/viewer/seat.html?record={record}#t=mb_")
    assert "--url with the address they use" in shown.err
    # Read back as a camera does: two modules a sign, light where the terminal is bright, with the margin it needs.
    lines = [line for line in shown.lines[2:] if line.strip()]
    signs = {" ": (1, 1), "█": (0, 0), "▀": (0, 1), "▄": (1, 0)}
    rows = [[signs[sign][half] for sign in line.ljust(len(lines[0]))] for line in lines for half in (0, 1)]
    wanted = segno.make(shown.lines[1], error="l", micro=False)
    assert [row[4:-4] for row in rows[4 : 4 + len(wanted.matrix)]] == [list(row) for row in wanted.matrix]
    assert all(not any(row) for row in (*rows[:4], *(row[:4] for row in rows[:-1]), *(row[-4:] for row in rows[:-1])))
    plain = service("token", "create", "--scope", "read", "--record", record)
    assert len(plain.lines) == 2


@pytest.mark.parametrize("when", ["yesterday", "2020-01-01", "0d", "5y"])
def test_a_token_expires_in_the_future(movebook: Movebook, when: str) -> None:
    assert movebook("token", "create", "--scope", "admin", "--expires", when).code == 2


def test_a_token_can_be_made_while_nothing_runs(movebook: Movebook) -> None:
    said = movebook("token", "create", "--scope", "admin", "--json")
    assert said.code == 0, said.err
    made = json.loads(said.out)
    assert made["token"].startswith(f"mb_{made['id']}_")
    assert made["id"] in movebook("token", "list").out


def test_what_is_derived_comes_back_the_same(service: Movebook, running: Running, evening: tuple[str, Path]) -> None:
    record, _ = evening

    def replay() -> bytes:
        return requests.get(f"{running.url}/v1/records/{record}/replay?eyes=public&lang=en,es", timeout=60).content

    service("show", record, "--eyes", "public")
    before = replay()
    # What the workers' process prints is its own.
    assert service("rebuild", record).code == 0
    assert replay() == before
    assert service("rebuild", "a" * 26).code == 1


def test_a_webhook_is_set_tested_and_removed(service: Movebook, running: Running) -> None:
    headers = {"Authorization": f"Bearer {running.token}"}
    league = {"id": "cli-league", "name": "L"}
    requests.post(f"{running.url}/v1/leagues", json=league, headers=headers, timeout=60).raise_for_status()
    hook = ("league", "webhook")
    refused = service(*hook, "set", "cli-league", "http://127.0.0.1:9/")
    assert (refused.code, "https" in refused.err) == (1, True)
    made = service(*hook, "set", "cli-league", "https://league.invalid/hook")
    assert made.out.startswith("whsec_")
    assert json.loads(service(*hook, "rotate", "cli-league", "--json").out)["secret"] != made.out.strip()
    tested = service(*hook, "test", "cli-league", "--json")
    assert (tested.code, json.loads(tested.out)["last"]["type"]) == (1, "test"), tested.err
    assert "test" in service(*hook, "show", "cli-league").err
    assert service(*hook, "resume", "cli-league").code == 0
    assert service(*hook, "remove", "cli-league").code == 0
    assert service(*hook, "show", "cli-league").code == 1
    assert service(*hook, "set", "cli-league").code == 2
