"""Writes without a web framework: a call and its body in, an answer out."""
