"""Starts and stops processes: the API server, all processes of ``movebook up``, the demonstration.

It may import every layer except the command line (``cli``).
"""
