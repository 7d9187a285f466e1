"""Names of types in Spanish (`resources/translations/type_names_es.json`)."""

import json

import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.type_names import GENERIC, spanish_models, type_name_in
from gpudesk.locate import resource


def test_each_generic_type_has_a_spanish_name_or_needs_none() -> None:
    unchanged = json.loads(resource("translations", "type_names_es.json").read_text(encoding="utf-8"))["unchanged"]
    models = [entry.type.model for entry in open_catalog().all() if entry.type.vendor == GENERIC]
    assert [model for model in models if model not in spanish_models() and model not in unchanged] == []


def test_no_name_is_left_over() -> None:
    """A type that gets another name loses its translation silently, unless this fails."""
    models = {entry.type.model for entry in open_catalog().all()}
    table = json.loads(resource("translations", "type_names_es.json").read_text(encoding="utf-8"))
    listed = [*table["translated"], *table["unchanged"]]
    assert len(listed) == len(set(listed))
    assert [name for name in listed if name not in models] == []


@pytest.mark.parametrize(
    ("name", "spanish"),
    [
        ("Generic", "Genérico"),
        ("Blanking panel 1U", "Panel ciego 1U"),
        ("Generic Blanking panel 1U", "Panel ciego 1U (modelo genérico)"),
        ("Generic Rack 48U 800 × 1200 mm", "Rack 48U 800 × 1200 mm (modelo genérico)"),
        ("NVIDIA DGX rail kit", "Kit de guías DGX NVIDIA"),
        ("Server 4U with eight RTX PRO 6000 Blackwell · 8 × L40S", "Servidor 4U con ocho RTX PRO 6000 Blackwell · 8 × L40S"),
        ("NVIDIA DGX H100", "NVIDIA DGX H100"),
        ("my own shelf", "my own shelf"),
        ("Generic inventory.csv", "Generic inventory.csv"),
    ],
)
def test_names_of_products_and_of_a_person_stay(name: str, spanish: str) -> None:
    assert type_name_in(name, "es") == spanish
    assert type_name_in(name, "en") == name


def test_a_type_is_found_by_its_spanish_name() -> None:
    assert "generic.blank-1u" in [hit.key for hit in open_catalog().search("panel ciego 1u")]
