"""What answers over HTTP: a blueprint per noun, the shapes of requests and answers, exceptions as problems.

Only processes (``run``) and the command line (``cli``) stand above it. It may use ``record``, ``access``, ``store``.
"""
