"""What the entries of a log say: shapes, seals, opening, timeline, signatures, outcome."""
