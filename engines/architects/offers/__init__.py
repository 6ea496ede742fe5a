"""Moves that may be recorded now in Architects."""
