"""The state as one fold knows it, as JSON."""

from __future__ import annotations

from engines.kernel.game import Json
from engines.kernel.hidden.unknown import is_known
from engines.kernel.view_cache import ViewCache
from engines.mage_knight.box.components import ARTIFACT
from engines.mage_knight.facts import key, standing
from engines.mage_knight.rules.end_of_turn import dice_due
from engines.mage_knight.rules.enemies import armor, can_be, facing, offence, resists, token_of
from engines.mage_knight.rules.table.card_offers import ACTION, SPELL, left
from engines.mage_knight.rules.table.hands import keeps_of, limit
from engines.mage_knight.rules.table.mana import dice_of_turn
from engines.mage_knight.rules.table.pieces import Enemy, Piece, Place, Space, Token
from engines.mage_knight.rules.table.wounds import level_of
from engines.mage_knight.rules.to_move import to_move
from engines.mage_knight.state import Combat, Player, State, Turn


def view(state: State, cache: ViewCache) -> Json:
    """The state as its fold knows it (``docs/add-a-game.md``); parts that did not change are remembered."""
    laid = (tuple(state.tiles.items()), tuple(state.spaces.values()))
    held = cache.part("held", laid, lambda: _held(state))
    scores = tuple(_score(state, seat) for seat in range(len(state.seats)))
    deck = (state.countryside, state.core)
    return {
        "phase": state.phase,
        "round": state.round,
        "night": state.night,
        "to_move": to_move(state),
        "scores": cache.part("scores", scores, lambda: {str(seat): score for seat, score in enumerate(scores)}),
        "contradictions": [one.as_json() for one in state.contradictions],
        "order": list(state.order),
        "choosing": list(state.choosing),
        "active": state.active,
        "closing": [seat for seat, player in enumerate(state.seats) if player.ending],
        "last_turns": None if state.last is None else {"by": state.last_by, "left": list(state.last)},
        "announced": state.announced,
        "revealed": state.revealed,
        "map": _map(state, cache, laid),
        "deck": cache.part("deck", deck, lambda: {"countryside": deck[0], "core": deck[1]}),
        "source": cache.part("source", tuple(state.dice), lambda: _source(state)),
        "offers": cache.part("offers", _offered(state), lambda: _offers(state)),
        "tokens": cache.each(
            "piles",
            state.piles.copy(),
            lambda back: {"left": state.piles[back].left, "discarded": list(state.piles[back].discard)},
        ),
        "heroes": {str(seat): _hero(state, seat, cache, held) for seat in range(len(state.seats))},
        "combat": None if state.combat is None else _combat(state, state.combat, cache),
    }


def _score(state: State, seat: int) -> int:
    """Fame while the game runs; the whole score at its end."""
    return state.seats[seat].fame if state.scored is None else sum(state.scored[seat].values())


def _tiles(state: State) -> Json:
    return {key(at): tile for at, tile in state.tiles.items()}


def _held(state: State) -> tuple[tuple[Space, tuple[int, ...]], ...]:
    """The spaces with shields, and whose."""
    return tuple((at, place.shields) for at, place in state.spaces.items() if place.shields)


def _map(state: State, cache: ViewCache, laid: tuple[object, ...]) -> Json:
    """Tiles and spaces; what a token that lies face down can be is worked out once for each back."""
    hidden = (tuple(pile.unseen for pile in state.piles.values()), tuple(state.ruins_seen))
    return cache.part("map", (laid, hidden), lambda: _drawn(state, cache, hidden))


def _drawn(state: State, cache: ViewCache, hidden: tuple[object, ...]) -> Json:
    """The map; spaces that are as they were stay the same."""
    can, ruins = cache.part("can", hidden, lambda: _can_be(state))
    return {
        "tiles": cache.part("tiles", tuple(state.tiles.items()), lambda: _tiles(state)),
        "spaces": cache.each(
            "spaces",
            {key(at): (place, _unseen(place, can, ruins)) for at, place in state.spaces.items()},
            lambda name: _space(state, name, can, ruins),
        ),
    }


def _can_be(state: State) -> tuple[dict[Token, tuple[str, ...]], tuple[str, ...]]:
    """What lies face down can be: enemy tokens by back and shuffle, ruin tokens."""
    lots = [Token(back, lot=lot) for back, pile in state.piles.items() for lot in range(len(pile.unseen))]
    can = {token: tuple(can_be(state, token)) for token in lots}
    return can, tuple(one for one in state.box.ruins if one not in state.ruins_seen)


def _unseen(place: Place, can: dict[Token, tuple[str, ...]], ruins: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """What the hidden tokens of a space can be."""
    if place.site == "ruins" and place.ruin is None:
        return (ruins,)
    return tuple(can[token] for token in place.tokens if not token.up) if place.tokens else ()


def _space(state: State, name: str, can: dict[Token, tuple[str, ...]], ruins: tuple[str, ...]) -> Json:
    q, _, r = name.partition("_")
    place = state.spaces[int(q), int(r)]
    site = None if place.site is None else state.box.sites[place.site]
    ruin = None
    if place.site == "ruins":
        ruin = {"token": place.ruin or {"unknown": list(ruins)}, "up": place.ruin is not None}
    return {
        "terrain": place.terrain,
        "site": place.site,
        "color": place.colour,
        "tokens": [_token(token, can) for token in place.tokens],
        "ruin": ruin,
        "shield": list(place.shields),
        "burned": place.burned,
        "cleared": site is not None and site.kind == "rampaging" and not place.tokens,
    }


def _token(token: Token, can: dict[Token, tuple[str, ...]]) -> Json:
    return {"back": token.back, "token": token.id or {"unknown": list(can[token])}, "up": token.up}


def _source(state: State) -> list[Json]:
    return [{"face": die.face, "on": die.on, "seat": die.seat} for die in state.dice]


def _offered(state: State) -> tuple[object, ...]:
    """All that the offers are made from, as a value."""
    return (
        tuple(state.units),
        tuple(state.monastery),
        None if state.actions is None else tuple(state.actions),
        None if state.spells is None else tuple(state.spells),
        tuple(state.skills),
        state.artifacts_left,
        len(state.actions_gone),
        len(state.spells_gone),
    )


def _offers(state: State) -> Json:
    return {
        "units": list(state.units),
        "monastery": list(state.monastery),
        "actions": None if state.actions is None else list(state.actions),
        "spells": None if state.spells is None else list(state.spells),
        "skills": [{"hero": hero, "skill": skill} for hero, skill in state.skills],
        "artifacts": state.artifacts_left,
        "actions_left": left(state, ACTION),
        "spells_left": left(state, SPELL),
    }


def _hero(state: State, seat: int, cache: ViewCache, held: tuple[tuple[object, ...], ...]) -> Json:
    """What a seat has, with its turn where it has one."""
    player = state.seats[seat]
    made = cache.part(("hero", seat), (player.stamp, held), lambda: _has(state, seat, cache, held))
    return made if player.turn is None else {**made, "turn": _turn(state, seat, player.turn, cache)}


def _has(state: State, seat: int, cache: ViewCache, held: tuple[tuple[object, ...], ...]) -> Json:
    """What a seat has; its turn apart, which changes with nearly every move."""
    player = state.seats[seat]
    level = level_of(state, player)
    keeps = cache.part(("keeps", seat), held, lambda: keeps_of(state, seat))
    return {
        "hero": player.hero,
        "fame": player.fame,
        "level": player.level,
        "armor": level.armor,
        "command": level.command,
        "hand_limit": limit(state, seat, planning=True, keeps=keeps),
        "reputation": player.reputation,
        "crystals": cache.part(f"crystals{seat}", tuple(player.crystals.items()), lambda: dict(player.crystals)),
        "mana": cache.part(f"mana{seat}", tuple(player.mana.items()), lambda: dict(player.mana)),
        "space": None if player.space is None else list(player.space),
        "keeps": len(keeps),
        "tactic": None
        if player.tactic is None
        else {"id": player.tactic, "used": player.tactic_used, "stored": len(player.under)},
        "skills": cache.part(f"skills{seat}", tuple(player.skills), lambda: _skills(player)),
        "units": cache.part(f"units{seat}", tuple(player.units.items()), lambda: _units(player)),
        "plundered": player.plundered,
        "hand": len(player.hand),
        "deck": len(player.deck),
        "discard": cache.part(f"discard{seat}", tuple(player.discard), lambda: _discard(player)),
        "played": cache.part(f"played{seat}", tuple(player.played.items()), lambda: _played(player)),
        "removed": list(player.removed),
        "aside": list(player.aside),
        "owned": cache.part(f"owned{seat}", tuple(player.owned.items()), lambda: _owned(state, player)),
        "known": cache.part(f"known{seat}", (tuple(player.hand), tuple(player.deck)), lambda: _known(player)),
        "turn": None,
    }


def _skills(player: Player) -> Json:
    """Skills by name; a second skill of the same name is keyed with its hero."""
    found: Json = {}
    for one in player.skills:
        name = one.id if one.id not in found else f"{one.id}.{one.hero}"
        found[name] = {"hero": one.hero, "used": one.used, "centre": one.centre, "new": one.new}
    return found


def _units(player: Player) -> Json:
    return {
        str(number): {
            "unit": unit.id,
            "ready": unit.ready,
            "wounds": unit.wounds,
            "banner": unit.banner,
            "banner_used": unit.flipped,
            "bond": unit.bond,
        }
        for number, unit in player.units.items()
    }


def _discard(player: Player) -> list[str | None]:
    """The discard pile; null for a card that nobody can name."""
    return [place if is_known(place) else None for place in player.discard]


def _played(player: Player) -> Json:
    return {
        name: {"card": played.card, "use": played.use, "gives": played.origin if played.use == "sideways" else None}
        for name, played in player.played.items()
    }


def _owned(state: State, player: Player) -> Json:
    """Card -> copies, in the order of the box; nameless artifacts last."""
    kinds = [*state.box.cards, ARTIFACT]
    return {card: player.owned[card] for card in kinds if player.owned.get(card)}


def _known(player: Player) -> Json:
    """Cards that are known to lie in hand, on top of the deck, and at its bottom."""
    top: list[str] = []
    for place in player.deck:
        if not is_known(place):
            break
        top.append(place)
    bottom: list[str] = []
    for place in reversed(player.deck):
        if not is_known(place) or len(bottom) + len(top) >= len(player.deck):
            break
        bottom.insert(0, place)
    return {"hand": sorted(place for place in player.hand if is_known(place)), "top": top, "bottom": bottom}


def _turn(state: State, seat: int, turn: Turn, cache: ViewCache) -> Json:
    dice = (turn.used_dice, dice_of_turn(state, seat, turn))
    return {
        "part": turn.part,
        "step": turn.step or None,
        "move": turn.move,
        "influence": turn.influence,
        "heal": turn.heal,
        "dice": cache.part(f"dice{seat}", dice, lambda: {"used": dice[0], "allowed": dice[1]}),
        "path": cache.part(f"path{seat}", tuple(turn.path), lambda: [list(at) for at in turn.path]),
        "action": turn.action,
        "pieces": cache.each(("pieces", seat), turn.pieces.copy(), lambda name: _piece(turn.pieces[name])),
        "options": cache.each(
            ("options", seat),
            {name: tuple(them) for name, them in turn.options.items()},
            lambda name: [one.node["op"] for one in turn.options[name] if not one.used or one.node["op"] == "convert"],
        ),
        "rewards": list(turn.rewards),
        "effects": [one.node["op"] for one in turn.lasting],
        "dice_due": len(dice_due(state, seat)),
        "extra": turn.extra,
    }


def _piece(piece: Piece) -> Json:
    return {
        "parts": [
            {"gives": part.gives, "kind": part.kind or None, "element": part.element, "value": part.value}
            for part in piece.parts
        ],
        "used": piece.used,
    }


def _combat(state: State, combat: Combat, cache: ViewCache) -> Json:
    lasting = state.seats[combat.seat].lasting
    ignored = any(one.node.get("set") == "ignore_site_fortifications" for one in lasting)
    walls = combat.fortified and not ignored
    return {
        "seat": combat.seat,
        "phase": combat.phase,
        "space": list(combat.space),
        "site": combat.site,
        "how": combat.how,
        "enemies": cache.each(
            "enemies",
            {number: (enemy, combat.phase, walls) for number, enemy in combat.enemies.items()},
            lambda number: _enemy(state, combat, combat.enemies[number], walls=walls),
        ),
        "wounds": combat.wounds,
        "knocked_out": combat.knocked,
    }


def _enemy(state: State, combat: Combat, enemy: Enemy, *, walls: bool) -> Json:
    foe = facing(combat, enemy)
    token = token_of(state, foe)
    fortified = "all_fortifications" not in foe.lost
    own = fortified and "fortified" in token.defence
    site = fortified and walls and enemy.defends and foe is enemy.foe
    return {
        "token": enemy.foe.id,
        "at": list(enemy.at),
        "armor": armor(state, foe),
        "attack": token.attack,
        "element": token.element,
        "offence": offence(state, foe),
        "resists": sorted(resists(state, foe)),
        "fortified": int(own) + int(site),
        "state": standing(combat, enemy),
        "summoned": None if enemy.summoned is None else enemy.summoned.id,
    }
