"""Reading the entries of a log: shapes, seals, opening, timeline, signatures, outcome."""
