"""Every title over imaginary tables of every size: one replay a table, with every check of the wall as its observer."""

import pytest

from tests.contract import checking, deciding, offering, ruling, sealing, showing, writing
from tests.contract.games import Table, tables
from tests.contract.walk import failures

CHECKS = (
    *checking.CHECKS, *deciding.CHECKS, *offering.CHECKS, *showing.CHECKS, *sealing.CHECKS, *writing.CHECKS,
    *ruling.CHECKS,
)  # fmt: skip


@pytest.mark.parametrize("table", tables(), ids=str)
def test_every_check_holds_at_every_moment(table: Table) -> None:
    found = failures(table, CHECKS)
    if found:
        raise ExceptionGroup(f"{len(found)} of {len(CHECKS)} checks failed at {table}", found)


def test_no_check_is_left_out() -> None:
    modules = (checking, deciding, offering, ruling, sealing, showing, writing)
    written = {
        name
        for module in modules
        for name, function in vars(module).items()
        if getattr(function, "__module__", None) == module.__name__
        and getattr(function, "__annotations__", {}).get("table") is Table
        and list(function.__annotations__) == ["table", "return"]
    }
    assert written == {check.__name__ for check in CHECKS}
