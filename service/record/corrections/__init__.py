"""What an undo, a correction or a ruling would change. Pure."""
