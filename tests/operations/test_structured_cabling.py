"""Links between racks led over panels and trunks: the same ends, the right polarity, and trunks that carry one pair of racks each."""

from collections import Counter, defaultdict

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.hardware.hardware import Face, Family
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.hardware.polarity import flips
from gpudesk.core.messages.errors import Refused
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.links.links import links
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.operations.cabling.cable_operations import pull_cables
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.structure_cabling import structure_cabling
from gpudesk.operations.cabling.structured_preview import preview_of, preview_structured
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

End = tuple[int, int]


def pod(document: Document) -> int:
    """A small pod with its compute network cabled from port to port; returns the network."""
    run(document, build, load_template("small-pod"))
    network_id = int(document.snapshot["network"].where("kind", NetworkKind.COMPUTE)[0])
    run(document, cable_project, [network_id])
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
        done = run(document, structure_cabling).result
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
        done = run(document, structure_cabling, most_fibres=48).result
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
        run(document, structure_cabling, [network_id])
        after = document.snapshot
        run(document, cable_project, [network_id])
        assert document.snapshot["cable"].equals(after["cable"])
        with pytest.raises(Refused):
            run(document, structure_cabling, [network_id])
        while not document.snapshot["cable"].equals(before["cable"]):
            undo(document)
        assert document.snapshot["device"].equals(before["device"])


def test_panels_that_are_there_are_filled_first() -> None:
    with Document.scratch() as document:
        pod(document)
        first = run(document, structure_cabling).result
        panels = Counter(document.snapshot["device"]["rack_id"][document.snapshot["device"].positions(np.array(first.panels))].tolist())
        undo(document)
        rack = next(iter(panels))
        device_id = run(document, place_device, "generic.panel-1u-72-mpo", rack, 80).result
        again = run(document, structure_cabling).result
        assert len(again.panels) == len(first.panels) - 1
        cables = document.snapshot["cable"]
        assert device_id in cables["a_device_id"].tolist() + cables["b_device_id"].tolist()


def test_links_that_would_be_too_long_stay_and_are_told() -> None:
    """Slack at the ends of three parts instead of one takes links beyond the 30 m of OM3."""
    with Document.scratch() as document:
        run(document, set_site_value, "cable_slack_mm", 10000)
        run(document, set_site_value, "multi_mode_type", "OM3")
        pod(document)
        with pytest.raises(Refused) as refused:
            run(document, structure_cabling)
        assert refused.value.fix is not None
        assert "its limit is 30 m" in refused.value.fix.plain()


def lc_pod(document: Document) -> int:
    """The pod with an in-band network whose links between racks are duplex single-mode fiber; returns the network."""
    run(document, set_site_value, "cabling_way", "structured")
    run(document, set_site_value, "single_mode_beyond_m", 1.0)
    run(document, build, load_template("small-pod"))
    network_id = int(document.snapshot["network"].where("kind", NetworkKind.IN_BAND)[0])
    run(document, cable_project, [network_id])
    return network_id


def wrong_links(snapshot: Snapshot) -> list[str]:
    return [
        finding.message.plain() for finding in check_all(snapshot) if finding.rule.startswith(("link.polarity", "link.loss", "link.polish"))
    ]


def test_duplex_links_run_over_cassettes_and_share_the_plugs_of_trunks() -> None:
    with Document.scratch() as document:
        network_id = lc_pod(document)
        before = document.snapshot
        cables, rack_of = before["cable"], before.cached(whereabouts).rack
        ends = {
            (int(cables["a_device_id"][at]), int(cables["a_port"][at])): (int(cables["b_device_id"][at]), int(cables["b_port"][at]))
            for at in range(cables.rows)
            if len({int(rack_of[before["device"].position(int(cables[f"{side}_device_id"][at]))]) for side in "ab"}) == 2
        }
        done = run(document, structure_cabling, [network_id]).result
        after = document.snapshot
        # Eight and six links from the racks of systems to that of the network: two plugs and one; a cassette takes two plugs.
        assert done.links == len(ends) == 14
        assert len(done.cassettes) == 4
        trunks = [row for _, row in cords(after).values() if after.types[row["type_id"]].text("cable_kind") == "trunk"]
        plugs = {row["id"] for row in trunks}
        assert len(plugs) == 3
        devices = after["device"]
        for start, end in ends.items():
            found, way = traced(after, start)
            assert found == end
            assert way == ["jumper", "trunk", "jumper"]
        assert not wrong_links(after)
        cassette = devices.row(done.cassettes[0])
        assert cassette["parent_id"] in done.panels
        run(document, cable_project, [network_id])
        assert document.snapshot["cable"].equals(after["cable"])


def traced(snapshot: Snapshot, start: End) -> tuple[End, list[str]]:
    """Where the link that begins at a port ends, and the kinds of its cables."""
    found = snapshot.cached(links)
    for at in range(len(found)):
        ends = [(int(end.device[at]), int(end.port[at])) for end in (found.a, found.b)]
        if start in ends:
            places = found.cable[found.first[at] : found.first[at + 1]]
            type_ids = snapshot["cable"]["type_id"][places].tolist()
            return ends[1 - ends.index(start)], [snapshot.types[type_id].text("cable_kind") for type_id in type_ids]
    raise AssertionError(f"no link begins at {start}")


def superpod(document: Document) -> int:
    """Two scalable units in several rows with their storage network cabled; returns the network."""
    run(document, build, load_template("dgx-h100-superpod", {"su": 2}))
    network_id = int(document.snapshot["network"].where("kind", NetworkKind.STORAGE)[0])
    run(document, cable_project, [network_id])
    return network_id


def test_panels_at_the_ends_of_rows_stand_in_racks_of_their_own() -> None:
    with Document.scratch() as document:
        network_id = superpod(document)
        before = document.snapshot
        done = run(document, structure_cabling, [network_id], at="row").result
        after = document.snapshot
        devices, where = after["device"], after.cached(whereabouts)
        panels = devices.positions(np.array(done.panels))
        assert set(devices["rack_id"][panels].tolist()) == set(done.racks)
        assert set(devices["rack_id"][devices["rack_id"] != ABSENT].tolist()) - set(before["rack"].ids.tolist()) == set(done.racks)
        row_of = dict(zip(after["rack"].ids.tolist(), after["rack"]["row_id"].tolist(), strict=True))
        cables = after["cable"]
        for at in np.flatnonzero(cables["by_hand"] == 1).tolist():
            rows, kinds = zip(
                *(
                    (row_of[int(where.rack[place])], after.types[int(devices["type_id"][place])].family)
                    for place in (devices.position(int(cables[f"{side}_device_id"][at])) for side in "ab")
                ),
                strict=True,
            )
            # Trunks lead from row to row, cords stay in theirs.
            assert (rows[0] != rows[1]) == (kinds == (Family.PANEL, Family.PANEL))
        assert not wrong_links(after)
        assert [message.plain() for _, message in done.left] == ["They stay inside one row."]
        again = superpod_again(document, network_id)
        assert again == set(done.racks)


def superpod_again(document: Document, network_id: int) -> set[int]:
    """Route the cords again, through the panels that are there; returns the racks of the panels that are used."""
    ids = document.snapshot["cable"].ids.tolist()
    run(document, pull_cables, ids)
    run(document, cable_project, [network_id])
    done = run(document, structure_cabling, [network_id], at="row").result
    assert done.racks == done.panels == ()
    snapshot = document.snapshot
    devices, cables = snapshot["device"], snapshot["cable"]
    ends = devices.positions(np.unique(np.concatenate([cables["a_device_id"], cables["b_device_id"]])))
    of_panels = [place for place in ends.tolist() if snapshot.types[int(devices["type_id"][place])].family is Family.PANEL]
    return set(devices["rack_id"][of_panels].tolist())


def test_links_of_racks_without_a_free_unit_stay_and_the_racks_are_told() -> None:
    with Document.scratch() as document:
        pod(document)
        racks = document.snapshot["rack"]
        full = int(racks.ids[0])
        blanks = 0
        for position in range(0, 96, 2):
            try:
                run(document, place_device, "generic.blank-1u", full, position)
                blanks += 1
            except Refused:
                continue
        assert blanks
        with_room = document.snapshot
        done = preview_structured(with_room)
        assert done.full == (str(racks["name"][0]),)
        led = run(document, structure_cabling).result
        assert led.links == done.done.links
        assert led.full == (full,)
        assert "A rack has no free unit for more panels." in [message.plain() for _, message in led.left]
        cables, where = document.snapshot["cable"], document.snapshot.cached(whereabouts)
        at_full = [
            bool(cables["by_hand"][at])
            for at in range(cables.rows)
            if full in {int(where.rack[document.snapshot["device"].position(int(cables[f"{side}_device_id"][at]))]) for side in "ab"}
        ]
        assert at_full
        assert not any(at_full)


def test_a_preview_says_what_is_done_and_touches_nothing() -> None:
    with Document.scratch() as document:
        network_id = lc_pod(document)
        before = document.snapshot
        shown = preview_structured(before, [network_id])
        assert document.snapshot is before
        led = run(document, structure_cabling, [network_id])
        told = preview_of(led.after, led.result)
        assert (shown.racks, shown.full, shown.bought) == (told.racks, told.full, told.bought)
        assert (shown.done.links, shown.done.trunks, shown.done.kept) == (led.result.links, led.result.trunks, led.result.kept)
        assert sum(len(each.units) for each in shown.racks) == len(led.result.panels)
        assert sum(each.cassettes for each in shown.racks) == len(led.result.cassettes)
        cables = [each for each in shown.bought if each.metres is not None]
        assert sum(each.count for each in cables) == led.result.cords + led.result.trunks
        first = preview_structured(before, [network_id], cable_first=True)
        assert first.done.links == shown.done.links


def test_what_has_no_meaning_is_refused() -> None:
    with Document.scratch() as document:
        with pytest.raises(Refused, match="No link between racks uses a fiber cord that fits such a panel"):
            run(document, structure_cabling)
        pod(document)
        with pytest.raises(Refused, match="is not a pass-through fiber panel"):
            run(document, structure_cabling, panel_key="nvidia.qm9700")
        with pytest.raises(Refused, match="Panels can be placed in racks or at row ends"):
            run(document, structure_cabling, at="sky")
        with pytest.raises(Refused, match="A trunk must have 12 to 144 fibers"):
            run(document, structure_cabling, most_fibres=6)
