"""Record files: verification, replay, copies."""
