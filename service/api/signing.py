"""Notes, signatures, disputes and closing as calls; what each does is in ``service.record.signing``."""

from __future__ import annotations

from functools import partial

from service.access.tokens import Token
from service.api.call import Answer, Call
from service.api.envelope import fitting
from service.api.mending import carried_out
from service.api.schemas.standing import CloseIn, DisputeIn, NoteIn, SignatureIn, VoidIn
from service.api.service import Service
from service.api.writing import refusing
from service.record import signing

NOTE, SIGNATURE, DISPUTE, CLOSE, VOID = NoteIn(), SignatureIn(), DisputeIn(), CloseIn(), VoidIn()
# They have bounds of their own: what is said of the end must not wait for what was taken back.
_written = partial(carried_out, acts=False)


@refusing
def note(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Note something.

    Args:
        service: What it works with.
        token: The good token of the call; None without one.
        record: The record's id.
        call: Its query as :class:`EntryArgs`, its body as :class:`NoteIn`.

    Returns:
        201 with what was written, 200 for a dry run, or a problem.
    """
    given = fitting(NOTE, call)
    return _written(service, token, record, call, "notes", given, partial(signing.noted, **given))


@refusing
def sign(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Sign the outcome; as :func:`note`, by :class:`SignatureIn`."""
    given = fitting(SIGNATURE, call)
    return _written(service, token, record, call, "signatures", given, partial(signing.signed, **given))


@refusing
def dispute(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Dispute the outcome; as :func:`note`, by :class:`DisputeIn`."""
    given = fitting(DISPUTE, call)
    return _written(service, token, record, call, "disputes", given, partial(signing.disputed, **given))


@refusing
def close(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Close a record; as :func:`note`, by :class:`CloseIn`."""
    given = fitting(CLOSE, call)
    return _written(service, token, record, call, "close", given, partial(signing.closed, **given))


@refusing
def void(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Make a record void; as :func:`note`, by :class:`VoidIn`."""
    given = fitting(VOID, call)
    return _written(service, token, record, call, "void", given, partial(signing.voided, **given))
