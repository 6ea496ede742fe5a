"""An attempt at a move: its fields, its refusals and its changes.

The same code runs for every caller. ``decide`` runs it on a copy of the table and refuses the move at the first broken
rule. ``evolve`` runs it on the table itself, ignores broken rules, and stops only where the move has no meaning: then
the table is restored. ``offers`` runs it with part of a move and stops at the first missing field: the next question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, NoReturn, TypeVar

from engines.kernel import domains
from engines.kernel.contradictions import contradiction
from engines.kernel.copying import copied
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.sentences import Value, shown
from engines.mage_knight.arguments import Choice, Fact, Payment, TokenAt
from engines.mage_knight.refusals import refuse
from engines.mage_knight.rules.table.pieces import Lasting, Place, Space
from engines.mage_knight.state import Combat, Player, State, Turn

Domain = Json
T = TypeVar("T")


class MissingFieldError(Exception):
    """Part of a move lacks the field that is asked next.

    ``path``: the field, nested ones by dots.
    """

    def __init__(self, path: str, domain: Domain) -> None:
        super().__init__(path)
        self.path = path
        self.domain = domain


@dataclass(slots=True, eq=False)
class Attempt:
    """One attempt at a move of a seat on a table.

    Args:
        state: The table, changed in place.
        seat: The seat that moves; None for a move of the table.
        name: The name of the move; empty while nobody has recorded it.
        event: The event of the move.
        strict: Whether a broken rule refuses the move.
        asking: Whether a missing field raises :class:`MissingFieldError`.
        half: The partial move as received, while asking.

    Attributes:
        kept: Stored players before the move, to restore the table; None on a copy.
        touched: Players that may have changed.
        piece: The name of the play under way, for pieces and options.
        card: The card whose effect is read; None for the effect of a unit, a skill or a tactic.
        colour: The colour of what is played, for MK-14.13.
        fixed: The colour that the tree has fixed.
        moved: What the last node affected, for a later node: enemies by number, colours of crystals, or ``seat:card``
            for discarded cards.
        unit: The own unit whose ability is used.
        bonus: Bonus still to be added to a value (MK-7.19).
        parts: Values that the play has given so far.
        after: Nodes that wait for a block with this play.
        cost: The clause about the cost of the play, for the refusal of surplus payments.
        dropped: Cards that a knock-out discarded and the move does not name; None if there was none.
        due: The colour of a token that this play must spend (MK-24.8).
        drew: Cards drawn by the tree so far.
        found: What the move revealed, for the barrier.
        chance: What chance decided, for the barrier.
        reacted: The seat that reacted or used something between turns, for the barrier.
    """

    state: State
    seat: int | None
    name: str
    event: Any
    _: KW_ONLY
    strict: bool
    asking: bool = False
    half: Json | None = None
    kept: dict[int, Player] | None = None
    touched: dict[int, Player] = field(default_factory=dict)
    piece: str = ""
    card: str | None = None
    colour: str | None = None
    fixed: str | None = None
    moved: list[str] = field(default_factory=list)
    unit: int | None = None
    bonus: int = 0
    parts: list[Any] = field(default_factory=list)
    after: list[Any] = field(default_factory=list)
    drew: int = 0
    found: list[str] = field(default_factory=list)
    chance: list[str] = field(default_factory=list)
    reacted: list[str] = field(default_factory=list)
    choices_read: int = 0
    offer_read: bool = False
    cost: str = "MK-30.1"
    due: str | None = None
    dropped: list[str] | None = None
    _facts: int = 0
    _paid: int = 0
    _picked: int = 0

    @property
    def me(self) -> Player:
        """The player who moves."""
        return self.player(self.mover)

    @property
    def mover(self) -> int:
        """The seat that moves; 0 for a move of the table."""
        return self.seat or 0

    def player(self, seat: int) -> Player:
        """A player, to be changed: a copy on a trial; on the table itself, the old state is stored for a restore."""
        player = self.state.seats[seat]
        if seat in self.touched:
            return player
        self.touched[seat] = player
        if self.kept is None:  # on a trial: the table shares its players with the one it was copied from
            player = self.state.seats[seat] = copied(player)
        else:
            self.kept[seat] = copied(player)
        player.stamp = object()
        return player

    @property
    def turn(self) -> Turn:
        """The turn of the player who moves.

        Raises:
            IllegalMoveError: The player has no turn.
        """
        turn = self.me.turn
        if turn is None:
            raise self.refusal("MK-4.3", "no_turn", code=None, seat=self.mover)
        return turn

    @property
    def combat(self) -> Combat:
        """The combat of the player who moves.

        Raises:
            IllegalMoveError: The player is in no combat.
        """
        combat = self.state.combat if self.fighting else None
        if combat is None:
            raise self.refusal("MK-14.1", "no_combat", code=None)
        return combat

    @property
    def fighting(self) -> bool:
        """Whether the player who moves is in a combat."""
        return self.state.combat is not None and self.state.combat.seat == self.seat

    @property
    def phase(self) -> str:
        """The phase of the combat of the player who moves; empty outside one."""
        return self.combat.phase if self.fighting else ""

    @property
    def night(self) -> bool:
        """Whether night rules hold for the player who moves (MK-24.4, MK-8.14)."""
        combat = self.combat if self.fighting else None
        in_site = combat is not None and combat.how == "site" and self.state.box.sites[combat.site or ""].night
        return self.state.night or in_site

    def others(self) -> list[int]:
        """The other seats, ascending."""
        return [seat for seat in range(len(self.state.seats)) if seat != self.seat]

    def lasting(self) -> list[Lasting]:
        """The lasting effects on the player who moves: its own, and those of others."""
        return [*self.me.lasting, *self.state.lasting]

    def has_rule(self, rule: str) -> bool:
        """Whether a rule is switched on for the player who moves (chapter 24, ``rule``)."""
        return any(one.node.get("set") == rule for one in self.me.lasting)

    def refusal(
        self, rule: str, key: str, *, code: str | None = None, names: Iterable[str | None] = (), **values: Value
    ) -> IllegalMoveError:
        """Return the refusal of the move, for the caller to raise."""
        return refuse(rule, key, code=code, names=names, event=None, **values)

    def need(
        self,
        ok: object,
        rule: str,
        key: str,
        *,
        code: str | None = None,
        names: Iterable[str | None] = (),
        **values: Value,
    ) -> None:
        """Refuse a move that breaks a rule; ignore this for a move that is already recorded."""
        if not ok and self.strict:
            raise self.refusal(rule, key, code=code, names=names, **values)

    def must(
        self,
        ok: object,
        rule: str,
        key: str,
        *,
        code: str | None = None,
        names: Iterable[str | None] = (),
        **values: Value,
    ) -> None:
        """Refuse a move that does not fit the table, recorded or not."""
        if not ok:
            raise self.refusal(rule, key, code=code, names=names, **values)

    def given(self, value: T | None, rule: str, key: str, *, code: str | None = None, **values: Value) -> T:
        """Return a value without which the move has no meaning.

        Raises:
            IllegalMoveError: The value is missing.
        """
        if value is None:
            raise self.refusal(rule, key, code=code, names=(), **values)
        return value

    def note(self, names: Iterable[str | None], rule: str, what: str) -> None:
        """Note moves that cannot all be right, including this one."""
        found = contradiction([*names, self.name], rule, what)
        if len(found.names) > 1 and not any(
            one.names == found.names and one.what == what for one in self.state.contradictions
        ):
            self.state.contradictions.append(found)

    def choice(
        self, member: str, domain: Domain, ok: Callable[[Any], bool] | None = None, *, rule: str = "MK-24.3"
    ) -> Any:
        """The next choice of the move (MK-24.3).

        Args:
            member: The member that must be set.
            domain: What it may be, for a form.
            ok: Returns whether a value is allowed; without it only the kind of value is checked.
            rule: The clause that refuses another value.

        Raises:
            IllegalMoveError: The move lacks this choice, or its value is not allowed.
            MissingFieldError: The form must ask for it.
        """
        at, given = self.choices_read, getattr(self.event, "choices", None) or ()
        self.choices_read += 1
        value = getattr(given[at], member) if at < len(given) else None
        if value is None:
            if self.asking and at >= len(given):
                raise MissingFieldError(f"choices.{at}.{member}", domain)
            raise refuse("MK-24.3", "choice_missing", code=None, place=at + 1, member=member)
        self.must(ok is None or ok(value), rule, "choice_wrong", place=at + 1, value=shown(value))
        return value

    def one_of(self, member: str, values: Sequence[str], rule: str = "MK-24.3") -> str:
        """The next choice of the move, one of some values; errors as of :meth:`choice`."""
        return str(self.choice(member, domains.choice(values), lambda value: value in values, rule=rule))

    def next_names(self, member: str) -> bool:
        """Whether the next choice of the move sets a member."""
        given = getattr(self.event, "choices", None) or ()
        return self.choices_read < len(given) and getattr(given[self.choices_read], member) is not None

    def fact(self, member: str, domain: Domain, ok: Callable[[Any], bool] | None = None) -> Any:
        """The next fact of the move (MK-24.3); arguments and errors as :meth:`choice`."""
        at, given = self._facts, getattr(self.event, "facts", None) or ()
        self._facts += 1
        value = getattr(given[at], member) if at < len(given) else None
        if value is None:
            if self.asking and at >= len(given):
                raise MissingFieldError(f"facts.{at}.{member}", domain)
            raise refuse("MK-24.3", "fact_missing", code=None, place=at + 1, member=member)
        self.must(ok is None or ok(value), "MK-24.3", "fact_wrong", place=at + 1, value=shown(value))
        return value

    def fact_or(self, members: Mapping[str, Domain]) -> tuple[str, Any]:
        """The next fact, which may be one of several members: the name of the member and its value."""
        at, given = self._facts, getattr(self.event, "facts", None) or ()
        self._facts += 1
        if at >= len(given):
            if self.asking:
                self._ask_member(at, members)
            raise refuse("MK-24.3", "fact_missing", code=None, place=at + 1, member=" | ".join(members))
        for member in members:
            value = getattr(given[at], member)
            if value is not None:
                return member, value
        if self.asking:
            self._ask_member(at, members)
        raise refuse("MK-24.3", "fact_missing", code=None, place=at + 1, member=" | ".join(members))

    def _ask_member(self, at: int, members: Mapping[str, Domain]) -> NoReturn:
        """Ask for one of several members of a fact: each but the last may be left out.

        Raises:
            MissingFieldError: Always.
        """
        stated = (self.half or {}).get("facts") or []
        part = stated[at] if at < len(stated) and isinstance(stated[at], dict) else {}
        open_ = [name for name, domain in members.items() if name not in part and domain.get("of") != []]
        name = [*open_, *members][0]
        more = {"optional": True, "exact": False} if len(open_) > 1 else {}
        raise MissingFieldError(f"facts.{at}.{name}", {**members[name], **more})

    def next_payment(self) -> Payment | None:
        """Take the next payment of the move from its list; None if there are no more."""
        given = getattr(self.event, "payments", None) or ()
        at = self._paid
        if at < len(given):
            self._paid += 1
            found: Payment = given[at]
            return found
        return None

    @property
    def payments_left(self) -> int:
        """The number of payments that are not read yet."""
        return len(getattr(self.event, "payments", None) or ()) - self._paid

    @property
    def payments_read(self) -> int:
        """The number of payments read so far."""
        return self._paid

    def drawn(self, count: int) -> Sequence[str | None]:
        """The next ``count`` drawn cards of the move; None for each unnamed one."""
        stated = getattr(self.event, "drawn", None)
        at = self.drew
        self.drew += count
        if stated is None:
            return [None] * count
        self.need(len(stated) >= at + count, "MK-24.3", "drawn_count", count=self.drew, stated=len(stated))
        return [*stated[at : at + count], *([None] * count)][:count]

    def picked(self, count: int) -> Sequence[str | None]:
        """The next ``count`` cards of the deck or discard pile that only the owner saw."""
        stated = getattr(self.event, "picked", None)
        at = self._picked
        self._picked += count
        if stated is None:
            return [None] * count
        self.need(len(stated) >= at + count, "MK-24.3", "picked_count", count=self._picked, stated=len(stated))
        return [*stated[at : at + count], *([None] * count)][:count]

    @property
    def picks(self) -> int:
        """The number of cards read so far that only the owner saw."""
        return self._picked

    def complete(self) -> None:
        """Refuse values of the move that no effect asked for (MK-24.3)."""
        event = self.event
        for what, read in (
            ("choices", self.choices_read),
            ("facts", self._facts),
            ("payments", self._paid),
            ("drawn", self.drew),
            ("picked", self._picked),
        ):
            stated = getattr(event, what, None) or ()
            rule = self.cost if what == "payments" else "MK-24.3"
            self.need(len(stated) <= read, rule, "too_much", code="x_2" if what == "payments" else None, what=what)
        turn = None if self.seat is None or self.due is None else self.me.turn
        if turn is not None and turn.pending is not None:
            self.need(False, "MK-24.8", "spend_at_once", colour=self.state.box.mana_names[turn.pending])  # noqa: FBT003
        offer = getattr(event, "offer", None)
        self.need(offer is None or self.offer_read, "MK-30.10", "offer_out_already")

    def tokens(self) -> dict[Space, str]:
        """The tokens that the move turns up, by space."""
        given: Sequence[TokenAt] = getattr(self.event, "tokens", None) or ()
        return {(one.at[0], one.at[1]): one.token for one in given if len(one.at) == 2}  # noqa: PLR2004 - q and r

    def ask_token(self, at: Space, can: Sequence[str]) -> NoReturn:
        """Ask for a token that is turned up at a space: the space first, then which it is.

        Raises:
            MissingFieldError: Always.
        """
        place = len(getattr(self.event, "tokens", None) or ())
        given = (self.half or {}).get("tokens") or []
        part = given[place] if place < len(given) and isinstance(given[place], dict) else {}
        if not part.get("at"):
            raise MissingFieldError(f"tokens.{place}.at", domains.places([at]))
        raise MissingFieldError(f"tokens.{place}.token", domains.choice(can))

    def place(self, at: Space) -> Place:
        """A space of the map.

        Raises:
            IllegalMoveError: No tile lies there.
        """
        found = self.state.spaces.get(at)
        if found is None:
            raise refuse("MK-9.1", "no_space", code="x_8")
        return found


__all__ = ["Attempt", "Choice", "Fact", "MissingFieldError"]
