"""Mana: dice, tokens and crystals, what they count as, and paying with them (chapter 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.kernel.domains import choice
from engines.mage_knight.arguments import Payment
from engines.mage_knight.box.components import BASIC, BLACK, FACES, GOLD
from engines.mage_knight.rules.attempt import Attempt, MissingFieldError
from engines.mage_knight.rules.table.pieces import Lasting
from engines.mage_knight.rules.table.wounds import take_wounds
from engines.mage_knight.state import Player, State, Turn

FROM = ("die", "token", "crystal", "tactic_die", "endless")


def gold_usable(attempt: Attempt) -> bool:
    """Whether gold counts as any basic colour now (MK-8.4)."""
    return not attempt.night or attempt.has_rule("gold_mana_usable")


def black_usable(attempt: Attempt) -> bool:
    """Whether black mana can be used now (MK-8.5)."""
    return attempt.night or attempt.has_rule("black_mana_usable_as_at_night")


def _polarization(attempt: Attempt) -> tuple[int, Lasting] | None:
    """The skill that lets one payment count as another colour, while it is unused, with its place."""
    for place, one in enumerate(attempt.me.lasting):
        if one.node["op"] == "mana_as_opposite_color" and len(one.did) < one.node["n"]:
            return place, one
    return None


def _polarized(attempt: Attempt, shows: str, as_: str) -> bool:
    """Whether Polarization makes one colour count as the other (chapter 24, ``mana_as_opposite_color``)."""
    found = _polarization(attempt)
    if found is None:
        return False
    node = found[1].node
    if any({shows, as_} == set(pair) for pair in node["pairs"]):
        return True
    by = node.get("night" if attempt.night else "day")
    return by is not None and shows == by["from"] and as_ in by["as"]


def counts_plainly(attempt: Attempt, from_: str, shows: str, as_: str) -> bool:
    """Whether mana counts as a colour without Polarization (MK-8.19)."""
    dice = from_ == "die" and attempt.has_rule("gold_and_black_dice_count_as_any_basic")
    if shows == as_:
        return shows in BASIC or (shows == BLACK and black_usable(attempt))
    if as_ not in BASIC:
        return False
    return (shows == GOLD and (dice or gold_usable(attempt))) or (shows == BLACK and dice)


def counts(attempt: Attempt, from_: str, shows: str, as_: str) -> bool:
    """Whether mana counts as a colour."""
    return counts_plainly(attempt, from_, shows, as_) or _polarized(attempt, shows, as_)


def dice_allowed(attempt: Attempt) -> int:
    """The number of source dice that the turn may use in total (MK-8.2, MK-8.17)."""
    return dice_of_turn(attempt.state, attempt.mover, attempt.turn)


def dice_of_turn(state: State, seat: int, turn: Turn) -> int:
    """The number of source dice that a turn may use in total: one unless barred, and those that effects allow."""
    frozen = any(one.node.get("rule") == "no_turn_die" and one.owner != seat for one in state.lasting)
    return (0 if frozen or turn.barred else 1) + turn.more_dice


def endless(attempt: Attempt) -> set[str]:
    """The colours that can be paid in any number."""
    return {colour for one in attempt.me.lasting if one.node["op"] == "endless_mana" for colour in one.node["colors"]}


def shown_by(attempt: Attempt, from_: str) -> list[str]:
    """The colours that mana of a kind shows, in the order of the faces."""
    player = attempt.me
    match from_:
        case "die":
            if attempt.turn.used_dice >= dice_allowed(attempt):
                return []
            there = {die.face for die in attempt.state.dice if die.on == "source"}
        case "token":
            there = {colour for colour, count in player.mana.items() if count > 0}
        case "crystal":
            there = {colour for colour, count in player.crystals.items() if count > 0}
        case "tactic_die":
            there = {die.face for die in attempt.state.dice if die.on == "tactic" and die.seat == attempt.seat}
        case _:
            there = endless(attempt)
    return [face for face in FACES if face in there]


def ways(attempt: Attempt, allowed: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Every way to pay one mana of some colours: its source, the colour it shows, and the colour it counts as."""
    for from_ in FROM:
        for shows in shown_by(attempt, from_):
            for as_ in FACES:
                if as_ in allowed and counts(attempt, from_, shows, as_):
                    yield from_, shows, as_


def _ask(attempt: Attempt, allowed: Sequence[str]) -> None:
    """Ask for the next part of a payment.

    Raises:
        MissingFieldError: Always.
        IllegalMoveError: No mana can pay it.
    """
    place = attempt.payments_read
    given = (attempt.half or {}).get("payments") or []
    half = given[place] if place < len(given) and isinstance(given[place], dict) else {}
    found = list(ways(attempt, allowed))
    if not found:
        raise attempt.refusal("MK-8.1", "no_mana", code="x_2", colours=_listed(attempt, allowed))
    from_, shows = half.get("from"), half.get("shows")
    if from_ is None:
        raise MissingFieldError(f"payments.{place}.from", choice(dict.fromkeys(way[0] for way in found)))
    rest = [way for way in found if way[0] == from_]
    if shows is None:
        raise MissingFieldError(f"payments.{place}.shows", choice(dict.fromkeys(way[1] for way in rest)))
    raise MissingFieldError(f"payments.{place}.as", choice(dict.fromkeys(way[2] for way in rest if way[1] == shows)))


def _listed(attempt: Attempt, allowed: Sequence[str]) -> dict[str, str]:
    names = attempt.state.box.mana_names
    return {lang: "/".join(names[colour][lang] for colour in allowed) for lang in ("en", "es")}


def pay(attempt: Attempt, allowed: Sequence[str], rule: str = "MK-7.14", code: str | None = "x_2") -> str:
    """Pay one mana of some colours with the next payment of the move.

    ``rule``: the clause that refuses a missing or another payment.

    Returns:
        The colour it counts as.

    Raises:
        IllegalMoveError: A clause of MK-8 is broken; nothing is paid; another colour.
        MissingFieldError: The form must ask for it.
    """
    payment = attempt.next_payment()
    if payment is None:
        if attempt.asking:
            _ask(attempt, allowed)
        raise attempt.refusal(rule, "unpaid", code=code, colours=_listed(attempt, allowed))
    as_ = payment.as_ or payment.shows
    _usable(attempt, payment, as_)
    attempt.need(
        as_ in allowed,
        rule,
        "wrong_mana",
        code=code,
        colours=_listed(attempt, allowed),
        paid=attempt.state.box.mana_names.get(as_, {"en": as_, "es": as_}),
    )
    if not counts_plainly(attempt, payment.from_, payment.shows, as_):
        _polarize(attempt)
    _take(attempt, payment)
    turn = attempt.turn
    if turn.pending is not None and payment.from_ == "token" and payment.shows == turn.pending:
        turn.pending = None
    _answered(attempt, as_)
    return as_


def _usable(attempt: Attempt, payment: Payment, as_: str) -> None:
    """Whether that mana is there and counts so (MK-8.1 to MK-8.6, MK-8.19)."""
    shows, from_ = payment.shows, payment.from_
    names = attempt.state.box.mana_names
    attempt.must(shows in FACES and as_ in FACES, "MK-30.1", "no_colour", colour=shows)
    if not counts(attempt, from_, shows, as_):
        if from_ == "die" and shows == (GOLD if attempt.night else BLACK):
            attempt.need(False, "MK-8.6", "depleted", code="x_5", colour=names[shows])  # noqa: FBT003
        unusable = {GOLD: not gold_usable(attempt), BLACK: not black_usable(attempt)}.get(shows, False)
        rule, code = ("MK-8.4" if shows == BLACK else "MK-8.5", "x_3") if unusable else ("MK-8.19", "x_2")
        attempt.need(False, rule, "counts_not", code=code, shows=names[shows], colour=names[as_])  # noqa: FBT003
    if from_ == "die":
        attempt.need(attempt.turn.used_dice < dice_allowed(attempt), "MK-8.2", "second_die", code="x_4")
    attempt.must(from_ in FROM, "MK-30.1", "no_colour", colour=from_)
    there = (
        any(die.face == shows and die.on == "source" for die in attempt.state.dice)
        if from_ == "die"
        else shows in shown_by(attempt, from_)
    )
    attempt.must(there, "MK-8.1", "no_such_mana", colour=names[shows])


def _take(attempt: Attempt, payment: Payment) -> None:
    """The mana is spent."""
    player, turn, shows = attempt.me, attempt.turn, payment.shows
    match payment.from_:
        case "die":
            move_die(attempt, shows, "source", "used")
            turn.used_dice += 1
        case "tactic_die":
            move_die(attempt, shows, "tactic", "used")
        case "token":
            player.mana[shows] -= 1
        case "crystal":
            player.crystals[shows] -= 1
            turn.spent[shows] = turn.spent.get(shows, 0) + 1


def move_die(attempt: Attempt, face: str, from_: str, to: str, *, shows: str | None = None) -> None:
    """Move a die, and set another face if one is given.

    Raises:
        IllegalMoveError: There is no such die.
    """
    dice = attempt.state.dice
    for place, die in enumerate(dice):
        if die.face == face and die.on == from_ and (from_ == "source" or die.seat == attempt.seat):
            dice[place] = replace(die, on=to, seat=None if to == "source" else attempt.seat, face=shows or face)
            return
    raise attempt.refusal(
        "MK-8.1", "no_such_mana", colour=attempt.state.box.mana_names.get(face, {"en": face, "es": face})
    )


def _polarize(attempt: Attempt) -> None:
    """One payment has counted as another colour."""
    found = _polarization(attempt)
    if found is not None:
        place, one = found
        attempt.turn.lasting[place] = replace(one, did=(*one.did, attempt.piece))


def _answered(attempt: Attempt, colour: str) -> None:
    """Apply the curses of others on the mana of a colour (``curse_color``, ``others_until_your_turn``)."""
    seat, lasting = attempt.seat, attempt.state.lasting
    for place, one in enumerate(lasting):
        if one.owner == seat:
            continue
        if one.node["op"] == "curse_color" and one.colour == colour and f"{seat}" not in one.did:
            lasting[place] = replace(one, did=(*one.did, f"{seat}"))
            take_wounds(attempt, attempt.mover, one.node["effect"]["n"])
        node = one.node.get("using_basic_mana_of_other_color")
        mark = f"{seat}:{colour}"
        if node is not None and colour in BASIC and colour != one.colour and mark not in one.did:
            lasting[place] = replace(one, did=(*one.did, mark))
            take_wounds(attempt, attempt.mover, node["n"])


def add_tokens(player: Player, colour: str, count: int = 1) -> None:
    """Add mana tokens from the bank (MK-8.1)."""
    player.mana[colour] += count


def add_crystal(attempt: Attempt, player: Player, colour: str, *, by_effect: bool) -> None:
    """Add a crystal; a fourth of a colour becomes a token, or is lost at a mine and as a reward (MK-8.11, MK-8.12)."""
    if player.crystals[colour] < attempt.state.box.crystals:
        player.crystals[colour] += 1
    elif by_effect:
        add_tokens(player, colour)
