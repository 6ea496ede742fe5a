"""Round checks at the prompt: what the table counts, where the record differs, and the slip behind it."""

from engines.kernel.game import Json
from engines.kernel.notation import NotationError
from engines.kernel.sentences import say as both
from service.cli.prompt import command_words
from service.cli.prompt.correction import joined
from service.cli.prompt.session import Reply, Session

MOST_SEARCHES = 5
"""Maximum number of searches, of two seconds each, in one ``slip``."""
MOST_LISTED = 5
RIGHT = ("right", "bien")


def check(session: Session, rest: str) -> Reply:
    """``check``: what is to be counted; ``check red right``: it is; ``check red gold=12``: that was counted."""
    passed = session.api.get(f"{session.path}/checks", lang="en,es")
    if not passed["points"]:
        return Reply(fine=False, text=session.say("no check point yet", "todavía no hay ningún control"))
    point = passed["points"][-1]
    words = [word for word in rest.split() if word.casefold() not in RIGHT]
    named = " ".join(word for word in words if "=" not in word)
    seats: list[int | None] = [*command_words.seats(f"check {named}"[6:], session.table)] or [session.seat]
    if not rest:
        return Reply(fine=True, text=joined(_listed(session, passed, point)))
    if seats == [None]:
        raise NotationError(len("check ") + 1, both("name a seat", "nombra un asiento"))
    counted = dict(_counted(word) for word in words if "=" in word)
    said = []
    for seat in seats:
        figures = counted or point["figures"][str(seat)]
        answer = session.write("checks", {"point": point["point"], "seat": seat, "figures": figures})
        said.append(f"[{answer['version']}] {session.say.of(answer['says'])}")
    fresh = session.api.get(f"{session.path}/checks", lang="en,es")
    return Reply(fine=True, text=joined([*said, *_differences(session, fresh, fresh["points"][-1])]))


def _counted(word: str) -> tuple[str, int]:
    """A figure and its number, as typed."""
    name, _, value = word.partition("=")
    try:
        return name, int(value)
    except ValueError:
        column = len("check ") + 1
        raise NotationError(column, both(f"{name}: a whole number", f"{name}: un número entero")) from None


def _listed(session: Session, passed: Json, point: Json) -> list[str]:
    """What the record has of every seat, by the names that may be typed; and where it differs."""
    lines = [session.say.of(point["label"])]
    for seat, colour in enumerate(session.table.colours):
        shown = " ".join(f"{name}={value}" for name, value in point["figures"][str(seat)].items())
        lines.append(f"check {colour} {shown}")
    return [*lines, *_differences(session, passed, point)]


def _differences(session: Session, passed: Json, point: Json) -> list[str]:
    labels = {one["name"]: session.say.of(one["label"]) for one in passed["figures"]}
    has = session.say("the record has", "la partida tiene")
    return [
        f"    {session.table.colours[one['seat']]}: {labels[name]} {one['figures'][name]}, {has} "
        f"{point['figures'][str(one['seat'])][name]} (slip)"
        for one in point["checks"]
        for name in one["differs"]
    ]


def slip(session: Session, rest: str) -> Reply:
    """Search for the one change after which the record matches the counted numbers."""
    if rest:
        raise NotationError(len("slip ") + 1, both("nothing goes after slip", "tras slip no va nada"))
    point = len(session.api.get(f"{session.path}/checks")["points"])
    found: list[Json] = []
    answer: Json = {"next": None if point == 0 else 0}
    for _ in range(MOST_SEARCHES):
        if answer["next"] is None:
            break
        answer = session.api.get(f"{session.path}/slips", point=point, after=answer["next"], lang="en,es")
        found += answer["candidates"]
        if found and answer["likely"]:
            break
    lines = []
    for one in sorted(found, key=lambda one: one["cost"])[:MOST_LISTED]:
        says = session.say.of(one["says"] or both("it goes", "se quita"))
        lines.append(f"[{one['name']}] {session.say.of(one['was'])} -> {says}")
        lines.append("    try " + "; ".join(_typed(session, change) for change in one["changes"]))
    if answer["next"] is not None and not answer["likely"]:
        lines.append(session.say("not everything was tried", "no se ha probado todo"))
    none = session.say("no single change explains it", "ningún cambio lo explica por sí solo")
    return Reply(fine=bool(found), text=joined(lines or [none]))


def _typed(session: Session, change: Json) -> str:
    """A change as it is typed at the prompt."""
    if change["op"] == "retract":
        return f"retract {change['name']}"
    return f"{change['op']} {change.get('name') or change['before']} {session.history.typed(change['body'])}"
