"""What a move uses or turns up, by the names of the box: its sentence has to say them, in each language."""

from collections.abc import Iterator

from engines import mage_knight
from engines.kernel.game import Json

BOX: Json = mage_knight.box()
NAMES: dict[str, dict[str, str]] = {
    one["id"]: one["name"]
    for part in ("cards", "skills", "tactics", "units", "enemies", "ruins", "sites")
    for one in BOX[part]
} | {"wound": BOX["wound"]["name"]}
STRONG: dict[str, dict[str, str]] = {card["id"]: card.get("strong_name", card["name"]) for card in BOX["cards"]}
"""A spell has a name of its own for its strong effect."""


def names_used(move: Json, view: Json) -> Iterator[dict[str, str]]:
    """The names, by language.

    Args:
        move: As it is typed.
        view: The table before it.
    """
    held = view["heroes"].get(str(move.get("seat")), {})
    match move["type"]:
        case "play_card":
            yield (STRONG if move["use"] == "strong" else NAMES)[move["card"]]
        case "use_skill":
            yield NAMES[move["skill"]]
        case "take_tactic":
            yield NAMES[move["tactic"]]
        case "use_tactic":
            yield NAMES[held["tactic"]["id"]]
        case "activate_unit":
            yield NAMES[held["units"][str(move["unit"])]["unit"]]
        case "use_banner":
            yield NAMES[held["units"][str(move["unit"])]["banner"]]
        case "recruit":
            yield NAMES[move["unit"]]
        case "learn" | "buy_spell":
            yield NAMES[move["card"]]
        case "burn_monastery" | "summon":
            yield NAMES[move["token"]]
    if move["type"] in ("interact", "enter_site", "burn_monastery"):
        q, r = held["space"]
        yield NAMES[view["map"]["spaces"][f"{q}_{r}"]["site"]]
    for token in move.get("tokens", ()):
        yield NAMES[token if isinstance(token, str) else token["token"]]
