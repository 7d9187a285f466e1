"""The limits of an item one by one, with the figures that plan and site sheet make of them."""

from typing import Any

import pytest

from gpudesk.core.checklist.items import Item, Scope
from gpudesk.core.checklist.limits import limits_of


def item(expression: str) -> Item:
    """An item that is judged by an expression."""
    return Item("TST-010", "ready", Scope.SITE, "", "", "", "", "", "", expression, ())


@pytest.mark.parametrize(
    ("expression", "basis", "found"),
    [
        ("m.lift >= d.mass + k.mover", {"d.mass": 750.0, "k.mover": 60.0}, [("lift", ">=", "d.mass + k.mover", 810.0)]),
        ("m.lift >= d.mass + k.mover", {"d.mass": 750.0, "k.mover": None}, [("lift", ">=", "d.mass + k.mover", None)]),
        ("k.low <= m.ph <= k.high", {"k.low": 7, "k.high": 9}, [("ph", ">=", "k.low", 7), ("ph", "<=", "k.high", 9)]),
        ("m.a == 0 and m.b < 3", {}, [("a", "==", "0", 0), ("b", "<", "3", 3)]),
        ("m.part in d.parts", {"d.parts": ["X1", "X2"]}, [("part", "in", "d.parts", ["X1", "X2"])]),
        ("d.share <= 1", {"d.share": 0.4}, [("", "", "", None)]),
        ("m.before - m.after <= k.fall", {"k.fall": 2}, [("", "", "", None)]),
        ("m.a < m.b", {}, [("", "", "", None)]),
        ("all(x <= k.most for x in m.losses)", {"k.most": 1}, [("", "", "", None)]),
        ("m.a >= 10 / k.zero", {"k.zero": 0}, [("a", ">=", "10 / k.zero", None)]),
        ("", {}, []),
    ],
)
def test_each_part_says_its_field_and_its_figure(expression: str, basis: dict[str, Any], found: list[tuple[Any, ...]]) -> None:
    limits = limits_of(item(expression), basis)
    assert [(limit.field, limit.sign, limit.calculation, limit.value) for limit in limits] == found


def test_every_part_names_what_it_reads() -> None:
    first, second = limits_of(item("m.a >= d.x * k.f and (d.n < 2 or m.b == d.y)"), {"d.x": 2, "k.f": 3, "d.n": 1})
    assert (first.reads, first.value) == ({"d.x": 2, "k.f": 3}, 6)
    assert second.reads == {"d.n": 1, "d.y": None}
    assert second.field == ""
