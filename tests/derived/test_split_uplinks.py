"""Uplinks on single lanes of fast ports: the cages, modules and splitters of the out-of-band switches of a DGX B200 SuperPOD."""

import re
from collections import defaultdict

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.derived.links.link_rates import link_rates
from gpudesk.derived.links.links import links
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot


@pytest.fixture(scope="module")
def pod() -> Snapshot:
    """Four units: 18 switches SN2201 with two uplinks of 100 Gb/s each on four SN5600."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-b200-superpod"))
        run(document, cable_project)
        return document.snapshot


def uplinks(snapshot: Snapshot) -> Ids:
    places = CablePlaces(snapshot, np.arange(snapshot["cable"].rows))
    pairs = zip(places.words("a", "role"), places.words("b", "role"), strict=True)
    return np.flatnonzero([pair == ("out-of-band", "in-band") for pair in pairs])


def test_eight_uplinks_share_a_cage(pod: Snapshot) -> None:
    """36 uplinks: 6 twin-port modules and 10 fan-outs of four legs, where each took a cage, a module and a fan-out of its own."""
    legs, cables = uplinks(pod), pod["cable"]
    assert len(legs) == 36
    cages = set(zip(cables["b_device_id"][legs].tolist(), cables["b_port"][legs].tolist(), strict=True))
    assert len(cages) == 6
    assembly = cables["assembly"][legs]
    assert (assembly != ABSENT).all()
    assert len(set(assembly.tolist())) == 10


def test_the_legs_of_a_splitter_go_to_one_rack(pod: Snapshot) -> None:
    legs = uplinks(pod)
    racks = defaultdict(set)
    for assembly, rack in zip(pod["cable"]["assembly"][legs].tolist(), CablePlaces(pod, legs).words("a", "rack"), strict=True):
        racks[assembly].add(rack)
    assert all(len(those) == 1 for those in racks.values())


def test_only_odd_ports_are_split_in_eight_and_the_next_one_is_free(pod: Snapshot) -> None:
    """As the configurations of SN5600 switches have it: swp55 with breakout 8x, swp56 disabled."""
    legs = uplinks(pod)
    places = CablePlaces(pod, np.arange(pod["cable"].rows))
    ends = zip(places.words("b", "device"), places.words("b", "port"), strict=True)
    used = {(device, re.sub(r"s\d$", "", port)) for device, port in ends}
    for leg in legs.tolist():
        device, port = places.words("b", "device")[leg], places.words("b", "port")[leg]
        said = re.fullmatch(r"swp(\d+)s([0-7])", port)
        assert said is not None
        assert int(said[1]) % 2 == 1
        assert (device, f"swp{int(said[1]) + 1}") not in used


def test_they_carry_what_both_ports_give(pod: Snapshot) -> None:
    """One lane of 100 Gb/s at the SN5600, four of 25 Gb/s at the SN2201."""
    found = pod.cached(links)
    mine = np.isin(found.cable[found.first[:-1]], uplinks(pod))
    assert set(link_rates(pod, found)[mine].tolist()) == {100.0}
