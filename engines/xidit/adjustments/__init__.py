"""Adjustments that a judge may order in Lords of Xidit."""
