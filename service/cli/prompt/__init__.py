"""The prompt of ``movebook record``: typing, completion, taking back, correcting, signing."""
