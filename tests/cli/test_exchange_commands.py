"""Out to other formats and in again, as commands."""

import csv
from pathlib import Path

import pytest

from gpudesk.formats.drawings.dxf_read import read_dxf
from gpudesk.formats.netbox.netbox_project import netbox_set
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run as apply
from gpudesk.project.document import Document
from gpudesk.reports.catalogue import REPORTS
from tests.cli.conftest import Run
from tests.cli.test_documented import keys_in, section
from tests.operations.netbox_lists import Instance
from tests.operations.test_netbox_back import PLAN

FABRIC = (
    "cables-csv",
    "cables-xlsx",
    "ibsim",
    "dot",
    "cvt-p2p",
    "cvt-topo",
    "slurm-conf",
    "slurm-yaml",
    "kubernetes-topology",
    "graphml",
    "netbox-cables",
    "nautobot-cables",
    "addresses",
)


def test_formats_are_listed(run: Run) -> None:
    found = run("formats", "--json").json["formats"]
    assert [each["name"] for each in found] == ["devices-csv", "devices-xlsx", "netbox", "floor-dxf", "floor-svg", *FABRIC, *REPORTS]
    assert set(found[0]) == {"name", "title", "hint", "suffixes", "folder", "exports", "imports"}
    assert "devices-xlsx" in run("formats").out


@pytest.mark.parametrize(
    ("name", "out"), [("devices-csv", "list.csv"), ("devices-xlsx", "list.xlsx"), ("netbox", "set.zip"), ("netbox", "set")]
)
def test_a_project_goes_out_and_into_another(run: Run, project: Path, tmp_path: Path, name: str, out: str) -> None:
    done = run("export", project, name, tmp_path / out)
    assert done.code == 0
    assert all(Path(line).exists() for line in done.out.splitlines())
    other = tmp_path / "other.gpudesk"
    run("new", other)
    counts = run("import", other, name, tmp_path / out, "--json").json
    assert counts["faults"] == []
    assert counts["new"] > 40
    before, after = run("info", project, "--json").json["totals"], run("info", other, "--json").json["totals"]
    assert after["families"] == before["families"]
    assert after["power_w"] == before["power_w"]
    assert run("history", other, "--json").json["steps"][-1]["title"] == f"Import {out}: {counts['new']} new, 0 changed"


def edited(project: Path, run: Run, path: Path, column: str, value: str) -> None:
    run("export", project, "devices-csv", path)
    with path.open(encoding="utf-8-sig", newline="") as opened:
        rows = list(csv.DictReader(opened))
    next(row for row in rows if row["Device"] == "dgx-001")[column] = value
    with path.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def test_a_dry_run_says_what_would_change_and_writes_nothing(run: Run, project: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    edited(project, run, path, "Serial", "SN 1")
    before = project.read_bytes()
    done = run("import", project, "devices-csv", path, "--dry-run")
    assert "'' -> 'SN 1'" in done.out
    assert project.read_bytes() == before
    body = run("import", project, "devices-csv", path, "--json").json
    assert (body["new"], body["changed"]) == (0, 1)
    [line] = body["lines"]
    assert line["changes"] == [{"field": "serial", "before": "", "after": "SN 1"}]
    documented = keys_in(section("import"))
    assert set(body) <= documented
    with Document.open(project, write=False) as document:
        assert "SN 1" in document.snapshot["device"]["serial"].tolist()


def test_faults_are_told_in_one_line_and_nothing_changes(run: Run, project: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    edited(project, run, path, "Status", "broken")
    revision = run("info", project, "--json").json["revision"]
    done = run("import", project, "devices-csv", path)
    assert done.code == 3
    assert "list.csv, M" in done.err
    dry = run("import", project, "devices-csv", path, "--dry-run", "--json")
    assert dry.code == 5
    assert [fault["cell"][0] for fault in dry.json["faults"]] == ["M"]
    assert run("import", project, "devices-csv", path, "--dry-run").code == 5
    assert run("info", project, "--json").json["revision"] == revision


def test_what_a_list_leaves_open_is_asked_with_what_is_wrong_besides(run: Run, project: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Rack,Device,Type,HE\nX1,a,no such type,2\nX1,b,no such type,4\n", encoding="utf-8")
    dry = run("import", project, "devices-csv", path, "--dry-run", "--json")
    asked = [{"option": "units", "text": "What does the column HE contain?", "answers": ["position", "height"]}]
    assert (dry.code, dry.json["questions"]) == (5, asked)
    assert "C2" in [fault["cell"] for fault in dry.json["faults"]]
    text = run("import", project, "devices-csv", path, "--dry-run").out
    assert "question  What does the column HE contain? Choose with --units position|height." in text.splitlines()
    done = run("import", project, "devices-csv", path)
    assert done.code == 2
    assert "Choose with --units position|height." in done.err
    assert "list.csv, C2: neither the project nor the catalog contains a device no such type" in done.err
    answered = run("import", project, "devices-csv", path, "--dry-run", "--units", "position", "--json").json
    assert answered["questions"] == []


def test_wrong_use_and_unreadable_files_have_their_codes(run: Run, project: Path, tmp_path: Path) -> None:
    assert run("export", project, "dwg", tmp_path / "x").code == 2
    assert run("export", project, "devices-csv", tmp_path / "none" / "x.csv").code == 3
    assert run("import", project, "netbox", tmp_path / "none.zip").code == 3
    wrong = run("import", project, "cables-csv", tmp_path / "none.csv", "--units", "height")
    assert (wrong.code, "--units applies only to device lists" in wrong.err) == (2, True)
    (tmp_path / "x.csv").write_bytes(b"\0\1")
    assert run("import", project, "devices-csv", tmp_path / "x.csv").code == 3
    assert run("export", tmp_path / "none.gpudesk", "devices-csv", tmp_path / "x.csv").code == 3


def test_a_list_is_not_taken_into_a_project_that_somebody_edits(run: Run, project: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    edited(project, run, path, "Serial", "SN 1")
    with Document.open(project):
        assert run("import", project, "devices-csv", path).code == 3
        assert run("import", project, "devices-csv", path, "--dry-run").code == 0


def test_a_dry_run_says_which_findings_a_list_would_bring(run: Run, project: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Rack,Device,Type,U\nA01,extra-1,nvidia.dgx-h100,4\n", encoding="utf-8")
    done = run("import", project, "devices-csv", path, "--dry-run")
    assert done.code == 0
    assert "error  B2  A01" in done.out
    body = run("import", project, "devices-csv", path, "--dry-run", "--json").json
    assert body["severities"]["error"] >= 1
    assert {"space.overlap"} <= {each["rule"] for each in body["findings"]}
    assert set(body["findings"][0]) == {"rule", "severity", "location", "message", "cells"}
    real = run("import", project, "devices-csv", path, "--json").json
    assert (real["severities"], real["findings"]) == (body["severities"], body["findings"])


def test_one_of_a_count_is_singular(run: Run, project: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Rack,Device,Type,U\nA01,extra-1,nvidia.dgx-h100,4\n", encoding="utf-8")
    last = run("import", project, "devices-csv", path, "--dry-run").out.splitlines()[-1]
    counts = run("import", project, "devices-csv", path, "--dry-run", "--json").json["severities"]
    words = {"error": "error", "warning": "warning", "info": "note"}
    said = ", ".join(f"{count} {words[key]}{'' if count == 1 else 's'}" for key, count in counts.items())
    assert last == f"the checks would find in addition: {said}"
    assert 1 in counts.values()


def test_the_other_files_of_an_own_netbox_set_are_not_needed(project: Path, run: Run, tmp_path: Path) -> None:
    assert run("export", project, "netbox", tmp_path / "set.zip").code == 0
    told = run("import", project, "netbox", tmp_path / "set.zip", "--dry-run").out
    assert "not needed: 01-manufacturers.csv" in told
    assert "not recognized: 0" not in told.replace("not recognized: 09", "")


@pytest.mark.parametrize(("name", "begins"), [("floor-dxf", b"  0\r\nSECTION"), ("floor-svg", b"<?xml")])
def test_the_floor_goes_out_as_a_drawing(run: Run, project: Path, tmp_path: Path, name: str, begins: bytes) -> None:
    done = run("export", project, name, tmp_path / "floor.out")
    assert done.code == 0
    content = (tmp_path / "floor.out").read_bytes()
    assert content.startswith(begins)
    racks = run("info", project, "--json").json["totals"]["racks"]
    if name == "floor-dxf":
        drawing = read_dxf(content).drawing
        assert sum(drawing.layers[line.layer] == "GPUDESK-RACK" for line in drawing.lines) == racks
    else:
        assert content.count(b"<polygon", content.index(b'id="rack"'), content.index(b'id="rack-front"')) == racks


def test_a_site_that_a_file_of_netbox_does_not_hold_is_refused(run: Run, project: Path, tmp_path: Path) -> None:
    path = tmp_path / "racks.csv"
    path.write_text("site,location,name,status,width,u_height,desc_units\nDC1,Room 1,R1,active,19,42,false\n", encoding="utf-8")
    wrong = run("import", project, "netbox", path, "--dry-run", "--site", "DC2")
    assert (wrong.code, "The file has no site DC2; its sites are: DC1." in wrong.err) == (2, True)
    assert run("import", project, "netbox", path, "--dry-run", "--site", "DC1", "--json").json["new"] == 2


def test_one_option_answers_all_questions_about_renamed_things(run: Run, tmp_path: Path) -> None:
    """The window asks about racks, devices and cables; the command names one option for each question and takes one answer."""
    path = tmp_path / "named.gpudesk"
    with Document.create(path) as document:
        apply(document, build, PLAN)
        netbox = Instance().take(netbox_set(document.snapshot, "DC 1").files)
    netbox.rename("racks", "R2", "R9")
    netbox.row("devices", "one")["serial"] = ""
    netbox.rename("devices", "one", "uno")
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "racks.csv").write_bytes(netbox.racks(all_data=False))
    (lists / "devices.csv").write_bytes(netbox.devices(all_data=False))
    asked = run("import", path, "netbox", lists, "--dry-run", "--json").json["questions"]
    assert [each["option"] for each in asked][:1] == ["renames"]
    refused = run("import", path, "netbox", lists)
    assert (refused.code, "--renames renamed|new" in refused.err) == (2, True)
    answered = run("import", path, "netbox", lists, "--dry-run", "--renames", "renamed", "--json").json
    assert (answered["questions"], answered["removed"], answered["new"]) == ([], 0, 0)
