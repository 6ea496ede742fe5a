"""The wall: what every title owes the kernel and the service, checked along one replay of each imaginary table.

A *check* is a function of a table whose name is the fact it holds. Most are generators: they are sent every moment of
the replay, from the empty table to the end, and look at what they need; the others look at the finished log. Each
module has its checks in ``CHECKS``; ``tests/contract/test_every_game.py`` runs all of them.
"""
