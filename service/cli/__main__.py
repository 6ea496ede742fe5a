"""``python -m service.cli``: the command line without its script."""

from __future__ import annotations

import sys

from service.cli import main

sys.exit(main())
