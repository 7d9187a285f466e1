"""A comparison as rows for people: words, order, and what is asked of a listing or a plan with nothing in it."""

from pathlib import Path

import numpy as np
import pytest

from gpudesk.formats.fabric.ibnetdiscover import ibnetdiscover_links
from gpudesk.onsite.built_links import BuiltLinks, Sort
from gpudesk.onsite.built_rows import BuiltRows, strangers, unseen, ways_told
from gpudesk.onsite.built_work import BuiltWork
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.onsite.seen_fabric import as_planned, link_at, node_of, planned, plugged, with_visitor


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return planned(tmp_path_factory.mktemp("pod"))


def test_what_was_found_is_turned_as_it_was_planned(pod: Snapshot) -> None:
    seen = as_planned(pod)
    rows = BuiltRows(BuiltLinks(pod, plugged(seen, link_at(seen, "leaf-0003", 5), link_at(seen, "leaf-0003", 6)), {}))
    (first, _) = np.flatnonzero(rows.links.sort != len(Sort)).tolist()
    assert rows.planned(first) == ("dgx-0005 OSFP3P1", "leaf-0003 3/1")
    assert rows.found(first) == [("dgx-0005 OSFP3P1", "leaf-0003 3/2"), ("dgx-0006 OSFP3P1", "leaf-0003 3/1")]
    same = np.flatnonzero(rows.links.sort == len(Sort)).tolist()
    assert all(rows.found(row) == [rows.planned(row)] for row in same)
    for far in (False, True):
        assert (rows.found_key(far=far)[same] == rows.end_key(far=far)[same]).all()
    ends = [rows.planned(row)[0] for row in np.argsort(rows.end_key(far=False), kind="stable")[:4].tolist()]
    assert ends == ["dgx-0001 OSFP1P1", "dgx-0001 OSFP1P2", "dgx-0001 OSFP2P1", "dgx-0001 OSFP2P2"]


def test_a_listing_without_links_is_all_missing(pod: Snapshot) -> None:
    leaf = next(text for text in pod["device"]["name"].tolist() if text == "leaf-0001")
    rows = BuiltRows(BuiltLinks(pod, ibnetdiscover_links(f'Switch 64 "S-1" # "{leaf}"', "seen.txt"), {}))
    assert rows.links.counts[Sort.MISSING] == len(rows) == 512
    assert len(set(rows.found_key(far=True).tolist())) == 1
    assert len(BuiltWork(rows.links).of_row) == 512
    assert [message.plain() for message in ways_told(rows.links)] == ["1 identified by their own names"]
    assert strangers(rows.links) == []
    assert len(unseen(rows.links)) == len(rows.links.plan.nodes.guid) - 1


def test_a_project_without_links_has_only_unexpected_ones(pod: Snapshot, tmp_path: Path) -> None:
    with Document.create(tmp_path / "empty.gpudesk") as document:
        rows = BuiltRows(BuiltLinks(document.snapshot, as_planned(pod), {}))
    assert rows.links.counts[Sort.UNEXPECTED] == len(rows) == 512
    assert set(rows.racks(0)) == {""}
    assert (rows.rail.max(), rows.network(3), rows.planned(3)) == (-1, "", ("", ""))
    assert len(set(rows.found_key(far=False).tolist())) > 100
    assert len(rows.texts) == 512


def test_racks_rail_and_network_of_both_ends(pod: Snapshot) -> None:
    seen = as_planned(pod)
    rows = BuiltRows(BuiltLinks(pod, with_visitor(seen, "visitor mlx5_0", node_of(seen, "leaf-0001"), 65), {}))
    devices, racks = pod["device"], pod["rack"]
    names = dict(zip(devices["name"].tolist(), devices["rack_id"].tolist(), strict=True))
    for row in (0, 300, 511):
        ends = [end.rpartition(" ")[0] for end in rows.planned(row)]
        assert rows.racks(row) == tuple(str(racks["name"][racks.position(names[end])]) for end in ends)
        assert rows.network(row)
    assert set(rows.rail[:512].tolist()) <= set(range(-1, 8))
    assert sorted(rows.racks(512)) == sorted(["", str(racks["name"][racks.position(names["leaf-0001"])])])
