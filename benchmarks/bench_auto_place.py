"""Auto-place on the site of 100,000 GPUs: where 12,500 systems go in 4,000 empty racks, alone and with PDUs and switches."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, best_s, timed_s
from benchmarks.generated import PDU, SWITCH, SYSTEM, generated_plan
from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.racks.rack_packing_input import Serving
from gpudesk.derived.auto_place.auto_place_plan import plan_places
from gpudesk.derived.auto_place.auto_place_request import Choices, ToPlace
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.auto_place_devices import auto_place
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document

SYSTEMS, SWITCHES, PDUS_A_RACK = 12_500, 3_500, 2
BUDGET_S = 2.0


def run() -> list[Figure]:
    """The seconds to find the places, and to write them as one step."""
    with TemporaryDirectory() as name, Document.create(Path(name) / "empty.gpudesk") as document:
        run_operation(document, build, replace(generated_plan(), devices=(), reservations=()))
        snapshot = document.snapshot
        rack_ids = snapshot["rack"].ids.tolist()
        catalog = open_catalog()
        types = {key: catalog.entry(key).type for key in (SYSTEM, SWITCH, PDU)}
        systems = ToPlace(SYSTEM, SYSTEMS, role="compute")
        fabric = [systems, ToPlace(PDU, PDUS_A_RACK, each_rack=True), ToPlace(SWITCH, SWITCHES, role="leaf")]
        own_racks = Choices(network_racks=True, serving=Serving.ROW)
        alone_s = best_s(lambda: plan_places(snapshot, types, [systems], rack_ids, Choices()))
        full_s, plan = timed_s(lambda: plan_places(snapshot, types, fabric, rack_ids, own_racks))
        step_s, outcome = timed_s(lambda: run_operation(document, auto_place, [systems], rack_ids))
        return [
            Figure(f"places for {SYSTEMS:,} systems in {len(rack_ids):,} racks", alone_s, "s", BUDGET_S),
            Figure(f"the same with PDUs and {SWITCHES:,} switches in racks of their own", full_s, "s"),
            Figure("of these devices are placed", float(plan.placed), ""),
            Figure(f"{len(outcome.result.device_ids):,} systems placed as one step, checks and commit", step_s, "s"),
        ]
