"""The stored log and its hash chain, with the servers, connections, scripts and keys that it needs.

The lowest layer: from the service it may import only the settings and the metrics.
"""
