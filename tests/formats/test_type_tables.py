"""Types as tables: out and back unchanged, and every fault with its cell."""

import json
from typing import Any

import pytest

from gpudesk.catalog.catalog import open_catalog, user_catalog_dir
from gpudesk.catalog.type_exchange import Fate, take
from gpudesk.catalog.user_entries import copied_body, save_user_entry
from gpudesk.core.messages.errors import Refused
from gpudesk.formats.tables.tables import csv_bytes, tables_of, xlsx_bytes
from gpudesk.formats.tables.type_tables import one_table, proposed_types, type_rows

KEYS = ("nvidia.dgx-h100", "nvidia.qm9700", "nvidia.h100-sxm5-80gb", "generic.rack-48u-600x1200")


def table(rows: list[list[Any]], file: str = "own.csv") -> Any:
    return proposed_types(open_catalog(), tables_of(csv_bytes(rows), file))


def test_every_type_comes_back_as_it_was() -> None:
    catalog = open_catalog()
    by_family = type_rows(catalog, list(catalog))
    found = proposed_types(catalog, tables_of(xlsx_bytes(dict(by_family)), "all.xlsx"))
    assert not found.misfits
    assert len(found.entries) == len(catalog)
    assert {entry.type.key for entry in found.entries if entry.fate is not Fate.SAME} == set()


def test_each_fact_has_its_value_source_and_confidence() -> None:
    """A truth value is a text in lower case: in a workbook, TRUE would be shown in the language of the program that opens the file."""
    catalog, switches = open_catalog(), 0
    for rows in type_rows(catalog, list(catalog)).values():
        head = [str(cell).partition(" (")[0] for cell in rows[0]]
        for row in rows[1:]:
            kind, cells = catalog.get(str(row[0])), dict(zip(head, row, strict=True))
            for name, fact in kind.facts.items():
                if isinstance(fact.value, bool):
                    switches += 1
                    assert cells[name] == ("true" if fact.value else "false")
                else:
                    assert (type(cells[name]), cells[name]) == (type(fact.value), fact.value)
                assert (cells[f"{name} source"], cells[f"{name} confidence"]) == (fact.source, fact.confidence.value)
    assert switches > 0


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_a_text_file_comes_back_as_it_was(delimiter: str) -> None:
    catalog = open_catalog()
    found = proposed_types(catalog, tables_of(csv_bytes(one_table(catalog, KEYS[:2]), delimiter), "some.csv"))
    assert not found.misfits
    assert [entry.fate for entry in found.entries] == [Fate.SAME] * 2
    with pytest.raises(Refused, match="columns"):
        one_table(catalog, KEYS)


def test_a_new_type_and_a_changed_fact() -> None:
    heads = ["key", "family", "vendor", "model", "mount", "description", "description_es"]
    heads += ["height_u (U)", "height_u source", "height_u confidence", "weight_kg (kg)", "weight_kg source", "weight_kg confidence"]
    new = ["me.node", "server", "Me", "Node", "units", "A node", "Un nodo", 1, "our drawing", "read", "12,5", "our scales", "read"]
    found = table([heads, new])
    assert not found.misfits
    (entry,) = found.entries
    assert entry.fate is Fate.NEW
    assert entry.type.number("weight_kg") == 12.5
    assert entry.where == "own.csv!A2"
    assert take(open_catalog(), found) == 1
    assert open_catalog().get("me.node").facts["weight_kg"].source == "our scales"
    rows: list[list[Any]] = [["key", "weight_kg (kg)", "weight_kg source", "weight_kg confidence"]]
    rows.append(["nvidia.qm9700", 15.1, "our scales", "read"])
    (changed,) = table(rows).entries
    assert changed.fate is Fate.HIDES
    before = json.loads(open_catalog().body("nvidia.qm9700"))
    assert changed.type.body["ports"] == before["ports"]
    assert changed.type.facts["weight_kg"].value == 15.1
    assert not changed.type.facts["weight_kg"].note


def test_what_looks_like_a_formula_stays_a_text() -> None:
    body = {**copied_body(open_catalog(), "generic.blank-1u", "me.blank"), "model": "=1+1", "aliases": ["@sum", "-x"]}
    save_user_entry(open_catalog(), body)
    catalog = open_catalog()
    content = csv_bytes(one_table(catalog, ["me.blank"]))
    assert b"'=1+1" in content
    for read in (tables_of(content, "a.csv"), tables_of(xlsx_bytes(dict(type_rows(catalog, ["me.blank"]))), "a.xlsx")):
        (entry,) = proposed_types(catalog, read).entries
        assert entry.fate is Fate.SAME
        assert entry.type.model == "=1+1"


def test_every_fault_has_its_cell() -> None:
    rows: list[list[Any]] = [
        ["key", "family", "weight_kg (lb)", "height_u (U)", "height_u source", "height_u confidence", "spaceship"],
        ["me.a", "server", 1, "tall", "x", "read"],
        ["me.b", "spaceship", 1, 500, "x", "sure"],
        ["", "server", 1, None, "x", ""],
    ]
    found = table(rows)
    places = {misfit.where for misfit in found.misfits}
    assert {"own.csv!C1", "own.csv!G1", "own.csv!D2", "own.csv!B3", "own.csv!F3", "own.csv!D4", "own.csv!A4"} <= places
    assert take(open_catalog(), found) == 0
    assert not user_catalog_dir().exists()
    assert table([["name"], ["x"]]).misfits[-1].where == "own.csv!A1"
    assert table([[]]).misfits
