"""Adjustments that a judge may order in Kingdoms."""
