"""Hostile input by the thousand: ``python -m tests.fuzz --inputs 100000``; a short run is part of the suite."""
