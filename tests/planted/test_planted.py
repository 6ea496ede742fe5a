"""The planted faults fit the program: each line stands where it is said to stand, and its tests are there."""

from __future__ import annotations

import pytest

from tests.planted.__main__ import TOP
from tests.planted.faults import FAULTS, Fault


def test_there_are_twenty() -> None:
    assert len(set(FAULTS)) == 20


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.path}: {fault.instead.strip()}")
def test_a_planted_fault_changes_one_line_of_the_program(fault: Fault) -> None:
    assert (TOP / fault.path).read_text(encoding="utf-8").count(fault.line) == 1
    assert fault.instead != fault.line
    assert (TOP / fault.tests.partition("::")[0]).is_file()
