"""How often each card, skill, tactic, unit and site occurs: ``python -m tests.engines.mage_knight.occurring [GAMES]``.

Plays so many imaginary games for each number of heroes, each move held against the second opinion and every account
(:mod:`checked`), and prints what was wrong, what occurred, rarest first, and what never did.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

from engines import mage_knight
from engines.kernel.game import IllegalMoveError, Json
from tests.engines.mage_knight.model.checked import checked

WALKED = ("portal", "mine", "glade")
"""Sites that are entered by walking there."""
PART = 25
"""Games of each number of heroes after which it is told how far it has come."""


def seen(seats: int, seed: int) -> Iterator[str]:
    """What the moves of one game use, as ``march strong``, ``peasants 2``, ``dungeon``, ``prowlers``."""
    for move, before, after in checked(seats, seed):
        yield from used(move, before, after)


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
        case "interact" | "pay_altar":
            yield site_at(before, held["space"])
    if before["combat"] is None and after["combat"]:
        enemies = after["combat"]["enemies"].values()
        yield from (enemy["token"] for enemy in enemies)
        yield from {site_at(after, enemy["at"]) for enemy in enemies}
    if after["revealed"] is not None and before["revealed"] is None:
        yield "city"
    for seat, hero in after["heroes"].items():
        if hero["space"] != before["heroes"][seat]["space"] and site_at(after, hero["space"]) in WALKED:
            yield site_at(after, hero["space"])


def site_at(view: Json, at: list[int] | None) -> str:
    """The site of a space; ``None`` where there is none."""
    return str(view["map"]["spaces"][f"{at[0]}_{at[1]}"]["site"]) if at else "None"


def everything() -> set[str]:
    """What may occur, made from the box."""
    box = mage_knight.box()
    found = {f"{card['id']} {use}" for card in box["cards"] for use in ("basic", "strong", "sideways")}
    found |= {skill["id"] for skill in box["skills"] if skill["use"] != "permanent"}
    found |= {tactic["id"] for tactic in box["tactics"]} | {enemy["id"] for enemy in box["enemies"]}
    regular = [unit for unit in box["units"] if unit["tier"] == "regular"]
    found |= {f"{unit['id']} {n}" for unit in regular for n in range(1, len(unit["abilities"]) + 1)}
    return found | {site["id"] for site in box["sites"]}


def main(games: int, first: int) -> None:
    """Play and print."""
    counted: Counter[str] = Counter()
    wrong = 0
    for seed in range(first, first + games):
        for seats in (2, 3, 4):
            try:
                counted.update(seen(seats, seed))
            except (AssertionError, IllegalMoveError, LookupError, RuntimeError) as error:
                wrong += 1
                tell(f"{seats} heroes, seed {seed}: {type(error).__name__}: {error}")
        if (seed - first + 1) % PART == 0:
            tell(f"{seed - first + 1} games of each number of heroes, {wrong} wrong; never: {never(counted)}")
    for thing in sorted(everything(), key=lambda thing: (counted[thing], thing)):
        tell(f"{counted[thing]:8} {thing}")
    tell(f"{3 * games} games, {wrong} wrong; never: {never(counted)}")


def never(counted: Counter[str]) -> str:
    """What did not occur."""
    return ", ".join(sorted(thing for thing in everything() if not counted[thing])) or "nothing"


def tell(line: str) -> None:
    """A line of the report, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=20, help="for each number of heroes")
    parser.add_argument("--first", type=int, default=1, help="seed of the first")
    told = parser.parse_args()
    main(told.games, told.first)
