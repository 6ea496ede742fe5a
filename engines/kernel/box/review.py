"""Checks a submitted box beyond whether it can be used (``engines.kernel.box.hashes``).

Boxes of records are never reviewed: an old record replays whatever today's review requires.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from engines.kernel.box.checks import ID, Faults
from engines.kernel.box.form import MARKS, BoxField, BoxForm, Shape
from engines.kernel.box.hashes import faults_of, former, hash_of, play_hash, prose
from engines.kernel.box.rows import rows_of
from engines.kernel.box.texts import generated
from engines.kernel.game import LANGUAGES, Game, Json, Text
from engines.kernel.sentences import say

Found = list[tuple[str, Text]]
"""Path -> the fault or the question there. A path names a row as its owner does: ``tiles.A05.recruits``."""

_SURE = 0.6
"""The share of common members above which a box is recognised as one of another game."""


class Review(NamedTuple):
    """The result of a review: ``faults`` refuse a box, ``questions`` have to be confirmed."""

    faults: Found
    questions: Found


_shapes: dict[int, Shape] = {}


def shape_of(game: Game[Any, Any]) -> Shape | None:
    """The fields of a game's boxes, cached; None if it declares no form."""
    form: BoxForm | None = getattr(game, "box_form", None)
    if form is None:
        return None
    known = _shapes.get(id(form))
    if known is None or known.form is not form:
        known = _shapes[id(form)] = Shape(form, game.box(), prose(game))
    return known


def complete(game: Game[Any, Any], box: Json) -> Json:
    """A copy of a box completed with what follows from it: a text in both languages, generated texts, derived values.

    Existing values are not changed.
    """
    shape = shape_of(game)
    if shape is None:
        return box
    box = copy.deepcopy(box)
    _spread(shape.root, box)
    for row in rows_of(shape.form, box):
        for key, of in shape.table(row.table).fields.items():
            if of.derived == "text" and row.members.get(key) is None:
                text = generated(row.members.get("effects"), of.sentences)
                if text is not None:
                    row.members[key] = text
    if shape.form.fill is not None:
        shape.form.fill(box)
    return box


def _spread(here: BoxField, value: Any) -> None:
    """Replace each name that is a single text by that text in every language, in place."""
    if isinstance(value, list) and here.of is not None:
        for item in value:
            _spread(here.of, item)
    elif isinstance(value, dict):
        variant = here.variants.get(str(value.get("kind")), {})
        for key, item in value.items():
            inner = variant.get(key) or here.fields.get(key) or here.of
            if inner is None:
                continue
            if inner.kind == "names" and isinstance(item, str) and key != "origin":
                value[key] = dict.fromkeys(LANGUAGES, item)
            else:
                _spread(inner, item)


def review(game: Game[Any, Any], box: Json, others: Iterable[Game[Any, Any]] = ()) -> Review:
    """Review a box before it is stored.

    Args:
        game: The title.
        box: The box, as :func:`complete` returns it.
        others: Other titles whose boxes are recognised.
    """
    shape = shape_of(game)
    if shape is None:
        return Review(faults_of(game, box), [])
    for other in others:
        if _alike(other, box) > max(_alike(game, box), _SURE):
            says = say(f"this is a box of {other.title['en']}", f"es una caja de {other.title['es']}")
            return Review([("", says)], [])
    found = faults_of(game, box)
    faulty = {path for path, _ in found}
    more = [*_said(game, box), *_unknown(shape, box), *_texts(game, shape, box)]
    found += [(path, says) for path, says in more if path not in faulty][: Faults.most]
    faulty = {path for path, _ in found}
    asked = [(path, says) for path, says in islice(_implausible(shape, box), Faults.most) if path not in faulty]
    names = {f"{row.table.path}.{row.key}": f"{row.table.path}.{row.name}" for row in rows_of(shape.form, box)}
    return Review(_renamed(found, shape.form, names), _renamed(asked, shape.form, names))


def _alike(game: Game[Any, Any], box: Json) -> float:
    """The share of members that a box has in common with the boxes of a game."""
    shape = shape_of(game)
    if shape is None or not box:
        return 0
    return len(shape.root.fields.keys() & box.keys()) / len(shape.root.fields.keys() | box.keys())


def _said(game: Game[Any, Any], box: Json) -> Iterator[tuple[str, Text]]:
    """Faults in the metadata of a box: its origin, its edition, and whether it was compared with a printed copy."""
    if not box.get("origin"):
        yield "origin", say("say who entered it, from which copy", "di quién la ha copiado y de qué ejemplar")
    ours = game.box()
    name = box.get("edition")
    if isinstance(name, str) and not ID.match(name) and name != ours.get("edition"):
        yield "edition", say("should be 1 to 40 letters, digits, - or _", "debe tener de 1 a 40 letras, cifras, - o _")
    known = {hash_of(ours), *former(game)}
    if name == ours.get("edition") and hash_of(box) not in known:
        yield (
            "edition",
            say(
                f"{name} is the name of the edition of this program: give yours a name of its own",
                f"{name} es el nombre de la edición de este programa: da a la tuya un nombre propio",
            ),
        )
    if ours.get(MARKS) is True and box.get(MARKS) is not True and play_hash(game, box) == play_hash(game, ours):
        yield (
            MARKS,
            say(
                "must be true: no value differs from the placeholders of this program's edition",
                "debe ser true: ningún valor difiere de los provisionales de la edición de este programa",
            ),
        )


def _unknown(shape: Shape, box: Json) -> Iterator[tuple[str, Text]]:
    """Faults for members that no box of the game has."""
    for path, of, _ in shape.walk(box):
        if of is None:
            yield path[:200], say("this name does not exist here", "aquí nada se llama así")


def _texts(game: Game[Any, Any], shape: Shape, box: Json) -> Iterator[tuple[str, Text]]:
    """Faults for generated texts that contradict the values of their row.

    The wording of the default edition is allowed together with its original values.
    """
    for table in shape.form.tables:
        for key, of in shape.table(table).fields.items():
            if of.derived != "text":
                continue
            shipped = {_said_by(row.members, key) for row in rows_of(shape.form, game.box()) if row.table is table}
            for row in rows_of(shape.form, box):
                text = row.members.get(key)
                wanted = generated(row.members.get("effects"), of.sentences)
                if row.table is table and wanted not in (None, text) and _said_by(row.members, key) not in shipped:
                    yield (
                        f"{table.path}.{row.key}.{key}",
                        say(
                            f"contradicts the values of its row, which say: {(wanted or {}).get('en')}",
                            f"contradice los valores de su fila, que dicen: {(wanted or {}).get('es')}",
                        ),
                    )


def _said_by(row: Json, key: str) -> str:
    """A hash of the generated text of a row and the values that it follows from."""
    return hash_of({"effects": row.get("effects"), "text": row.get(key)})


def _implausible(shape: Shape, box: Json) -> Iterator[tuple[str, Text]]:
    """Questions about numbers far from those of the default edition."""
    for path, of, value in shape.walk(box):
        if of is None or of.kind != "integer" or type(value) is not int or of.low is None or of.high is None:
            continue
        if not of.low <= value <= of.high:
            yield (
                path,
                say(
                    f"{value} is unusual here ({of.low} to {of.high} would be usual): is it printed so?",
                    f"{value} es poco habitual aquí (lo habitual es de {of.low} a {of.high}): ¿está impreso así?",
                ),
            )


def _renamed(found: Found, form: BoxForm, names: Mapping[str, str]) -> Found:
    """Findings whose paths and texts name rows as their owner does."""
    place = re.compile(rf"\b({'|'.join(re.escape(table.path) for table in form.tables)})\.(\d+)\b")

    def named(text: str) -> str:
        return place.sub(lambda match: names.get(match[0], match[0]), text)

    return [(named(path), {lang: named(text) for lang, text in says.items()}) for path, says in found]
