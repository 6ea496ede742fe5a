"""A running service for clients that are generated from the contract."""

from __future__ import annotations

from tests.service.cli.conftest import running

__all__ = ["running"]
