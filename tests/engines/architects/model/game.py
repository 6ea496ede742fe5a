"""A second opinion on the whole game, from the pages of the rules alone: plain as can be, and it believes every move.

What cards cost and give stands in the reference's figures and, by their ids, here; nothing is read from the box. Cards
in hands are numbers. The end of the game is in ``end.py``.
"""

from engines.kernel.game import Json
from tests.engines.architects.acts import FIGURES, GROUND, PLACES
from tests.engines.architects.model.board import Board, Player

TRADES: dict[str, tuple[Json, Json]] = {
    "A14": ({"silver": 1}, {"clay": 3}), "A15": ({"silver": 2}, {"gold": 1}), "A16": ({"silver": 3}, {"marble": 1}),
    "A17": ({"silver": 1}, {"stone": 2}), "A18": ({"silver": 1}, {"wood": 2}), "A21": ({"clay": 1}, {"virtue": 1}),
    "A22": ({"silver": 2}, {"virtue": 1}), "A23": ({"stone": 1}, {"virtue": 1}), "A24": ({"wood": 1}, {"virtue": 1}),
    "A35": ({"clay": 3}, {"marble": 1}), "A36": ({"stone": 2}, {"marble": 1}), "A37": ({"wood": 2}, {"marble": 1}),
}  # fmt: skip
MIXED = {"base_virtue": (("clay", "wood", "stone"), 2), "base_marble": (("wood", "stone"), 3)}
LEVELS: dict[int, Json] = {1: {"gold": 1}, 3: {"marble": 1}, 5: {"gold": 2, "marble": 2}}
STEPS = {2: 4, 4: 8}
"""How many of stone and wood a mixed level costs."""
AT_ONCE: dict[str, Json] = {
    "B01": {"stone": 4}, "B05": {"silver": 4}, "B11": {"clay": 4}, "B23": {"cards": 2}, "B25": {"marble": 2},
    "B33": {"wood": 4},
}  # fmt: skip
CHOICES = {"gold": 1, "silver": 3, "marble": 1}
SQUIRES: dict[str, Json] = {"A26": {"gold": 1}, "A27": {"marble": 1}, "A28": {"virtue": 2}, "A43": {"silver": 2}}
REWARDS = [{"R01", "R02"}, {"R03", "R04"}, {"R05", "R06"}, {"R07", "R08"}, {"R09", "R10"}, {"R11"}]


class Model(Board):
    """The game after some moves."""

    # --- the course of the game

    def play(self, move: Json) -> None:
        """Carry out a legal move."""
        kind = move["type"]
        self._promises(move)
        if kind in PLACES:
            self._placed(move)
            self.pending = "reset" if self.due else None
            self.due = False
            self._turn_over()
        else:
            getattr(self, f"_{kind}")(move)

    def _promises(self, move: Json) -> None:
        """What the move says of debts that are kept or bought off; elsewhere nothing is."""
        for seat, player in enumerate(self.players):
            player.kept = 0
            for name in ("keeps", "buys"):
                said = move.get({"keeps": "keep_debts", "buys": "hugo_pays"}[name])
                here = (said or {}).get(str(seat), 0) if isinstance(said, dict) else said or 0
                by_table = not isinstance(said, dict) and seat != move.get("seat", self.active)
                setattr(player, name, 0 if by_table else here)

    def _setup(self, move: Json) -> None:
        named = move.get("characters") or {}
        base = {who[0]: name for name, who in FIGURES["characters"].items() if not who[1]}
        if self.options["side"] == 2:
            for seat, colour in enumerate(self.colours):
                self._board(seat, named.get(str(seat), base[colour]))
            self.start = max(range(self.count), key=lambda seat: self.players[seat].virtue)
        else:
            self.start = move["start_player"]
            for place, silver in zip(range(self.count), FIGURES["components"]["silver"], strict=False):
                self.players[(self.start + place) % self.count].goods["silver"] = silver
        self.rows = {row: [] for row in ("top", "bottom")}
        for row in ("top", "bottom"):
            for card in move[row]:
                self.rows[row].append([self._new(card), 0])
        self.small = self._face(move["small_face"], 0)
        self.active = self.start
        self.phase = "draft"

    def _board(self, seat: int, name: str) -> None:
        _, _, prison, silver, virtue, _, unpaid, goods = FIGURES["characters"][name]
        player = self.players[seat] = Player(name)
        player.workers -= prison
        self.places["prison"][seat] = prison
        player.goods.update({**goods, "silver": silver})
        player.virtue, player.unpaid = virtue, unpaid

    def _starting_apprentice(self, move: Json) -> None:
        player, (row, column) = self.players[move["seat"]], self._space(move)
        card, _ = self.rows[row][column]
        self.rows[row][column] = [None, 0]
        self._hired(player, card)
        gaps = [(row, column) for column in range(4) for row in ("top", "bottom") if not self.rows[row][column][0]]
        for (gap_row, gap), new in zip(gaps, move.get("refills") or [], strict=False):
            self.rows[gap_row][gap] = [self._new(new), 0]
            self.pile -= 1

    def _draft_done(self, move: Json) -> None:
        assert move["type"] == "draft_done"
        for player in self.players:
            player.hand = 3 + (FIGURES["characters"][player.character][5] if player.character else 0)
            self.cards -= player.hand
        self.phase = "play"

    def _turn_over(self) -> None:
        """What is still due, or the next player's turn (ARC-4.9, ARC-22.3)."""
        if self.pending == "reset":
            return
        self.pending = "hand_limit" if self.players[self.active].hand > 6 else None
        if self.pending:
            return
        if self.phase == "final_round" and self.final:
            self.final["left"] = self.final["left"][1:]
        elif self.final:
            self.phase = "final_round"
        self.active = (self.active + 1) % self.count
        if self.final and not self.final["left"]:
            self.phase = "finished"

    def _discard_to_limit(self, move: Json) -> None:
        player = self.players[move["seat"]]
        self.cards += player.hand - 6
        player.hand = 6
        self._turn_over()

    def _return_worker(self, move: Json) -> None:
        seat, place = move["seat"], move["location"]
        if place == "board":
            holders = [holder for holder, player in enumerate(self.players) if player.captives[seat]]
            holder = move.get("holder")
            self.players[holders[0] if holder is None else holder].captives[seat] -= 1
        elif place.startswith("market_"):
            self.market[place.removeprefix("market_")] = None
        else:
            self.places[place][seat] -= 1
        self.players[seat].workers += 1
        self._turn_over()

    def _forced_pass(self, move: Json) -> None:
        assert not self.players[move["seat"]].workers
        self._turn_over()

    def _discard_apprentice(self, move: Json) -> None:
        self._dismissed(self.players[move["seat"]], move["apprentice"])

    def _end_effects(self, move: Json) -> None:
        self.ordered[move["seat"]] = move

    def _reveal_hand(self, move: Json) -> None:
        self.shown[move["seat"]] = list(move["cards"])

    # --- placing a worker

    def _placed(self, move: Json) -> None:
        seat, kind = move["seat"], move["type"]
        player, place = self.players[seat], PLACES[move["type"]]
        player.workers -= 1
        if place == "guildhall":
            self._enter(seat, move)
            self._work(seat, player, move)
            return
        if place.startswith("market_"):
            self.market[place.removeprefix("market_")] = seat
            self._at_market(player, kind, move)
            self.due = all(there is not None for there in self.market.values())
            return
        self.places[place][seat] += 1
        getattr(self, f"_at_{kind}")(seat, player, self.places[place][seat], move)

    def _at_place_quarry(self, _seat: int, player: Player, n: int, _move: Json) -> None:
        player.goods["stone"] += n + player.among("A29", "A30")

    def _at_place_forest(self, _seat: int, player: Player, n: int, _move: Json) -> None:
        player.goods["wood"] += n + player.among("A39", "A40")

    def _at_place_silversmith(self, _seat: int, player: Player, n: int, _move: Json) -> None:
        player.goods["silver"] += n + 1 + player.among("A11", "A12")

    def _at_place_mines(self, _seat: int, player: Player, n: int, move: Json) -> None:
        player.goods[move["take"]] += n + 1 if move["take"] == "clay" else n // 2
        player.goods["clay"] += player.among("A19", "A20")

    def _at_place_storehouse(self, _seat: int, player: Player, n: int, move: Json) -> None:
        made = move.get("trades") or []
        assert len(made) <= n + player.among("A42")
        for trade in made:
            name = trade["trade"]
            if name in MIXED:
                self._paid(player, trade.get("paid"), self._mixes(*MIXED[name]))
                self._gain(player, {"virtue": 1} if name == "base_virtue" else {"marble": 1})
            else:
                assert name in player.apprentices
                self._pay(player, TRADES[name][0])
                self._gain(player, TRADES[name][1])

    def _at_workshop_hire(self, _seat: int, player: Player, n: int, move: Json) -> None:
        row, place = self._space(move)
        skips = max(0, place + 1 - n)
        self._taxed(player, 4 - (player.character == "rudolf"), 2, move.get("evade"))
        self._pay(player, {"silver": skips})
        for card in self.rows[row][:skips]:
            card[1] += 1
        self._hire(player, move)
        assert len(player.apprentices) <= 5 + (player.character == "rudolf")

    def _at_workshop_draw(self, _seat: int, player: Player, n: int, _move: Json) -> None:
        self._draw(player, 1 + n // 2)

    def _at_place_town_centre(self, seat: int, player: Player, n: int, move: Json) -> None:
        groups = move.get("captures") or []
        assert len(groups) <= n
        if not groups:
            return
        assert len({group["location"] for group in groups}) <= (2 if self.count <= 3 else 1)
        saved = player.among("A04", "A05")
        further = len(groups) - 1
        if self.options["conspirator_scope"] == "per_capture":
            further = 0 if saved else further
        self._taxed(player, 1, 1, move.get("evade"))
        self._pay(player, {"silver": max(0, further - saved)})
        self._capture(seat, groups)

    def _capture(self, seat: int, groups: list[Json]) -> None:
        for group in groups:
            taken = self.places[group["location"]].pop(group["seat"])
            assert taken
            if group["seat"] == seat:
                self.players[seat].workers += taken
            else:
                self.players[seat].captives[group["seat"]] += taken

    def _at_place_tax_stand(self, _seat: int, player: Player, _n: int, _move: Json) -> None:
        assert self.tax
        player.goods["silver"] += self.tax
        self.tax = 0
        player.goods["gold"] += player.among("A25")
        player.rise(-max(0, 2 - player.among("A34")))

    def _at_market(self, player: Player, kind: str, move: Json) -> None:
        assert player.virtue < 10
        price = {"market_left": 1, "market_right": 3}.get(kind, 2)
        self._pay(player, {"silver": max(0, price - player.among("A38"))})
        player.rise(-(not player.among("A10")))
        more = {"clay": 2 * player.among("A31"), "stone": player.among("A32"), "wood": player.among("A33")}
        if kind == "market_left":
            self._gain(player, self._worth(self.small) if self.small else {"marble": 1, "gold": 1})
        elif kind == "market_right":
            self._gain(player, self._worth(self.large) if self.large else {"marble": 2, "stone": 1, "wood": 1})
        elif kind == "market_hire":
            self._hire(player, move)
        else:
            assert self.cards
            self._draw(player, 1)
        self._gain(player, more)
        if player.character == "caroline":
            self._draw(player, 1)

    def _at_place_guardhouse(self, seat: int, player: Player, n: int, move: Json) -> None:
        made = move.get("actions") or []
        assert len(made) <= n
        for action in made:
            self._promises({**action, "seat": seat})
            getattr(self, f"_{action['action']}")(seat, player, action)

    def _send(self, _seat: int, player: Player, _action: Json) -> None:
        player.goods["silver"] += player.captives.total() + 2 * (player.character == "bertha")
        player.goods["gold"] += player.among("A41")
        self.places["prison"].update(player.captives)
        player.captives.clear()

    def _release(self, seat: int, player: Player, _action: Json) -> None:
        player.workers += self.places["prison"].pop(seat)

    def _ransom(self, seat: int, player: Player, action: Json) -> None:
        if action["price"] == "silver":
            self._taxed(player, 5, 2, action.get("evade"))
        else:
            player.owe()
            player.rise(-1)
        self._home(seat)

    def _home(self, seat: int) -> None:
        for other in self.players:
            self.players[seat].workers += other.captives.pop(seat, 0)

    def _pay_debt(self, _seat: int, player: Player, action: Json) -> None:
        self._taxed(player, 6, 3, action.get("evade"))
        assert player.unpaid
        player.unpaid, player.paid = player.unpaid - 1, player.paid + 1
        player.rise(1)
        for card, good in (("A06", "clay"), ("A07", "stone"), ("A08", "wood")):
            player.goods[good] += 2 * player.among(card)

    # --- the Guildhall

    def _enter(self, seat: int, move: Json) -> None:
        """The space, with its purge, its reset or the end (ARC-13)."""
        if self.phase == "final_round" or len(self.hall) == self.hallway["spaces"]:
            self.aside.append(seat)
            return
        self.hall.append(seat)
        space = len(self.hall)
        if space in self.hallway["purges"]:
            for row in ("top", "bottom"):
                self.rows[row].pop(0)
            for row, new in zip(("top", "bottom"), move["purge_refill"], strict=True):
                self.rows[row].append([self._new(new), 0])
        self.due = self.due or space in self.hallway["resets"]
        if space == self.hallway["spaces"]:
            self.final = {"triggered_by": seat, "left": [(seat + step + 1) % self.count for step in range(self.count)]}

    def _work(self, seat: int, player: Player, move: Json) -> None:
        if move["type"] == "build":
            self._build(seat, player, move)
        else:
            self._climb(player, move)

    def _build(self, seat: int, player: Player, move: Json) -> None:
        card = move["building"]
        _, costs, skills, virtue, _ = FIGURES["buildings"][card]
        known = {skill for mine in player.apprentices for skill in FIGURES["apprentices"][mine][1].split()}
        assert set(skills.split()) <= known
        player.hand -= 1
        cost = {good: count for good, count in zip(GROUND, costs, strict=True) if count}
        self._paid(player, move.get("payment"), self._ways(player, cost))
        player.buildings.append(card)
        player.rise(virtue)
        self._gain(player, AT_ONCE.get(card, {}))
        self._effect(seat, player, card, move)
        if player.character == "clovis":
            self._draw(player, 1)
        if move.get("crane"):
            player.workers -= 1
            self._enter(seat, move["crane"])
            self._work(seat, player, move["crane"])

    def _effect(self, seat: int, player: Player, card: str, move: Json) -> None:
        if card in ("B08", "B22"):
            player.goods[move["choice"]] += CHOICES[move["choice"]]
        if card == "B04" and move.get("hire"):
            self._hire(player, move["hire"])
        if card == "B10":
            self._guarded()
        if card in ("B14", "B15", "B26"):
            self._capture(seat, move.get("captures") or [])
        if card == "B15" and move.get("choice") == "release":
            self._home(seat)
        if card == "B16":
            player.owe()
        if card == "B20" and move.get("destroy_debt"):
            player.unpaid -= 1
        if card == "B29":
            player.workers += self.places["prison"].pop(seat, 0)
        if card == "B31" and move.get("library_discard"):
            player.hand, self.cards = player.hand - 1, self.cards + 1
            player.goods["gold"] += 2
        if card == "B36":
            for other in self.players:
                other.rise(1)
        if card == "B38":
            player.goods["gold"] += player.virtue // 4
        if card == "B42" and player.apprentices:
            self._dismissed(player, move["graveyard_discard"])

    def _climb(self, player: Player, move: Json) -> None:
        level = player.level + 1
        assert player.virtue > 4
        assert sum(other.level == level for other in self.players) < FIGURES["cathedral"]["spaces"][level - 1]
        if level in STEPS:
            ways = self._mixes(("stone", "wood"), STEPS[level] - (player.character == "lothaire"))
        else:
            ways = self._ways(player, LEVELS[level])
        self._paid(player, move.get("payment"), ways)
        if player.character != "frederick":
            player.hand, self.cards = player.hand - 1, self.cards + 1
        player.level = level
        if self.rewards:
            self.rewards -= 1
            copies = self._copies(move["reward"], REWARDS)
            self.revealed.append(next(copy for copy in copies if copy not in self.revealed))
            self._gain(player, FIGURES["rewards"][move["reward"]])
        else:
            player.rise(1)
        more = {"cards": player.among("A01"), "clay": 2 * player.among("A02"), "silver": 2 * player.among("A03")}
        self._gain(player, more)

    # --- the reset

    def _guarded(self) -> None:
        """Whoever has three prisoners loses a virtue."""
        for seat, player in enumerate(self.players):
            if self.places["prison"][seat] >= 3:
                player.rise(-1)

    def _resolve_reset(self, move: Json) -> None:
        self.places["prison"].update(seat for seat in self.market.values() if seat is not None)
        self.market = dict.fromkeys(self.market)
        if not self.left:
            self.left, self.right = self.right, 0
        self.left, self.right = self.left - 1, self.right + 1
        self.large = self._face(move["large_face"], 1)
        self.small = self._face(move["small_face"], 0) if self.left else None
        listed = move.get("abilities") or []
        for step in range(self.count):
            seat = (self.active + step) % self.count
            mine = [ability for ability in listed if ability["seat"] == seat]
            self._abilities(seat, self.players[seat], mine)
        self._guarded()
        most = max(self.places["prison"].values(), default=0)
        for seat, player in enumerate(self.players):
            if most and self.places["prison"][seat] == most:
                player.owe()
        self.pending = None
        self._turn_over()

    def _abilities(self, seat: int, player: Player, listed: list[Json]) -> None:
        prison, used = self.places["prison"], []
        for ability in listed:
            card = ability["card"]
            used.append(card)
            if card in SQUIRES:
                assert card == "A43" or not prison[seat]
                self._gain(player, SQUIRES[card])
            else:
                most = min(2 if card == "A09" else 1, prison[seat])
                said = ability.get("release")
                free = most if said is None else said
                prison[seat] -= free
                player.workers += free
        for card in player.apprentices:
            if card in SQUIRES and card not in used and (card == "A43" or not prison[seat]):
                self._gain(player, SQUIRES[card])
