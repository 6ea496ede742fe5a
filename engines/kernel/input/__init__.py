"""What a person types: short forms, completion, files of text notation."""
