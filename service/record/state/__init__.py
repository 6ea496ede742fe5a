"""Records in the memory of a process: folds, cache, quarantine."""
