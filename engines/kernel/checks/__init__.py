"""Check points: the figures counted there, and the search for the slip that explains a difference."""
