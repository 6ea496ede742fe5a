"""Writes to a record: decided at the head of its log and appended by one script."""
