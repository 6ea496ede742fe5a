"""``movebook export --all`` from a running service, verified, and imported where no service runs."""

import gzip
import json
import os
import stat
from pathlib import Path

import pytest

from tests.service.cli.conftest import Movebook

HEAD = "# game: kingdoms\n# seats: yellow=Ana, red, blue\n\ny deal +6\nr deal\nb deal\nfirst yellow\n+3 2,5\n"


@pytest.fixture
def record(service: Movebook) -> str:
    return str(json.loads(service("import", "-", "--json", stdin=HEAD).out)["record"])


def test_a_running_store_can_be_moved(service: Movebook, movebook: Movebook, record: str, tmp_path: Path) -> None:
    file = tmp_path / "store.jsonl.gz"
    said = service("export", "--all", "-o", file)
    assert said.code == 0, said.err
    assert "records" in said.err
    assert gzip.decompress(file.read_bytes()).startswith(b'{"format":"movebook-store"')
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert service("export", "--all", "-o", file).code == 0  # the time that the first one noted is no unknown key
    unsigned = f"{file}: consistent, unsigned: anyone could have written this file"
    assert movebook("verify", file).lines[0] == unsigned
    verified = json.loads(movebook("verify", "--json", file).out)
    assert verified["sound"] is True
    assert verified["counts"]["records"] >= 1
    said = movebook("import", file)
    assert said.code == 0, said.err
    again = tmp_path / "again.jsonl"
    assert movebook("export", "--all", "-o", again).code == 0
    theirs = {line for line in gzip.decompress(file.read_bytes()).splitlines() if b'"kind":"entry"' in line}
    assert {line for line in again.read_bytes().splitlines() if b'"kind":"entry"' in line} == theirs
    assert record.encode() in again.read_bytes()
    said = movebook("import", file)
    assert said.code == 1
    assert "not empty" in said.err
    said = movebook("import", "--into-nonempty", "--json", file)
    assert json.loads(said.out)["known"] == json.loads(said.out)["counts"]["records"]
    said = movebook("import", "--into-nonempty", "--check", file)
    assert (said.code, "nothing was written" in said.err) == (0, True)
    archive = {"MOVEBOOK_ARCHIVE": str(tmp_path / "archive")}
    status = json.loads(movebook("archive", "status", "--json", **archive).out)
    assert status == {"folder": archive["MOVEBOOK_ARCHIVE"], "records": 0, "unused_files": 0}
    assert movebook("archive", "thaw", record, **archive).out == "already in the store\n"
    said = movebook("archive", "check", **archive)
    assert (said.code, "No such file" in said.err) == (1, True)
    Path(archive["MOVEBOOK_ARCHIVE"]).mkdir()
    assert movebook("archive", "check", **archive).lines == ["0 records, 0 sound, 0 bytes, 0 unused files, 0 removed"]
    assert "MOVEBOOK_ARCHIVE" in movebook("archive", "check").err


def test_it_goes_through_a_pipe(service: Movebook, movebook: Movebook, record: str, tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    assert service("export", "--all", "-o", raw).code == 0
    said = movebook("import", "-", stdin=raw.read_bytes())
    assert said.code == 0, said.err
    assert "records" in said.out


def test_what_cannot_be_taken_in_is_said_in_a_line(service: Movebook, movebook: Movebook, tmp_path: Path) -> None:
    file = tmp_path / "store.jsonl"
    service("export", "--all", "-o", file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-30])
    for words, says in (
        (("import", file), f"movebook: {file}: the file is cut off at line "),
        (("import", "--lang", "es", file), f"movebook: {file}: el archivo está cortado en la línea "),
        (("import", "--record", "x", file), "movebook: a store file is imported as a whole"),
    ):
        said = movebook(*words)
        assert said.code in (1, 2)
        assert said.err.startswith(says)
        assert said.err.count("\n") == 1
    assert movebook("verify", file).code == 1
    file.write_bytes(gzip.compress(b"hello"))
    assert "not a store file" in movebook("import", file).err
    assert not (Path(os.environ["MOVEBOOK_DATA"]) / "store").exists(), "no store was started for it"


def test_what_makes_no_sense_together_is_refused(movebook: Movebook, tmp_path: Path) -> None:
    for words in (("export",), ("export", "--all", "ID"), ("export", "--all", "--eyes", "public")):
        assert movebook(*words).code == 2
    assert "no such folder" in movebook("export", "--all", "-o", tmp_path / "no" / "file").err
    assert "unavailable" in movebook("export", "--all", MOVEBOOK_LOG_URL="redis://127.0.0.1:1/0").err


def test_a_file_that_is_not_finished_replaces_none(movebook: Movebook, tmp_path: Path) -> None:
    file = tmp_path / "store.jsonl"
    file.write_text("the one of yesterday")
    assert movebook("export", "--all", "-o", file, MOVEBOOK_LOG_URL="redis://127.0.0.1:1/0").code == 1
    assert file.read_text() == "the one of yesterday"
    assert list(tmp_path.glob(".store*")) == []
