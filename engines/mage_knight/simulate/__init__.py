"""Simulated games of Mage Knight."""
