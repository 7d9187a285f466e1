"""Published layouts of DGX racks, wired with parts of the catalog: what the checks and the drill say of each, in figures."""

from collections.abc import Iterator

import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.findings.finding import Finding
from gpudesk.core.messages.message import Message, Quantity
from gpudesk.derived.power.power_failures import power_failures
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.power.power_cord_operations import pull_out
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import all_operations, run
from gpudesk.project.document import Document
from gpudesk.ui.places.power.models.power_failures_model import drilled

RACK = "generic.rack-48u-750x1200"


@pytest.fixture
def document() -> Iterator[Document]:
    with Document.scratch() as made:
        yield made


def build(document: Document, system: str, systems: int, pdu: str, pdus: int, volts: int | None = None, **sheet: float) -> int:
    """A rack R1 with systems and vertical PDUs on feeds of their own, wired by rule; how many supplies found no outlet in reach."""
    for key, value in sheet.items():
        run(document, set_site_value, key, value)
    rack: int = run(document, add_racks, RACK, 1, first_name="R1").result[0]
    for number in range(pdus):
        run(document, place_device, pdu, rack, 0, 1, number % 2)
    for number in range(systems):
        run(document, place_device, system, rack, number * open_catalog().get(system).height_half_units)
    wired = run(document, wire_power, [rack]).result
    assert wired.feeds == pdus
    if volts is not None:
        for feed in document.snapshot["power_node"].ids.tolist():
            run(document, set_fields, "power_node", feed, {"voltage_v": volts})
    return len(wired.left)


def found(document: Document, rule: str) -> list[Finding]:
    return [finding for finding in check_all(document.snapshot) if finding.rule == rule]


def figure(message: Message, name: str) -> float:
    value = message.values[name]
    assert isinstance(value, Quantity)
    return value.value


def test_four_dgx_h100_on_two_feeds_of_208_v_fail_with_both_alive(document: Document) -> None:
    """42.9 kVA on 2 × 21.6 kVA, of which NEC lets 80 % carry: 34.6 kVA. A third feed fixes that."""
    without = build(document, "nvidia.dgx-h100", 4, "generic.pdu-0u-208v-60a", 2, continuous_factor=0.8)
    assert without == 2
    over = {finding.place.label: finding for finding in found(document, "power.line")}
    feeds = [finding for finding in found(document, "power.line") if finding.objects[0][0] == "power_node"]
    assert len(feeds) == 2, over
    assert sum(figure(finding.message, "total") for finding in feeds) == pytest.approx(42_947, abs=1)
    assert sum(figure(finding.message, "bears") for finding in feeds) == pytest.approx(34_586, abs=1)
    assert feeds[0].message.plain().startswith("R1-A carries 21.47 kVA, ")
    assert feeds[0].message.plain().endswith("its limit is 17.29 kVA, 48 A per line.")
    fix = feeds[0].fix
    assert fix is not None
    assert fix.title.plain() == "Add one feed and PDU to R1, like the existing ones"
    run(document, all_operations()[fix.operation], **fix.arguments)
    assert found(document, "power.line") == []
    assert document.snapshot["power_node"]["name"].tolist() == ["R1-A", "R1-B", "R1-C"]
    assert document.snapshot["power_cord"].rows == 3 + 24, "with a third PDU every supply reaches an outlet"


DECIDES = (
    "Without R1-A, the remaining PDUs can carry 43.7 kW of the 40.8 kW, but a line of R1-B carries "
    "33.61 A; its breaker trips above 32 A. At a power factor of 1 it would be 31.93 A: the power "
    "factor of 0.95 is the cause."
)


@pytest.mark.parametrize(("factor", "text"), [(0.95, DECIDES), (1.0, "")])
def test_three_feeds_hold_in_total_but_the_power_factor_decides_on_a_line(document: Document, factor: float, text: str) -> None:
    """NVIDIA's layout of three PDUs for four DGX H100: eight supplies on three lines fall 3, 3, 2."""
    assert build(document, "nvidia.dgx-h100", 4, "raritan.px3-5730-v2", 3, 415, power_factor=factor) == 0
    assert found(document, "power.line") == []
    losses = found(document, "power.loss_line")
    assert len(losses) == (3 if text else 0)
    assert found(document, "power.loss_device") == []
    if text:
        assert losses[0].message.plain() == text


def test_a_dgx_b200_on_three_feeds_holds_its_gpus_at_800_w_when_one_is_lost(document: Document) -> None:
    assert build(document, "nvidia.dgx-b200", 1, "generic.pdu-0u-415v-32a", 3) == 0
    losses = [finding.message.plain() for finding in found(document, "power.loss_device")]
    assert len(losses) == 1
    assert "throttles if one feed or PDU fails: 4 of 6 power supplies remain; full operation requires 5" in losses[0]
    assert "Its GPUs are capped at 800 W each." in losses[0]
    failures = power_failures(document.snapshot)
    place = failures.names.index("R1-A")
    assert (failures.outcomes.reduced[place], failures.outcomes.down[place]) == (1, 0)


def test_systems_of_one_type_with_fewer_cords_are_counted_apart(document: Document) -> None:
    """One cord of the second is pulled: it keeps 3 of 5 without a PDU that carries two of them, and the first PDU carries one."""
    assert build(document, "nvidia.dgx-b200", 2, "generic.pdu-0u-415v-32a", 3) == 0
    snapshot = document.snapshot
    cords, devices = snapshot["power_cord"], snapshot["device"]
    second = int(devices.ids[devices["type_id"] == snapshot.types.id_of("nvidia.dgx-b200")][1])
    first_pdu = int(cords.row(int(cords.where("device_id", second)[0]))["from_device_id"])
    pulled = [each for each in cords.where("device_id", second).tolist() if cords.row(each)["from_device_id"] == first_pdu]
    run(document, pull_out, pulled[:1])
    losses = [finding.message.plain() for finding in found(document, "power.loss_device")]
    assert [each.partition(" power supplies")[0].rpartition(": ")[2] for each in losses] == ["3 of 5", "4 of 6"]
    assert "the first if R1-B fails" in losses[0]


@pytest.mark.parametrize(
    ("systems", "pdu", "percent"), [(2, "generic.pdu-0u-380v-32a", 143), (4, "generic.pdu-0u-415v-60a", 140)], ids=["380 V", "415 V"]
)
def test_published_b200_racks_on_two_feeds_have_no_redundancy(document: Document, systems: int, pdu: str, percent: float) -> None:
    """Until its systems are capped, what is left carries 143 % and 140 % of what it bears."""
    build(document, "nvidia.dgx-b200", systems, pdu, 2)
    assert found(document, "power.line") == []
    losses = found(document, "power.loss_line")
    assert len(losses) == 2
    assert figure(losses[0].message, "percent") == pytest.approx(percent, abs=0.5)
    assert "Without R1-A" in losses[0].message.plain() or "After the loss of R1-A" in losses[0].message.plain()
    failures = power_failures(document.snapshot)
    at = failures.names.index("R1-A")
    assert 100 * failures.first_share[at] >= percent - 0.5
    shown = drilled(document.snapshot, lambda *_: None)
    assert shown is not None
    assert 100 * shown.worst_share[shown.names.index("R1-A")] >= percent - 0.5
