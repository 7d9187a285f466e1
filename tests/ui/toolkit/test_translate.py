from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import Message, Quantity
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.file_dialog_texts import FILE_DIALOG_TEXTS
from gpudesk.ui.toolkit.quantities import THIN_SPACE


def test_a_message_gets_its_values_in_the_units_of_the_person() -> None:
    message = Message("Weight", "{rack} weighs {mass}, limit {limit}", {"rack": "A01", "mass": Quantity(1300.7, "kg"), "limit": 2})
    assert translate.tr_message(message) == f"A01 weighs 1,301{THIN_SPACE}kg, limit 2"
    translate.set_unit_system("imperial")
    assert f"2,868{THIN_SPACE}lb" in translate.tr_message(message)


def test_lists_and_braces_in_values() -> None:
    message = Message("Space", "In the way: {names}", {"names": ("leaf-1", "{leaf-2}")})
    assert translate.tr_message(message) == "In the way: leaf-1, {leaf-2}"


def test_a_field_without_a_value_stays_visible() -> None:
    assert translate.tr_message(Message("Space", "{name} at {place}", {"name": "x"})) == "x at {place}"


def test_languages() -> None:
    assert translate.install_language("es") == "es"
    assert translate.language() == "es"
    assert translate.format_number(1.5) == "1,5"
    assert translate.install_language("system") in translate.LANGUAGES
    with pytest.raises(ValueError, match="no such language"):
        translate.install_language("fr")


def test_codes_in_messages_become_words() -> None:
    message = Message("operations", "Set {fields} of {name}", {"fields": ("rail_depth_mm", "phase"), "name": "A01"})
    assert translate.tr_message(message) == "Set mounting depth, build phase of A01"
    sheet = Message("operations", "Site sheet: {key} is {value}", {"key": "racks_moved_loaded", "value": "True"})
    assert translate.tr_message(sheet).endswith(" is yes")
    translate.install_language("es")
    assert translate.tr_message(message) == "Cambiar fondo de montaje, fase de obra de A01"
    assert translate.tr_message(sheet).endswith(" es sí")


def test_what_qt_lacks_of_its_own_file_dialog_is_spanish() -> None:
    translate.install_language("es")
    told = {text: QCoreApplication.translate("QFileDialog", text) for text in FILE_DIALOG_TEXTS}
    assert all(text != spanish for text, spanish in told.items()), told


def test_a_path_fills_a_field(tmp_path: Path) -> None:
    path: Any = tmp_path / "a.pdf"
    assert translate.filled_text("{count} {count|file|files} in {path}", count=2, path=path) == f"2 files in {path}"


def test_names_of_types_networks_and_templates_in_messages_are_spanish() -> None:
    translate.install_language("es")
    built = Message("operations", "Build {name}", {"name": "Small GPU pod"})
    assert translate.tr_message(built) == "Construir Pod pequeño de GPU"
    uncabled = Message("checks", "{network} is planned but has no cables.", {"network": "In-band"})
    assert translate.tr_message(uncabled).startswith("En banda ")
    own = Message("operations", "Build {name}", {"name": "Hall of building 4"})
    assert translate.tr_message(own) == "Construir Hall of building 4"


def test_names_that_a_person_gave_stay_in_messages() -> None:
    translate.install_language("es")
    removed = Message(
        "none", "{name} in {file} at {rack}: {model}", {"name": "Crash cart", "file": "Generic inventory.csv", "rack": "Generic"}
    )
    shown = translate.tr_message(Message("none", removed.text, {**removed.values, "model": "Generic Blanking panel 1U"}))
    assert shown == "Crash cart in Generic inventory.csv at Generic: Panel ciego 1U (modelo genérico)"
    assert translate.tr_message(Message("none", "Delete {name}", {"name": "Small GPU pod"})) == "Delete Small GPU pod"
