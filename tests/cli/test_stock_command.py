"""gpudesk stock: what is on the shelf, shown and taken in."""

import json
from pathlib import Path

import jsonschema

from gpudesk.locate import resource
from tests.cli.conftest import Run

SCHEMA = json.loads(resource("schemas", "stock.v2.json").read_text(encoding="utf-8"))


def test_a_list_is_taken_in_and_the_bill_counts_it(tmp_path: Path, run: Run) -> None:
    file, shelf = tmp_path / "pod.gpudesk", tmp_path / "shelf.csv"
    assert run("new", file, "--template", "small-pod").code == 0
    shelf.write_text("Part number,In stock,Stock only\nMQM9700-NS2F,2,yes\nnobody,3,\n", encoding="utf-8")
    taken = run("stock", file, "--take", shelf)
    assert "not imported: nobody · 3" in taken.err
    shown = json.loads(run("stock", file, "--json").out)
    jsonschema.validate(shown, SCHEMA)
    (line,) = shown["lines"]
    assert (line["key"], line["in_stock"], line["stock_only"]) == ("nvidia.qm9700", 2, True)
    assert line["in_use"] > 2
    bill = json.loads(run("bom", file, "--json").out)
    (switches,) = [each for each in bill["lines"] if each["key"] == "nvidia.qm9700"]
    assert (switches["in_stock"], switches["to_order"]) == (2, switches["to_buy"] - 2)
    assert "plan.stock" in run("check", file).out


def test_a_list_that_names_nothing_is_refused(tmp_path: Path, run: Run) -> None:
    file, shelf = tmp_path / "pod.gpudesk", tmp_path / "shelf.csv"
    assert run("new", file, "--template", "small-pod").code == 0
    shelf.write_text("nobody,3\n", encoding="utf-8")
    refused = run("stock", file, "--take", shelf)
    assert refused.code == 3
    assert "The stock list is empty." in refused.err
