"""The line worked out anew from all entries, the slow and plain way: what reading entry by entry has to come to."""

from collections.abc import Iterable

from service.record.entries.steps import RemovedStep, Step, seals_of, steps_of
from service.store.chain import BrokenChainError, Entry


def _sealed(step: Step, entry: Entry) -> Step:
    """A step with the seals of a ``sealed`` entry."""
    return step._replace(seals={**step.seals, **seals_of(entry, 0)})


def _taken_back(entries: Iterable[Entry]) -> dict[str, str]:
    """What undos that hold have taken back: name -> name of the undo."""
    taken: dict[str, str] = {}
    for entry in reversed([entry for entry in entries if entry["type"] == "undone"]):
        if str(entry["version"]) not in taken:
            taken |= dict.fromkeys(entry["body"]["undoes"], str(entry["version"]))
    return taken


def settled(entries: list[Entry]) -> tuple[dict[str, Step], dict[str, RemovedStep]]:
    """Every step of a log in the order of the table, and those of them that do not count."""
    taken = _taken_back(entries)
    order: list[str] = []
    steps: dict[str, Step] = {}
    known: set[str] = set()
    retracted: dict[str, str] = {}
    for entry in entries:
        version, kind = entry["version"], entry["type"]
        if kind == "undone":
            _exist(entry, entry["body"]["undoes"], known)
        elif kind == "sealed":
            if entry["body"]["name"] in steps:
                steps[entry["body"]["name"]] = _sealed(steps[entry["body"]["name"]], entry)
        elif kind == "corrected":
            known |= {
                f"{version}.{n}" for n, change in enumerate(entry["body"]["changes"], 1) if change["op"] == "insert"
            }
            if str(version) not in taken:
                _correct(entry, order, steps, retracted)
        else:
            for step in steps_of(entry):
                order.append(step.name)
                steps[step.name] = step
        known |= {str(version), *steps}
    gone = {name: RemovedStep(steps[name], by, "retracted") for name, by in retracted.items()}
    gone |= {name: RemovedStep(steps[name], by, "undone") for name, by in taken.items() if name in steps}
    for name, step in steps.items():
        if step.type == "ruled" and (by := taken.get(name.partition(".")[0])):
            gone[name] = RemovedStep(step, by, "undone")
    return {name: steps[name] for name in order}, gone


def _correct(entry: Entry, order: list[str], steps: dict[str, Step], retracted: dict[str, str]) -> None:
    """Carry out the changes of a correction, in place and in their order."""
    for number, change in enumerate(entry["body"]["changes"], 1):
        here = f"{entry['version']}.{number}"
        if change["op"] == "opening":
            continue
        target = change["before" if change["op"] == "insert" else "name"]
        _exist(entry, [target], steps)
        if change["op"] == "amend":
            steps[target] = steps[target].amended(entry, number, change["body"])
        elif change["op"] == "retract":
            retracted[target] = here
        else:
            order.insert(order.index(target), here)
            steps[here] = Step(here, "move", change["body"], entry, entry, number, seals_of(entry, number))


def _exist(entry: Entry, names: Iterable[str], known: Iterable[str]) -> None:
    for name in names:
        if name not in known:
            raise BrokenChainError(entry["version"], f"it names {name!r:.40}, which is no step or entry before it")
