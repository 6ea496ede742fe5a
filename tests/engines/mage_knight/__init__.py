"""Tests of Mage Knight, written from its rules reference alone."""
