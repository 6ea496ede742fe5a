"""Completion of our games' short forms after their first word; the engines define the forms.

Each module is a part of its game (the entry points of ``movebook.prompt``), reached by :func:`service.games.forms`.

Its ``suggest(words, current, offers, ask, table)`` yields suggestions that replace ``current``, the part typed so far,
after ``words``, the preceding words without the seat. ``offers`` are the current ones for the seats in question, and
``ask`` is a function from an incomplete move to its next field.
"""
