"""Compresses the bodies of reads with gzip; plain and compressed bodies have different tags.

Only bodies that are equal for all readers of the record are compressed: the length of compressed bytes reveals whether
a text that another person chose resembles a secret in the same body.
"""

import functools
import gzip
import math

from flask import Response, g, request

KINDS = ("application/json", "application/problem+json", "application/x-ndjson", "text/csv", "text/html", "text/plain")
"""Media types that are compressed. A stream of events is not one of them: it is sent as it comes."""
READS = ("GET", "HEAD")
SMALLEST = {"gzip": 1000, "gzip, identity;q=0": -1}
"""Result of :func:`accepted` -> the bytes that a body must exceed to be compressed."""
LEVEL = 5
"""Of zlib. Replays of 250 kB become 33 kB in 2 ms; level 9 takes four times as long for one kB less."""
REMEMBERED = range(32_000, 1_000_000)
"""Sizes of bodies whose compressed form is cached: the replay of a game that many watch, the contract, a box."""
MARK = "-gzip"
"""The end of a tag of a compressed body; proxies mark what they compress in the same way."""


def accepted() -> str:
    """Evaluate this request's ``Accept-Encoding``: a key of :data:`SMALLEST`, or ``""`` for no compression."""
    takes = request.accept_encodings
    if takes["gzip"] <= 0:
        return ""
    if takes.find("identity") >= 0 and takes["identity"] <= 0:
        return "gzip, identity;q=0"
    return "gzip" if takes["gzip"] >= takes["identity"] else ""


def is_compressed(response: Response) -> bool:
    """Whether a read's answer has been compressed, or :func:`compress` will do it."""
    if "Content-Encoding" in response.headers:
        return True
    if request.method not in READS or response.mimetype not in KINDS:
        return False
    if "Authorization" in request.headers and not g.get("shared", False):
        return False
    return (response.calculate_content_length() or 0) > SMALLEST.get(accepted(), math.inf)


def compress(response: Response) -> Response:
    """Compress a read's answer if its caller accepts that; must be called once, after all other changes to it."""
    if request.method in READS and response.mimetype in KINDS:
        response.vary.add("Accept-Encoding")
    if response.status_code == 304 or "Content-Encoding" in response.headers or not is_compressed(response):  # noqa: PLR2004
        return response
    body = response.get_data()
    response.set_data(_remembered(body) if len(body) in REMEMBERED else _packed(body))
    response.headers["Content-Encoding"] = "gzip"
    tag, weak = response.get_etag()
    if tag is not None and not weak:
        response.set_etag(tag + MARK)
    return response


def _packed(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)


_remembered = functools.lru_cache(maxsize=16)(_packed)
