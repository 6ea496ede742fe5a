"""Routes outside the API: health, the contract and its reader, the viewer, the rules pages."""

import functools
import html
import itertools
import mimetypes
import operator
import re
import time
from importlib import resources
from importlib.resources.abc import Traversable

import redis
from flask import Blueprint, Response, abort, current_app, g, redirect, request
from markdown_it import MarkdownIt
from prometheus_client import Counter, Histogram
from werkzeug.wrappers import Response as Answer

from engines import GAMES
from engines.kernel.game import Json
from service import games, metrics
from service.api.pages import first_page, phone_rules, precache
from service.api.pages.static_files import compressed, content_of
from service.api.web import compression
from service.api.web.http import answer, language, service
from service.record import leagues
from service.record.derived import queue
from service.store.errors import refusal_cause

blp = Blueprint("site", __name__)

STATIC = resources.files("service") / "api" / "pages" / "static"

SWEEP_OLD_S = 30.0
"""Workers whose last sweep is older than this count as dead (s)."""
LATE_S = 30.0
"""Workers whose oldest record lags longer than this are behind (s)."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src *; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The policy of our pages: they load only their own files, but may request a replay from any service."""
ANYWHERE = "; frame-ancestors *"
"""Any site may frame the viewer's page: it shows only what is public or its reader's own, and writes nothing."""
NOWHERE = "; frame-ancestors 'none'"
"""No site may frame other pages, especially a seat's own: the framing page could misuse its clicks (clickjacking)."""
RECORDING = ("new.html", "league.html", "pair.html", "record.html", "seat.html")
"""Pages that write: they may call only this service, so no script in them can send a token elsewhere."""
SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'" + NOWHERE,
}
"""Default headers of every answer."""
CORS = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag, Location, Retry-After"}
"""Headers of every answer to a read: pages of any origin may read."""
LONGEST_NAME = 200
"""Maximum characters in the path of a file; the system raises an error for much longer ones."""


RULES_PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Movebook</title><link rel="stylesheet" href="/docs/rules.css"></head>
<body><header><nav aria-label="Movebook"><a href="/viewer/?lang={lang}">Movebook</a>
<a href="/rules/{game}?lang={other}" lang="{other}" hreflang="{other}">{other_name}</a></nav>
<nav aria-label="{contents}"><details><summary>{contents}</summary><ul>{links}</ul></details></nav></header>
<main>{body}</main></body></html>
"""


@blp.get("/healthz")
def health() -> Response:
    """Whether this process answers."""
    return answer({"status": "ok"})


@blp.get("/readyz")
def ready() -> Response:
    """Whether this process can take and read moves; with ``?workers=1`` also whether workers keep replays level."""
    checks = {"log": _log(), "games": games.check()}
    if request.args.get("workers") == "1":
        checks["workers"] = _workers()
    fine = all(check["status"] == "ok" for check in checks.values())
    headers = {} if fine else {"Retry-After": "2"}
    return answer({"status": "ok" if fine else "not ready", "checks": checks}, 200 if fine else 503, headers=headers)


def _log() -> Json:
    """Check whether the log's store accepts writes, with a key that expires at once."""
    try:
        service().log.store.set("mb:{s00}:ready", 1, px=1000)
    except redis.ResponseError as error:
        # Full, out of memory, a replica, one that misses its own; an embedded server whose disk is about to be full is
        # configured to refuse in the last of these ways.
        cause = refusal_cause(error)
        return {"status": "takes no writes", "detail": f"{cause['en']}: {error}"[:200] if cause else str(error)[:200]}
    except redis.RedisError as error:
        return {"status": "out of reach", "detail": str(error)[:200]}
    return {"status": "ok"}


def _workers() -> Json:
    try:
        swept = queue.last_sweep(service().dispatcher.connection)
    except redis.RedisError as error:
        return {"status": "out of reach", "detail": str(error)[:200]}
    # Either way: the clock may have been set back since.
    if swept is None or abs(time.time() - swept["at"]) > SWEEP_OLD_S:
        return {"status": "none", "detail": "no worker has swept lately"}
    # A record in quarantine waits for a person, and does not count here: the service is ready all the same.
    lag = {"behind": swept["behind"], "oldest_s": swept["oldest_s"]}
    return {"status": "behind" if swept["oldest_s"] > LATE_S else "ok", **lag}


# The contract and its reader


@blp.get("/docs/", strict_slashes=True)
def docs() -> Response:
    """The contract's reader, served from here: no other host is asked."""
    response = _file(STATIC, "docs.html")
    # Swagger UI styles its elements in place.
    response.headers["Content-Security-Policy"] = (
        POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'") + NOWHERE
    )
    return response


@blp.get("/docs/<path:name>")
def docs_file(name: str) -> Response:
    """A file of the reader."""
    return _file(
        STATIC if name in ("docs.css", "docs.js", "rules.css") else resources.files("flask_swagger_ui") / "dist", name
    )


# The viewer


@blp.get("/")
def root() -> Answer:
    """The viewer is the front door."""
    return redirect("/viewer/")


@blp.get("/league/<league>")
def league_page(league: str) -> Answer:
    """The page of a league under a short address; a browser takes the fragment along."""
    if re.fullmatch(leagues.ID, league) is None:
        abort(404)
    return redirect(f"/viewer/league.html?league={league}")


@blp.get("/viewer/", strict_slashes=True)
@blp.get("/viewer/<path:name>")
def viewer(name: str = "index.html") -> Response:
    """A file of the viewer."""
    room, _, file = name.partition("/")
    if room == "rules":
        return _rules_file(file)
    folder = games.folder(games.slug_of(file), "boards") if room == "boards" else resources.files("viewer")
    if folder is None:
        abort(404)
    # The service worker stores the file itself, which its tag names.
    response = _first_page() if request.path == "/viewer/" else _file(folder, file if room == "boards" else name)
    policy = phone_rules.POLICY if name == phone_rules.WORKER else POLICY
    if name in RECORDING:
        policy = policy.replace("connect-src *", "connect-src 'self'")
    if name == "audit.html":
        policy += "; frame-src 'self'"  # boards before and after a correction
    response.headers["Content-Security-Policy"] = policy + (ANYWHERE if name == "index.html" else NOWHERE)
    return response


def _first_page() -> Response:
    """The viewer's page, with what it will load, and what other sites show of the record in its address."""
    page = content_of(resources.files("viewer") / "index.html")[0].decode()
    log, record = service().log, request.args.get("record", "")
    try:
        found = first_page.shared(log, record) if 0 < len(record) <= LONGEST_NAME else None
    except redis.RedisError:
        found = None  # the page says so itself
    tags = first_page.tags(log, found, language(), spoilers=request.args.get("spoilers") != "0") if found else ""
    loads = first_page.preloads(found["game"] if found else None) if found or not record else ""
    response = Response(page.replace("</head>", f"{tags}{loads}</head>", 1), content_type="text/html; charset=utf-8")
    response.add_etag()
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Language"
    response.make_conditional(request)
    return response


def _rules_file(name: str) -> Response:
    """A file of the offline rules: one of the interpreter, or the zip of a game's engine."""
    found = phone_rules.file(name, current_app.config["PYODIDE"])
    if found is None:
        abort(404)
    return _served(name, *found)


@blp.get("/sw.js")
def service_worker() -> Response:
    """The service worker; at the root, for it may keep pages below its own folder only."""
    response = Response(precache.worker(current_app.config["PYODIDE"]), content_type="text/javascript; charset=utf-8")
    response.add_etag()
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'" + NOWHERE
    response.make_conditional(request)
    return response


def _file(folder: Traversable, name: str) -> Response:
    """A file inside a folder; 404 for any path outside."""
    parts = name.split("/")
    if (
        len(name) > LONGEST_NAME
        or any(part in ("", ".", "..") or "\\" in part or part.startswith((".", "_")) for part in parts)
        or name.endswith((".py", ".md"))
    ):
        abort(404)
    # Part by part: a folder of several places takes one at a time in Python 3.11.
    found = functools.reduce(operator.truediv, parts, folder)
    if not found.is_file():
        abort(404)
    return _served(name, *content_of(found))


def _served(name: str, content: bytes, tag: str) -> Response:
    """The answer with a file, its media type by its name; a browser revalidates it each time."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith((".js", ".mjs")):
        kind = "text/javascript"
    small = compressed(content) if compression.accepted() else None
    response = Response(
        content if small is None else small, content_type=f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
    )
    if small is not None:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    # The tag is of the file, packed or not: so it is a weak one.
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "no-cache"
    response.make_conditional(request)
    return response


# The rules pages


@blp.get("/rules/<game>")
def rules(game: str) -> Response:
    """A game's rules page, to which every refusal leads."""
    text = _rules(game, language())
    if text is None:
        abort(404)
    response = Response(text, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'self'" + NOWHERE
    response.headers["Vary"] = "Accept-Language"
    return response


@functools.lru_cache(maxsize=32)
def _rules(game: str, lang: str) -> str | None:
    if not game.isidentifier() or len(game) > LONGEST_NAME:
        return None
    pages = games.folder(game, "rules")
    if pages is None:
        return None
    source = next((f for name in (f"{game}.{lang}.md", f"{game}.md") for f in [pages / name] if f.is_file()), None)
    if source is None:
        return None
    body = MarkdownIt("commonmark", {"html": True}).enable("table").render(source.read_text(encoding="utf-8"))
    # Links between the files of a checkout, as links between pages; what is not served here is plain text.
    body = re.sub(r'href="([a-z_]+)\.es\.md', r'href="/rules/\1?lang=es', body)
    body = re.sub(r'href="([a-z_]+)\.md', r'href="/rules/\1?lang=en', body)
    body = re.sub(r'<a href="\.\./[^"]*">(.*?)</a>', r"\1", body)
    # Its policy allows no style in an element; a wide table scrolls, so the keyboard must reach it.
    body = re.sub(r' style="text-align:(\w+)"', r' class="\1"', body)
    words = {
        "en": ("rules", "Contents", "Table", "es", "Español"),
        "es": ("reglas", "Contenido", "Tabla", "en", "English"),
    }
    rules, contents, table, other, other_name = words[lang]
    count = itertools.count(1)
    opened = '<div class="table" role="region" aria-label="{} {}" tabindex="0"><table>'
    body = re.sub("<table>", lambda _: opened.format(table, next(count)), body)
    body = body.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')
    links: list[str] = []

    def named(found: re.Match[str]) -> str:
        plain = re.sub(r"<[^>]*>", "", found[1])
        place = re.sub(r"[^\w -]", "", html.unescape(plain)).lower().replace(" ", "-")
        links.append(f'<li><a href="#{place}">{plain}</a></li>')
        return f'<h2 id="{place}">{found[1]}</h2>'

    body = re.sub(r"<h2>(.*?)</h2>", named, body)
    title = html.escape(f"{GAMES[game].title[lang] if game in GAMES else game}: {rules}")
    return RULES_PAGE.format(
        lang=lang,
        game=game,
        title=title,
        body=body,
        contents=contents,
        links="".join(links),
        other=other,
        other_name=other_name,
    )


def count(call: str, status: int, began: float) -> None:
    """Count a request that was answered, for Prometheus.

    ``began``: when it came, by ``time.perf_counter``.
    """
    answered, seconds = _counters(call, status)
    answered.inc()
    seconds.observe(time.perf_counter() - began)


@functools.cache
def _counters(call: str, status: int) -> tuple[Counter, Histogram]:
    """What counts the answers of one route and status, and the seconds of the route: found once, not for each call."""
    return metrics.REQUESTS.labels(call, str(status)), metrics.DURATION.labels(call)


def finish(response: Response) -> None:
    """Add security headers, and CORS for reads, and count the request."""
    for name, value in SECURITY.items():
        response.headers.setdefault(name, value)
    if request.method in ("GET", "HEAD", "OPTIONS"):
        response.headers.update(CORS)
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS"
        response.headers["Access-Control-Allow-Headers"] = "Authorization, If-None-Match, Last-Event-ID"
    if "Allow" in response.headers:  # a set, in another order in each process
        response.headers["Allow"] = ", ".join(sorted(response.allow))
    count(request.endpoint or "none", response.status_code, g.began)
