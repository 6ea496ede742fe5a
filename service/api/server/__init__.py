"""ASGI, threads, event streams, long polling and the sending of responses."""
