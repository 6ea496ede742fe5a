"""What completes the short forms of our games behind their first word; the forms themselves are the engines'.

Each module is a part of its game (the entry points of ``movebook.prompt``), reached by :func:`service.games.forms`.
"""
