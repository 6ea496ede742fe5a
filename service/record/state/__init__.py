"""What a process holds of a record: folds, cache, quarantine."""
