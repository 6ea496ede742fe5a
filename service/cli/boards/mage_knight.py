"""The board of Mage Knight in the terminal: round and source, the map by its sites, offers, heroes, and a combat."""

import re
from collections.abc import Sequence

from rich.text import Text

from engines.kernel.game import Json
from service.cli.boards.generic import contradictions
from service.cli.language import Speech
from service.cli.tables import Table
from service.texts import table

_SPACE = re.compile(r"/map/spaces/(-?[0-9]+_-?[0-9]+)")
_LETTER = {"red": "R", "blue": "B", "green": "G", "white": "W", "gold": "O", "black": "K"}
"""One letter for each colour of mana; gold is O."""


def draw(table: Table, view: Json, say: Speech, patch: Sequence[Json] = ()) -> Text:
    """The table; spaces that the patch changed are marked."""
    names = _Names(table.box, say)
    out = Text()
    time = say("night", "noche") if view["night"] else say("day", "día")
    head = f"{table.game.title[say.lang]} · {say('round', 'ronda')} {view['round']} · {time} · {view['phase']}"
    out.append(head + "\n", "bold")
    out.append(f"{say('source', 'fuente')}: {_source(view)}\n\n")
    changed = {found[1] for op in patch if (found := _SPACE.match(op["path"]))}
    for space, held in view["map"]["spaces"].items():
        line = _space(view, space, held, names, say)
        if line:
            mark = "*" if space in changed else " "
            out.append(f"{mark}{space.replace('_', ','):>6}  {line}\n", "bold" if space in changed else "")
    out.append("\n" + _offers(view, names, say) + "\n")
    for seat, hero in view["heroes"].items():
        out.append_text(_hero(table, view, int(seat), hero, names, say))
    if view["combat"] is not None:
        out.append_text(_combat(view["combat"], names, say))
    out.append_text(contradictions(view, say))
    return out


class _Names:
    """What things are called in a box."""

    def __init__(self, box: Json, say: Speech) -> None:
        self.lang = say.lang
        self.known: dict[str, dict[str, str]] = {}
        for part in ("cards", "units", "enemies", "ruins", "sites", "skills", "tactics", "heroes", "terrain"):
            self.known[part] = {item["id"]: item["name"][say.lang] for item in box[part]}
        self.known["colours"] = {item["id"]: item["name"][say.lang] for item in box["mana"]["colours"]}
        self.known["backs"] = {item["id"]: item["name"][say.lang] for item in box["backs"]}
        self.known["cards"][box["wound"]["id"]] = box["wound"]["name"][say.lang]

    def of(self, part: str, key: object) -> str:
        """A thing by its name; a question mark for what is not known."""
        return self.known[part].get(key, key) if isinstance(key, str) else "?"

    def all(self, part: str, keys: Sequence[object]) -> str:
        """Things by their names; a dash for none."""
        return ", ".join(self.of(part, key) for key in keys) or "-"


def _source(view: Json) -> str:
    """The dice by their letters; dice that are elsewhere are in brackets."""
    return " ".join(
        _LETTER[die["face"]] if die["on"] == "source" else f"({_LETTER[die['face']]})" for die in view["source"]
    )


def _space(view: Json, space: str, held: Json, names: _Names, say: Speech) -> str:
    """The contents of a space; empty if it has no site, figure or token."""
    here = [names.of("heroes", hero["hero"]) for hero in view["heroes"].values() if _key(hero["space"]) == space]
    parts = []
    if held["site"] is not None and not held["cleared"]:
        burned = f" ({say('burned', 'quemado')})" if held["burned"] else ""
        colour = f" {names.of('colours', held['color'])}" if held["color"] else ""
        parts.append(f"{names.of('sites', held['site'])}{colour}{burned}")
    parts += [
        names.of("enemies", one["token"]) if one["up"] else f"[{names.of('backs', one['back'])}]"
        for one in held["tokens"]
    ]
    if held["ruin"] is not None and held["ruin"]["up"]:
        parts.append(names.of("ruins", held["ruin"]["token"]))
    if held["shield"]:
        parts.append(say("shield", "escudo") + " " + ", ".join(str(seat) for seat in held["shield"]))
    if here:
        parts.append("@ " + ", ".join(here))
    return f"{names.of('terrain', held['terrain'])}: {' · '.join(parts)}" if parts else ""


def _key(space: Sequence[int] | None) -> str | None:
    return None if space is None else f"{space[0]}_{space[1]}"


def _offers(view: Json, names: _Names, say: Speech) -> str:
    """The offers, a line each."""
    offers = view["offers"]
    lines = [f"{say('units', 'unidades')}: {names.all('units', offers['units'])}"]
    if offers["monastery"]:
        lines.append(f"{say('monastery', 'monasterio')}: {names.all('cards', offers['monastery'])}")
    for key, title in (("actions", say("actions", "acciones")), ("spells", say("spells", "hechizos"))):
        if offers[key] is not None:
            lines.append(f"{title}: {names.all('cards', offers[key])}")
    if offers["skills"]:
        lines.append(
            f"{say('skills', 'habilidades')}: {names.all('skills', [one['skill'] for one in offers['skills']])}"
        )
    return "".join(f"{line}\n" for line in lines)


def _hero(table: Table, view: Json, seat: int, hero: Json, names: _Names, say: Speech) -> Text:
    """A seat: what it has, and its points while its turn runs."""
    mark = ">" if seat in view["to_move"] else " "
    out = Text(f"{mark} {names.of('heroes', hero['hero'])} ({table.colours[seat]})", "bold")
    crystals = "".join(_LETTER[colour] * count for colour, count in hero["crystals"].items()) or "-"
    mana = "".join(_LETTER[colour] * count for colour, count in hero["mana"].items()) or "-"
    where = "-" if hero["space"] is None else f"{hero['space'][0]},{hero['space'][1]}"
    out.append(
        f"  {say('Fame', 'fama')} {hero['fame']} · {say('level', 'nivel')} {hero['level']} · "
        f"{say('reputation', 'reputación')} {hero['reputation']} · "
        f"{say('armour', 'armadura')} {hero['armor']} · @ {where}\n"
    )
    out.append(
        f"    {say('hand', 'mano')} {hero['hand']} · {say('deck', 'mazo')} {hero['deck']} · "
        f"{say('crystals', 'cristales')} {crystals} · {say('mana', 'maná')} {mana}\n"
    )
    if hero["known"]["hand"]:
        out.append(f"    {say('known', 'se sabe')}: {names.all('cards', hero['known']['hand'])}\n")
    for number, unit in hero["units"].items():
        ready = say("ready", "lista") if unit["ready"] else say("spent", "agotada")
        wounds = f" · {unit['wounds']} {say('wounds', 'heridas')}" if unit["wounds"] else ""
        out.append(f"    {number} {names.of('units', unit['unit'])}: {ready}{wounds}\n")
    turn = hero["turn"]
    if turn is not None and turn["part"] != "end":
        out.append(
            f"    {say('Move', 'movimiento')} {turn['move']} · {say('Influence', 'influencia')} {turn['influence']} · "
            f"{say('Healing', 'curación')} {turn['heal']}\n"
        )
        fresh = [name for name, piece in turn["pieces"].items() if not piece["used"]]
        if fresh:
            out.append(f"    {say('pieces', 'piezas')}: {', '.join(fresh)}\n")
    return out


def _combat(combat: Json, names: _Names, say: Speech) -> Text:
    """A combat: its phase, and each enemy by its number."""
    phases = {
        "ranged_siege": say("ranged and siege attacks", "ataques a distancia y de asedio"),
        "block": say("block", "bloqueo"),
        "damage": say("damage", "daño"),
        "attack": say("attack", "ataque"),
    }
    out = Text(f"\n{say('combat', 'combate')}: {phases[combat['phase']]}\n", "bold")
    for number, enemy in combat["enemies"].items():
        name = names.of("enemies", enemy["summoned"] or enemy["token"])
        resists = [f"{say('resists', 'resiste')} {_said(one, say)}" for one in enemy["resists"]]
        abilities = ", ".join([*(_said(one, say) for one in enemy["offence"]), *resists])
        out.append(
            f"  {number} {name}: {say('armour', 'armadura')} {enemy['armor']} · {say('attack', 'ataque')} "
            f"{enemy['attack']} {_said(enemy['element'], say)} · {_said(enemy['state'], say)}"
            f"{' · ' + abilities if abilities else ''}\n"
        )
    return out


def _said(word: str, say: Speech) -> str:
    """A word of the rules in the language of the reader."""
    return say.of(words[word]) if word in (words := table("enemies")) else word
