"""Where a host port has a module with two cables, paper says which connector each is plugged into."""

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot


@pytest.fixture(scope="module")
def unit() -> Snapshot:
    """One scalable unit of DGX B300 on Spectrum-X: each port of 800 Gb/s leads to a leaf of both planes."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-b300-spectrum-superpod"))
        run(document, cable_project)
        return document.snapshot


def test_both_cables_of_a_host_port_are_told_apart_on_paper(unit: Snapshot) -> None:
    places = CablePlaces(unit, np.arange(unit["cable"].rows))
    ends = {word: list(zip(places.words("a", "system"), places.words("a", word), strict=True)) for word in ("port", "connector", "plug")}
    mine = [at for at, (name, _) in enumerate(ends["port"]) if name.startswith("dgx-")]
    of_first = {word: [ends[word][at][1] for at in mine if ends["port"][at] == ("dgx-0001", "OSFP1")] for word in ends}
    assert of_first == {"port": ["OSFP1"] * 2, "connector": ["OSFP1/1", "OSFP1/2"], "plug": ["OSFP1/1", "OSFP1/2"]}
    assert len({ends["connector"][at] for at in mine}) == len(mine)
    # The first connector leads to the first plane, as the first lanes do.
    leaves = [places.words("b", "system")[at] for at in mine if ends["connector"][at][1].endswith("/1")]
    assert set(leaves) == {f"leaf-{number:03}" for number in range(1, 9)}


def test_the_ports_of_switches_and_of_management_keep_their_names(unit: Snapshot) -> None:
    places = CablePlaces(unit, np.arange(unit["cable"].rows))
    assert places.words("b", "connector") == places.words("b", "port")
    assert "BMC" in places.words("a", "connector")
