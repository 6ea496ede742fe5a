"""Rules of Kingdoms, by subject."""
