"""`gpudesk fix`: what removes its finding and adds no error is done, all else is left with the reason."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run

STRIP = "generic.pdu-0u-400v-32a"
SYSTEM = "nvidia.dgx-b200"


def valid(name: str, body: object) -> None:
    jsonschema.validate(body, json.loads(locate.resource("schemas", f"{name}.v2.json").read_text(encoding="utf-8")))


def loaded(path: Path, racks: int, region: str = "iec") -> Path:
    """Racks with four DGX B200 on two strips of 400 V 32 A each."""
    with Document.create(path) as document:
        run_operation(document, set_site_value, "region", region)
        hall = run_operation(document, create_hall).result
        row = run_operation(document, create_row, hall).result
        made = list(run_operation(document, add_racks, "generic.rack-48u-600x1200", racks, row).result)
        for rack in made:
            for side in (0, 1):
                run_operation(document, place_device, STRIP, rack, 0, 1, side)
            for unit in (0, 20, 40, 60):
                run_operation(document, place_device, SYSTEM, rack, unit)
        run_operation(document, wire_power, made)
    return path


@pytest.fixture
def overloaded(tmp_path: Path) -> Path:
    """Four DGX B200 on two strips of 400 V 32 A in each of two racks: a third strip, the old answer, would leave 32.6 A on each line."""
    return loaded(tmp_path / "line.gpudesk", 2)


def errors(run: Run, file: Path) -> int:
    return int(run("check", file, "--json").json["counts"]["error"])


def test_check_carries_the_outcome_of_each_fix(overloaded: Path, run: Run) -> None:
    body = run("check", overloaded, "--json").json
    valid("check", body)
    fixes = [finding["fix"] for finding in body["findings"] if finding["fix"] is not None]
    assert fixes
    assert all(fix["outcome"]["applicable"] is (fix["outcome"]["status"] in ("fixes", "setting")) for fix in fixes)
    assert all(fix["outcome"]["errors_added"] == 0 for fix in fixes if fix["outcome"]["status"] == "fixes")
    of_phase = run("check", overloaded, "--json", "--phase", "1").json["findings"]
    assert {each["fix"]["outcome"]["status"] for each in of_phase if each["fix"] is not None} <= {"not_tried"}


def test_fixing_never_makes_it_worse(overloaded: Path, run: Run) -> None:
    before = errors(run, overloaded)
    dry = run("fix", overloaded, "--dry-run", "--json")
    valid("fix", dry.json)
    assert dry.code == 0
    assert errors(run, overloaded) == before
    done = run("fix", overloaded, "--json").json
    valid("fix", done)
    assert done["errors"]["before"] == before
    assert done["errors"]["after"] == dry.json["errors"]["after"] == errors(run, overloaded) <= before
    assert [each["finding"] for each in done["fixed"]] == [each["finding"] for each in dry.json["fixed"]]


def test_what_is_left_says_why(overloaded: Path, run: Run) -> None:
    left = run("fix", overloaded, "--dry-run", "--json").json["remaining"]
    assert {each["outcome"]["status"] for each in left} <= {"keeps", "adds_errors", "refused", "changed"}
    text = run("fix", overloaded, "--dry-run").out
    assert f"{len(left)} left" in text


def test_a_rule_that_does_not_exist_is_wrong_use(overloaded: Path, run: Run) -> None:
    done = run("fix", overloaded, "power.lines")
    assert done.code == 2
    assert "power.lines" in done.err


def test_nothing_to_fix(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "empty.gpudesk"
    run("new", path)
    assert run("fix", path).out == "Nothing to fix.\n"


def of_rule(run: Run, file: Path, rule: str) -> int:
    return sum(finding["rule"] == rule for finding in run("check", file, "--json").json["findings"])


def test_forty_overloaded_lines_become_none(tmp_path: Path, run: Run) -> None:
    """40 DGX B200 on 20 strips: a third strip per rack would turn 40 line errors into 60, a third and a fourth leave two cords per line."""
    file = loaded(tmp_path / "j2.gpudesk", 10)
    assert of_rule(run, file, "power.line") == 40
    before = errors(run, file)
    done = run("fix", file, "power.line", "--json").json
    assert done["errors"] == {"before": before, "after": before - 160}
    assert (of_rule(run, file, "power.line"), of_rule(run, file, "power.bank")) == (0, 0)
    with Document.open(file) as document:
        strips = [kind.key == STRIP for kind in map(document.snapshot.types.__getitem__, document.snapshot["device"]["type_id"].tolist())]
        assert sum(strips) == 40
        assert document.snapshot["power_node"].rows >= 40


def test_a_north_american_rack_gets_as_many_strips_as_it_needs(tmp_path: Path, run: Run) -> None:
    """25.6 A per line: with four strips, two cords of 10.9 A on each."""
    file = loaded(tmp_path / "rack.gpudesk", 1, "north-america")
    assert of_rule(run, file, "power.line") == 4
    run("fix", file, "power.line")
    assert of_rule(run, file, "power.line") == 0
    with Document.open(file) as document:
        types = document.snapshot["device"]["type_id"].tolist()
        assert sum(document.snapshot.types[type_id].key == STRIP for type_id in types) == 4
