"""One name of a port on labels, in the table of cables, in lists and in what switches read."""

import re
from pathlib import Path

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.derived.cabling.cable_table import cable_table
from gpudesk.derived.fabric.fabric_records import cable_records
from gpudesk.derived.links.os_port_names import end_name
from gpudesk.formats.fabric.cable_list import cable_rows
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.exchange.exchange import export_project, preview_list, read_import
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot


@pytest.fixture(scope="module", params=["dgx-b300-spectrum-superpod", "dgx-b200-superpod"])
def pod(request: pytest.FixtureRequest) -> Snapshot:
    """A cabled template of which ports of Ethernet switches are split, and in the second one ports of InfiniBand too."""
    with Document.scratch() as document:
        run(document, build, load_template(request.param, {"su": 1}))
        run(document, cable_project)
        return document.snapshot


def test_all_who_name_a_port_name_it_alike(pod: Snapshot) -> None:
    places, records, table, rows = (
        CablePlaces(pod, np.arange(pod["cable"].rows)),
        cable_records(pod),
        pod.cached(cable_table),
        cable_rows(pod),
    )
    for side, column in (("a", 3), ("b", 6)):
        words = places.words(side, "connector")
        assert words == list((records.a if side == "a" else records.b).port_name)
        assert words == [row[column] for row in rows[1:]]
        assert words[::97] == [table.end_text(place, far=side == "b")[1] for place in range(0, len(words), 97)]
        assert words[::97] == [end_name(pod, place, side) for place in range(0, len(words), 97)]


def test_no_two_cables_end_at_one_port_of_a_switch(pod: Snapshot) -> None:
    places = CablePlaces(pod, np.arange(pod["cable"].rows))
    ends = [end for side in "ab" for end in zip(places.words(side, "device"), places.words(side, "port"), strict=True)]
    at_switches = [end for end in ends if re.match(r"swp|\d+/", end[1])]
    assert len(at_switches) == len(set(at_switches))


def test_parts_are_counted_as_the_switch_counts_them(pod: Snapshot) -> None:
    """A split in two has s0 and s1: 2 × 400 Gb/s for a DGX B300, 2 × HDR for a management server of DGX B200."""
    places = CablePlaces(pod, np.arange(pod["cable"].rows))
    parts: dict[tuple[str, str], set[int]] = {}
    for device, port in zip(places.words("b", "device"), places.words("b", "port"), strict=True):
        said = re.fullmatch(r"(swp\d+)s(\d)", port)
        if said:
            parts.setdefault((device, said[1]), set()).add(int(said[2]))
    if any(port == "OSFP1" for port in places.words("a", "port")):
        assert all(numbers in ({0, 1}, {0}) for numbers in parts.values())
    assert parts[next(iter(parts))] == {0, 1}


def test_a_list_with_parts_comes_back_as_it_is(pod: Snapshot, tmp_path: Path) -> None:
    with Document.scratch() as document:
        export_project(pod, document.uid, "pod", "cables-csv", tmp_path / "cables.csv")
    found = read_import("cables-csv", tmp_path / "cables.csv", "")
    preview = preview_list(pod, found)
    assert {line.verdict.name for line in preview.lines} == {"UNCHANGED"}
