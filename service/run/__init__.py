"""What runs, and how it ends: the API server, all processes of ``movebook up``, the demonstration.

It may use every room but the command line (``cli``).
"""
