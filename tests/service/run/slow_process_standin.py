"""A stand-in for the slow process, where turns and ends are what is tested: the path of a call says what to do."""

from __future__ import annotations

import json
import os
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path


def main() -> None:
    pipe = Connection(int(sys.argv[1]))
    while True:
        try:
            call, body = json.loads(pipe.recv_bytes()), pipe.recv_bytes()
        except EOFError:
            return
        path = call["PATH_INFO"]
        if path == "/die":
            os._exit(7)
        if path.startswith("/until"):  # a file is there
            while not Path(path.removeprefix("/until")).exists():
                time.sleep(0.01)
        said = {"status": 200, "headers": [], "names": {}, "seconds": 0.5, "last": path == "/last"}
        pipe.send_bytes(json.dumps(said).encode())
        pipe.send_bytes(str(os.getpid()).encode() + b" " + body)


if __name__ == "__main__":
    main()
