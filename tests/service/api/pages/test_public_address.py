"""What links begin with: the address that is set, or this machine; never what a caller says."""

import dataclasses
from itertools import product
from typing import Any

import pytest

from service.access import tokens
from service.api.app import create_app
from service.config import Settings, SettingsError
from tests.service.conftest import Api, Record

FORGED = [
    "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "10.0.0.7:8080", "localhost@evil.example", "[::",
]  # fmt: skip


def link(record: Record, headers: dict[str, str]) -> str:
    answer = record.api.post(f"{record.path}/tokens", {"scope": "read"}, headers)
    assert answer.status_code in (201, 400), answer.text
    return str(answer.json["link"]) if answer.status_code == 201 else ""


def opened(settings: Settings, **changes: Any) -> Record:
    app = create_app(dataclasses.replace(settings, **changes))
    return Api(app.test_client(), tokens.create(app.extensions["movebook"].log.store, "record")).open("yellow", "red")


@pytest.mark.parametrize("proxies", [0, 1])
@pytest.mark.parametrize("public", [None, "https://movebook.example/club"])
def test_a_forged_host_stands_in_no_link(settings: Settings, redis: Any, proxies: int, public: str | None) -> None:
    record = opened(settings, proxies=proxies, public_url=public)
    for name, forged in product(("Host", "X-Forwarded-Host"), FORGED):
        made = link(record, {name: forged})
        wanted = f"{public}/viewer/" if public else ("http://127.0.0.1", "http://localhost")
        assert made == "" or made.startswith(wanted)
        assert "evil" not in made
        assert "10.0.0.7" not in made


@pytest.mark.parametrize("host", ["127.0.0.1:8090", "localhost:8090", "[::1]:8090"])
def test_this_machine_is_called_as_it_was_called(settings: Settings, redis: Any, host: str) -> None:
    assert link(opened(settings), {"Host": host}).startswith(f"http://{host}/viewer/?record=")


@pytest.mark.parametrize("public", [None, "https://movebook.example/club"])
def test_codes_are_claimed_at_the_address_that_is_set_only(settings: Settings, redis: Any, public: str | None) -> None:
    record = opened(settings, public_url=public)
    made = record.api.post(f"{record.path}/codes", {"scope": "seat", "seat": 0}, {"Host": "evil.example"}).json
    wanted = None if public is None else "https://movebook.example/club/viewer/pair.html"
    assert (made["page"], record.get("/codes").json["page"]) == (wanted, wanted)


@pytest.mark.parametrize(
    "value", ["movebook.example", "ftp://x", "https://", "https://a?b", "https://a#b", "https://u@a"]
)
def test_what_is_no_address_is_refused(value: str) -> None:
    with pytest.raises(SettingsError, match="MOVEBOOK_PUBLIC_URL"):
        Settings.load({"MOVEBOOK_PUBLIC_URL": value})


def test_a_slash_at_its_end_is_not_doubled() -> None:
    assert Settings.load({"MOVEBOOK_PUBLIC_URL": "https://a.example/"}).public_url == "https://a.example"
