"""A stand-in for the API, where the processes around it are what is tested."""

import os
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from service.api.server.asgi import Asgi


def create_asgi() -> Asgi:
    return Asgi(create_app(), threads=4, of_one=4, alone=4, small=1 << 16, largest=1 << 20)


def create_app() -> Callable[..., Iterable[bytes]]:
    together = threading.Barrier(3)

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path == "/slow":
            if "BEGAN" in os.environ:
                Path(os.environ["BEGAN"]).touch()
            time.sleep(1.5)
        if path == "/together":
            together.wait(60)
        if path == "/crash":
            os._exit(3)
        body = {"/scheme": environ["wsgi.url_scheme"], "/pid": str(os.getpid())}.get(path, "ok").encode()
        if path == "/v1/records":
            body = b'{"records": []}'
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    return app
