"""Simulated games of Architects."""
