"""Tokens, and the one-time codes that are exchanged for them."""

from marshmallow import fields

from service.api.schemas import output as out
from service.api.schemas.fields import (
    MOST_SEAT,
    SHORT,
    Input,
    Output,
    PlainText,
    TrueOrFalse,
    UtcTime,
    WholeNumber,
    doc,
)


class TokenIn(Input):
    """A token bound to a record."""

    scope = fields.String(
        required=True,
        **doc(
            "A seat's own link; all that a recorder does; reading alone; or a judge.",
            among=["seat", "record", "read", "judge"],
        ),
    )
    seat = WholeNumber(**doc("The seat; with scope seat, and only there.", within=(0, MOST_SEAT)))
    label = PlainText(validate=SHORT, **doc("A name that its creator gave it."))
    expires_at = UtcTime(**doc("When it ends; without it, never."))


class TokenOut(Output):
    """A token, without its secret."""

    id = out.text("Its id, which is no secret.")
    scope = out.text("Its scope: admin, league, record, seat, read or judge.")
    record = out.text("The record it is bound to.", null=True)
    seat = out.number("The seat, of scope seat.", null=True)
    league = out.text("The league, of scope league.", optional=True, null=True)
    since = out.number("Of a seat's later link: secrets sealed before are not for it.")
    label = out.text("A name that its creator gave it.")
    maker = out.text("Id of the token that created it, directly or through others.", null=True)
    created_at = out.text("When it was made, RFC 3339.")
    expires_at = out.text("When it ends, RFC 3339; null for never.", null=True)
    revoked_at = out.text("When it was revoked, RFC 3339; null while it is valid.", null=True)
    used_at = out.text(
        "In lists: when it was last used, to ten minutes, RFC 3339; null where not known.", optional=True, null=True
    )


class TokenMade(TokenOut):
    """A new token, with its secret."""

    token = out.text("The secret, shown this once.")
    link = out.text("An address with the secret in its fragment, which no server sees.")


class TokensOut(Output):
    """The tokens of a record."""

    tokens = out.parts(TokenOut, "The tokens, without their secrets.")


class CodeIn(Input):
    """A request for a pairing code."""

    scope = fields.String(
        required=True, **doc("A seat's own phone, or the phone that records from then on.", among=["seat", "record"])
    )
    seat = WholeNumber(**doc("The seat; with scope seat, and only there.", within=(0, MOST_SEAT)))
    again = TrueOrFalse(
        load_default=False,
        **doc("The seat's phone is lost: its links are revoked at once, and an entry of the log says so."),
    )


def claim_page() -> fields.String:
    """The page on which a code is claimed."""
    return fields.String(
        required=True,
        allow_none=True,
        **doc(
            "Address of the page on which codes are claimed; null where no setting says how others "
            "reach this service: then it is at the address by which you reached it."
        ),
    )


class CodeMade(Output):
    """A new pairing code."""

    code = out.text("The code, shown this once.", example="7K3M-QX2P-9HWD")
    expires_at = out.text("When it expires, RFC 3339.")
    record = out.text("The record.")
    scope = out.text("The scope of the token that it is exchanged for.")
    seat = out.number("The seat, of scope seat.", null=True)
    page = claim_page()


class PairedSeat(Output):
    """A seat, and the phones that have its link."""

    seat = out.number("The seat.")
    phones = out.number("Valid links of the seat.")
    paired_at = out.text("When the last of them was made, RFC 3339.", null=True)
    code_expires_at = out.text("Until when the seat's code may be claimed; null where there is none.", null=True)


class PairedOut(Output):
    """The phones that are paired with a record."""

    seats = out.parts(PairedSeat, "Every seat.")
    recorders = out.number("Valid tokens that may record the game.")
    code_expires_at = out.text(
        "Until when the code for another recorder may be claimed; null where there is none.", null=True
    )
    page = claim_page()


class ClaimIn(Input):
    """A pairing code, scanned or typed."""

    code = PlainText(
        required=True,
        **doc(
            "The code; capital letters, hyphens and blanks do not matter, O is read as 0, I and L as 1.",
            length=(1, 40),
            example="7K3M-QX2P-9HWD",
        ),
    )
