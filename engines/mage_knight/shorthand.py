"""Short text forms of the moves of Mage Knight in short.

``march`` · ``march strong green@die`` · ``march side block`` · ``move 2,1`` · ``explore 1,1 countryside_3`` ·
``attack 1 2 with rage stamina.2`` · ``block 1 with determination`` · ``heal 2`` · ``damage 1 2 3`` · ``unit 1 2`` ·
``next`` · ``end``.

Payments are written ``red@die``, ``gold=red@die`` (what it counts as after the sign); choices and facts follow by name,
``option=2``, ``cards=march,rage``, ``faces=red,blue``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from engines.kernel.game import Json, Text
from engines.kernel.input.shorthand import ShortForm, Shorthand, WrongWordError, no_more, nothing, whole_at, word_at
from engines.kernel.sentences import say

_SPACE = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})\Z")
_MANA = re.compile(r"([a-zñ]+)(?:=([a-zñ]+))?@([a-z_]+)\Z", re.IGNORECASE)
_TOKEN = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})=(.+)\Z")
_MEMBER = re.compile(r"([a-z_]+)=(.+)\Z")
_NUMBER = re.compile(r"[0-9]{1,3}\Z")

_FROM = {
    "die": "die",
    "token": "token",
    "crystal": "crystal",
    "tactic": "tactic_die",
    "tactic_die": "tactic_die",
    "endless": "endless",
    "dado": "die",
    "ficha": "token",
    "cristal": "crystal",
}
_LISTS = {"cards", "colors", "dice", "units", "enemies", "faces", "hand"}
_WHOLE = {"option", "unit", "ability", "disband", "points", "number", "seat"}
_FACTS = {"face", "faces", "hand", "new"}
_TOLD = {"drawn", "picked", "offer", "discarded"}
_GIVES = {
    "move": "move",
    "influence": "influence",
    "attack": "attack",
    "block": "block",
    "movimiento": "move",
    "influencia": "influence",
    "ataque": "attack",
    "bloqueo": "block",
}
_USES = {"strong": "strong", "fuerte": "strong", "basic": "basic", "básico": "basic"}
_SIDE = ("side", "sideways", "lado")
_AT: Text = say("Q,R", "Q,R")
_CARD: Text = say("CARD", "CARTA")


def _pair(word: str, place: int) -> list[int]:
    found = _SPACE.match(word)
    if found is None:
        raise WrongWordError(
            place, say(f"{word!r:.40} is not a place as 2,-1", f"{word!r:.40} no es un lugar como 2,-1")
        )
    return [int(found[1]), int(found[2])]


def _colour(word: str, box: Json) -> str:
    """A colour of mana by its id or its name; any other word as it is, for the rules to refuse."""
    folded = word.casefold()
    for colour in box["mana"]["colours"]:
        if folded in (colour["id"], *(name.casefold() for name in colour["name"].values())):
            return str(colour["id"])
    return folded


def _payment(word: str, place: int, box: Json) -> Json | None:
    """``red@die``; None where it is no payment."""
    found = _MANA.match(word)
    if found is None:
        return None
    source = _FROM.get(found[3].casefold())
    if source is None:
        listed = ", ".join(dict.fromkeys(_FROM))
        raise WrongWordError(
            place,
            say(f"mana comes from {listed}, not {found[3]:.20}", f"el maná viene de {listed}, no de {found[3]:.20}"),
        )
    shows = _colour(found[1], box)
    made: Json = {"from": source, "shows": shows}
    if found[2]:
        made["as"] = _colour(found[2], box)
    return made


def _value(name: str, stated: str, place: int) -> object:
    """The value of a choice or a fact."""
    if name in _LISTS:
        items = [] if stated == "-" else stated.split(",")
        return [int(item) if _NUMBER.match(item) else item for item in items]
    if name in _WHOLE:
        if not _NUMBER.match(stated):
            raise WrongWordError(place, say(f"{name} is a whole number", f"{name} es un número entero"))
        return int(stated)
    if name in ("yes", "slot"):
        return stated.casefold() in ("yes", "si", "sí", "true")
    return stated


def _asked(words: Sequence[str], start: int, box: Json, fields: Json) -> Json:
    """Payments, choices, facts and what was drawn, from a word on; added to the fields."""
    for place, word in enumerate(words[start:], start):
        payment = _payment(word, place, box)
        if payment is not None:
            fields.setdefault("payments", []).append(payment)
            continue
        found = _MEMBER.match(word)
        if found is None:
            raise WrongWordError(place, say(f"{word!r:.40} is not expected here", f"{word!r:.40} sobra aquí"))
        name, stated = found[1], found[2]
        if name in _TOLD:
            fields[name] = stated.split(",")
        elif name == "with":
            fields["with"] = {"skill": stated}
        elif name in _FACTS:
            member = "card" if name == "new" else name
            fields.setdefault("facts", []).append({member: _value(member, stated, place)})
        else:
            fields.setdefault("choices", []).append({name: _value(name, stated, place)})
    return fields


def _card_of(words: Sequence[str], box: Json) -> tuple[str, int] | None:
    """The card that words begin with, by its id or a name of one or more words, and how many words it took."""
    spelled: dict[str, str] = {}
    for card in (*box["cards"], box["wound"]):
        spelled[card["id"]] = card["id"]
        for name in (*card["name"].values(), *card.get("strong_name", {}).values()):
            spelled.setdefault(name.casefold(), card["id"])
    for count in range(min(5, len(words)), 0, -1):
        found = spelled.get(" ".join(words[:count]).casefold())
        if found is not None:
            return found, count
    return None


def play(words: Sequence[str], box: Json) -> Json | None:
    """``march strong green@die``: a card by its name, how it is used, and what it asks."""
    found = _card_of(words, box)
    if found is None:
        return None
    card, at = found
    fields: Json = {"type": "play_card", "card": card, "use": "basic"}
    if at < len(words) and words[at].casefold() in _USES:
        fields["use"] = _USES[words[at].casefold()]
        at += 1
    elif at < len(words) and words[at].casefold() in _SIDE:
        gives = word_at(words, at + 1, say("move|influence|attack|block", "movimiento|influencia|ataque|bloqueo"))
        if gives.casefold() not in _GIVES:
            raise WrongWordError(
                at + 1,
                say(
                    f"{gives!r:.20} is not something a sideways card gives", f"{gives!r:.20} no lo da una carta de lado"
                ),
            )
        fields["use"], fields["gives"] = "sideways", _GIVES[gives.casefold()]
        at += 2
    return _asked(words, at, box, fields)


def _tokens(words: Sequence[str], start: int, fields: Json) -> Json:
    """Tokens turned up, ``5,-6=swordsmen``."""
    for place, word in enumerate(words[start:], start):
        found = _TOKEN.match(word)
        if found is None:
            raise WrongWordError(place, say(f"{word!r:.40} is not Q,R=TOKEN", f"{word!r:.40} no es Q,R=FICHA"))
        fields.setdefault("tokens", []).append({"at": [int(found[1]), int(found[2])], "token": found[3]})
    return fields


def _move(words: Sequence[str], _box: Json) -> Json:
    return _tokens(words, 1, {"to": _pair(word_at(words, 0, _AT), 0)})


def _explore(words: Sequence[str], box: Json) -> Json:
    known = {card["id"] for card in box["cards"]}
    fields: Json = {
        "position": _pair(word_at(words, 0, say("A,B", "A,B")), 0),
        "tile": word_at(words, 1, say("TILE", "LOSETA")),
    }
    rest = list(words[2:])
    if rest and rest[0] in known:
        fields["action_card"] = rest.pop(0)
    return _tokens([*words[:2], *rest], 2, fields)


def _jump(words: Sequence[str], _box: Json) -> Json:
    word_at(words, 0, _AT)
    return {"path": [_pair(word, place) for place, word in enumerate(words)]}


def _named(key: str, what: Text) -> Callable[[Sequence[str], Json], Json]:
    """One word, and what is asked behind it."""

    def fields(words: Sequence[str], box: Json) -> Json:
        return _asked(words, 1, box, {key: word_at(words, 0, what)})

    return fields


def _only_asked(words: Sequence[str], box: Json) -> Json:
    return _asked(words, 0, box, {})


def _unit(words: Sequence[str], box: Json) -> Json:
    made = {
        "unit": whole_at(words, 0, say("UNIT", "UNIDAD")),
        "ability": whole_at(words, 1, say("ABILITY", "CAPACIDAD")),
    }
    return _asked(words, 2, box, made)


def _split(words: Sequence[str], least: Text) -> tuple[list[int], list[str]]:
    """Numbers before ``with``, and pieces after it; a piece is its name, with ``.1`` if it has no number."""
    numbers = []
    place = 0
    while place < len(words) and _NUMBER.match(words[place]):
        numbers.append(int(words[place]))
        place += 1
    if not numbers:
        raise WrongWordError(0, say(f"{least['en']} is missing", f"falta {least['es']}"))
    if place >= len(words) or words[place].casefold() not in ("with", "con"):
        raise WrongWordError(place, say("with and the pieces are missing", "falta con y las piezas"))
    pieces = [name for word in words[place + 1 :] for name in re.split(r"[+,]", word) if name]
    if not pieces:
        raise WrongWordError(len(words), say("PIECE is missing", "falta PIEZA"))
    return numbers, [name if re.search(r"\.[0-9]+\Z", name) else f"{name}.1" for name in pieces]


_ENEMY = say("ENEMY", "ENEMIGO")


def _attack(words: Sequence[str], _box: Json) -> Json:
    enemies, pieces = _split(words, _ENEMY)
    return {"enemies": enemies, "pieces": pieces}


def _block(words: Sequence[str], _box: Json) -> Json:
    enemies, pieces = _split(words, _ENEMY)
    if len(enemies) > 1:
        raise WrongWordError(1, say("one enemy is blocked at a time", "se bloquea un enemigo cada vez"))
    return {"enemy": enemies[0], "pieces": pieces}


def _damage(words: Sequence[str], _box: Json) -> Json:
    numbers = [whole_at(words, place, _ENEMY) for place in range(max(1, len(words)))]
    return {"enemy": numbers[0], **({"units": numbers[1:]} if numbers[1:] else {})}


def _heal(words: Sequence[str], box: Json) -> Json:
    if word_at(words, 0, say("NUMBER", "NÚMERO")).casefold() in ("unit", "unidad"):
        return _asked(words, 2, box, {"unit": whole_at(words, 1, say("UNIT", "UNIDAD"))})
    return _asked(words, 1, box, {"wounds": whole_at(words, 0, say("NUMBER", "NÚMERO"))})


def _listed(key: str, what: Text) -> Callable[[Sequence[str], Json], Json]:
    """Every word is one item of a list."""

    def fields(words: Sequence[str], _box: Json) -> Json:
        word_at(words, 0, what)
        return {key: list(words)}

    return fields


def _challenge(words: Sequence[str], _box: Json) -> Json:
    word_at(words, 0, _AT)
    return {"at": [_pair(word, place) for place, word in enumerate(words)]}


def _summon(words: Sequence[str], _box: Json) -> Json:
    no_more(words, 2)
    return {"enemy": whole_at(words, 0, _ENEMY), "token": word_at(words, 1, say("TOKEN", "FICHA"))}


def _enter(words: Sequence[str], _box: Json) -> Json:
    return {"tokens": list(words)} if words else {}


def _rest(words: Sequence[str], box: Json) -> Json:
    """A card, and how many wounds with it."""
    found = _card_of(words, box)
    if found is None:
        raise WrongWordError(0, say(f"{words[0]!r:.40} is not a card", f"{words[0]!r:.40} no es una carta"))
    card, at = found
    no_more(words, at + 1)
    return {"card": card, **({"wounds": whole_at(words, at, say("WOUNDS", "HERIDAS"))} if at < len(words) else {})}


def _draw(words: Sequence[str], _box: Json) -> Json:
    if len(words) == 1 and _NUMBER.match(words[0]):
        return {"number": int(words[0])}
    return {"drawn": list(words)} if words else {}


def _recruit(words: Sequence[str], _box: Json) -> Json:
    no_more(words, 2)
    made: Json = {"unit": word_at(words, 0, say("UNIT", "UNIDAD"))}
    if len(words) > 1:
        made["disband"] = whole_at(words, 1, say("DISBANDED", "LICENCIADA"))
    return made


def _points(words: Sequence[str], _box: Json) -> Json:
    no_more(words, 1)
    return {"points": whole_at(words, 0, say("POINTS", "PUNTOS"))}


def _crystal(words: Sequence[str], box: Json) -> Json:
    no_more(words, 1)
    return {"color": _colour(word_at(words, 0, say("COLOUR", "COLOR")), box)}


def _short(kind: str, en: str, es: str, fields: Callable[[Sequence[str], Json], Json]) -> ShortForm:
    return ShortForm(kind, say(en, es), fields)


HEADS: Mapping[str, ShortForm] = {
    "tactic": _short(
        "take_tactic", "tactic TACTIC ...", "tactic TÁCTICA ...", _named("tactic", say("TACTIC", "TÁCTICA"))
    ),
    "begin": _short("begin_turn", "begin", "begin", nothing),
    "announce": _short("announce_end_of_round", "announce", "announce", nothing),
    "skip": _short("skip_turn", "skip", "skip", nothing),
    "skill": _short("use_skill", "skill SKILL ...", "skill HABILIDAD ...", _named("skill", say("SKILL", "HABILIDAD"))),
    "unit": _short("activate_unit", "unit UNIT ABILITY ...", "unit UNIDAD CAPACIDAD ...", _unit),
    "usetactic": _short("use_tactic", "usetactic ...", "usetactic ...", _only_asked),
    "option": _short("use_option", "option PLAY.N ...", "option JUGADA.N ...", _named("of", say("PLAY.N", "JUGADA.N"))),
    "crystal": _short("use_crystal", "crystal COLOUR", "crystal COLOR", _crystal),
    "move": _short("move", "move Q,R [Q,R=TOKEN ...]", "move Q,R [Q,R=FICHA ...]", _move),
    "jump": _short("jump", "jump Q,R ...", "jump Q,R ...", _jump),
    "explore": _short(
        "explore", "explore A,B TILE [CARD] [Q,R=TOKEN ...]", "explore A,B LOSETA [CARTA] [Q,R=FICHA ...]", _explore
    ),
    "interact": _short("interact", "interact", "interact", nothing),
    "recruit": _short("recruit", "recruit UNIT [DISBANDED]", "recruit UNIDAD [LICENCIADA]", _recruit),
    "buyheal": _short("buy_healing", "buyheal POINTS", "buyheal PUNTOS", _points),
    "learn": _short("learn", "learn CARD", "learn CARTA", _named("card", _CARD)),
    "heal": _short("heal", "heal NUMBER | heal unit UNIT", "heal NÚMERO | heal unit UNIDAD", _heal),
    "plunder": _short("plunder", "plunder ...", "plunder ...", _only_asked),
    "challenge": _short("challenge", "challenge Q,R ...", "challenge Q,R ...", _challenge),
    "enter": _short("enter_site", "enter [TOKEN ...]", "enter [FICHA ...]", _enter),
    "altar": _short("pay_altar", "altar COLOUR@FROM ...", "altar COLOR@DE ...", _only_asked),
    "attack": _short("attack", "attack ENEMY ... with PIECE ...", "attack ENEMIGO ... con PIEZA ...", _attack),
    "block": _short("block", "block ENEMY with PIECE ...", "block ENEMIGO con PIEZA ...", _block),
    "summon": _short("summon", "summon ENEMY TOKEN", "summon ENEMIGO FICHA", _summon),
    "damage": _short("assign_damage", "damage ENEMY [UNIT ...]", "damage ENEMIGO [UNIDAD ...]", _damage),
    "next": _short("next_phase", "next", "next", nothing),
    "over": _short("end_combat", "over", "over", nothing),
    "rest": _short("rest", "rest CARD [WOUNDS]", "rest CARTA [HERIDAS]", _rest),
    "end": _short("end_turn", "end", "end", nothing),
    "dice": _short("return_dice", "dice COLOUR ...", "dice COLOR ...", _listed("faces", say("COLOUR", "COLOR"))),
    "withdraw": _short("withdraw", "withdraw", "withdraw", nothing),
    "discard": _short("discard_hand", "discard CARD ...", "discard CARTA ...", _listed("cards", _CARD)),
    "draw": _short("draw", "draw [CARD ... | NUMBER]", "draw [CARTA ... | NÚMERO]", _draw),
}
"""First word -> the form that it begins."""

SHORTHAND = Shorthand(
    HEADS,
    other=play,
    shaped={
        "play_card": say("CARD [strong COLOUR@FROM] | CARD side move", "CARTA [strong COLOR@DE] | CARTA side move")
    },
)
