"""Every measurement, one after another: ``python -m tests.bench [NAME ...]``."""

import importlib
import sys

NAMES = ("append", "importing", "replay", "long", "correcting", "lag", "watching", "viewer", "calls", "memory")

for name in sys.argv[1:] or NAMES:
    print(f"== {name}", flush=True)
    importlib.import_module(f"tests.bench.{name}").main()
