"""Links between racks led over panels and trunks: the same ends, the right polarity, and trunks that carry one pair of racks each."""

from collections import Counter, defaultdict

import numpy as np
import pytest

from gpudesk import operations
from gpudesk.catalog.templates import load_template
from gpudesk.core.errors import Refused
from gpudesk.core.hardware import Face
from gpudesk.core.network_kinds import NetworkKind
from gpudesk.core.polarity import flips
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

End = tuple[int, int]


def pod(document: Document) -> int:
    """A small pod with its compute network cabled from port to port; returns the network."""
    operations.run(document, operations.build, load_template("small-pod"))
    network_id = int(document.snapshot["network"].where("kind", NetworkKind.COMPUTE)[0])
    operations.run(document, operations.cable_project, [network_id])
    return network_id


def cords(snapshot: Snapshot) -> dict[End, tuple[End, dict[str, int]]]:
    """Both ends of every leg of a cable → the other end, and its row."""
    cables = snapshot["cable"]
    found: dict[End, tuple[End, dict[str, int]]] = {}
    for cable_id in cables.ids.tolist():
        row = cables.row(cable_id)
        a, b = (row["a_device_id"], row["a_port"]), (row["b_device_id"], row["b_port"])
        found[a], found[b] = (b, row), (a, row)
    return found


def followed(snapshot: Snapshot, start: End) -> tuple[End, list[dict[str, int]]]:
    """Where one arrives from a port, over panels, and the cables on the way."""
    known, devices = cords(snapshot), snapshot["device"]
    here, way = start, []
    while True:
        here, row = known[here]
        way.append(row)
        kind = snapshot.types[int(devices["type_id"][devices.position(here[0])])]
        if not kind.passages:
            return here, way
        names = {port.index: (group.face, port.name) for group in kind.port_groups for port in group.ports}
        face, name = names[here[1]]
        through = {(Face.FRONT, way.front): (Face.REAR, way.rear) for way in kind.passages}
        through |= {behind: ahead for ahead, behind in through.items()}
        here = here[0], next(port for port, at in names.items() if at == through[face, name])


def test_links_keep_their_ends_and_run_over_two_panels() -> None:
    with Document.scratch() as document:
        pod(document)
        before = document.snapshot
        fibre = {type_id for type_id, kind in before.types.items() if kind.text("cable_kind") == "jumper"}
        cables = before["cable"]
        rows = [cables.row(cable_id) for cable_id in cables.ids.tolist()]
        rack_of = dict(zip(before["device"].ids.tolist(), before["device"]["rack_id"].tolist(), strict=True))
        rows = [row for row in rows if row["type_id"] in fibre and rack_of[row["a_device_id"]] != rack_of[row["b_device_id"]]]
        links = {(row["a_device_id"], row["a_port"]): (row["b_device_id"], row["b_port"]) for row in rows}
        done = operations.run(document, operations.structure_cabling).result
        after = document.snapshot
        assert done.links == len(links) > 0
        assert done.cords == 2 * len(links)
        assert not done.left
        polarities = {type_id: kind.text("polarity") for type_id, kind in after.types.items()}
        for start, end in links.items():
            found, way = followed(after, start)
            assert found == end
            assert [after.types[row["type_id"]].text("cable_kind") for row in way] == ["jumper", "trunk", "jumper"]
            assert (flips(polarities[row["type_id"]] for row in way) or 0) % 2 == 1
            assert {each.gender for each in after.types[way[0]["type_id"]].ends} == {"female"}
            assert {each.gender for each in after.types[way[1]["type_id"]].ends} == {"male"}


def test_a_trunk_joins_two_racks_and_is_never_too_full() -> None:
    with Document.scratch() as document:
        pod(document)
        done = operations.run(document, operations.structure_cabling, most_fibres=48).result
        snapshot = document.snapshot
        cables, devices = snapshot["cable"], snapshot["device"]
        legs: dict[int, list[dict[str, int]]] = defaultdict(list)
        for cable_id in cables.ids.tolist():
            row = cables.row(cable_id)
            if snapshot.types[row["type_id"]].text("cable_kind") == "trunk":
                legs[row["assembly"]].append(row)
        assert len(legs) == done.trunks
        rack_of = {int(each): int(rack) for each, rack in zip(devices.ids, devices["rack_id"], strict=True)}
        for rows in legs.values():
            kind = snapshot.types[rows[0]["type_id"]]
            assert len({row["type_id"] for row in rows}) == len({row["length_mm"] for row in rows}) == 1
            assert len({frozenset((rack_of[row["a_device_id"]], rack_of[row["b_device_id"]])) for row in rows}) == 1
            assert len(rows) <= kind.ends[0].count <= 4


def test_cabling_again_changes_nothing_and_undo_brings_the_cords_back() -> None:
    with Document.scratch() as document:
        network_id = pod(document)
        before = document.snapshot
        operations.run(document, operations.structure_cabling, [network_id])
        after = document.snapshot
        operations.run(document, operations.cable_project, [network_id])
        assert document.snapshot["cable"].equals(after["cable"])
        with pytest.raises(Refused):
            operations.run(document, operations.structure_cabling, [network_id])
        while not document.snapshot["cable"].equals(before["cable"]):
            operations.undo(document)
        assert document.snapshot["device"].equals(before["device"])


def test_panels_that_are_there_are_filled_first() -> None:
    with Document.scratch() as document:
        pod(document)
        first = operations.run(document, operations.structure_cabling).result
        panels = Counter(document.snapshot["device"]["rack_id"][document.snapshot["device"].positions(np.array(first.panels))].tolist())
        operations.undo(document)
        rack = next(iter(panels))
        device_id = operations.run(document, operations.place_device, "generic.panel-1u-72-mpo", rack, 80).result
        again = operations.run(document, operations.structure_cabling).result
        assert len(again.panels) == len(first.panels) - 1
        cables = document.snapshot["cable"]
        assert device_id in cables["a_device_id"].tolist() + cables["b_device_id"].tolist()


def test_links_that_would_be_too_long_stay_and_are_told() -> None:
    """Slack at the ends of three parts instead of one takes links beyond the 30 m of OM3."""
    with Document.scratch() as document:
        operations.run(document, operations.set_site_value, "cable_slack_mm", 10000)
        operations.run(document, operations.set_site_value, "multi_mode_type", "OM3")
        pod(document)
        with pytest.raises(Refused) as refused:
            operations.run(document, operations.structure_cabling)
        assert refused.value.mend is not None
        assert "may be 30 m long" in refused.value.mend.plain()


def test_what_has_no_meaning_is_refused() -> None:
    with Document.scratch() as document:
        with pytest.raises(Refused, match="No link runs between racks"):
            operations.run(document, operations.structure_cabling)
        pod(document)
        with pytest.raises(Refused, match="is no panel"):
            operations.run(document, operations.structure_cabling, panel_key="nvidia.qm9700")
        with pytest.raises(Refused, match="fibres"):
            operations.run(document, operations.structure_cabling, most_fibres=6)
