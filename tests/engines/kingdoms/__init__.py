"""Tests of Kingdoms, written from its rules reference alone."""
