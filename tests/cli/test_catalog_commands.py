"""catalog search, catalog show."""

import re
from pathlib import Path

import pytest

from gpudesk.catalog.catalog import open_catalog
from tests.cli.conftest import Run


def test_search_prints_what_was_found(run: Run) -> None:
    done = run("catalog", "search", "dgx h100")
    assert done.code == 0
    assert done.out.splitlines()[0].split()[0] == "nvidia.dgx-h100"
    assert "8 U" in done.out.splitlines()[0]


def test_search_as_json(run: Run) -> None:
    body = run("catalog", "search", "dgx", "--json", "--limit", "2").json
    assert (body["query"], body["count"], len(body["entries"])) == ("dgx", 2, 2)
    assert set(body["entries"][0]) == {"key", "family", "vendor", "model", "height_u", "power_max_w", "weight_kg", "origin"}
    racks = run("catalog", "search", "", "--family", "rack", "--json").json["entries"]
    assert {entry["family"] for entry in racks} == {"rack"}
    assert run("catalog", "search", "nothing of that name", "--json").json == {"query": "nothing of that name", "count": 0, "entries": []}
    assert run("catalog", "search", "nothing of that name").out == "No entry matches 'nothing of that name'.\n"


@pytest.mark.parametrize("name", ["nvidia.dgx-h100", "NVIDIA DGX H100", "dgx h100"])
def test_show_prints_every_fact_with_its_source(run: Run, name: str) -> None:
    done = run("catalog", "show", name)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "NVIDIA DGX H100 (nvidia.dgx-h100, system)"
    kind = open_catalog().get("nvidia.dgx-h100")
    assert all(fact.source in done.out for fact in kind.facts.values())
    assert any("osfp compute (rear, 400 Gb/s)" in row for row in lines)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("H100 SXM5", "nvidia.h100-sxm5-80gb"),
        ("nvidia h100 sxm5", "nvidia.h100-sxm5-80gb"),
        ("H100 80GB HBM3", "nvidia.h100-sxm5-80gb"),
        ("920-9B210-00FN-0M0", "nvidia.qm9700"),
        ("mqm9700-ns2r", "nvidia.qm9700-c2p"),
    ],
)
def test_show_takes_a_part_number_an_alias_or_the_beginning_of_a_model(run: Run, name: str, key: str) -> None:
    assert run("catalog", "show", name, "--json").json["key"] == key


@pytest.mark.parametrize(("name", "keys"), [("Quantum-2", ["nvidia.qm9700", "nvidia.qm9790-c2p"]), ("dgx", ["nvidia.dgx-h100"])])
def test_a_name_that_fits_several_entries_names_them(run: Run, name: str, keys: list[str]) -> None:
    done = run("catalog", "show", name)
    assert done.code == 2
    assert f"entries match {name}: " in done.err
    assert all(key in done.err for key in keys)


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("nvidia.gb200-nvl72", r"Price +3,000,000 USD "),
        ("nvidia.h100-sxm5-80gb", r"Error correction +yes "),
        ("nvidia.h100-sxm5-80gb", r"Memory +81,559 MiB "),
        ("nvidia.h100-sxm5-80gb", r"Compute capability +9\.0 "),
        ("nvidia.h100-sxm5-80gb", r"Year of launch +2022 "),
    ],
)
def test_show_writes_plain_figures(run: Run, name: str, row: str) -> None:
    assert re.search(row, run("catalog", "show", name).out)


def test_show_as_json_is_the_entry(run: Run) -> None:
    body = run("catalog", "show", "nvidia.dgx-h100", "--json").json
    assert set(body) == {"key", "version", "origin", "entry"}
    assert body["entry"] == dict(open_catalog().get("nvidia.dgx-h100").body)


@pytest.mark.parametrize("key", [entry.type.key for entry in open_catalog().all()])
def test_every_entry_is_shown(run: Run, key: str) -> None:
    shown = run("catalog", "show", key).out
    assert shown.startswith(open_catalog().get(key).title)
    assert not re.search(r"\de\+\d|  (True|False)  ", shown)


@pytest.mark.parametrize(("name", "says"), [("nobody.knows", "the catalog has no entry nobody.knows"), ("h100 nvidia", "similar: nvidia.")])
def test_unknown_entries(run: Run, name: str, says: str) -> None:
    done = run("catalog", "show", name)
    assert done.code == 2
    assert says in done.err


def test_an_own_entry_that_cannot_be_read_is_told_beside_the_answer(run: Run, gpudesk_home: Path) -> None:
    folder = gpudesk_home / "data" / "catalog"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text("types: [{key: mine.server}]\n", encoding="utf-8")
    done = run("catalog", "search", "dgx h100")
    assert done.code == 0
    assert done.out.startswith("nvidia.dgx-h100")
    assert all(row.startswith("gpudesk: left out: ") and "mine.yaml:1:" in row for row in done.err.splitlines())


def test_the_printed_heat_of_a_dgx_h100_stands_as_a_contradiction(run: Run) -> None:
    """38,557 BTU/h in the user guide against 10.2 kW in the same one; the DGX B200 prints what it draws."""
    lines = run("catalog", "show", "nvidia.dgx-h100").out.splitlines()
    said = next(line for line in lines if line.startswith("Contradiction"))
    assert "11.3 kW (38,557 BTU/h) differs by +10.8 % from the maximum power of 10.2 kW (34,804 BTU/h)" in said
    others = lines[lines.index("Other sources:") + 1 :]
    assert any(line.startswith("Heat, as specified") and "10.2 kW" in line for line in others)
    assert "Contradiction" not in run("catalog", "show", "nvidia.dgx-b200").out
