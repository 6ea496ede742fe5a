"""What a record is: writing it, folding it, projecting and verifying it; its box, its people, its place in lists.

The worker uses it too, so nothing here loads a web framework. It may use ``access`` and ``store``.
"""
