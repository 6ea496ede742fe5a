"""Completion of our games' short forms after their first word; the engines define the forms.

Each module is a part of its game (the entry points of ``movebook.prompt``), reached by :func:`service.games.forms`.
"""
