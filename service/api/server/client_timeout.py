"""How long a caller may take."""

PATIENCE_S = 15.0
"""Seconds in which a body must have come and an answer be taken, but for what their bytes earn."""
SLOWEST = 32 * 1024
"""Bytes a second that a caller must send, or take, beyond that; a burst earns no more than :data:`PATIENCE_S`."""
