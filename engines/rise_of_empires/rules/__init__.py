"""Rules of Rise of Empires, by subject."""
