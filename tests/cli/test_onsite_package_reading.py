"""`gpudesk onsite list`, `show` and `status` of a work package: they read it and change nothing."""

from pathlib import Path

import pytest

from gpudesk import locate
from tests.cli.conftest import Run
from tests.cli.test_onsite_package_command import checked, hand_out


@pytest.fixture
def rack(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One rack whose drawings are released as revision C, and an installation of its own."""
    monkeypatch.setattr(locate, "user_data_dir", lambda: tmp_path / "data")
    path = tmp_path / "rack.gpudesk"
    assert run("new", path, "--template", "one-rack", "--set", "released_revision=C").code == 0
    return path


def test_a_fresh_package_says_what_the_project_says_of_its_rack(rack: Path, run: Run) -> None:
    out = hand_out(run, rack)
    ours = {item["key"]: item["counts"] for item in checked(run("onsite", "list", rack, "--rack", "A01", "--json"), "onsite_list")["items"]}
    body = checked(run("onsite", "list", out, "--json"), "onsite_list")
    theirs = {item["key"]: item["counts"] for item in body["items"]}
    assert len(theirs) > 20
    # What a condition rules out is not in the package at all.
    here = {key: {state: count for state, count in counts.items() if state != "not_applicable"} for key, counts in theirs.items()}
    assert here == {key: {state: ours[key][state] for state in here[key]} for key in here}
    status = checked(run("onsite", "status", out, "--json"), "onsite_status")
    total = sum(sum(stage["counts"].values()) for stage in status["stages"])
    assert total == sum(sum(counts.values()) for counts in theirs.values())


def test_what_is_recorded_shows_and_reading_leaves_the_file_alone(rack: Path, run: Run) -> None:
    out = hand_out(run, rack)
    assert run("onsite", "record", out, "RCV-030", "dgx-001", "--by", "Ben", "--set", "serial=S-1", "--set", "part=X").code == 0
    before = out.read_bytes()
    shown = checked(run("onsite", "show", out, "rcv-030", "dgx-001", "--json"), "onsite_show")["target"]
    assert (shown["state"], shown["values"]) == ("failed", {"serial": "S-1", "part": "X"})
    assert shown["limits"] == [{"name": "d.other_serials", "value": []}, {"name": "d.parts", "value": ["DGX H100"]}]
    assert "Part number: DGX H100  NOT met" in run("onsite", "show", out, "RCV-030", "dgx-001").out
    assert run("onsite", "show", out, "RCV-030", "--json").json["target"] is None
    listed = checked(run("onsite", "list", out, "--state", "failed", "--stage", "receive", "--json"), "onsite_list")
    assert [(item["key"], item["counts"]["failed"]) for item in listed["items"]] == [("RCV-030", 1)]
    assert run("onsite", "list", out, "--fail-on", "failed").code == 5
    writers = checked(run("onsite", "status", out, "--json"), "onsite_status")["log"]["writers"]
    assert [writer["number"] for writer in writers] == [2]
    assert run("onsite", "status", out, "--fail-on", "stale").code == 0
    assert out.read_bytes() == before


def test_what_a_package_cannot_say_is_refused(rack: Path, run: Run) -> None:
    out = hand_out(run, rack)
    assert run("onsite", "list", out, "--rack", "A01").code == 2
    assert run("onsite", "status", out, "--racks").code == 2
    assert run("onsite", "show", out, "RDY-010").code == 2
    assert run("onsite", "show", out, "RCV-030", "dgx-999").code == 2
    broken = out.with_name("broken.gpuwork")
    broken.write_bytes(b"PK")
    assert run("onsite", "list", broken).code == 3
