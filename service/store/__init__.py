"""Where the log is kept: servers, connections, scripts, keys; the log itself and its chain of hashes.

The lowest room: of the service it may use only the settings and the metrics.
"""
