"""The HTTP API: a blueprint per resource, schemas of requests and answers, exceptions as problems.

Only ``run`` and the command line (``cli``) import it. It may import ``record``, ``access``, ``store``.
"""
