"""Tags of answers (`ETag`): the record's version and a hash of the body, so that a tag identifies exact bytes."""

import hashlib


def etag(version: int, body: bytes) -> str:
    """The strong entity tag of an answer: ``"<version>-<hash of the body>"``.

    The version in front is what a write follows (``If-Match``). The hash keeps one reader's tag from validating what
    another reader, language or query is given at the same address and version.

    Args:
        version: The version of the record that the body follows from.
        body: The whole body, also where none is sent (HEAD, 304).
    """
    return f'"{version}-{hashlib.sha256(body).hexdigest()[:16]}"'
