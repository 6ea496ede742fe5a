"""What is written with every move has the bytes that a foreign implementation of RFC 8785 gives, and the engines'."""

from typing import Any

import pytest
import rfc8785
from hypothesis import given

from engines.kernel import canonical
from service.store.canonical_json import digest, dumps
from tests.engines.kernel.examples import examples
from tests.engines.kernel.test_canonical import VALUES


@examples(60)
@given(value=VALUES)
def test_bytes_equal_those_of_rfc_8785(value: Any) -> None:
    assert dumps(value) == rfc8785.dumps(value)
    assert digest(value) == canonical.digest(value)


@pytest.mark.parametrize("text", ["ñ", "€", "\U0001f3f0", "\u2028", "\x7f", '"', "\\", "/", "\b\f\n\r\t", "\x00\x1f"])
def test_every_character_is_spelled_as_rfc_8785_says(text: str) -> None:
    assert dumps({"a": text}) == rfc8785.dumps({"a": text})


@pytest.mark.parametrize("value", [{"gold": 2**64}, {"gold": -(2**70)}])
def test_a_number_beyond_64_bits_is_spelled_as_the_engines_do(value: Any) -> None:
    assert dumps(value) == canonical.dumps(value)
