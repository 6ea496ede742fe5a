"""The service's key, and what it signs."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.fields import Output, doc
from service.api.schemas.queries import LanguageArgs
from service.record.derived.audit import SEVERITIES
from service.record.files.proof import SOURCES, STATEMENT, STATUSES


class StatementArgs(LanguageArgs):
    """Which statement."""

    now = fields.Boolean(load_default=False, **doc("One about the record as it is now, not the last that was stored."))


class OneKey(Output):
    """An Ed25519 key."""

    key = fields.String(required=True, **doc("Its id: SHA-256 of the 32 bytes of its public half, as hex."))
    public = fields.String(required=True, **doc("Its public half, base64url."))
    verifier = fields.String(required=True, **doc("The same as a verifier key of C2SP signed-note."))
    at = fields.String(required=True, allow_none=True, **doc("Since when; null for the first."))
    signature = fields.String(
        required=True,
        allow_none=True,
        **doc("Of the key before, over `{format, key, next, at}`; null for the first, and where that one was lost."),
    )


class FormerKey(OneKey):
    """A key that was replaced."""

    until = fields.String(required=True, **doc("When it was replaced: what it signed after that proves nothing."))


class OneOrigin(Output):
    """A store."""

    id = fields.String(required=True, **doc("Its name."))
    restored = fields.String(
        required=True, allow_none=True, **doc("When the backup was made that it was restored from; null for the first.")
    )


class KeyOut(OneKey):
    """The key of this service."""

    former = fields.List(fields.Nested(FormerKey), required=True, **doc("Those before it, the oldest first."))
    origin = fields.List(
        fields.Nested(OneOrigin), required=True, **doc("The stores that this one comes from, itself the last.")
    )


class StatementOut(Output):
    """The state of a record, signed by the service. It contains no names. Store it: it proves later changes."""

    format = fields.String(required=True, validate=validate.Equal(STATEMENT), **doc(f"`{STATEMENT}`."))
    origin = fields.List(fields.Nested(OneOrigin), required=True, **doc("As in `/v1/key`."))
    record = fields.String(required=True, **doc("The record's id."))
    key = fields.String(required=True, **doc("Id of the key that signed."))
    version = fields.Integer(required=True, **doc("The version of the last entry that it covers."))
    head = fields.String(required=True, **doc("The hash of that entry."))
    outcome = fields.String(required=True, allow_none=True, **doc("The outcome's hash; null while the game runs."))
    status = fields.String(required=True, validate=validate.OneOf(STATUSES), **doc("The status of the record."))
    source = fields.String(required=True, validate=validate.OneOf(SOURCES), **doc("Recorded here, or from a file."))
    at = fields.String(required=True, **doc("When the entry was written; of an adoption or removal, when that was."))
    signature = fields.String(required=True, **doc("Ed25519 over the canonical bytes of the rest; base64url."))


class FindingOut(Output):
    """What a judge should know."""

    severity = fields.String(required=True, validate=validate.OneOf(SEVERITIES), **doc("How much it matters."))
    code = fields.String(required=True, **doc("Its kind, for programs: `correction`, `irregular`, `claimed` ..."))
    entry = fields.Integer(required=True, allow_none=True, **doc("The entry; null for the whole record."))
    clause = fields.String(required=True, allow_none=True, **doc("Of the rules, where a move is against them."))
    says = fields.Dict(keys=fields.String(), values=fields.String(), required=True, **doc("A sentence by language."))
    at = fields.String(required=True, allow_none=True, **doc("When."))
    local = fields.String(required=True, allow_none=True, **doc("The same in the zone of the table."))
    around = fields.List(
        fields.Integer(), required=True, allow_none=True, **doc("Versions before and after a change, to be compared.")
    )


class AuditOut(Output):
    """What a judge should know of a record."""

    record = fields.String(required=True, **doc("The record's id."))
    game = fields.String(required=True, **doc("The title."))
    source = fields.String(required=True, **doc("`recorded` here, `adopted` from a file, or a `copy`."))
    status = fields.String(required=True, **doc("The status of the record."))
    version = fields.Integer(required=True, **doc("The version of its last entry."))
    head_hash = fields.String(required=True, **doc("The hash of that."))
    zone = fields.String(required=True, allow_none=True, **doc("The zone of the table; null where none is stated."))
    findings = fields.List(fields.Nested(FindingOut), required=True, **doc("The worst first, then in order of entry."))
