"""Fire classes of jackets."""

import pytest

from gpudesk.core.cabling.fire_classes import fire_class_of, fire_class_serves


@pytest.mark.parametrize(
    ("rating", "required", "serves"),
    [
        ("LSZH, Cca-s1b,d1,a1", "Dca", True),
        ("LSZH, Cca-s1b,d1,a1", "Cca", True),
        ("LSZH, Dca-s2,d2,a1", "Cca", False),
        ("LSZH, Cca-s1b,d1,a1", "B2ca", False),
        ("OFNP", "OFNR", True),
        ("OFNR", "OFNP", False),
        ("CMP", "OFNP", True),
        ("OFNP", "Cca", None),
        ("LSZH", "Cca", None),
        ("LSZH", "LSZH", True),
        ("OFNP", "LSZH", False),
        ("", "OFNP", None),
        ("", "LSZH", None),
    ],
)
def test_a_better_jacket_serves(rating: str, required: str, serves: bool | None) -> None:
    assert fire_class_serves(rating, required) is serves


def test_the_class_is_found_in_a_rating() -> None:
    assert fire_class_of("LSZH, B2ca-s1a,d1,a1") == "B2ca"
    assert fire_class_of("PVC") == ""
