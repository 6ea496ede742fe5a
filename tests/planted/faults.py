"""Twenty faults, each a line of the program that is changed, with the tests that must find it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """A line that is changed.

    Args:
        path: The file, from the top of the project.
        line: What stands there, once in the whole file.
        instead: What is put in its place.
        tests: What of the tests is run: a file or a test as pytest names it, or a file of node's tests.
    """

    path: str
    line: str
    instead: str
    tests: str


FAULTS = (
    # The rules of Kingdoms: a dragon, a wizard, the parts of a line.
    Fault(
        "engines/kingdoms/scoring.py",
        "cancelled = resources if dragon else 0",
        "cancelled = 0",
        "tests/engines/kingdoms/test_kin_09_special_tiles.py",
    ),
    Fault(
        "engines/kingdoms/scoring.py",
        "bonus = 1 if cell in wizards else 0",
        "bonus = 0",
        "tests/engines/kingdoms/test_vectors.py",
    ),
    Fault(
        "engines/kingdoms/scoring.py",
        "gold = _added([[part.base * rank for rank in part.ranks] for part in parts]) or [0] * seats",
        "gold = _added([[max(0, part.base) * rank for rank in part.ranks] for part in parts]) or [0] * seats",
        "tests/engines/kingdoms/test_simulated.py",
    ),
    # Those of Lords of Xidit: more units than are held, an order too few, second places, a road that is not asked for.
    Fault(
        "engines/xidit/census.py",
        "    if count > held:",
        "    if count > held + 1:",
        "tests/engines/xidit/test_xid_14_census.py",
    ),
    Fault(
        "engines/xidit/orders.py",
        "if state.order_no <= state.box.wheels:",
        "if state.order_no < state.box.wheels:",
        "tests/engines/xidit/test_simulated.py",
    ),
    Fault(
        "engines/xidit/evaluation.py",
        "if len(first) == 1 and len(most) > 1:",
        "if len(most) > 1:",
        "tests/engines/xidit/test_xid_17_evaluations.py",
    ),
    Fault(
        "engines/xidit/offers.py",
        'return {"to": choice(ends)} if len(ends) > 1 else {}',
        'return {"to": choice(ends)} if len(ends) > 2 else {}',
        "tests/engines/xidit/test_xid_06_movement.py",
    ),
    # The kernel: what a place can hold, a union in a snapshot, a value at a path.
    Fault(
        "engines/kernel/unknown.py",
        "        if self.free.get(kind, 0) > 0:",
        "        if self.free.get(kind, 0) > 1:",
        "tests/engines/kernel/test_unknown.py",
    ),
    Fault(
        "engines/kernel/snapshot.py",
        "lambda v: None if v is None else [v.__class__.__name__, _packed(v)],",
        "lambda v: None if v is None else [several[0].__name__, _packed(v)],",
        "tests/engines/kernel/test_snapshot.py",
    ),
    Fault(
        "engines/kernel/sealing.py",
        "elif type(here) is list and key.isdecimal() and int(key) < len(here):",
        "elif type(here) is list and key.isdecimal() and int(key) < len(here) - 1:",
        "tests/engines/kernel/test_sealing.py",
    ),
    # The service: who sees what, who may call how often, what a record takes, what a copy is compared with.
    Fault(
        "service/access/eyes.py",
        "return self.name in eyes and version >= self.since",
        "return self.name in eyes",
        "tests/service/test_noninterference.py::test_games_that_differ_in_a_hidden_fact_cannot_be_told_apart[kingdoms]",
    ),
    Fault(
        "service/access/tokens.py",
        "return self.expires_at is None or datetime.fromisoformat(self.expires_at) > datetime.now(UTC)",
        "return True",
        "tests/service/access/test_access.py",
    ),
    Fault(
        "service/access/limits.py",
        "        if given < 1:",
        "        if given < 0:",
        "tests/service/access/test_limits.py",
    ),
    Fault(
        "service/record/capacity.py",
        "        if self.left(live) < count:",
        "        if self.left(live) < count - 1:",
        "tests/service/record/test_capacity.py",
    ),
    Fault(
        "service/record/copies.py",
        "    if version < head.version:",
        "    if version < head.version - 1:",
        "tests/service/test_forger.py",
    ),
    Fault(
        "service/api/tags.py",
        "hashlib.sha256(body).hexdigest()[:16]",
        'hashlib.sha256(b"").hexdigest()[:16]',
        "tests/service/api/test_tags.py",
    ),
    Fault(
        "worker/sweep.py",
        "if stand.place >= stand.head or stand.aside:",
        "if stand.place >= stand.head - 1 or stand.aside:",
        "tests/service/test_worker.py",
    ),
    # The command line: what a terminal would obey.
    Fault(
        "service/out.py",
        "    print(clean(text), flush=flush)",
        "    print(text, flush=flush)",
        "tests/service/cli/test_escapes.py",
    ),
    # The viewer: an operation beyond a list, and the move that an address names.
    Fault("viewer/patch.js", "if (index > most)", "if (index > most + 1)", "tests/viewer/patch.test.mjs"),
    Fault(
        "viewer/store.js",
        "if (compareNames(other, name) < 0 && (!best || compareNames(other, best) > 0)) best = other;",
        "if (compareNames(other, name) < 0 && !best) best = other;",
        "tests/viewer/store.test.mjs",
    ),
)
