"""A run goes on where the table waits for one move without a choice; what may be done at any time is none."""

from engines import architects
from engines.kernel.game import Json
from engines.kernel.offers import only_offer

BOX = architects.box()
PASS: Json = {"type": "forced_pass", "seat": 1, "fields": {}}
DISCARD: Json = {"type": "discard_apprentice", "seat": 0, "fields": {"apprentice": {"kind": "choice", "of": ["A01"]}}}


def test_a_move_that_may_be_made_at_any_time_does_not_stop_a_run() -> None:
    assert only_offer(architects, BOX, [PASS, DISCARD]) == {"type": "forced_pass", "seat": 1}
    assert only_offer(architects, BOX, [PASS]) == {"type": "forced_pass", "seat": 1}


def test_a_choice_or_a_field_stops_a_run() -> None:
    assert only_offer(architects, BOX, [DISCARD]) is None
    assert only_offer(architects, BOX, [PASS, {**PASS, "seat": 2}]) is None
    assert only_offer(architects, BOX, [{**PASS, "fields": {"row": {"kind": "flag"}}}]) is None
    assert only_offer(architects, BOX, []) is None
