"""A setting of the site that a problem proposes says how many errors it reveals."""

from gpudesk.checks.findings.finding import Severity
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.ui.panels.problems.problem_rows import Column
from gpudesk.ui.panels.problems.problems_dock import ProblemsDock
from gpudesk.ui.toolkit.widgets.desk_table import TableRole
from tests.ui.desk import Desk

RULE = "compliance.continuous_factor"
SYSTEM = "nvidia.dgx-b200"


def overfull(desk: Desk) -> None:
    """An old North American project: its sheet lets breakers bear all of their rating, and 28.4 A flow on each line of 30 A."""
    desk.create()
    desk.do(set_site_value, "region", "north-america")
    desk.do(set_site_value, "continuous_factor", 1.0)
    row = desk.do(create_row, desk.do(create_hall))
    [rack] = desk.do(add_racks, "generic.rack-48u-600x1200", 1, row)
    for side in (0, 1):
        desk.do(place_device, "generic.pdu-0u-415v-30a", rack, 0, 1, side)
    for unit, system in ((0, SYSTEM), (20, SYSTEM), (40, "nvidia.dgx-h100")):
        desk.do(place_device, system, rack, unit)
    desk.do(wire_power, [rack])


def button(dock: ProblemsDock) -> str:
    line = next(line for line in range(dock.model.rowCount()) if dock.model.finding_at(line).rule == RULE)
    return str(dock.model.index(line, Column.FIX).data(TableRole.BUTTON))


def errors(desk: Desk) -> int:
    findings = desk.session.findings
    assert findings is not None
    return sum(finding.severity is Severity.ERROR and finding.excluded is None for finding in findings)


def test_the_button_says_how_many_errors_the_setting_reveals(desk: Desk) -> None:
    overfull(desk)
    dock = ProblemsDock(desk.session, desk.registry)
    desk.show_dock(dock, dock.header)
    before, said = errors(desk), button(dock)
    findings = desk.session.findings
    assert findings is not None
    [finding] = findings.of_rule(RULE)
    dock.fix_all([finding])
    desk.settle()
    revealed = errors(desk) - before
    assert revealed >= 4
    assert said == f"Use 80% (+{revealed} errors)"
    after = desk.session.findings
    assert after is not None
    assert not after.of_rule(RULE)
