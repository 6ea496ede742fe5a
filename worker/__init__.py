"""The workers: projections kept level with the log, whatever was killed in between."""
