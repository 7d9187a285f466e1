"""CDUs at the ends of a row of rack-scale systems are on the out-of-band network, by cables inside the trays."""

from collections.abc import Iterator

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.floor.floor_items import outline_points
from gpudesk.core.hardware.hardware import Family
from gpudesk.derived.links.link_rates import link_rates
from gpudesk.derived.links.links import links
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

CDUS = 5
"""By rule for the heat of one scalable unit, one of them spare."""


@pytest.fixture(scope="module")
def site() -> Iterator[Document]:
    """One scalable unit of GB200 with its cables."""
    with Document.scratch() as document:
        run(document, build, load_template("gb200-nvl72-superpod"))
        run(document, cable_project)
        yield document


def cables_of_cdus(snapshot: Snapshot) -> dict[str, list[int]]:
    """Name of each CDU → the ids of its cables."""
    devices, cables = snapshot["device"], snapshot["cable"]
    return {
        str(name): cables.ids[(cables["a_device_id"] == device) | (cables["b_device_id"] == device)].tolist()
        for device, name, kind in zip(devices.ids.tolist(), devices["name"], devices["type_id"].tolist(), strict=True)
        if snapshot.types[kind].family is Family.CDU
    }


def test_each_cdu_has_one_link_of_100_mbps_to_an_out_of_band_switch(site: Document) -> None:
    snapshot = site.snapshot
    found, devices, cables = cables_of_cdus(snapshot), snapshot["device"], snapshot["cable"]
    assert [len(each) for each in found.values()] == [1] * CDUS
    at = cables.positions(np.array([cable for each in found.values() for cable in each]))
    assert set(devices["role"][devices.positions(cables["b_device_id"][at])].tolist()) == {"out-of-band"}
    assert {snapshot.types[kind].key for kind in cables["type_id"][at].tolist()} == {"generic.cat5e-blue"}
    every = snapshot.cached(links)
    rates = link_rates(snapshot, every)[np.isin(every.first[:-1], np.flatnonzero(np.isin(every.cable, at)))]
    assert rates.tolist() == pytest.approx([0.1] * CDUS)
    assert {"link.rate", "link.unknown", "link.way_open", "absent.out_of_band"}.isdisjoint(each.rule for each in findings_of(snapshot))


def test_the_tray_of_the_row_covers_its_cdus(site: Document) -> None:
    snapshot = site.snapshot
    ways, devices = snapshot["pathway"], snapshot["device"]
    x = outline_points(str(ways["outline"][ways["name"] == "Tray A"][0]))[:, 0]
    cdus = devices["x_mm"][np.isin(devices["name"], list(cables_of_cdus(snapshot)))]
    assert (x.min(), x.max()) == (cdus.min(), cdus.max() + 600)


def test_a_cdu_without_its_cable_is_named(site: Document) -> None:
    name, (cable,) = next(iter(cables_of_cdus(site.snapshot).items()))
    run(site, delete_objects, "cable", [cable])
    found = [each for each in findings_of(site.snapshot) if each.rule == "absent.out_of_band"]
    assert len(found) == 1
    assert f"1 device in Hall 1 has no out-of-band network cable: {name}." in found[0].message.plain()
