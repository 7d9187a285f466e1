"""`gpudesk fabric`: counts of a fat tree; the published sizes are in tests/golden/test_fabric_tables.py."""

import json

import jsonschema
import pytest

from gpudesk import locate
from tests.cli.conftest import Run


def test_an_architecture_by_its_units(run: Run) -> None:
    done = run("fabric", "--architecture", "dgx-h100", "--units", "4")
    assert done.code == 0
    lines = {line.split("  ")[0]: line.rsplit("  ", 1)[-1].strip() for line in done.out.splitlines()}
    assert lines["leaves"] == "32"
    assert lines["spines"] == "16"
    assert lines["cables"] == "2,040"
    assert lines["fabric management links"] == "4"
    assert lines["loss of one leaf"] == "32 nodes have 12.5 % less bandwidth"
    assert lines["nodes"] == "127 of 128 (1 position for fabric management)"
    assert "Source: NVIDIA" in done.out


def test_table_3_counts_whole_units_without_fabric_management(run: Run) -> None:
    """RA-11333-001, table 3, 64 units: 2,048 nodes, 512 leaves, 512 spines, 256 cores; with UFM, one node less."""
    whole = run("fabric", "--architecture", "dgx-h100", "--nodes", "2048", "--appliance-links", "0", "--json").json
    assert (whole["gpus"], whole["leaf"]["count"], whole["spine"]["count"], whole["core"]["count"]) == (16_384, 512, 512, 256)
    assert whole["links"] == {"node_leaf": 16_384, "leaf_spine": 16_384, "spine_core": 16_384, "fabric_management": 0, "total": 3 * 16_384}
    with_ufm = run("fabric", "--architecture", "dgx-h100", "--units", "64")
    assert "2,047 of 2,048 (1 position for fabric management)" in with_ufm.out


@pytest.mark.parametrize(
    "options",
    [
        ("--architecture", "dgx-h100", "--units", "16"),
        ("--architecture", "dgx-gb200", "--nodes", "300"),
        ("--nodes", "4", "--partial"),
        ("--nodes", "70", "--rails", "4", "--pods-by", "rail", "--tiers", "3", "--pod-leaves", "8", "--even-cores"),
        ("--nodes", "64", "--unit-nodes", "2", "--rails-per-leaf", "8", "--planes", "2", "--fibres", "0", "--rate", "200"),
    ],
)
def test_the_json_is_as_documented(options: tuple[str, ...], run: Run) -> None:
    done = run("fabric", *options, "--json")
    assert done.code == 0
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", "fabric.v2.json").read_text(encoding="utf-8")))
    assert done.json["links"]["total"] == sum(
        done.json["links"][name] for name in ("node_leaf", "leaf_spine", "spine_core", "fabric_management")
    )


def test_an_option_changes_one_figure_of_an_architecture(run: Run) -> None:
    found = run("fabric", "--architecture", "dgx-h100", "--units", "2", "--leaf-up", "16", "--leaf-down", "32", "--json").json
    assert found["leaf"]["oversubscription"] == 2
    assert found["bisection"]["share"] == 0.5
    assert found["request"]["nodes"] == 63


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "give either --nodes or"),
        (("--architecture", "dgx", "--units", "2"), "the architectures are dgx-h100, dgx-b200,"),
        (("--units", "2"), "--units needs --architecture; without one, give --nodes"),
        (("--nodes", "8", "--architecture", "dgx-h100", "--units", "2"), "give either --nodes or"),
        (("--nodes", "512", "--tiers", "2"), "cannot connect 128 leaves"),
        (("--nodes", "32", "--appliance-links", "4"), "Omit one node to free its ports."),
        (("--nodes", "2000000"), "nodes 2000000"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(options: tuple[str, ...], told: str, run: Run) -> None:
    done = run("fabric", *options)
    assert done.code == 2
    assert told in done.err
    assert len(done.err.splitlines()) == 1
