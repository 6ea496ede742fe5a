"""The service's key, and what it signs."""

from marshmallow import fields, validate

from service.api.schemas import output as out
from service.api.schemas.fields import LanguageArgs, Output, doc
from service.record.derived.audit import SEVERITIES
from service.record.files.proof import SOURCES, STATEMENT, STATUSES


class StatementArgs(LanguageArgs):
    """Which statement."""

    now = fields.Boolean(load_default=False, **doc("One about the record as it is now, not the last that was stored."))


class OneKey(Output):
    """An Ed25519 key."""

    key = out.text("Its id: SHA-256 of the 32 bytes of its public half, as hex.")
    public = out.text("Its public half, base64url.")
    verifier = out.text("The same as a verifier key of C2SP signed-note.")
    at = out.text("Since when; null for the first.", null=True)
    signature = out.text(
        "Of the key before, over `{format, key, next, at}`; null for the first, and where that one was lost.", null=True
    )


class FormerKey(OneKey):
    """A key that was replaced."""

    until = out.text("When it was replaced: what it signed after that proves nothing.")


class OneOrigin(Output):
    """A store."""

    id = out.text("Its name.")
    restored = out.text("When the backup was made that it was restored from; null for the first.", null=True)


class KeyOut(OneKey):
    """The key of this service."""

    former = out.parts(FormerKey, "Those before it, the oldest first.")
    origin = out.parts(OneOrigin, "The stores that this one comes from, itself the last.")


class StatementOut(Output):
    """The state of a record, signed by the service. It contains no names. Store it: it proves later changes."""

    format = out.text(f"`{STATEMENT}`.", validate=validate.Equal(STATEMENT))
    origin = out.parts(OneOrigin, "As in `/v1/key`.")
    record = out.text("The record's id.")
    key = out.text("Id of the key that signed.")
    version = out.number("The version of the last entry that it covers.")
    head = out.text("The hash of that entry.")
    outcome = out.text("The outcome's hash; null while the game runs.", null=True)
    status = out.text("The status of the record.", among=STATUSES)
    source = out.text("Recorded here, or from a file.", among=SOURCES)
    at = out.text("When the entry was written; of an adoption or removal, when that was.")
    breaches = fields.Dict(
        keys=fields.String(), values=fields.Integer(), **doc("Only in league mode: how many breaches of each kind.")
    )
    signature = out.text("Ed25519 over the canonical bytes of the rest; base64url.")


class FindingOut(Output):
    """What a judge should know."""

    severity = out.text("How much it matters.", among=SEVERITIES)
    code = out.text("Its kind, for programs: `correction`, `irregular`, `claimed` ...")
    entry = out.number("The entry; null for the whole record.", null=True)
    clause = out.text("Of the rules, where a move is against them.", null=True)
    says = fields.Dict(keys=fields.String(), values=fields.String(), required=True, **doc("A sentence by language."))
    at = out.text("When.", null=True)
    local = out.text("The same in the zone of the table.", null=True)
    around = out.numbers("Versions before and after a change, to be compared.", null=True)


class AuditOut(Output):
    """What a judge should know of a record."""

    record = out.text("The record's id.")
    game = out.text("The title.")
    source = out.text("`recorded` here, `adopted` from a file, or a `copy`.")
    status = out.text("The status of the record.")
    version = out.number("The version of its last entry.")
    head_hash = out.text("The hash of that.")
    zone = out.text("The zone of the table; null where none is stated.", null=True)
    findings = out.parts(FindingOut, "The worst first, then in order of entry.")
