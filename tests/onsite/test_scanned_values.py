"""What is recorded after a scan: labels of the project by cable and end, and texts of fields without scans as they are."""

import pytest

from gpudesk.core.checklist.items import Evidence, FieldKind
from gpudesk.core.messages.errors import Refused
from gpudesk.onsite.scanned_values import scanned_value

UID = "1f0e4a2b-0000-4000-8000-000000000000"
LABEL = "GPUDESK:1F0E4A2B:12:A"


def _field(kind: FieldKind, value_kind: FieldKind | None = None) -> Evidence:
    return Evidence("label", kind, "Label", "Etiqueta", value_kind=value_kind)


def test_a_scan_is_the_cable_and_the_end() -> None:
    assert scanned_value(_field(FieldKind.SCAN), LABEL, {}, UID) == "12:A"
    assert scanned_value(_field(FieldKind.SCAN), " S123 ", {}, UID) == "S123"
    assert scanned_value(_field(FieldKind.LIST, FieldKind.SCAN), [LABEL, 7], {}, UID) == ["12:A", 7]


def test_the_text_of_a_field_without_scans_stays() -> None:
    assert scanned_value(_field(FieldKind.TEXT), LABEL, {}, UID) == LABEL
    assert scanned_value(_field(FieldKind.LIST, FieldKind.TEXT), [LABEL], {}, UID) == [LABEL]


def test_a_label_of_another_cable_is_refused() -> None:
    assert scanned_value(_field(FieldKind.SCAN), LABEL, {"d.label_label": "12:A"}, UID) == "12:A"
    with pytest.raises(Refused, match=r"12:A.*13:A"):
        scanned_value(_field(FieldKind.SCAN), LABEL, {"d.label_label": "13:A"}, UID)
