"""Moves: the event classes they follow from, and the check of their shape."""
