"""The games: rules engines over the standard library alone, without I/O, clock or chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines import kingdoms, xidit
from engines.kernel.game import Game

GAMES: Mapping[str, Game[Any, Any]] = {"kingdoms": kingdoms, "xidit": xidit}
"""Every title by its slug; the only list of them."""
