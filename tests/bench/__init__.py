"""Measurements: run by hand or at night (``make bench``), never part of the suite. Every figure is a ratio in one run."""
