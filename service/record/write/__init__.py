"""Writes to a record: each is decided at the head of its log and appended by one script."""
