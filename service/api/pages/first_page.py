"""The head of the viewer's page: what other sites show of a link to a record, and the files that the page will load."""

import functools
import posixpath
import re
from html import escape
from importlib import resources

from engines import GAMES
from engines.kernel.game import Json
from engines.kernel.sentences import filled
from service import games
from service.api.pages.static_files import content_of
from service.record import people
from service.record.derived import lists
from service.store.log import Log
from service.texts import table

_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?from "(\.[^"]+)"', re.MULTILINE)
_SHEET = re.compile(r'"([\w/-]+\.css)"')


def shared(log: Log, record: str) -> Json | None:
    """The summary of a record that anybody with its link may read; None for a private one, a copy, or none at all."""
    found = lists.summaries_of(log, [record]).get(record)
    return None if found is None or found["visibility"] == "private" or found["copy"] else found


def tags(log: Log, summary: Json, lang: str, *, spoilers: bool) -> str:
    """The ``og:`` and ``twitter:`` tags of a record: game and players, time and place, and status."""
    game, says = GAMES.get(summary["game"]), {key: text[lang] for key, text in table("first_page").items()}
    title = game.title[lang] if game else summary["game"]
    names = [seat["name"] or seat["colour"] for seat in people.seats_of(log.store, summary["seats"])]
    occasion = summary["occasion"]
    parts = [str(occasion[key]) for key in ("date", "league", "event", "place") if occasion.get(key)]
    winners = [names[seat] for seat in summary["winners"] or []]
    if winners and spoilers:
        said = says["wins" if len(winners) == 1 else "share"]
        scores = summary.get("scores") or {}
        points = ", ".join(f"{name} {scores[str(seat)]}" for seat, name in enumerate(names) if str(seat) in scores)
        parts.append(said.format(who=says["and"].join(winners)) + (f" ({points})" if points else ""))
    elif not winners and summary["status"] == "running":
        parts.append(filled(says["moves"], n=summary["ply"]))
    shown = {"title": f"{title}: {', '.join(names)}", "description": " · ".join(parts)}
    lines = [
        f'<meta {kind}="{prefix}:{name}" content="{escape(text)}">'
        for kind, prefix in (("property", "og"), ("name", "twitter"))
        for name, text in shown.items()
    ]
    card = '<meta property="og:type" content="website"><meta property="og:site_name" content="Movebook">'
    return "\n".join([*lines, card, '<meta name="twitter:card" content="summary">', ""])


def preloads(game: str | None) -> str:
    """Links to all that the page will import, so that it does not learn of them module by module."""
    folder = resources.files("viewer")
    own = {f"boards/{path}": file for path, file in games.board_files(game).items()} if game else {}
    of_list = ("main.js", "pages/front/main.js", "pages/front/pictures.js")
    begins = ("main.js", "pages/watch/main.js", f"boards/{game}.js") if game else of_list
    todo, found = list(begins), set[str]()
    sheets: list[str] = []
    while todo:
        name = todo.pop()
        file = own.get(name) or folder.joinpath(*name.split("/"))
        if name in found or not file.is_file():
            continue
        found.add(name)
        imports, named = _named(content_of(file)[0])
        here = posixpath.dirname(name)
        todo += [posixpath.normpath(posixpath.join(here, path)) for path in imports]
        sheets += [f"boards/{sheet}" for sheet in named if f"boards/{sheet}" in own]
    lines = [f'<link rel="modulepreload" href="{name}">' for name in sorted(found)]
    return "\n".join([*lines, *(f'<link rel="preload" as="style" href="{sheet}">' for sheet in sheets), ""])


@functools.lru_cache(maxsize=1024)
def _named(content: bytes) -> tuple[list[str], list[str]]:
    """The modules that a module imports at once, and the style sheets that it names."""
    text = content.decode()
    return _IMPORT.findall(text), _SHEET.findall(text)
