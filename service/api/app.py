"""Creates the WSGI application from its parts."""

from functools import partial
from time import perf_counter, thread_time

from flask import Flask, Response, g, request
from werkzeug.middleware.proxy_fix import ProxyFix

from service import games
from service.access.throttle import Throttle
from service.access.tokens import TokenCache
from service.api.openapi import BLUEPRINTS, document
from service.api.pages import site
from service.api.routes import stream
from service.api.server.asgi import SEND_BODY, Asgi, BodyAwaitedError
from service.api.server.concurrency import CallerKeys
from service.api.server.fast_path import FastPath
from service.api.server.watching import ChangeFeed, Watching
from service.api.web import compression, slow_process
from service.api.web.http import RECORDING, answer, authenticate, for_everybody, head_of_call, respond, service
from service.api.web.problems import problem_answer
from service.api.web.response_cache import ResponseCache
from service.api.web.service import Service
from service.config import Settings, moves_by_game, networks
from service.record.derived.queue import Dispatcher
from service.record.state.cache import RecordCache
from service.record.write.quota import Capacity
from service.record.write.recording import Recording
from service.store.archive import Folder
from service.store.connect import addresses, connect
from service.store.log import Log

SECONDS_A_BYTE = 4e-9
"""Seconds of the processor that a byte of an answer is charged with. Another thread sends it, so that the clock of
the call's own does not count it; measured were 2 to 3 ns on one machine."""
NOT_MODIFIED = 304
"""The status of an answer that is sent without its body."""


def create_app(settings: Settings | None = None, slow: slow_process.SlowProcess | None = None) -> Flask:
    """Create the WSGI application.

    Args:
        settings: The settings; by default read from this process's environment.
        slow: The process that answers slow calls; without one this process answers them.

    Raises:
        SettingsError: A setting is invalid, or MOVEBOOK_LOG_URL is not set.
    """
    settings = settings or Settings.load()
    games.warn_of_faults()
    app = Flask("service", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=settings.body_limit,
        IMPORT_LIMIT=settings.import_limit,
        PYODIDE=settings.pyodide,
        MAX_FORM_PARTS=0,
        PROPAGATE_EXCEPTIONS=False,
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.strict_slashes = False
    log_url, queue_url = addresses(settings)
    log, dispatcher = Log(connect(log_url), Folder.at(settings.archive)), Dispatcher(queue_url)
    lives = RecordCache(log)
    app.extensions["movebook"] = Service(
        log,
        lives,
        Recording(log, lives, dispatcher.wake, Capacity(moves_by_game(settings.moves))),
        dispatcher,
        Throttle(dispatcher.connection, settings),
        TokenCache(log.store, dispatcher.connection),
        settings.most_made,
        settings.public_url,
        ResponseCache(),
        networks(settings.webhook_networks),
        slow,
    )
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.register_blueprint(site.blp)

    @app.before_request
    def begin() -> None:
        g.began, g.processor_s = perf_counter(), thread_time()
        authenticate()

    @app.after_request
    def end(response: Response) -> Response:
        compression.compress(response)
        # Recording a move is not charged: it has priority over all other calls.
        if "sender" in g and (request.endpoint, response.status_code) != (RECORDING, 201):
            token, address = g.sender
            sent = 0 if response.status_code == NOT_MODIFIED else response.calculate_content_length() or 0
            service().throttle.charge(token, address, thread_time() - g.processor_s + sent * SECONDS_A_BYTE)
            if g.get("nothing_new"):
                service().throttle.give_back(token, address)
        site.finish(response)
        return response

    @app.errorhandler(Exception)
    def refuse(error: Exception) -> Response:
        return respond(problem_answer(error, head_of_call()))

    @app.errorhandler(BodyAwaitedError)
    def go_on(_error: BodyAwaitedError) -> Response:
        return Response(status=SEND_BODY)

    @app.get("/openapi.json")
    @for_everybody
    def openapi() -> Response:
        return answer(document(), version=None)

    quick = FastPath(app.extensions["movebook"], settings.body_limit, app.wsgi_app)
    app.wsgi_app = quick  # type: ignore[method-assign]
    if settings.proxies:
        n = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]
    return app


def create_asgi(settings: Settings | None = None) -> Asgi:
    """Create the ASGI application for a server; see :func:`create_app`."""
    settings = settings or Settings.load()
    slow = slow_process.SlowProcess(slow_process.begin, create_app, settings)
    app = create_app(settings, slow)
    of_one = max(1, settings.threads // 4)
    read = partial(stream.events_after, app.extensions["movebook"])
    made = Asgi(
        app,
        # In addition to the calls answered here, some wait for the slow process.
        threads=settings.threads + slow_process.MOST_CALLS,
        of_one=of_one,
        alone=settings.threads,
        small=settings.body_limit,
        largest=settings.import_limit,
        watching=Watching(ChangeFeed(addresses(settings)[1]), read, settings.streams, of_one),
        callers=CallerKeys(settings.proxies, app.extensions["movebook"].tokens),
    )
    made.on_shutdown.append(slow.close)
    return made
