"""Check points: what a table counts there, and the search for the slip behind a difference."""
