"""A verifier by somebody who has nothing of Movebook but docs/format.md."""
