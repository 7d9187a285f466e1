"""Hosts and switches named by patterns and from lists: exports follow, cables stay, and what is wrong is named all at once."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.messages.errors import Refused
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.derived.fabric.host_name_plan import HostName, host_name_clashes
from gpudesk.derived.networks.network_nodes import names_as_planned
from gpudesk.formats.fabric.host_name_list import HostNameList, read_host_names
from gpudesk.formats.tables.table_faults import UnreadableTable
from gpudesk.formats.tables.tables import tables_of
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.host_name_operations import name_hosts, name_hosts_from, name_roles, named_hosts, role_names
from gpudesk.operations.exchange.exchange import export_project, import_list, preview_list, read_import
from gpudesk.operations.floor.halls import create_hall, delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import place_on_floor
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from gpudesk.project.planned_names import planned_names


@pytest.fixture
def pod() -> Iterator[Document]:
    """One unit of 31 DGX H100 with all networks cabled."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-h100-superpod", {"su": 1}))
        run(document, cable_project)
        yield document


def with_role(document: Document, role: str) -> list[int]:
    devices = document.snapshot["device"]
    found: list[int] = devices.ids[devices["role"] == role].tolist()
    return found


def listed(*rows: tuple[str, str]) -> HostNameList:
    text = io.StringIO()
    csv.writer(text).writerows([("device", "name"), *rows])
    return read_host_names(tables_of(text.getvalue().encode(), "names.csv"))


def test_the_published_pattern_of_leaves(pod: Document) -> None:
    named = run(pod, name_hosts, with_role(pod, "leaf"), "{rack}-P1-IBLEAF-{rail:02}-{n_rail:02}").result
    racks = {each.new.partition("-")[0] for each in named}
    assert [each.new.partition("-")[2] for each in named] == [f"P1-IBLEAF-{rail:02}-01" for rail in range(1, 9)]
    assert racks <= set(pod.snapshot["rack"]["name"].tolist())


def test_leaves_have_rails_where_the_type_says_none() -> None:
    """The map of a DGX B200 is not published: its ports take turns, as in the drawing; two leaves of a rail for two units."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-b200-superpod", {"su": 2}))
        run(document, cable_project)
        named = run(document, name_hosts, with_role(document, "leaf"), "L-{rail:02}-{n_rail:02}").result
        assert sorted(each.new for each in named) == [f"L-{rail:02}-{unit:02}" for rail in range(1, 9) for unit in (1, 2)]


def test_hosts_are_counted_in_their_racks_from_below(pod: Document) -> None:
    named = run(pod, name_hosts, with_role(pod, "compute"), "{rack:lower}-p1-dgx-{n_rack:02}").result
    assert [each.new for each in named[:5]] == ["a01-p1-dgx-01", "a01-p1-dgx-02", "a01-p1-dgx-03", "a01-p1-dgx-04", "a02-p1-dgx-01"]
    assert len({each.new for each in named}) == 31


def test_no_cable_moves_for_a_name(pod: Document) -> None:
    """Names that would stand in another order: the last leaf first, with capital letters and digits before the old stems."""
    leaves = with_role(pod, "leaf")
    before = pod.snapshot["cable"]
    rows = [(str(pod.snapshot["device"].row(leaf)["name"]), f"A-{99 - number}") for number, leaf in enumerate(leaves)]
    run(pod, name_hosts_from, listed(*rows))
    done = run(pod, cable_project).result
    assert (done.added, done.removed, done.kept) == (0, 0, before.rows)


def test_labels_and_exports_have_the_name(pod: Document, tmp_path: Path) -> None:
    run(pod, name_hosts_from, listed(("dgx-001", "alpha-01"), ("leaf-01", "LX-9")))
    snapshot = pod.snapshot
    words = CablePlaces(snapshot, np.arange(snapshot["cable"].rows))
    assert {"alpha-01", "LX-9"} <= set(words.words("a", "device")) | set(words.words("b", "device"))
    for name, held in (("ibsim", "alpha-01 mlx5_0"), ("dot", '"alpha-01":"ibp24s0" -- "LX-9":"1/1"'), ("slurm-conf", "alpha-01")):
        export_project(snapshot, pod.uid, "pod", name, tmp_path / name)
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert held in text
        assert "dgx-001" not in text


def test_a_list_holds_for_a_project_that_has_its_names(pod: Document) -> None:
    """The same list again names devices by the names under which they were planned."""
    names = listed(("dgx-001", "alpha-01"), ("dgx-002", "alpha-02"))
    run(pod, name_hosts_from, names)
    once = pod.snapshot["device"]["name"].tolist()
    run(pod, cable_project, host_names=names)
    assert pod.snapshot["device"]["name"].tolist() == once
    run(pod, name_hosts_from, listed(("alpha-01", "dgx-001")))
    assert pod.snapshot["device"]["name"].tolist()[once.index("alpha-01")] == "dgx-001"


def test_names_are_one_step_that_can_be_undone(pod: Document) -> None:
    before = pod.snapshot["device"]["name"].tolist()
    run(pod, cable_project, host_names=listed(("dgx-001", "alpha-01")))
    undo(pod)
    assert pod.snapshot["device"]["name"].tolist() == before
    assert not len(pod.snapshot["setting"].where("key", "planned_names"))


def test_planned_names_of_deleted_devices_are_dropped(pod: Document) -> None:
    """With the next name that is given; those of a snapshot are read once."""
    first, second, third = with_role(pod, "compute")[:3]
    run(pod, name_hosts, [first, second], "a-{n}")
    run(pod, delete_objects, "device", [first])
    assert dict(pod.snapshot.cached(planned_names)) == {first: "dgx-001", second: "dgx-002"}
    run(pod, name_hosts, [third], "b-{n}")
    assert dict(pod.snapshot.cached(planned_names)) == {second: "dgx-002", third: "dgx-003"}
    assert names_as_planned(pod.snapshot, np.arange(2)) == ["dgx-002", "dgx-003"]
    undo(pod)
    assert first in pod.snapshot.cached(planned_names)


def test_planned_names_are_read_once_for_a_snapshot(pod: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    run(pod, name_hosts, with_role(pod, "compute"), "a-{n}")
    snapshot = pod.fresh_snapshot()
    once = names_as_planned(snapshot, np.arange(3))
    monkeypatch.setattr("gpudesk.project.planned_names.json.loads", None)
    assert names_as_planned(snapshot, np.arange(3)) == once


def test_everything_that_is_wrong_with_a_list_is_named_at_once(pod: Document) -> None:
    rows = [
        ("dgx-001", "good-01"),
        ("dgx-002", "bad_name"),
        ("dgx-002", "x"),
        ("nobody", "y"),
        ("dgx-003", "GOOD-01"),
        ("dgx-004", "-a"),
        ("dgx-005", "inband-1"),
        ("", "z"),
    ]
    before = pod.snapshot
    with pytest.raises(UnreadableTable) as caught:
        run(pod, cable_project, host_names=listed(*rows))
    assert [fault.cell for fault in caught.value.faults] == ["B3", "A4", "A5", "B6", "B7", "B8", "A9"]
    assert pod.snapshot is before


def test_roles_are_named_in_one_step(pod: Document) -> None:
    steps = len(pod.steps)
    patterns = {"compute": "{rack:lower}-{n_rack:02}", "leaf": "L-{rail:02}"}
    promised = role_names(pod.snapshot, patterns)
    assert run(pod, name_roles, patterns).result == promised
    assert (len(promised), promised[0].new, promised[-1].new) == (39, "a01-01", "L-08")
    assert len(pod.steps) == steps + 1
    assert pod.steps[-1].message.plain() == "Name 39 hosts of 2 roles"


def test_roles_with_the_same_pattern_are_counted_together(pod: Document) -> None:
    named = run(pod, name_roles, {"leaf": "x-{n}", "spine": "x-{n}"}).result
    assert pod.steps[-1].message.plain() == "Name 12 hosts, x-1 to x-12"
    assert [host.new for host in named] == [f"x-{number}" for number in range(1, 13)]


def test_names_of_two_roles_must_not_clash(pod: Document) -> None:
    before = pod.snapshot
    with pytest.raises(Refused, match=r"16 names cannot be used\. The first: Two devices would be named x-1"):
        run(pod, name_roles, {"compute": "x-{n}", "leaf": "X-{n}"})
    assert pod.snapshot is before


def test_one_device_under_two_names_has_a_line_already(pod: Document) -> None:
    """By the name under which it was planned and by the one that it has: the later line does not win."""
    run(pod, name_hosts_from, listed(("dgx-001", "alpha-01")))
    before = pod.snapshot
    with pytest.raises(UnreadableTable) as caught:
        run(pod, name_hosts_from, listed(("dgx-001", "beta-01"), ("alpha-01", "gamma-01")))
    assert [(fault.cell, fault.what.plain()) for fault in caught.value.faults] == [("A3", "alpha-01 already has a line: A2.")]
    assert pod.snapshot is before


def test_an_import_finds_devices_by_their_new_names(pod: Document, tmp_path: Path) -> None:
    names = listed(("dgx-001", "alpha-01"), ("leaf-01", "LX-9"))
    run(pod, name_hosts_from, names)
    export_project(pod.snapshot, pod.uid, "pod", "ibsim", tmp_path / "seen.net")
    undo(pod)
    found = read_import("ibsim", tmp_path / "seen.net", pod.uid)
    with pytest.raises(UnreadableTable):
        run(pod, import_list, found)
    preview = preview_list(named_hosts(pod.snapshot, names), found)
    assert not preview.faults
    done = run(pod, import_list, found, host_names=names).result
    assert not done.faults
    assert "alpha-01" in pod.snapshot["device"]["name"].tolist()


@pytest.mark.parametrize("pattern", ["", "same", "{rail}-{n}", "host_{n}", "inband-{n}"])
def test_patterns_that_cannot_name_these_hosts(pod: Document, pattern: str) -> None:
    """None, one name for all, a rail that no node has, no host names, names that others have."""
    with pytest.raises(Refused):
        run(pod, name_hosts, with_role(pod, "compute"), pattern)


def test_a_device_that_there_is_not_is_refused(pod: Document) -> None:
    with pytest.raises(Refused):
        run(pod, name_hosts, [*with_role(pod, "compute"), 999_999], "x-{n}")


@pytest.mark.parametrize("text", ["device\ndgx-001\n", "device,name\ndgx-001,\n", "device,name\ndgx-001\n"])
def test_a_list_without_names_says_so(pod: Document, text: str) -> None:
    found = read_host_names(tables_of(text.encode(), "names.csv"))
    with pytest.raises(UnreadableTable) as caught:
        run(pod, cable_project, host_names=found)
    assert {fault.what.plain() for fault in caught.value.faults} <= {"the column Name is missing.", "A host needs a name."}


def test_a_device_cannot_have_the_name_of_a_tray() -> None:
    with Document.scratch() as document:
        hall = run(document, create_hall, "Hall 1").result
        first, second = (
            int(run(document, place_on_floor, "nvidia.gb200-nvl72", hall, x_mm, 1000, name=name).result)
            for x_mm, name in ((1000, "nvl72-1"), (2000, "nvl72-2"))
        )
        for device, name in ((second, "nvl72-1-c05"), (first, "NVL72-2")):
            clashes = host_name_clashes(document.snapshot, [HostName(device, "", name)])
            assert list(clashes) == [device]
            assert f"Two devices would be named {name};" in clashes[device].plain()
        run(document, rename, "device", second, "rack-9-c01")
        clashes = host_name_clashes(document.snapshot, [HostName(first, "nvl72-1", "rack-9")])
        assert list(clashes) == [first]
        assert "Two devices would be named rack-9-c01;" in clashes[first].plain()
        assert host_name_clashes(document.snapshot, [HostName(first, "nvl72-1", "rack-8")]) == {}


def test_a_role_that_no_device_has_is_refused(pod: Document) -> None:
    with pytest.raises(Refused, match=r"^No device has the role broker\.$"):
        run(pod, name_roles, {"compute": "node{n}", "broker": "broker{n}"})
