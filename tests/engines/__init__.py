"""Tests of the engines: one folder a game, beside what holds for every game."""
