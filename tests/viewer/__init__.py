"""Tests of the viewer: its modules under node (`*.test.mjs`), the page in a real browser."""
