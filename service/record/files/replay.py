"""The replay of an examined file: folds its timeline, and compares its seals with what became public."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines import RULES
from engines.kernel import sealing
from engines.kernel.box.hashes import faults_of
from engines.kernel.game import Game, IllegalMoveError, Json, MalformedMoveError
from service.record.entries import boxes, opening_corrections, other_shapes, seals, shapes
from service.record.entries.steps import Seal, Step, steps_of
from service.record.entries.timeline import KNOWN, Timeline
from service.record.files.endings import EndingCheck
from service.record.files.faults import EnoughError, Fault, Report, text_of
from service.record.files.folds import FileFolds

Facts = Mapping[str, Mapping[tuple[int, str], Json]]
"""``secrets`` and ``opened`` of a file: part -> (version, name of the seal) -> salt, value and, of a secret, eyes."""


@dataclass(slots=True)
class _Sealed:
    """One sealed fact: the step it belongs to, and the step that made it public with what that states."""

    version: int
    name: str
    secret: str
    sealed: str
    opened_by: str | None = None
    stated: Any = None


class Replay:
    """Two folds of a file, made as far as its chain holds: the public one, and one that knows every secret of the file.

    Args:
        report: Where faults and findings go.
        included: The boxes in the file: that of its opening, and those that corrections name.
        facts: The facts that it contains.
        late: The entries that bring a secret of an earlier step, by the name of that step.
    """

    def __init__(
        self, report: Report, included: tuple[object, object], facts: Facts, late: Mapping[str, Sequence[Json]]
    ) -> None:
        self.report = report
        self.box, self.corrected_boxes = included
        self.facts = facts
        self.late = late
        self.coming = {
            Seal(entry["version"], key): str(text)
            for entries in late.values()
            for entry in entries
            for key, text in entry.get("seals", {}).items()
        }
        self.timeline = Timeline()
        self.ending_check = EndingCheck(report)
        self.stopped = False
        self.seats = 0
        self.named: set[str] = set()
        self.texts: set[tuple[int, str]] = set()
        self.seals: dict[Seal, _Sealed] = {}
        self.unfit: set[Seal] = set()  # their values are not valid in the game: no fold gets them
        self.shown: dict[tuple[str, str], str] = {}
        self.folds = FileFolds(self._facts)

    def stop(self) -> None:
        """Stop the replay: what follows depends on something broken."""
        self.stopped = True

    def check(self, entry: Json) -> None:
        """Replay one entry, and compare the state it names with the actual one."""
        self.report.moves += entry["type"] == "move"
        self._note_seals(entry)
        if not self.stopped:
            with self._stumbling(entry["version"]):
                self.stopped = not self._replay(entry)

    @contextlib.contextmanager
    def _stumbling(self, version: int) -> Iterator[None]:
        """Report any exception of an engine as a fault of the file."""
        try:
            yield
        except EnoughError:
            raise
        except Exception as error:  # noqa: BLE001 - as above
            what = {MalformedMoveError: "", IllegalMoveError: f"{getattr(error, 'rule', '')}: "}
            why = f"{what.get(type(error), f'{type(error).__name__}: ')}{error}"
            self.stopped = True
            self.report.fault(version, "stumbles", why=why)

    def _replay(self, entry: Json) -> bool:
        """Replay an entry; False where nothing after it can be."""
        version, kind = entry["version"], entry["type"]
        if version == 1:
            if not self._open(entry):
                return False
            self.timeline.apply(entry)
        elif kind == "opened":
            self.report.fault(version, "reopened")
            return False
        elif kind not in KNOWN:
            self.report.fault(version, "kind", kind=kind)
            return False
        elif kind == "move":
            self._move(entry)
        elif (
            self.report.wrongs(version, other_shapes.entry_faults(entry, self.seats))
            or self._astray(entry)
            or not self._change(entry)
        ):
            return False
        self.named |= {str(version), *self.timeline.places}
        if entry["state"] != self.folds.state():
            self.report.fault(version, "state")
            return False
        self.report.states += 1
        return True

    def _astray(self, entry: Json) -> bool:
        """Whether an entry names a step or an entry that does not exist before it."""
        strange = [name for name in other_shapes.named_in(entry) if name not in self.named]
        if entry["type"] == "undone":
            # A ruling is taken back as a whole.
            parts = ((name, self.timeline.step(name)) for name in entry["body"]["undoes"])
            strange += [name for name, step in parts if step is not None and step.type == "ruled"]
        if entry["type"] == "ruled" and entry["body"].get("about", "") in self.timeline.removed:
            strange.append(entry["body"]["about"])
        for name in strange:
            self.report.fault(entry["version"], "target", name=name)
        return bool(strange)

    # The empty table

    def _open(self, entry: Json) -> bool:
        """Set up the empty table that the opening states; False where that cannot be."""
        body = entry["body"]
        if entry["type"] != "opened":
            self.report.fault(1, "opening", kind=entry["type"])
            return False
        if self.report.wrongs(1, shapes.opening(entry)):
            return False
        self.report.record, self.report.key = body["record"], body["key"]
        game = RULES.get(body["rules"])
        if game is None or body["game"] != game.name:
            key = "rules_of_package" if self.report.package else "rules"
            self.report.fault(1, key, rules=body["rules"], package=self.report.package)
            return False
        self.report.game = game.name
        self.seats = len(body["seats"])
        if self.report.wrongs(1, shapes.options(game, body["options"])):
            return False
        box = self._box(game, 1, body["box"])
        if box is None:
            return False
        colours = [seat["colour"] for seat in body["seats"]]
        # The policies, such as who may see derived figures, are left out: what is checked does not depend on them.
        self.folds.set_up(game, colours, body["options"], box, count=1 + any(self.facts.values()))
        return True

    def _box(self, game: Game[Any, Any], version: int, name: str) -> boxes.Box | None:
        """A box in the file, if it has this hash, which the entry of a version names."""
        corrected = self.corrected_boxes if isinstance(self.corrected_boxes, list) else []
        found = [box for box in (self.box, *corrected) if isinstance(box, dict)]
        if not isinstance(self.box, dict):
            self.report.fault(0, "no_box")
            return None
        box = next((box for box in found if boxes.hash_of(box) == name), None)
        if box is None:
            self.report.fault(version, "box", box=name)
            return None
        for path, says in faults_of(game, box)[:1]:
            self.report.fault(version, "bad_box", path=path, why=says["en"])
            return None
        return box

    # The timeline

    def _move(self, entry: Json) -> None:
        """Take a move that is added to the timeline."""
        (step,) = steps_of(entry)
        self.ending_check.check(entry, self.folds.public, self.timeline)
        self.report.wrongs(entry["version"], other_shapes.move_faults(entry, self.seats))
        self._judge(step, self.timeline.opened)
        self.timeline.apply(entry)
        self.folds.apply(step)

    def _change(self, entry: Json) -> bool:
        """Take an entry that may change the timeline before its end, or the opening; False where nothing follows it."""
        self.ending_check.check(entry, self.folds.public, self.timeline)
        version, opened, before = entry["version"], dict(self.timeline.opened), self.timeline.opening
        first = self.timeline.apply(entry)
        if self.timeline.opening != before and not self._reopen(version, before):
            return False
        if first is None:
            return True
        self.folds.bring_back(first, self.timeline.steps)
        for step in self.timeline.steps[first:]:
            if step.source != version:
                self._check_still_legal(step, version)
            elif step.type == "move":
                self._judge(step, opened)
            elif not self._judge_adjustment(step):
                return False
            self.folds.apply(step)
        return True

    def _reopen(self, version: int, before: Json) -> bool:
        """Say what is wrong with the opening as an entry leaves it; False where no table can be set up by it."""
        old, body = self.folds.public, self.timeline.opening
        box = old.box if body["box"] == before["box"] else self._box(old.game, version, body["box"])
        if box is None:
            return False
        faults = opening_corrections.faults(old.game, body, box)
        for path, says in faults.items():
            self.report.fault(version, "reopening", path=path, why=says["en"])
        if any(path.startswith("options.") or path.endswith(".colour") for path in faults):
            return False
        if opening_corrections.sets_up_otherwise(body, before):
            colours = opening_corrections.colours_of(body)
            self.folds.set_up(old.game, colours, body["options"], box, count=len(self.folds.each))
        return True

    # The rules

    def _judge(self, step: Step, opened: Mapping[Seal, str]) -> None:
        """Report faults of a move in the wording of an entry.

        ``opened``: each seal that was opened before, with the step that did. An amended move opens its own again.
        """
        fold, version, body = self.folds.public, step.source, step.body
        game = fold.game
        self.report.wrongs(version, shapes.move(game, fold.box, body))
        self._judge_secrets(step)
        filled: list[str] = []
        opens: list[Json] = []
        for opening in game.opens(fold.state, body):
            self.shown.setdefault((opening.name, opening.secret), step.name)
            before = self.timeline.step(opening.name)
            seal = None if before is None else before.seals.get(opening.secret)
            if seal is None or opened.get(seal, step.name) != step.name:
                continue
            filled.append(opening.fills)
            opens.append({"name": opening.name, "secret": opening.secret, "fills": opening.fills})
            sealed, stated = self.seals[seal], sealing.look(body, opening.fills)
            sealed.opened_by, sealed.stated = step.name, stated
            if stated is None:
                self.report.fault(version, "unstated", secret=opening.secret, name=opening.name)
        if step.opens != opens:
            self.report.fault(version, "opens")
        self._judge_legal(step, filled)
        bars = game.barrier(fold.state, game.decode(body))
        barrier = None if bars is None else {"kind": bars.kind, "what": bars.what, "seats": list(bars.seats)}
        if step.barrier != barrier:
            self.report.fault(version, "barrier")

    def _judge_legal(self, step: Step, filled: list[str]) -> None:
        """Report a move that the rules refuse; facts that a seal revealed may contradict the board and are accepted."""
        fold, version = self.folds.public, step.source
        try:
            fold.game.decide(fold.state, sealing.without(step.body, filled))
        except IllegalMoveError as error:
            # What the table played all the same is the event that the rules refuse.
            if step.irregular is None or error.event != sealing.without(step.body, filled):
                self.report.fault(version, "illegal", rule=error.rule, why=error)
                return
        try:
            if filled:
                fold.game.decide(fold.state, step.body)
        except IllegalMoveError as error:
            # An engine gives the event along where the table could have played it all the same.
            if error.event is None:
                self.report.fault(version, "meaningless", rule=error.rule, why=error)

    def _judge_adjustment(self, step: Step) -> bool:
        """Report faults of an adjustment; False where it cannot be applied."""
        fold = self.folds.public
        try:
            body = fold.game.encode(fold.adjust(step.body))
        except (IllegalMoveError, MalformedMoveError) as error:
            rule = getattr(error, "rule", "-")
            self.report.fault(step.source, "adjustment", number=step.change, rule=rule, why=error)
            return False
        if body != step.body:
            self.report.fault(step.source, "misspelt", number=step.change)
            return False
        return True

    def _check_still_legal(self, step: Step, version: int) -> None:
        """Whether the rules still allow a move behind what entry ``version`` changed."""
        fold = self.folds.public
        if step.irregular is not None:
            return
        try:
            if step.type == "ruled":
                fold.adjust(step.body)
                return
            fold.game.decide(fold.state, sealing.without(step.body, [opening["fills"] for opening in step.opens]))
        except IllegalMoveError as error:
            self.report.fault(version, "no_longer", name=step.name, rule=error.rule, why=error)

    # The seals

    def _facts(self, step: Step) -> Json:
        """The secrets of a step that the file contains and proves, also those sealed later."""
        found: Json = {}
        for secret, seal in self._seals_of(step).items():
            if seal in self.unfit:
                continue
            for part in self.facts.values():
                fact = part.get((seal.version, seal.key))
                if fact is not None and self._proves(seal, fact):
                    found.setdefault(secret, fact["value"])
        return found

    def _seals_of(self, step: Step) -> dict[str, Seal]:
        later = {
            key: Seal(entry["version"], key) for entry in self.late.get(step.name, ()) for key in entry.get("seals", {})
        }
        return {**later, **step.seals}

    def _proves(self, seal: Seal, fact: Json) -> bool:
        sealed = self.seals.get(seal)
        text = self.coming.get(seal, "") if sealed is None else sealed.sealed
        return seals.proves(text, fact["salt"], fact["value"])

    def _judge_secrets(self, step: Step) -> None:
        """Whether somebody could have typed the secrets of a move, as far as the file proves them."""
        fold, body = self.folds.public, step.body
        facts = {name: value for name, value in self._facts(step).items() if sealing.is_secret(fold.game, body, name)}
        by_entry: dict[int, Json] = {}
        for secret, value in facts.items():
            by_entry.setdefault(self._seals_of(step)[secret].version, {})[secret] = value
        for version, values in by_entry.items():
            if self.report.wrongs(version, shapes.secrets(fold.game, fold.box, step.name, body, values)):
                self.unfit |= {self._seals_of(step)[secret] for secret in values}
                continue
            for secret in values:
                fact = self.facts["secrets"].get((version, self._seals_of(step)[secret].key))
                if fact is not None and not list(other_shapes.eyes_faults("", secret, fact["eyes"], self.seats)):
                    seat = sealing.owner(fold.game, body, secret)
                    self.report.wrongs(version, shapes.eyes("secrets", secret, fact["eyes"], seat))
            try:
                fold.game.decide(fold.state, sealing.merge(body, values))
            except IllegalMoveError as error:
                what = ", ".join(sorted(values))
                if step.irregular is None:
                    self.report.fault(version, "forbidden", secret=what, name=step.name, rule=error.rule, why=error)

    def _note_seals(self, entry: Json) -> None:
        """Store the seals of an entry, to compare them later with the secrets in the file."""
        version = entry["version"]
        texts = other_shapes.TEXTS_OF.get(entry["type"], ())
        for key, text in entry.get("seals", {}).items():
            name, secret, body = self._belongs(entry, key)
            sealed = _Sealed(version, name, secret, text if isinstance(text, str) else "")
            self.seals[Seal(version, key)] = sealed
            self.report.seals += 1
            fact = self.facts["secrets"].get((version, key))
            if fact is not None and self.seats:
                self.report.wrongs(version, other_shapes.eyes_faults("secrets", key, fact["eyes"], self.seats))
            if key in texts or (entry["type"] == "corrected" and secret in texts):
                self.texts.add((version, key))
                self._text(version, key)
            elif not self.stopped:
                self._fits(entry["type"], body, sealed)

    def _belongs(self, entry: Json, key: str) -> tuple[str, str, Json | None]:
        """The step and the secret of a seal, and the body in the same entry; their shapes are not checked yet."""
        version, body = entry["version"], entry["body"]
        number, _, secret = key.partition(".")
        if entry["type"] == "corrected":
            with contextlib.suppress(Exception):  # the shape check reports an invalid change
                change = body["changes"][int(number) - 1]
                name = str(change["name"]) if change["op"] == "amend" else f"{version}.{number}"
                return name, secret, change["body"]
        if entry["type"] != "sealed":
            return str(version), key, body
        name = str(body.get("name"))
        removed = self.timeline.removed.get(name)
        step = self.timeline.step(name) or (None if removed is None else removed.step)
        return name, key, None if step is None else step.body

    def _text(self, version: int, key: str) -> None:
        """Report a sealed text in the file that is not a text."""
        for part, facts in self.facts.items():
            fact = facts.get((version, key))
            if fact is not None and not shapes.is_plain(fact["value"], other_shapes.LONGEST_TEXT):
                self.report.fault(version, "text", part=part, secret=key, of=version)

    def _fits(self, kind: str, body: Json | None, sealed: _Sealed) -> None:
        """Whether the move has such a secret, and it is neither sealed nor public already."""
        known = False
        with contextlib.suppress(Exception):  # of a body that is none of the game, or of no game
            known = (
                bool(self.folds.each)
                and body is not None
                and sealing.is_secret(self.folds.public.game, body, sealed.secret)
            )
        by, step = self.shown.get((sealed.name, sealed.secret)), self.timeline.step(sealed.name)
        if not known:
            self.report.fault(sealed.version, "no_secret", secret=sealed.secret, name=sealed.name)
        elif kind != "corrected" and by is not None:
            self.report.fault(sealed.version, "public_already", secret=sealed.secret, name=sealed.name, by=by)
        elif kind != "corrected" and step is not None and sealed.secret in step.seals:
            self.report.fault(sealed.version, "sealed_twice", secret=sealed.secret, name=sealed.name)

    def finish(self) -> None:
        """Compare the secrets in the file with their seals, and the opened values with what became public."""
        proved: set[tuple[int, str]] = set()
        for part, facts in self.facts.items():
            for at, fact in facts.items():
                version, key = at
                sealed = self.seals.get(Seal(*at))
                if sealed is None:
                    self.report.unfit.add((part, version, key))
                    self.report.fault(version, "no_seal", part=part, secret=key)
                elif not seals.proves(sealed.sealed, fact["salt"], fact["value"]):
                    self.report.unfit.add((part, version, key))
                    self.report.fault(version, "unproved", part=part, secret=key)
                else:
                    if at not in proved:
                        self._agrees(sealed, fact["value"])
                    proved.add(at)
                    # A text that everybody may read was never closed.
                    closed = sealed.opened_by is None and at not in self.texts
                    if part == "opened" and closed and not self.stopped:
                        self.report.unfit.add((part, version, key))
                        self.report.fault(version, "unopened", secret=key)
        self.report.proved = len(proved)
        for fold in self.folds.each:
            if not self.stopped:
                with self._stumbling(self.report.version):
                    fold.view()
                    fold.offers()
                    fold.result()

    def _agrees(self, sealed: _Sealed, value: object) -> None:
        """Whether the sealed fact is the one that became public; where not, both moves are named."""
        by, shown = sealed.opened_by, sealed.stated
        if by is not None and (shown != value or type(shown) is not type(value)):
            says = text_of("differs", name=sealed.name, secret=sealed.secret, sealed=value, by=by, shown=shown)
            self.report.findings.append(Fault(sealed.version, says["en"], says["es"]))
