"""All types as columns: filters, counts, order, and what is missing."""

import numpy as np
import pytest

from gpudesk.catalog.catalog_table import TypeTable, Wanted, order_by
from gpudesk.catalog.entry import FamilyDefinition, Origin
from gpudesk.store.catalog_db import FactRow, ItemRow


def item(key: str, family: str, vendor: str, model: str) -> ItemRow:
    return ItemRow(key, family, vendor, model, "v", "part", (), (), "d", "d", None, None, None)


def family(name: str, *expected: str) -> FamilyDefinition:
    return FamilyDefinition(name, name, name, name, name, expected)


@pytest.fixture
def table() -> TypeTable:
    items = [
        (item("a.one", "gpu", "A", "A One"), Origin.SHIPPED),
        (item("a.two", "gpu", "A", "Two"), Origin.USER),
        (item("b.leaf", "switch", "B", "Leaf"), Origin.SHIPPED),
        (item("b.spine", "switch", "B", "Spine"), Origin.SHIPPED),
    ]
    facts = [
        FactRow("a.one", "memory_mib", 81920, "s", "read"),
        FactRow("a.two", "memory_mib", 40960, "s", "memory"),
        FactRow("a.one", "year", 2022, "s", "read"),
        FactRow("b.leaf", "power_max_w", 1720.5, "s", "read"),
        FactRow("b.leaf", "asic", "Q2", "s", "derived"),
        FactRow("gone.type", "year", 1999, "s", "read"),
    ]
    return TypeTable(items, facts, {"switch": family("switch", "power_max_w", "asic"), "gpu": family("gpu", "memory_mib", "year")})


def rows(mask: np.ndarray) -> list[int]:
    return np.flatnonzero(mask).tolist()


def test_what_is_not_known_is_no_number(table: TypeTable) -> None:
    assert table.numbers("memory_mib")[:2].tolist() == [81920, 40960]
    assert np.isnan(table.numbers("memory_mib")[2:]).all()
    assert np.isnan(table.numbers("asic")).all()
    assert table.words("asic") == ["", "", "Q2", ""]
    assert table.confidence("memory_mib") == ["read", "memory", "", ""]
    assert table.titles == ["A One", "A Two", "B Leaf", "B Spine"]


def test_filters_are_joined_and_a_range_asks_for_what_is_known(table: TypeTable) -> None:
    assert rows(table.matches(Wanted())) == [0, 1, 2, 3]
    assert rows(table.matches(Wanted(families=frozenset(["gpu"])))) == [0, 1]
    assert rows(table.matches(Wanted(families=frozenset(["gpu"]), origins=frozenset(["user"])))) == [1]
    assert rows(table.matches(Wanted(ranges={"memory_mib": (50_000, None)}))) == [0]
    assert rows(table.matches(Wanted(ranges={"memory_mib": (None, 50_000)}))) == [1]
    assert rows(table.matches(Wanted(choices={"asic": frozenset(["Q2"])}))) == [2]
    assert rows(table.matches(Wanted(vendors=frozenset(["B"]), families=frozenset(["gpu"])))) == []


def test_counts_leave_out_the_criterion_that_they_stand_beside(table: TypeTable) -> None:
    wanted = Wanted(families=frozenset(["gpu"]), vendors=frozenset(["A"]))
    assert table.counts("families", table.matches(wanted, but="families")) == {"gpu": 2}
    assert table.counts("vendors", table.matches(wanted, but="vendors")) == {"A": 2}
    assert table.counts("families", table.matches(Wanted())) == {"gpu": 2, "switch": 2}


def test_expected_facts_that_lack_are_counted(table: TypeTable) -> None:
    assert table.missing_counts.tolist() == [0, 1, 0, 2]
    assert table.missing_facts(3) == ("power_max_w", "asic")
    assert table.missing_by_fact(table.matches(Wanted())) == {"power_max_w": 1, "asic": 1, "year": 1}
    assert rows(table.matches(Wanted(missing="year"))) == [1]
    assert table.doubtful_counts.tolist() == [0, 1, 0, 0]


def test_types_stand_by_family_vendor_and_model(table: TypeTable) -> None:
    assert [table.keys[row] for row in table.shown_order] == ["b.leaf", "b.spine", "a.one", "a.two"]


def test_what_is_not_known_comes_last_in_either_direction() -> None:
    values = np.array([3.0, np.nan, 1.0, 2.0])
    assert order_by(values).tolist() == [2, 3, 0, 1]
    assert order_by(values, descending=True).tolist() == [0, 3, 2, 1]
    assert order_by(["b", "", "A"]).tolist() == [2, 0, 1]
    assert order_by(["b", "", "A"], descending=True).tolist() == [0, 2, 1]
    assert order_by([]).tolist() == []
