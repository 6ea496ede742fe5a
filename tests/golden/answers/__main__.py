"""Compare every answer with those that are stored; or store them (``--store``), or lay the records anew (``--lay``)."""

import sys
from argparse import ArgumentParser
from pathlib import Path

from tests.golden import answers

parser = ArgumentParser(prog="python -m tests.golden.answers", description=__doc__)
parser.add_argument("groups", nargs="*", metavar="GROUP", help="a record's label, or service; all without one")
parser.add_argument("--check", type=Path, default=answers.ANSWERS, metavar="FILE", help="hashes to compare with")
parser.add_argument("--store", type=Path, metavar="FILE", help="write the hashes there, and compare with none")
parser.add_argument("--full", type=Path, metavar="FOLDER", help="write every answer there, to compare two folders")
parser.add_argument("--lay", action="store_true", help="make a new backup first; every stored hash is void then")
given = parser.parse_args()

if given.lay:
    from tests.golden.answers import lay

    lay.lay(answers.STORE, answers.TOKENS)
groups = given.groups or [answers.SERVICE, *answers.stored_tokens()["records"]]
with answers.restored([] if answers.SERVICE in groups else groups) as caller:
    found = answers.hashed(answers.taken(caller, groups), given.full)
count = sum(map(len, found.values()))
if given.store:
    given.store.write_text(answers.written(found), encoding="utf-8")
    sys.exit()
before = answers.stored(given.check.read_text(encoding="utf-8"))
wrong = answers.differences({row: calls for row, calls in before.items() if row.split(" ")[0] in groups}, found)
sys.stdout.write("".join(f"{each}\n" for each in wrong[:50]))
sys.stdout.write(f"{count} calls, {len(wrong)} answered otherwise\n")
sys.exit(bool(wrong))
