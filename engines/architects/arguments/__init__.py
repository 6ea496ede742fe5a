"""The arguments of moves of Architects: read and checked."""
