"""Writes as functions of a call and its body that return an answer, without a web framework."""
