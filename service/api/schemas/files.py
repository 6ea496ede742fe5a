"""Whole records as files."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.boxes import Components
from service.api.schemas.entries import Entry, Secret
from service.api.schemas.fields import Output, doc
from service.api.schemas.proof import StatementOut
from service.api.schemas.queries import EyesArgs, LanguageArgs
from service.api.schemas.records import AdoptedOut, CopyOut
from service.record.files.copies import VISIBILITIES


class ExportArgs(EyesArgs):
    """Query parameters of the export."""

    format = fields.String(
        load_default="json",
        validate=validate.OneOf(["json", "text", "html"]),
        **doc("json to verify and take back, text to read and type, html to watch offline."),
    )


class SecretSeen(Secret):
    """A secret fact, and who may see it."""

    eyes = fields.List(fields.String(), required=True, **doc("The eyes that see it."))


class Issued(Output):
    """On which day a file was given out, signed."""

    at = fields.String(required=True, **doc("On which day, UTC: the same record is the same bytes all day."))
    key = fields.String(required=True, **doc("Id of the key."))
    signature = fields.String(required=True, **doc('Over `{"format": "movebook-file@1", "at", "key", "digest"}`.'))


class RecordFile(Output):
    """A whole record, as exported and imported."""

    format = fields.String(required=True, **doc("`movebook-record`."))
    format_version = fields.Integer(required=True, **doc("The version of the form."))
    record = fields.String(required=True, **doc("The record's id."))
    entries = fields.List(fields.Nested(Entry), required=True, **doc("The whole log."))
    secrets = fields.Dict(
        values=fields.Dict(values=fields.Nested(SecretSeen)),
        required=True,
        **doc("Version -> secret -> what these eyes see of it."),
    )
    opened = fields.Dict(
        values=fields.Dict(values=fields.Nested(Secret)),
        required=True,
        **doc("Version -> secret -> salt and value, of what is open to all."),
    )
    players = fields.Dict(values=fields.String(allow_none=True), required=True, **doc("Player id -> name, or null."))
    adopted = fields.Nested(AdoptedOut, **doc("Where it was adopted: who did that, and when."))
    package = fields.String(**doc("The package that contains its rules, with its version."))
    digest = fields.String(required=True, **doc("SHA-256 of the file without it and `issued`."))
    issued = fields.Nested(Issued, **doc("Where the service signs the file: not of a copy."))
    statement = fields.Nested(StatementOut, **doc("With `issued`: the statement about the record at its last entry."))
    box = fields.Nested(Components, required=True, **doc("The box that the record was opened with."))
    boxes = fields.List(fields.Nested(Components), **doc("The boxes that corrections of the opening name."))


class BringArgs(LanguageArgs):
    """Query parameters of the import of a file."""

    visibility = fields.String(
        validate=validate.OneOf(VISIBILITIES),
        **doc("Who may look at the copy; left out: private where its opening is, else unlisted."),
    )
    adopt = fields.Boolean(
        load_default=False,
        **doc("Make it a record of this service, under its own id and marked so for ever; admins only."),
    )


class BackOut(Output):
    """An imported file: a copy, or a record if an admin adopted it."""

    record = fields.String(required=True, **doc("The record's id."))
    version = fields.Integer(required=True, **doc("The version of its last entry."))
    head_hash = fields.String(required=True, **doc("The hash of its last entry."))
    copy = fields.Nested(CopyOut, required=True, allow_none=True, **doc("Null where it was adopted."))
    known = fields.Boolean(required=True, **doc("Whether it was here already."))
