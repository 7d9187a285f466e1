"""What a field of a checklist takes: values as they are kept, and as they are typed."""

from typing import Any

import pytest

from gpudesk.core.checklist.item_verdict import has_value
from gpudesk.core.checklist.items import Evidence, FieldKind
from gpudesk.core.checklist.values import checked_value, typed_value
from gpudesk.core.messages.errors import Refused

NUMBER = Evidence("load_kg", FieldKind.NUMBER, "Load", "Carga")
TEXT = Evidence("note", FieldKind.TEXT, "Note", "Nota")
DAY = Evidence("due", FieldKind.DATE, "Due", "Vence")
PHOTOS = Evidence("photos", FieldKind.PHOTO, "Photos", "Fotos", least=2)
LOSSES = Evidence("losses", FieldKind.LIST, "Losses", "Pérdidas", value_kind=FieldKind.NUMBER)
PORTS = Evidence("ports", FieldKind.LIST, "Ports", "Puertos", columns={"port": FieldKind.TEXT, "up": FieldKind.YES_NO})
ONE, OTHER = "0" * 64, "1" * 64


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (NUMBER, float("nan")),
        (NUMBER, float("inf")),
        (NUMBER, 10**400),
        (NUMBER, True),
        (TEXT, "two\rlines"),
        (TEXT, "two\u2028lines"),
        (TEXT, "a \x1b[2J screen"),
        (DAY, "next spring"),
        (DAY, "2026-02-30"),
        (DAY, "2026-5-1"),
        (DAY, "20260501"),
        (PHOTOS, "a text in place of a photo"),
        (PHOTOS, ONE),
        (PHOTOS, ["no digest"]),
        (PORTS, [{"port": "swp1"}]),
        (PORTS, [{"port": "swp1", "up": "yes"}]),
    ],
)
def test_what_a_field_does_not_take(field: Evidence, value: Any) -> None:
    with pytest.raises(Refused):
        checked_value(field, value)


def test_one_photo_twice_is_one_photo() -> None:
    assert checked_value(PHOTOS, [ONE, ONE]) == [ONE, ONE]
    assert not has_value(PHOTOS, [ONE, ONE])
    assert has_value(PHOTOS, [ONE, OTHER])


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        (NUMBER, "600", 600),
        (NUMBER, "0.25", 0.25),
        (DAY, " 2026-05-01 ", "2026-05-01"),
        (LOSSES, "0.1, 0.2", [0.1, 0.2]),
        (LOSSES, "[0.1, 0.2]", [0.1, 0.2]),
        (PORTS, '[{"port": "swp1", "up": true}]', [{"port": "swp1", "up": True}]),
    ],
)
def test_a_typed_value(field: Evidence, text: str, value: Any) -> None:
    assert typed_value(field, text) == value


@pytest.mark.parametrize(
    ("field", "text"),
    [(NUMBER, "1_000"), (NUMBER, "1,5"), (NUMBER, "nan"), (LOSSES, "[0.1"), (LOSSES, "[NaN]"), (PORTS, "[" * 100_000), (PORTS, "swp1")],
)
def test_what_is_typed_wrongly(field: Evidence, text: str) -> None:
    with pytest.raises(Refused):
        typed_value(field, text)
