"""What differs between two states of a project, or between two projects."""

from gpudesk.project.compare import Sort, compare
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from tests.project.differing import differing
from tests.project.sample import Clock, apply, filled


def test_nothing_differs_from_itself() -> None:
    document = Document.scratch(Clock())
    filled(document)
    assert len(compare(document.snapshot, document.snapshot, same_project=True)) == 0
    assert list(compare(document.snapshot, document.fresh_snapshot(), same_project=False)) == []


def test_states_of_one_project_are_compared_by_id() -> None:
    document = Document.scratch(Clock())
    racks, devices = filled(document)
    before = document.snapshot

    def body(edit: Edit) -> None:
        edit.update("device", int(devices[0]), position=60)
        edit.update("device", int(devices[1]), position=62, serial="S1")
        edit.update("rack", int(racks[0]), name="renamed")
        edit.delete("device", int(devices[2]))
        edit.insert("hall", name="Hall 2", width_mm=1, depth_mm=1)
        edit.insert("site_value", key="altitude_m", value="650")

    apply(document, body)
    found = compare(before, document.snapshot, same_project=True)
    assert differing(before, document.snapshot, same_project=True) == [
        ("hall", Sort.ADDED, "Hall 2"),
        ("rack", Sort.CHANGED, "renamed"),
        ("device", Sort.REMOVED, "server-00002 é"),
        ("device", Sort.MOVED, "server-00000 é"),
        ("device", Sort.MOVED, "server-00001 é"),
        ("site_value", Sort.ADDED, "altitude_m"),
    ]
    assert found[3].columns == (("position", 0, 60),)
    assert found[4].columns == (("position", 2, 62), ("serial", "", "S1"))
    assert found.of("device").changed.tolist() == [False, True], "it moved, and something else differs too"
    assert found.counts() == {Sort.ADDED: 2, Sort.REMOVED: 1, Sort.MOVED: 2, Sort.CHANGED: 1}
    back = compare(document.snapshot, before, same_project=True)
    assert [difference.sort for difference in back if difference.table == "hall"] == [Sort.REMOVED]


def test_other_projects_are_compared_by_serial_and_name() -> None:
    first, second = Document.scratch(Clock()), Document.scratch(Clock())
    apply(second, lambda edit: edit.delete("hall", edit.insert("hall", name="so that ids differ", width_mm=1, depth_mm=1)))
    _, devices = filled(first)
    _, others = filled(second)
    for document, device_id, name in ((first, devices[0], "old name"), (second, others[5], "new name")):
        apply(document, lambda edit, at=int(device_id), name=name: edit.update("device", at, serial="SN-1", name=name))  # type: ignore[misc]
    found = compare(first.snapshot, second.snapshot, same_project=False)
    by_serial = [difference for difference in found if difference.left_id == devices[0]]
    assert [(difference.sort, difference.right_id) for difference in by_serial] == [(Sort.MOVED, others[5])]
    assert ("name", "old name", "new name") in by_serial[0].columns
    assert {difference.table for difference in found} == {"device"}
