"""Round checks and slips at the prompt."""

import re
from contextlib import closing

import pytest

from service.cli.client import Api, Credentials
from tests.fixtures import slips
from tests.service.cli.conftest import Running
from tests.service.cli.prompt.test_corrections import Seated, Sit, sit

__all__ = ["sit"]


@pytest.fixture
def scored(running: Running, sit: Sit) -> Seated:
    """A recorder at a table whose first epoch was scored, with one castle of the wrong rank."""
    table = slips.TABLE
    opening = {"game": table.title, "seats": [{"colour": colour} for colour in table.seats], "options": table.options}
    with closing(Api(running.url, Credentials(running.token), "en", local=True)) as owner:
        made = owner.post("/v1/records", {**opening, "moves": list(slips.epoch()[1])})
    return sit(at=made["id"])


def test_the_slip_is_found_from_what_the_table_counts(scored: Seated) -> None:
    played, typed, place = slips.epoch()
    told = slips.counted(played)
    for seat, colour in enumerate(slips.TABLE.seats):
        figures = " ".join(f"{name}={value}" for name, value in told[str(seat)].items())
        said = scored.types(f"check {colour} {figures}")
        assert re.fullmatch(rf"\[\d+\] Seat {seat} has counted", said[0])
    listed = scored.types("check")
    assert listed[0] == "End of epoch 1"
    assert any("the record has" in line for line in listed)
    said = scored.types("slip")
    assert said[0].startswith(f"[{place + 2}] ")
    assert f"rank {typed[place]['rank']}" in said[0]
    assert f"rank {played[place]['rank']}" in said[0].partition(" -> ")[2]
    assert said[1].startswith(f"    try amend {place + 2} ")


def test_what_is_right_is_said_in_one_word_and_no_slip_is_looked_for(scored: Seated) -> None:
    assert scored.types(f"check {slips.TABLE.seats[0]} right")[0].endswith("has counted")
    assert scored.refused("slip") == ["no single change explains it"]
    assert scored.refused(f"check {slips.TABLE.seats[0]} gold=many")[0].startswith("not understood: ")
