"""How often each card, skill, tactic, unit and site occurs: ``python -m tests.engines.mage_knight.occurring [GAMES]``.

Plays so many imaginary games for each number of heroes and prints what occurred, rarest first, and what never did.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from engines import mage_knight
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from tests.engines.given import defaults
from tests.engines.mage_knight.boxes import COLOURS
from tests.engines.mage_knight.rich_boxes import rich


def seen(seats: int, seed: int) -> Iterator[str]:
    """What the moves of one game use, as ``march strong``, ``peasants 2``, ``dungeon``, ``prowlers``."""
    options = {**defaults(mage_knight), "aa_deck": 28 if seed % 2 else 16}
    box = rich(seed)
    fold: Fold[object, object] = Fold(mage_knight, list(COLOURS[:seats]), options, box)  # type: ignore[arg-type]
    for move in mage_knight.table(Random(seed), COLOURS[:seats], options, box):
        before = fold.view()
        fold.play(move)
        yield from used(move, before, fold.view())


def used(move: Json, before: Json, after: Json) -> Iterator[str]:
    """What one move uses."""
    held = before["heroes"].get(str(move.get("seat")), {})
    match move["type"]:
        case "play_card":
            yield f"{move['card']} {move['use']}"
            yield from filter(None, [move.get("with", {}).get("skill")])
        case "use_skill" | "take_tactic":
            yield str(move.get("skill") or move.get("tactic"))
        case "activate_unit":
            yield f"{held['units'][str(move['unit'])]['unit']} {move['ability']}"
        case "interact" | "enter_site" | "pay_altar" | "burn_monastery":
            at = held["space"]
            yield str(before["map"]["spaces"][f"{at[0]}_{at[1]}"]["site"])
    if before["combat"] is None and after["combat"]:
        yield from (enemy["token"] for enemy in after["combat"]["enemies"].values())
        yield from filter(None, [after["combat"]["site"]])


def everything() -> set[str]:
    """What may occur, made from the box."""
    box = mage_knight.box()
    found = {f"{card['id']} {use}" for card in box["cards"] for use in ("basic", "strong", "sideways")}
    found |= {skill["id"] for skill in box["skills"] if skill["use"] != "permanent"}
    found |= {tactic["id"] for tactic in box["tactics"]} | {enemy["id"] for enemy in box["enemies"]}
    regular = [unit for unit in box["units"] if unit["tier"] == "regular"]
    found |= {f"{unit['id']} {n}" for unit in regular for n in range(1, len(unit["abilities"]) + 1)}
    passive = {"portal", "city", "mine", "glade", "orcs", "draconum"}
    return found | {site["id"] for site in box["sites"]} - passive


def main(games: int) -> None:
    """Play and print."""
    counted: Counter[str] = Counter()
    for seats in (2, 3, 4):
        for seed in range(games):
            counted.update(seen(seats, seed))
    for thing in sorted(everything(), key=lambda thing: (counted[thing], thing)):
        sys.stdout.write(f"{counted[thing]:8} {thing}\n")
    never = sorted(thing for thing in everything() if not counted[thing])
    sys.stdout.write(f"{3 * games} games; never: {', '.join(never) or 'nothing'}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
