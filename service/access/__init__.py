"""Who may do what, how often, and with whose eyes: tokens, rights, eyes, limits.

It may use ``store``; every room above asks it.
"""
