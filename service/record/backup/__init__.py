"""The store as one file: records, secrets, profiles, boxes, tokens' hashes, keys; the backup, and the way to move.

The file has a header, lines of JSON, each with its ``kind``, then counts and a SHA-256 over all of that. It is written
while others write to the store: each record is exported at one version. It contains no derived data.

``file_format`` defines the format, ``writer`` writes a file, ``reader`` verifies one, ``restore`` imports one into a
store.
"""
