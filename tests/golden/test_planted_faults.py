"""Values that nine faults once changed without a test that failed; each expectation is calculated here or comes from the source named."""

import itertools
from collections import defaultdict
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.messages.message import Quantity
from gpudesk.core.models.weight_formats import read_bytes
from gpudesk.core.serving.decode_speed import prompt_flops
from gpudesk.core.serving.served_model import served_model
from gpudesk.derived.cooling.inlets import inlet_limits
from gpudesk.derived.fabric.address_plan import address_plan
from gpudesk.formats.fabric.address_files import dnsmasq_text
from gpudesk.monitor.readings.reading import Process
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.address_rules import address_rules
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.catalogue import bound
from gpudesk.reports.layout.report import Choices, Subject
from gpudesk.reports.layout.shapes import Text
from gpudesk.sizing.gpus.sizing_tables import weight_formats
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload
from gpudesk.sizing.training.training_search import layouts
from gpudesk.ui.places.layout.racks.canvas.floor_strip import _broken
from gpudesk.ui.places.monitor.panes.monitor_processes import _ORDERS
from gpudesk.ui.printing.report_language import wording
from tests.checks.site import Site
from tests.reports.conftest import AT


def test_a_front_at_a_wall_is_no_cold_aisle() -> None:
    """`space.cold_aisle` and `space.hot_aisle` judge only faces that turn to each other, at their own width."""
    site = Site()
    for name, x_mm, y_mm, angle in (("A", 3600, 4000, 1800), ("B", 3000, 5100, 0), ("C", 9000, 1100, 0)):
        site.rack(name, x_mm=x_mm, y_mm=y_mm, angle_ddeg=angle)
    site.rack("D", x_mm=15_000, y_mm=12_000 - 1200 - 700)
    findings = check_all(site.snapshot)
    (aisle,) = findings.of_rule("space.cold_aisle")
    assert [site.snapshot["rack"].row(row)["name"] for _, row in aisle.objects] == ["A", "B"]
    assert (aisle.found, aisle.required) == (Quantity(1100.0, "mm"), Quantity(1200.0, "mm"))
    assert not list(findings.of_rule("space.hot_aisle"))


def test_a_rear_door_passes_on_what_it_cannot_remove() -> None:
    """Four systems of 10.2 kW in a rack whose door removes 15 kW: 40.8 − 15 = 25.8 kW go to the room."""
    site = Site()
    rack = site.rack()
    for unit in (1, 9, 17, 25):
        site.device(rack, unit)
    _, water = site.room(1)
    site.cool(CoolingKind.REAR_DOOR, "door", rack_id=rack, cooled_by_id=water)
    (door,) = check_all(site.snapshot).of_rule("cooling.rear_door")
    assert (door.found, door.required) == (Quantity(40_800.0, "W"), Quantity(15_000.0, "W"))
    assert door.message.values["rest"] == Quantity(25_800.0, "W")


def test_cooling_units_have_no_limit_of_inlet_air() -> None:
    """What moves heat is no IT equipment: the classes of ASHRAE TC 9.9 (A2: 10 to 35 °C at sea level) do not hold for it."""
    site = Site()
    site.set("altitude_m", 0)
    site.set("air_class", "A2")
    types = {name: site.use(name) for name in ("system", "crah", "cdu", "door")}
    limits = inlet_limits(site.snapshot)
    spans = {name: (limits.least_c[limits.ids == of][0], limits.greatest_c[limits.ids == of][0]) for name, of in types.items()}
    assert spans.pop("system") == (10.0, 35.0)
    assert np.isnan(list(spans.values())).all()


@cache
def cabled() -> Snapshot:
    """The smallest DGX H100 SuperPOD with its cables."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-h100-superpod", {"su": 1}))
        run(document, cable_project)
        return document.snapshot


def test_clients_of_dnsmasq_are_routed_over_the_gateway() -> None:
    """The gateway is the first address after that of the network: 10.0.0.1 of 10.0.0.0/25."""
    plan = address_plan(cabled(), address_rules())
    lines = dnsmasq_text(plan).splitlines()
    ranges = [line.split(",")[1] for line in lines if line.startswith("dhcp-range=")]
    routers = [line.split(",")[2] for line in lines if line.startswith("dhcp-option=")]
    assert ranges == ["10.0.0.0", "10.16.0.0"]
    assert routers == ["10.0.0.1", "10.16.0.1"]


def test_the_pull_schedule_sums_the_metres_of_all_cables_of_a_kind() -> None:
    """Each line says its own length and count; together they are their product, and the last line the sum."""
    subject = Subject(cabled(), "cabled", AT)
    lines: dict[tuple[int, float], list[str]] = defaultdict(list)
    for number, page in enumerate(bound(["pull-schedule"], subject, Choices(), wording("en")).sheets()):
        for shape in page.shapes:
            if isinstance(shape, Text):
                lines[number, shape.y_mm].append(shape.text)
    texts = list(lines.values())
    start = next(place for place, line in enumerate(texts) if line[-1] == "Together")
    rows = list(itertools.takewhile(lambda line: line[-1].endswith("\u00a0m"), texts[start + 1 :]))
    figures = [[float(cell.removesuffix("\u00a0m").replace(",", "")) for cell in row[-3:]] for row in rows[:-1]]
    assert len(figures) > 10
    assert [round(length * count) for length, count, _ in figures] == [together for *_, together in figures]
    assert max(together for *_, together in figures) == 5_610, "561 jumpers of 10 m"
    assert rows[-1] == ["811", f"{sum(together for *_, together in figures):,.0f}\u00a0m"]


def test_processes_that_run_longest_come_first_when_the_greatest_do() -> None:
    """A process that started earlier runs for longer; one whose start is unknown sorts as if it never ran."""
    plain = Process("GPU-0", 1, False, None, None, "", "", "")
    young, old = replace(plain, pid=2, started_s=2_000.0), replace(plain, pid=3, started_s=1_000.0)
    rows = [(0, young), (0, old)]
    assert [each.pid for _, each in sorted(rows, key=_ORDERS[7])] == [2, 3]
    assert [each.pid for _, each in sorted(rows, key=_ORDERS[7], reverse=True)] == [3, 2]


def test_a_line_of_devices_ends_before_it_grows_longer_than_the_longest() -> None:
    """Slots of 480 mm with 130 mm between: two take 1,090 mm, three 1,700 mm."""
    assert list(_broken([0] * 5, [480.0] * 5, 1_100.0)) == [(0, 2), (2, 4), (4, 5)]
    assert list(_broken([0] * 5, [480.0] * 5, 1_700.0)) == [(0, 3), (3, 5)]
    assert list(_broken([0, 0, 1], [480.0] * 3, 9_000.0)) == [(0, 2), (2, 3)]
    assert list(_broken([0] * 2, [2_000.0] * 2, 1_000.0)) == [(0, 1), (1, 2)]


def test_a_prompt_looks_back_over_half_of_itself_on_average() -> None:
    """Llama 3.1 8B by its config.json (32 layers, 32 heads of 128, 8,030,261,248 parameters of which 128,256 × 4,096 are looked up).

    2 FLOP for each parameter and token, and 2 × 2 × 4,096 for each layer and earlier token (Kaplan et al. 2020, table 1).
    """
    served = served_model(named_model("llama-3.1-8b"), weight_formats()["bf16"])
    prompt = 2048
    active = 8_030_261_248 - 128_256 * 4_096
    looked = sum(range(prompt)) * 32 * 2 * 32 * 128
    assert prompt_flops(served, np.array([float(prompt)]))[0] == pytest.approx(2 * (active * prompt + looked), rel=1e-3)
    long = 131_072
    looked = sum(range(long)) * 32 * 2 * 32 * 128
    assert prompt_flops(served, np.array([float(long)]))[0] == pytest.approx(2 * (active * long + looked), rel=1e-4)


def test_a_sequence_is_cut_into_two_pieces_for_each_gpu_of_a_context_group() -> None:
    """Megatron Core, context parallelism: the sequence must be divisible by twice the size of the group."""
    asked = TrainingAsked("llama-3.1-8b", sequence=4 * 8_193, batch=8)
    assert set(layouts(training_workload(asked), 8).context.tolist()) == {1, 2}
    even = TrainingAsked("llama-3.1-8b", sequence=32_768, batch=8)
    assert set(layouts(training_workload(even), 8).context.tolist()) == {1, 2, 4, 8}


def test_a_step_reads_each_weight_once_but_not_the_table_of_words() -> None:
    """Llama 3.1 8B: 8,030,261,248 parameters of two bytes, of which 128,256 × 4,096 are looked up."""
    assert read_bytes(named_model("llama-3.1-8b"), weight_formats()["bf16"], 1) == 2 * (8_030_261_248 - 128_256 * 4_096)
