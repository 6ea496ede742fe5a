"""The viewer: static files, found by importlib.resources wherever the package is installed."""
