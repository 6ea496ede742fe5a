"""The record in a saved page: the exported file, as a JSON string in an element of the page."""

from __future__ import annotations

import json
import re

RECORD = "movebook-record"
"""Id of the element."""
_INSIDE = re.compile(rb'<script type="application/json" id="movebook-record">(".*?")</script>')


def file_in(raw: bytes) -> bytes:
    """The exported file that a saved page holds; any other content as it is."""
    if (found := _INSIDE.search(raw)) is None or not raw.lstrip().startswith(b"<"):
        return raw
    try:
        return str(json.loads(found[1])).encode()
    except ValueError:
        return raw
