"""Whole records as files."""

from marshmallow import fields

from service.api.schemas import output as out
from service.api.schemas.boxes import Components
from service.api.schemas.entries import Entry, Secret
from service.api.schemas.fields import EyesArgs, LanguageArgs, Output, doc
from service.api.schemas.proof import StatementOut
from service.api.schemas.records import AdoptedOut, CopyOut
from service.record.files.copies import VISIBILITIES


class ExportArgs(EyesArgs):
    """Query parameters of the export."""

    format = fields.String(
        load_default="json",
        **doc(
            "json to verify and import, text to read and type, html to watch offline.",
            among=["json", "text", "html"],
        ),
    )


class SecretSeen(Secret):
    """A secret fact, and who may see it."""

    eyes = out.texts("The eyes that see it.")


class Issued(Output):
    """On which day a file was given out, signed."""

    at = out.text("On which day, UTC: the same record is the same bytes all day.")
    key = out.text("Id of the key.")
    signature = out.text('Over `{"format": "movebook-file@1", "at", "key", "digest"}`.')


class RecordFile(Output):
    """A whole record, as exported and imported."""

    format = out.text("`movebook-record`.")
    format_version = out.number("The version of the form.")
    record = out.text("The record's id.")
    entries = out.parts(Entry, "The whole log.")
    secrets = out.mapping(
        "Version -> secret -> what these eyes see of it.", fields.Dict(values=fields.Nested(SecretSeen))
    )
    opened = out.mapping(
        "Version -> secret -> salt and value, of what is open to all.", fields.Dict(values=fields.Nested(Secret))
    )
    players = out.mapping("Player id -> name, or null.", fields.String(allow_none=True))
    adopted = out.part(AdoptedOut, "If it was adopted: by whom, and when.", optional=True)
    package = out.text("The package that contains its rules, with its version.", optional=True)
    digest = out.text("SHA-256 of the file without it and `issued`.")
    issued = out.part(Issued, "Where the service signs the file: not of a copy.", optional=True)
    statement = out.part(
        StatementOut, "With `issued`: the statement about the record at its last entry.", optional=True
    )
    box = out.part(Components, "The box that the record was opened with.")
    boxes = out.parts(Components, "The boxes that corrections of the opening name.", optional=True)


class BringArgs(LanguageArgs):
    """Query parameters of the import of a file."""

    visibility = fields.String(
        **doc("Who may look at the copy; left out: private where its opening is, else unlisted.", among=VISIBILITIES)
    )
    adopt = fields.Boolean(
        load_default=False,
        **doc("Make it a record of this service, under its own id and marked so for ever; admins only."),
    )


class BackOut(Output):
    """An imported file: a copy, or a record if an admin adopted it."""

    record = out.text("The record's id.")
    version = out.number("The version of its last entry.")
    head_hash = out.text("The hash of its last entry.")
    copy = out.part(CopyOut, "Null where it was adopted.", null=True)
    known = out.flag("Whether it was here already.")
