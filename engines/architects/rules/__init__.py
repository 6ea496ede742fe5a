"""Rules of Architects, by subject."""
