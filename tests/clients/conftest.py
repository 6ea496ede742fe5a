"""A running service for clients that are generated from the contract."""

from tests.service.cli.conftest import running

__all__ = ["running"]
