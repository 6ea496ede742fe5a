"""Moves that may be recorded now in Rise of Empires."""
