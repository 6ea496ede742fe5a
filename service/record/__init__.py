"""Records: writing, folding, projecting and verifying them; their boxes, their people, and the lists they are in.

The worker uses it too, so nothing here loads a web framework. It may use ``access`` and ``store``.
"""
