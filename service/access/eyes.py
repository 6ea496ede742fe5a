"""Eyes: the viewpoint of a caller, and which secrets it sees."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Eyes:
    """The viewpoint of a caller.

    Args:
        name: ``public``, ``seat:N``, ``recorder``, ``appointed`` (public, and notes for judges) or ``judge``.
        since: For a seat's later link: it does not see what was sealed before this version and is not opened.
    """

    name: str
    since: int = 0

    def can_see(self, eyes: list[str], version: int) -> bool:
        """Whether these eyes see a secret of entry ``version`` that is stored for ``eyes``."""
        if self.name == "judge" or "public" in eyes:
            return True
        return self.name in eyes and version >= self.since

    @property
    def derived(self) -> tuple[int, ...] | None:
        """The seats whose derived figures these eyes see while a game runs; None for all."""
        if self.name in ("recorder", "judge"):
            return None
        return () if self.seat is None else (self.seat,)

    @property
    def seat(self) -> int | None:
        """The seat whose eyes these are; None for the eyes of no seat."""
        return int(self.name[5:]) if self.name.startswith("seat:") else None


PUBLIC = Eyes("public")
RECORDER = Eyes("recorder")
APPOINTED = Eyes("appointed")
JUDGE = Eyes("judge")


def visible(secrets: Mapping[str, Mapping[str, Any]], version: int, eyes: Eyes) -> dict[str, Any]:
    """The secret facts of one entry that these eyes see: name -> value."""
    return {name: secret["value"] for name, secret in secrets.items() if eyes.can_see(secret["eyes"], version)}
