"""The history of a record: undos, corrections, notes and signatures, and the steps that they removed or reworded.

It is computed from the entries up to a version, as one pair of eyes knows them. The sentence of a removed step is the
one from the timeline before its removal. Free texts can be erased, so they are not stored here: :func:`with_texts` adds
them on each read.
"""

import logging
from collections.abc import Mapping, Sequence

from engines.kernel import sealing
from engines.kernel.game import Json
from service.access.eyes import Eyes
from service.record.entries.timeline import ACTS, Timeline
from service.record.state.quarantine import UNRELATED_ERRORS
from service.record.state.record import LiveRecord
from service.store.chain import Entry
from service.store.log import Secrets

NOTHING: Json = {"acts": [], "gone": [], "amended": [], "irregular": []}
"""An empty history."""


def history(live: LiveRecord, entries: Sequence[Entry], eyes: Eyes, before: Json | None = None) -> Json:
    """The history of a record: everything in it except the steps that count.

    Args:
        live: The record, its timeline read up to a version.
        entries: Its entries up to that version, from the opening on.
        eyes: Who is looking.
        before: The history at an earlier version, with the same opening: its sentences are not computed again.

    Returns:
        ``acts``, the entries that are not moves, in order: ``version``, ``type``, ``at``, ``body``, and ``withdrawn``,
        the name of the undo that took it back (None where it holds). ``gone``, the steps that do not count, in the
        order of the table: ``name``, ``after`` (name of the last counting step before it; None for none),
        ``seat``, ``type``, ``at``, ``how`` and ``by`` as in :class:`RemovedStep`, ``says``. ``amended``, the earlier
        wordings of steps that count, the oldest first: ``name``, ``by`` (name of the change), ``implied``, ``was``.
        ``irregular``, the counting steps that the rules refuse or a judge ordered, in order: ``name``, and the
        ``version`` and ``key`` of its stored reason.
    """
    timeline = live.timeline
    wanted: dict[int, set[str]] = {}
    for name, removed in timeline.removed.items():
        wanted.setdefault(_version(removed.by), set()).add(name)
    amended = [
        {"name": change["name"], "by": f"{entry['version']}.{number}", "implied": change.get("implied", False)}
        for entry in entries
        if entry["type"] == "corrected" and timeline.undone_by(str(entry["version"])) is None
        for number, change in enumerate(entry["body"]["changes"], 1)
        if change["op"] == "amend" and change["name"] in timeline.places
    ]
    for one in amended:
        wanted.setdefault(_version(one["by"]), set()).add(one["name"])
    earlier = {
        (_version(one["by"]), one["name"]): one[says]
        for part, says in (("gone", "says"), ("amended", "was"))
        for one in (before or NOTHING)[part]
        if one[says] is not None
    }
    for version, name in earlier:
        wanted.get(version, set()).discard(name)
    sentences = earlier | _removed_sentences(live, entries, eyes, wanted)
    return {
        "acts": [
            {
                "version": entry["version"],
                "type": entry["type"],
                "at": entry["at"],
                "body": entry["body"],
                "withdrawn": timeline.undone_by(str(entry["version"])),
            }
            for entry in entries
            if entry["type"] in ACTS
        ],
        "gone": _gone(timeline, sentences),
        "amended": [{**one, "was": sentences.get((_version(one["by"]), one["name"]))} for one in amended],
        "irregular": [
            {"name": step.name, "version": step.source, "key": step.reason}
            for step in timeline.steps
            if step.irregular is not None or step.type == "ruled"
        ],
    }


def with_texts(document: Json, secrets: Mapping[int, Secrets], eyes: Eyes) -> Json:
    """Add to a history the free texts that these eyes may see; None where there is none for them.

    ``text`` of each act is its note or reason; ``reason`` of each irregular step says why.
    """

    def text(version: int, *keys: str) -> str | None:
        facts = (fact for key in keys if (fact := secrets.get(version, {}).get(key)) is not None)
        return next((fact["value"] for fact in facts if eyes.can_see(fact["eyes"], version)), None)

    acts = [{**act, "text": text(act["version"], "text", "reason")} for act in document["acts"]]
    irregular = [{"name": one["name"], "reason": text(one["version"], one["key"])} for one in document["irregular"]]
    return {**document, "acts": acts, "irregular": irregular}


def versions(document: Json) -> list[int]:
    """The versions of the entries that may have free texts of a history."""
    return sorted({one["version"] for one in (*document["acts"], *document["irregular"])})


def _version(name: str) -> int:
    """Version of the entry in a name: 57 for ``"57.2"``."""
    return int(name.partition(".")[0])


def _gone(timeline: Timeline, sentences: Mapping[tuple[int, str], Json]) -> list[Json]:
    """The steps that do not count, with their places."""
    out: list[Json] = []
    after = None
    for name in timeline.order:
        if name in timeline.places:
            after = name
            continue
        step, by, how = timeline.removed[name]
        out.append(
            {
                "name": name,
                "after": after,
                "seat": step.body.get("seat"),
                "type": step.body["type"],
                "at": step.entry["at"],
                "how": how,
                "by": by,
                "says": sentences.get((_version(by), name)),
            }
        )
    return out


def _removed_sentences(
    live: LiveRecord, entries: Sequence[Entry], eyes: Eyes, wanted: Mapping[int, set[str]]
) -> dict[tuple[int, str], Json]:
    """The sentences of steps right before an entry changed or removed them: version and name -> sentences."""
    out: dict[tuple[int, str], Json] = {}
    timeline = Timeline()
    for entry in entries:
        names = wanted.get(entry["version"], set()) & timeline.places.keys()
        if names:
            places = sorted(timeline.places[name] for name in names)
            for name, says in _sentences(live, timeline, eyes, places[0], places[-1]).items():
                if name in names:
                    out[entry["version"], name] = says
        timeline.apply(entry)
    return out


def _sentences(live: LiveRecord, timeline: Timeline, eyes: Eyes, first: int, last: int) -> dict[str, Json]:
    """The sentences of some steps of a timeline by name, as far as the rules of this program accept them."""
    out: dict[str, Json] = {}
    try:
        fold = live.new_fold(timeline, eyes, first)
        for step in timeline.steps[first : last + 1]:
            body = sealing.merge(step.body, step.facts(live.secrets, eyes))
            out[step.name] = fold.apply_and_describe(step.name, body, derived=eyes.derived)["says"]
    except UNRELATED_ERRORS:
        raise
    except Exception:  # a step that no longer counts must not prevent the game from being shown
        logging.getLogger(__name__).warning("record %s: what was changed has no sentence", live.record, exc_info=True)
    return out


def of_log(live: LiveRecord, eyes: Eyes, before: Json | None = None) -> Json:
    """The history of a record up to the version that this process holds, without free texts. See :func:`history`."""
    return history(live, live.log.read(live.record, 0, live.version), eyes, before)
