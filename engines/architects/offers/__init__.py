"""What may be recorded now in Architects."""
