"""Tests of Lords of Xidit, written from its rules reference alone."""
