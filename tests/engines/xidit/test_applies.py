"""What an event needs to have a meaning, beside what ``decide`` says; ``applying`` does the same for 1,000 games."""

from collections import Counter

from engines import xidit
from tests.engines.kernel.examples import SIMULATED
from tests.engines.xidit.applying import parted


def test_whether_an_event_applies_is_what_decide_said_when_it_was_written() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    assert [line for number in range(7 * SIMULATED) for line in parted(number, seen)] == []
    types = set(xidit.moves(xidit.box()))
    assert {kind for kind, applied in seen if applied} == types
    assert {kind for kind, applied in seen if not applied} == types
