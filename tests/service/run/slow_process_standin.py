"""A stand-in for the application in the slow process: the path of a call says what to do."""

import os
import time
from collections.abc import Mapping
from pathlib import Path

from service.api.web.call import Answer
from service.api.web.slow_process import SlowAnswer


def begin() -> None:
    """There is no application."""


def answer(call: Mapping[str, str], body: bytes) -> SlowAnswer:
    path = call["PATH_INFO"]
    if path == "/die":
        os._exit(7)
    if path.startswith("/until"):  # a file is there
        while not Path(path.removeprefix("/until")).exists():
            time.sleep(0.01)
    return SlowAnswer(Answer(200, [], str(os.getpid()).encode() + b" " + body), {}, 0.5, path == "/last")
