"""The store as one file: records, secrets, profiles, boxes, tokens' hashes, keys; the backup, and the way to move.

Lines of JSON, each with its ``kind``; before them a header, behind them counts and a SHA-256 over all of that. It is
written while others go on writing: each record is taken at one version. What is derived is not in it.

``file_format`` says what such a file looks like, ``writer`` makes one, ``reader`` verifies one, ``restore`` puts what
one holds into a store.
"""
