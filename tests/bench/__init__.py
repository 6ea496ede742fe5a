"""Measurements, run by hand or at night (``make bench``), never part of the suite; each a ratio in one run."""
