"""Records as files: verification, replay, copies."""
