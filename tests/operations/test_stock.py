"""What is in stock is written down, taken in from lists, and counted before anything is ordered."""

import pytest

from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.hardware.stock import StockLine
from gpudesk.core.messages.errors import Refused
from gpudesk.derived.cost.bom import Bom, bom
from gpudesk.derived.cost.bom_line import BomLine
from gpudesk.derived.cost.project_stock import in_use, stock, stock_kinds
from gpudesk.formats.tables.stock_list import read_stock
from gpudesk.formats.tables.tables import tables_of, xlsx_bytes
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.stock_operations import set_stock
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document

CORD = "nvidia.mfp7e10"


def cabled(document: Document) -> None:
    run(document, build, load_template("small-pod"))
    run(document, cable_project)


def bill(document: Document, phase: int | None = None) -> Bom:
    catalog = open_catalog()
    return bom(document.snapshot, bom_rules(), lambda key: catalog.get(key) if key in catalog else None, phase)


def longest_cord(found: Bom) -> BomLine:
    """The line with the most cords of the type."""
    return max((line for line in found.lines if line.kind is not None and line.kind.key == CORD), key=lambda line: line.packs)


def test_the_bill_orders_what_the_stock_lacks() -> None:
    with Document.scratch() as document:
        cabled(document)
        before = longest_cord(bill(document))
        assert (before.held, before.order) == (None, before.packs)
        length = before.length_mm
        run(document, set_stock, [StockLine(CORD, length, 5)])
        after = longest_cord(bill(document))
        assert (after.held, after.packs, after.order) == (5, before.packs, before.packs - 5)
        run(document, set_stock, [StockLine(CORD, length, before.packs + 7)])
        assert longest_cord(bill(document)).order == 0
        run(document, set_stock, [StockLine(CORD, length, None)])
        assert longest_cord(bill(document)).held is None
        assert not document.snapshot.cached(stock)


def test_phases_take_from_the_stock_in_turn_and_add_up() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("dgx-h100-superpod", {"su": 2}))
        whole = {line.kind.key: line for line in bill(document).lines if line.kind is not None and line.section == "device"}
        of_first = {line.kind.key: line for line in bill(document, 1).lines if line.kind is not None and line.section == "device"}
        key = "nvidia.qm9700"
        held = of_first[key].packs + 1
        run(document, set_stock, [StockLine(key, None, held)])
        orders = [
            next(line.order for line in bill(document, phase).lines if line.kind is not None and line.kind.key == key) for phase in (1, 2)
        ]
        assert orders[0] == 0
        assert sum(orders) == whole[key].packs - held


def test_what_cannot_be_ordered_and_is_not_enough_is_found() -> None:
    with Document.scratch() as document:
        cabled(document)
        (type_key, length), needed = max(
            ((key, count) for key, count in in_use(document.snapshot).items() if key[0] == CORD), key=lambda each: each[1]
        )
        run(document, set_stock, [StockLine(type_key, length, needed, only=True)])
        assert not list(check_all(document.snapshot).of_rule("plan.stock"))
        run(document, set_stock, [StockLine(type_key, length, needed - 1, only=True)])
        (finding,) = check_all(document.snapshot).of_rule("plan.stock")
        assert (finding.found, finding.required) == (needed, needed - 1)
        run(document, set_stock, [StockLine(type_key, length, needed - 1, only=False)])
        assert not list(check_all(document.snapshot).of_rule("plan.stock"))


def test_lists_name_types_by_number_model_or_key() -> None:
    text = (
        "Part number;Length, m;In stock;Stock only\n"
        "MFP7E10-N010;;1,700;yes\n980-9I510-00NS00;;100;\nNVIDIA QM9700;;2;\nnvidia.mfp7e10;15;3;x\nMFP7E10-N010;;300;\n"
        "nvidia.mfp7e10;;4;\nnobody;;1;\nNVIDIA QM9700;;many;\n"
    )
    with Document.scratch() as document:
        kinds = stock_kinds(document.snapshot)
    found = read_stock(tables_of(text.encode(), "list.csv"), kinds)
    assert found.lines == (
        StockLine(CORD, 10_000, 2_000, only=True),
        StockLine("nvidia.mma4z00-ns", None, 100),
        StockLine("nvidia.qm9700", None, 2),
        StockLine(CORD, 15_000, 3, only=True),
    )
    assert found.unknown == ("nvidia.mfp7e10 · 4", "nobody · 1", "NVIDIA QM9700 · many")
    book = xlsx_bytes({"Shelf": [["Catalog key", "Quantity"], ["nvidia.qm9700", 9]]})
    assert read_stock(tables_of(book, "list.xlsx"), kinds).lines == (StockLine("nvidia.qm9700", None, 9),)
    pasted = read_stock(tables_of(b"MFP7E10-N007\t300\nnvidia.qm9700\t5\n", "clipboard"), kinds)
    assert [(line.key, line.length_mm, line.count) for line in pasted.lines] == [(CORD, 7_000, 300), ("nvidia.qm9700", None, 5)]


def test_what_has_no_sense_is_refused() -> None:
    with Document.scratch() as document:
        for line, words in (
            (StockLine("nobody.knows", None, 1), "catalog"),
            (StockLine(CORD, 3_000, -1), "Stock must be between 0 and 10000000 units"),
            (StockLine(CORD, 0, 1), "length"),
        ):
            with pytest.raises(Refused, match=words):
                run(document, set_stock, [line])
        with pytest.raises(Refused, match="The stock list is empty"):
            run(document, set_stock, [])
