"""Tests of Rise of Empires, written from its rules reference alone."""
