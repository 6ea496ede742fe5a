"""Heroes that explore, and heroes that assault: positions of Mage Knight that the map makes."""

from collections.abc import Sequence
from typing import Any

from tests.engines.mage_knight.boxes import BEFORE, FAR, FIGURES, HILLS
from tests.engines.mage_knight.playing import Play, started, tokens

ROUTE: dict[str, tuple[list[int], list[int], list[tuple[list[int], str]], str | None]] = {
    "countryside_3": ([2, -3], [1, 1], [], None),
    "countryside_4": ([3, -5], [0, 2], [([1, -6], "diggers")], None),
    "countryside_5": ([4, -3], [2, 0], [([7, -4], "diggers")], "fire_bolt"),
    "countryside_6": ([6, -5], [2, 1], [([7, -6], "cursed_hags")], None),
    "countryside_7": ([6, -7], [1, 2], [([6, -9], "cursed_hags")], "ice_bolt"),
    "countryside_8": ([8, -7], [3, 0], [([9, -6], "wolf_riders"), ([10, -7], "altar_green")], None),
    "core_5": ([8, -8], [2, 2], [([9, -10], "ironclads"), ([7, -9], "ironclads")], None),
}
"""One way through the deck of two players: where the hero stands, the position, the tokens, the monastery's card."""


def explorer(seats: int = 2, **options: Any) -> Play:
    """A hero whose hand is sixteen Marches, at the start of its first turn."""
    return started(seats, **{"deck": ["march"] * 16, "hand": 16, **options})


def reveal(play: Play, tile: str, night: bool = False, **more: Any) -> Play:  # noqa: FBT001, FBT002 - day is the rule
    """Walk (by a judge's hand) beside the position of a tile of :data:`ROUTE` and turn the tile up for one March."""
    stand, position, placed, card = ROUTE[tile]
    shown = [one for one in placed if not (night and one[1] in FIGURES["ruins"])]
    play.at(stand).card("march")
    fields = {"tokens": tokens(*shown) or None, "action_card": card, **more}
    return play.do("explore", position=position, tile=tile, **fields)


def explored(last: str, **options: Any) -> Play:
    """A table after a hero turned up every tile of :data:`ROUTE` up to one."""
    play = explorer(**options)
    for tile in ROUTE:
        reveal(play, tile, night=options.get("night", False))
        if tile == last:
            break
    return play


def assaulting(*garrison: str, site: str = "keep", cards: Sequence[str] = (), **options: Any) -> Play:
    """A hero that by day walked to a keep or tower on (3, -2), saw its garrison, and assaulted it with its second step.

    Args:
        garrison: The token of the site, an enemy of its colour.
        site: Which site.
        cards: Cards of the deck beside three Marches.
        options: Of :func:`table`.
    """
    marches = ["march"] * 3
    play = started(site=site, deck=[*marches, *cards], **{"hand": 9, **options}).at(FAR)
    play.card("march").card("march").card("march")
    return play.step_to(BEFORE, tokens=tokens((HILLS, garrison[0]))).step_to(HILLS)
