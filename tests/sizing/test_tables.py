"""The tables that sizing reads."""

from fractions import Fraction

import pytest

from gpudesk.core.errors import InvalidData
from gpudesk.sizing.boards import boards
from gpudesk.sizing.tables import engines, usable_gib, weight_format, weight_formats


@pytest.mark.parametrize(
    ("key", "bits"),
    [("bf16", 16), ("int4", 4.15625), ("int4-g32", 4.625), ("nf4", 4.5), ("mxfp4", 4.25), ("nvfp4", 4.5), ("int8", 8.1875)],
)
def test_bits_of_formats(key: str, bits: float) -> None:
    assert weight_format(key).bits == Fraction(bits)


def test_double_quantisation_takes_a_little_over_four_bits() -> None:
    assert float(weight_format("NF4-DQ").bits) == pytest.approx(4.127, abs=0.0005)


def test_every_format_says_where_it_is_from() -> None:
    for form in weight_formats().values():
        assert form.source
        assert form.confidence in ("read", "memory")
    with pytest.raises(InvalidData, match="there are fp32, bf16"):
        weight_format("q9")


def test_usable_memory_is_of_boards_of_the_catalog_and_below_what_they_report() -> None:
    for key, (gib, source) in usable_gib().items():
        assert source
        assert 0.95 < gib / boards()[key].memory_gib <= 1


def test_every_program_has_its_constants() -> None:
    assert set(engines()) == {"vllm", "transformers"}
    for engine in engines().values():
        assert 0 < engine.utilisation <= 1
        assert engine.activation_source
        assert engine.other_source
