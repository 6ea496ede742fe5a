"""Check points: what a table is asked to count."""

from engines.kernel import canonical
from engines.kernel.checks.figures import checks_of
from engines.kernel.game import LANGUAGES
from tests.contract.games import Table
from tests.contract.walk import Check, Watch, packed


def check_points_never_fall_and_come_one_by_one(table: Table) -> Watch:
    passed = 0
    while (at := (yield)) is not None:
        now = checks_of(at.fold.game, at.fold.state).passed
        assert now in (passed, passed + 1)
        passed = now
        if at.result is not None and hasattr(table.game, "checks"):
            assert passed, "a game that is over has passed a check point"


def a_figure_is_a_number_that_everybody_sees_or_lies_behind_a_screen(table: Table) -> Watch:
    passed = 0
    while (at := (yield)) is not None:
        found = checks_of(at.fold.game, at.fold.state)
        if found.passed == passed:
            continue
        passed, public = found.passed, checks_of(at.public.game, at.public.state)
        assert public.passed == passed
        before = packed(at.fold)
        names = set()
        for seat in range(table.count):
            shown = found.figures(seat)
            canonical.check({one.name: one.value for one in shown})
            assert all(one.label[lang].strip() for one in shown for lang in LANGUAGES)
            assert all(found.label[lang].count("{n}") == 1 for lang in LANGUAGES)
            names.add(tuple(one.name for one in shown))
            assert [one for one in shown if not one.screened] == [
                one for one in public.figures(seat) if not one.screened
            ], "the count is the same without secrets"
            assert 0 < len(shown) == len({one.name for one in shown})
        assert len(names) == 1, "every seat is asked for the same"
        assert packed(at.fold) == before


CHECKS: tuple[Check, ...] = (
    check_points_never_fall_and_come_one_by_one,
    a_figure_is_a_number_that_everybody_sees_or_lies_behind_a_screen,
)
