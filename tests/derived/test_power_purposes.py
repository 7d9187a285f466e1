"""Which named power counts for what: feeds by one, what is above them by another, energy by the average."""

import numpy as np
import pytest

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.derived.cooling.cooling_variants import cooling_variants
from gpudesk.derived.draw.power_purposes import purposes
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.derived.power.power_schedule import power_schedule
from gpudesk.derived.totals.explain import explain
from gpudesk.operations.copies.bay_devices import place_in_bay
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.site_sheet import site_definitions, site_sheet

SWITCH = "nvidia.qm9700"


def test_every_purpose_has_its_value_in_the_site_sheet() -> None:
    for purpose in purposes().values():
        assert purpose.site in site_definitions().values
        assert purpose.title
        assert purpose.title_es
        assert purpose.source_es


def test_what_lies_above_the_feeds_may_count_by_another_power() -> None:
    """A switch draws much less on average than at most; a UPS planned for the average bears it, and its feeds are judged as before."""
    with Document.scratch() as document:
        ups = run(document, add_power_node, PowerNodeKind.UPS, 415, capacity_va=3_000).result
        rack = run(document, add_racks, "generic.rack-48u-750x1200", 1).result[0]
        for side in (0, 1):
            run(document, place_device, "raritan.px3-5730-v2", rack, 0, 1, side)
        run(document, place_device, SWITCH, rack, 0)
        run(document, wire_power, [rack], {"A": ups, "B": ups})
        before = document.snapshot.cached(power_plan).flow
        assert [finding.rule for finding in check_all(document.snapshot) if finding.rule == "power.upstream"] == ["power.upstream"]
        run(document, set_site_value, "power_for_upstream", "average")
        after = document.snapshot.cached(power_plan)
        assert after.upstream.tolist()[:3] == [True, False, False]
        assert after.flow.va[~after.upstream] == pytest.approx(before.va[~after.upstream])
        assert after.flow.va[0] < before.va[0] * 0.5
        assert [finding.rule for finding in check_all(document.snapshot) if finding.rule == "power.upstream"] == []


def test_the_site_sheet_names_the_power_of_each_purpose() -> None:
    with Document.scratch() as document:
        sheet = document.snapshot.cached(site_sheet)
        assert purposes()["upstream"].names(sheet) == ("max",)
        run(document, set_site_value, "power_for_upstream", "provisioned")
        run(document, set_site_value, "power_for_limits", "peak")
        sheet = document.snapshot.cached(site_sheet)
        assert purposes()["upstream"].names(sheet) == ("provisioned", "max")
        assert purposes()["circuit"].names(sheet) == ("peak",)
        assert purposes()["energy"].names(sheet) == ("average", "provisioned", "max")


def test_a_why_says_what_a_power_counts_for_and_energy_takes_the_average() -> None:
    with Document.scratch() as document:
        rack = run(document, add_racks, "generic.rack-48u-750x1200", 1).result[0]
        run(document, place_device, SWITCH, rack, 0)
        kind = document.snapshot.types[int(document.snapshot["device"]["type_id"][0])]
        average, most = kind.number("power_average_w"), kind.number("power_max_w")
        assert average is not None
        assert most is not None
        found = explain(document.snapshot, "rack", rack, "power_max_w")
        assert [each.key for each in found.counts_for] == ["circuit", "upstream"]
        assert [each.key for each in explain(document.snapshot, "rack", rack, "power_average_w").counts_for] == ["energy"]
        variants = document.snapshot.cached(cooling_variants)
        assert variants.it_w == pytest.approx(average)
        assert variants.heat_w == pytest.approx(most)
        assert np.isclose(document.snapshot.cached(power_plan).flow.va.sum(), 0)
        assert len(document.snapshot.cached(power_chain)) == 0


def test_what_is_not_known_of_a_chassis_or_its_nodes_is_told() -> None:
    """A chassis of unknown power and a node in it: 650 W are known, the rest is not."""
    with Document.scratch() as document:
        rack = run(document, add_racks, "generic.rack-48u-750x1200", 1).result[0]
        run(document, place_device, "generic.pdu-0u-415v-32a", rack, 0, 1, 0)
        chassis = run(document, place_device, "generic.chassis-2u-4-node", rack, 0).result
        run(document, place_in_bay, "generic.node-2u4n", chassis)
        run(document, wire_power, [rack])
        plan = document.snapshot.cached(power_plan)
        assert plan.unknown.tolist() == [True]
        factor = document.snapshot.cached(site_sheet).limit("power_factor")
        assert plan.network.draw_w.tolist() == [650]
        schedule = document.snapshot.cached(power_schedule)
        outlets = [outlet for bank in schedule.banks(0) for outlet in schedule.outlets(bank)]
        assert [(round(outlet.va), outlet.complete) for outlet in outlets] == [(round(325 / factor), False)] * 2
