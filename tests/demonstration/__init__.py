"""Whether a simulated game looks as if people had played it, and which games the demonstration shows.

``python -m tests.demonstration [TITLE ...]`` looks for better games; the tests judge those that are shown now.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engines import GAMES
from engines.kernel.game import Json
from engines.kernel.replay import Fold

Step = tuple[Json, list[Json]]
"""A move of a game and its marks."""


@dataclass(frozen=True, slots=True)
class Played:
    """A simulated game."""

    steps: Sequence[Step]
    seats: Sequence[Json]
    contradictions: Sequence[Json]

    @property
    def kinds(self) -> Counter[str]:
        """How often each type of move is made and each mark is set."""
        return Counter([move["type"] for move, _ in self.steps] + [mark["kind"] for _, of in self.steps for mark in of])


@dataclass(frozen=True, slots=True)
class Title:
    """What people would not believe of a title."""

    points: Callable[[Json], Sequence[float]]
    least: Sequence[float]
    share: float
    idle: Callable[[Played], float]
    most_idle: float
    shows: Sequence[str]
    wrong: Sequence[str] = field(default=())


def play(title: str, colours: Sequence[str], moves: Sequence[Json], *, marks: bool = True) -> Played:
    """Fold a finished game."""
    game = GAMES[title]
    fold = Fold(game, colours, {name: option.default for name, option in game.options().items()}, game.box())
    steps: list[Step] = []
    for name, move in enumerate(moves, 2):
        body = game.encode(fold.decide(move))
        if marks:
            steps.append((move, fold.apply_and_describe(str(name), body, languages=())["marks"]))
        else:
            fold.apply(str(name), body)
    result = fold.result() or {"seats": {}}
    seats = [result["seats"][seat] for seat in sorted(result["seats"], key=int)]
    return Played(steps, seats, fold.view()["contradictions"])


def unequal(title: str, game: Played) -> Iterator[str]:
    """What people would not believe of the end of a game, each as one line."""
    about = TITLES[title]
    if not game.seats:
        yield "it is not finished"
        return
    if game.contradictions:
        yield f"{len(game.contradictions)} contradictions"
    points = [about.points(seat) for seat in game.seats]
    for which, least in enumerate(about.least):
        worst = min(of[which] for of in points)
        if worst < least:
            yield f"a seat ends with {worst}, fewer than {least}"
    best, worst = max(of[0] for of in points), min(of[0] for of in points)
    if worst < about.share * best:
        yield f"the last has {worst}, less than {about.share:.0%} of {best}"


def faults(title: str, game: Played) -> Iterator[str]:
    """What people would not believe of a game, each as one line."""
    yield from unequal(title, game)
    about, kinds = TITLES[title], game.kinds
    idle = about.idle(game)
    if idle > about.most_idle * len(game.seats):
        yield f"{idle:g} idle moves, more than {about.most_idle} for each of {len(game.seats)} seats"
    missing = [kind for kind in about.shows if not kinds[kind]]
    if missing:
        yield f"it shows no {', '.join(missing)}"
    wrong = [kind for kind in about.wrong if kinds[kind]]
    if wrong:
        yield f"it shows {', '.join(wrong)}"


def rank(title: str, game: Played) -> float:
    """How believable a game without faults is, to choose among several: 0 is best."""
    points = [TITLES[title].points(seat)[0] for seat in game.seats]
    return 1 - min(points) / max(points) + TITLES[title].idle(game) / len(game.seats) / 4


def _made(*kinds: str) -> Callable[[Played], int]:
    """How many moves and marks are of some kinds."""
    return lambda game: sum(game.kinds[kind] for kind in kinds)


def _not_performed(game: Played) -> int:
    """Actions of Rise of Empires that are not performed."""
    return sum(move.get("perform") is False for move, _ in game.steps)


DEEDS = {"explore", "attack", "recruit", "learn", "buy_spell", "buy_healing", "heal", "pay_altar", "use_glade", "move"}
"""What a turn of Mage Knight is for."""
EMPTY_COMBAT = 0.5
"""How idle a turn is whose combat defeats nobody: it happens to good players, but not often."""


def _wasted_turns(game: Played) -> float:
    """Turns of Mage Knight without a deed, combats that defeat nobody, and withdrawals from another hero's space."""
    found = 0.0
    turns: dict[int, list[Step]] = {}
    for move, marks in game.steps:
        seat = move.get("seat")
        if move["type"] == "begin_turn":
            found += _wasted(turns.pop(seat, []))
            turns[seat] = []
        if seat in turns:
            turns[seat].append((move, marks))
    return found + sum(map(_wasted, turns.values())) + game.kinds["withdraw"]


def _wasted(turn: Sequence[Step]) -> float:
    """How much of a turn of Mage Knight is wasted: all of it, part of it, or nothing."""
    if not turn:
        return 0
    moves = {move["type"] for move, _ in turn}
    marks = {mark["kind"] for _, of in turn for mark in of}
    if "combat" in marks:
        return 0 if "defeated" in marks else EMPTY_COMBAT
    rests = any(move["type"] == "rest" and move.get("wounds") for move, _ in turn)
    return not (rests or moves & DEEDS)


TITLES: Mapping[str, Title] = {
    "kingdoms": Title(
        points=lambda seat: (seat["score"],),
        least=(100,),
        share=0.8,
        idle=_made("pass"),
        most_idle=0,
        shows=("place_castle", "draw_and_place", "place_starting_tile", "reveal_starting_tile"),
        wrong=("count_differs",),
    ),
    "xidit": Title(
        points=lambda seat: tuple(seat["breakdown"]["values"][one] for one in ("wealth", "reputation", "influence")),
        least=(9, 8, 3),
        share=0.5,
        idle=_made("cancelled"),
        most_idle=6,
        shows=("threat_eliminated", "census_won", "tile_renewed"),
    ),
    "architects": Title(
        points=lambda seat: (seat["score"],),
        least=(18,),
        share=0.75,
        idle=_made("warning"),
        most_idle=1,
        shows=("built", "cathedral", "reset", "place_town_centre", "place_guardhouse", "workshop_hire", "market_hire"),
    ),
    "rise_of_empires": Title(
        points=lambda seat: (seat["score"], seat["breakdown"]["lines"]["food"]), least=(50, 0), share=0.7,
        idle=_not_performed, most_idle=2.5, shows=("battle", "era", "overseas_open"),
    ),
    "mage_knight": Title(
        points=lambda seat: (seat["score"], seat["breakdown"]["fame"], seat["breakdown"]["beating"]),
        least=(10, 8, -14),
        share=0.6,
        idle=_wasted_turns,
        most_idle=2,
        shows=("tile", "defeated", "level", "recruit", "learn", "take_reward", "assign_damage", "block"),
    ),
}  # fmt: skip
