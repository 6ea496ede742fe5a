"""Access control: tokens, rights, eyes and rate limits.

It may import ``store``; every layer above uses it.
"""
