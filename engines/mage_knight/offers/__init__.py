"""Moves that may be recorded now in Mage Knight."""
