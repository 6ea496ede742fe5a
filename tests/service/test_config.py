"""The settings: read once, refused with a word."""

import os
import pwd
import re
import subprocess
import sys
from pathlib import Path

import pytest

from service import config
from service.config import Settings, SettingsError


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = Settings.load({})
    assert settings == Settings(data=config.data_folder({}))
    assert (settings.host, settings.log_url) == ("127.0.0.1", None)
    assert (settings.body_limit, settings.import_limit) == (64 * 1024, 16 * 1024 * 1024)


def test_the_environment_wins_and_an_empty_variable_is_none() -> None:
    settings = Settings.load({"MOVEBOOK_PORT": "0", "MOVEBOOK_LOG_URL": ""})
    assert (settings.port, settings.log_url) == (0, None)


@pytest.mark.parametrize(("variable", "value", "says"), [
    ("MOVEBOOK_PORT", "http", "a whole number from 0 to 65535"),
    ("MOVEBOOK_PORT", "65536", "a whole number from 0 to 65535"),
    ("MOVEBOOK_PORT", "-1", "a whole number from 0 to 65535"),
    ("MOVEBOOK_PORT", "8_0", "a whole number from 0 to 65535"),
    ("MOVEBOOK_PORT", "٨٠", "a whole number from 0 to 65535"),
    ("MOVEBOOK_METRICS", "9464", "a host and a port"),
    ("MOVEBOOK_METRICS", "127.0.0.1:0", "a host and a port"),
    ("MOVEBOOK_THREADS", "9" * 5000, "a whole number from 1 to 256"),
])  # fmt: skip
def test_a_value_that_will_not_do_is_named_with_its_variable(variable: str, value: str, says: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.load({variable: value})
    message = str(refused.value)
    assert message.startswith(f"{variable} is {value!r}: ")
    assert says in message


def test_settings_survive_the_way_through_the_environment() -> None:
    settings = Settings.load({"MOVEBOOK_PORT": "81", "MOVEBOOK_LOG_URL": "redis://h/0", "MOVEBOOK_DATA": "/d"})
    assert Settings.load(settings.environment()) == settings


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has its Library")
def test_the_data_folder_follows_the_xdg_rule() -> None:
    assert config.data_folder({"XDG_DATA_HOME": "/x"}) == Path("/x/movebook")
    for without in ({}, {"XDG_DATA_HOME": ""}, {"XDG_DATA_HOME": "relative"}):
        assert config.data_folder(without) == Path.home() / ".local" / "share" / "movebook"


def test_without_a_home_folder_the_settings_say_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_: object) -> None:
        raise KeyError

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    for variables in ({}, {"MOVEBOOK_DATA": "~/evening"}):
        with pytest.raises(SettingsError, match=r"set .*HOME"):
            Settings.load(variables)
    assert Settings.load({"MOVEBOOK_DATA": "/d"}).data == Path("/d")


@pytest.mark.parametrize(
    ("module", "variables"), [("service.run.serve", {"MOVEBOOK_RATE": "x"}), ("worker", {"MOVEBOOK_LOG_URL": ""})]
)
def test_a_process_names_a_setting_that_is_wrong_in_one_line(module: str, variables: dict[str, str]) -> None:
    command = [sys.executable, "-m", module]
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(rf"movebook: {next(iter(variables))} is .*\n", done.stderr)


def test_a_relative_data_folder_is_made_absolute_at_once() -> None:
    assert Settings.load({"MOVEBOOK_DATA": "d"}).data == Path.cwd() / "d"


def test_a_misspelt_variable_is_noticed() -> None:
    found = config.misspelt({"MOVEBOOK_LOGURL": "redis://h", "MOVEBOOK_TOKEN": "t", "MOVEBOOK_PORT": "1", "HOME": "/"})
    assert found == ["MOVEBOOK_LOGURL is no setting of Movebook; is MOVEBOOK_LOG_URL meant?"]


def test_what_the_tests_read_is_no_misspelling() -> None:
    read = re.compile(r"""environ(?:\.get\(|\[)"(MOVEBOOK_[A-Z_]+)\"""")
    files = (Path(__file__).parents[1]).rglob("*.py")
    named = {name for file in files for name in read.findall(file.read_text("utf-8"))}
    assert "MOVEBOOK_AWAY" in named
    assert config.misspelt(dict.fromkeys(named, "1")) == []


def test_the_table_has_every_setting() -> None:
    lines = config.table().splitlines()
    assert len(lines) == 2 + len(config.variables())
    for variable in config.variables():
        assert any(line.startswith(f"| `{variable}` |") for line in lines)
