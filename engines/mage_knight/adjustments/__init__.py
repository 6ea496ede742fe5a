"""Adjustments that a judge may order in Mage Knight."""
