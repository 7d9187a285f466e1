"""Each stock length of a cable is ordered by its own number, and unknown values are not made up."""

from dataclasses import replace

import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.order_numbers import numbered_by_length, order_number, ordered_model


@pytest.mark.parametrize(
    ("key", "length_mm", "number", "model"),
    [
        ("nvidia.mfp7e10", 3_000, "MFP7E10-N003", "MFP7E10-N003"),
        ("nvidia.mfp7e10", 30_000, "980-9I570-00N030", "MFP7E10-Nxxx · 980-9I570-00N030"),
        ("nvidia.mfp7e10", 4_000, "", "MFP7E10-Nxxx"),
        ("nvidia.mfp7e10", None, "", "MFP7E10-Nxxx"),
        ("nvidia.mfa7u10", 3_000, "980-9I41X-00H003", "MFA7U10-H00x · 980-9I41X-00H003"),
        ("nvidia.mma4z00-ns", None, "MMA4Z00-NS", "MMA4Z00-NS"),
    ],
)
def test_the_number_of_a_length(key: str, length_mm: int | None, number: str, model: str) -> None:
    kind = open_catalog().get(key)
    assert order_number(kind, length_mm) == number
    assert ordered_model(kind, length_mm) == model


def test_a_type_whose_model_leaves_the_length_open_has_no_number_without_one() -> None:
    kind = open_catalog().get("nvidia.mfp7e10")
    bare = replace(kind, lengths=tuple(replace(each, part_number="") for each in kind.lengths))
    assert numbered_by_length(bare)
    assert order_number(bare, 3_000) == ""


def test_generic_cords_are_of_no_maker_and_have_no_numbers_of_lengths() -> None:
    generic = [entry.type for entry in open_catalog().of_families(Family.CABLE) if entry.type.vendor == "Generic"]
    assert generic
    assert not any(numbered_by_length(kind) for kind in generic)
