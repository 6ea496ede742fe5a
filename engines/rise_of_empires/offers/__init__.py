"""What may be recorded now in Rise of Empires."""
