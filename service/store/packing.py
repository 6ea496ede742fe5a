"""Compression of what is seldom read, with Zstandard."""

MAGIC = b"\x28\xb5\x2f\xfd"
"""The first bytes of packed data; no JSON begins so."""
LEVEL = 9
"""A level whose speed hardly matters next to a fold, and whose size hardly improves above it."""
MOST_BYTES = 1 << 30
"""Maximum size of unpacked data, in bytes: a forged size must not take all memory."""


def pack(data: bytes) -> bytes:
    """Compress data; its size and a checksum are stored with it."""
    import zstandard  # noqa: PLC0415 - most processes never need it

    return bytes(zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).compress(data))


def unpack(data: bytes) -> bytes:
    """Decompress packed data; returns other data as it is.

    Raises:
        ValueError: The data is damaged, or has more than :data:`MOST_BYTES`.
    """
    if not is_packed(data):
        return data
    import zstandard  # noqa: PLC0415 - as above

    try:
        size = zstandard.frame_content_size(data)
        if not 0 <= size <= MOST_BYTES:
            raise ValueError(f"unpacks to {size} bytes")
        return bytes(zstandard.ZstdDecompressor().decompress(data, allow_extra_data=False))
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from error


def is_packed(data: bytes | None) -> bool:
    """Whether data was packed."""
    return data is not None and data.startswith(MAGIC)
