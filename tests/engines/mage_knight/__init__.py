"""Mage Knight: First Reconnaissance, tested against its reference alone."""
