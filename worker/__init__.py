"""The workers, which keep projections up to date with the log, even after crashes."""
