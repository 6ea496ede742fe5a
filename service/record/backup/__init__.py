"""The store as one file: records, secrets, profiles, boxes, tokens' hashes, keys; the backup, and the way to move.

Lines of JSON, each with its ``kind``; before them a header, behind them counts and a SHA-256 over all of that. It is
written while others go on writing: each record is taken at one version. What is derived is not in it.

``form`` says what such a file looks like, ``writing`` makes one, ``reading`` verifies one, ``restoring`` puts what one
holds into a store.
"""
