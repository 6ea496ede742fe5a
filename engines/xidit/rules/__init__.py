"""Rules of Lords of Xidit, by subject."""
