"""Boxes: hashes, checks of an owner's box, values cached by box."""
