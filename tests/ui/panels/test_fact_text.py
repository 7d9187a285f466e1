"""Facts in words: what a person reads of a value in their language, while what they edit and what is written stays the entry's."""

import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.ui.panels.catalog import fact_text
from gpudesk.ui.places.catalog.models import entry_rows

PANEL, COLOUR = "generic.jumper-lc2-upc-om4-ab", "jacket_colour"


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (fact_text, entry_rows):
        monkeypatch.setattr(module, "language", lambda: "es")


def test_a_text_is_read_in_english() -> None:
    catalog = open_catalog()
    assert fact_text.fact_text(catalog.facts[COLOUR], catalog.get(PANEL).facts[COLOUR]) == "aqua"


def test_a_text_is_read_in_spanish_and_edited_as_it_stands(spanish: None) -> None:
    catalog = open_catalog()
    definition, fact = catalog.facts[COLOUR], catalog.get(PANEL).facts[COLOUR]
    assert fact_text.fact_text(definition, fact) == "aguamarina"
    assert entry_rows.shown_value(definition, fact.value) == "aguamarina"
    assert entry_rows.typed_value(definition, fact.value) == "aqua"


def test_a_choice_and_a_name_of_their_own(spanish: None) -> None:
    catalog = open_catalog()
    gpu = catalog.get("nvidia.h100-pcie-80gb")
    assert fact_text.fact_text(catalog.facts["cooling"], gpu.facts["cooling"]) == "pasiva (flujo de aire del chasis)"
    assert fact_text.fact_text(catalog.facts["gpu_architecture"], gpu.facts["gpu_architecture"]) == "Hopper"


def test_a_note_in_one_language_is_read_in_both(spanish: None) -> None:
    fact = open_catalog().get(PANEL).facts[COLOUR]
    assert type(fact)("aqua", "source", fact.confidence, note="seen").note_in("es") == "seen"
    assert type(fact)("aqua", "source", fact.confidence, note_es="visto").note_in("en") == "visto"
