"""Templates: each is a whole plan that builds, and the checks say exactly what its table says."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from gpudesk import locate
from gpudesk.catalog import templates as loader
from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.templates import load_template, templates
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.core.plan.plan_domains import SHIPPED_REASONS
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.derived.totals.plan_totals import plan_totals
from gpudesk.derived.totals.totals import totals
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.sizing.systems.pod_rules import pod_rules
from tests.catalog import templates_document
from tests.project.sample import Clock

NAMES = [template.name for template in templates()]
TYPICAL = "its manual specifies only typical power; no maximum is published"
UNPUBLISHED = "the SuperPOD document lists this part, but no document with its weight was found"
OUTLETS = "the SuperPOD document lists these PDUs, but no document with their outlets, lines or breakers was found"
FIVE_OF_SIX = (
    "published: 5+1 power supplies and three PDUs per rack; losing a feed leaves four of six supplies, and the system continues at "
    "800 W per GPU. Full performance would require six feeds per rack"
)
SHELVES = (
    "the published figures contradict each other: half of the 33 kW shelves supply the rack (N+N), and the maximum is 135 kW; "
    "the shelves are enough for its planning value of 120 kW"
)
DEPTH_OF_RACK = "the maximum device depth is not published, so depth is not checked"
LOAD_OF_RACK = "its load rating is not published, so load is not checked"
DEPTH = "its depth is not specified in any available document; it is assumed to be as deep as its rack"
MACHINE = "information for installers, not a fault: it requires a lift"
OUTSIDE = "not included in the template; the finding gives the reason, and `gpudesk scope FILE --plan` adds it to the plan"
PEOPLE = "information for installers, not a fault: it requires more than one person"
FINDINGS: dict[str, dict[str, tuple[int, tuple[str, ...], str]]] = {
    "dgx-b200-superpod": {
        "plan.outside": (1, ("Storage target",), OUTSIDE),
        "power.loss_device": (1, ("Hall 1",), FIVE_OF_SIX),
        "plan.missing_power": (2, ("NVIDIA SN2201", "NVIDIA SN5600"), TYPICAL),
        "weight.lift": (1, ("NVIDIA DGX B200",), MACHINE),
        "weight.team_lift": (1, ("NVIDIA SN5600",), PEOPLE),
    },
    "dgx-b300-spectrum-superpod": {
        "plan.missing_power": (1, ("NVIDIA SN2201",), TYPICAL),
        "plan.outside": (3, ("Head node", "In-band network", "Storage network"), OUTSIDE),
        "weight.lift": (1, ("NVIDIA DGX B300",), MACHINE),
        "weight.team_lift": (1, ("NVIDIA SN5610",), PEOPLE),
    },
    "dgx-b300-xdr-superpod": {
        "plan.missing_depth": (1, ("NVIDIA Q3400-RA",), DEPTH),
        "plan.missing_power": (1, ("NVIDIA SN2201",), TYPICAL),
        "plan.outside": (3, ("Head node", "In-band network", "Storage network"), OUTSIDE),
        "weight.lift": (2, ("NVIDIA DGX B300", "NVIDIA Q3400-RA"), MACHINE),
    },
    "dgx-basepod": {
        "plan.missing_power": (2, ("NVIDIA SN2201", "NVIDIA SN4600C"), TYPICAL),
        "plan.outside": (2, ("Storage network", "Subnet manager"), OUTSIDE),
        "weight.lift": (1, ("NVIDIA DGX H200",), MACHINE),
    },
    "dgx-h100-superpod": {
        "plan.missing_power": (2, ("NVIDIA SN2201", "NVIDIA SN4600C"), TYPICAL),
        "plan.missing_rack_depth": (1, ("Legrand NVIDPD13",), DEPTH_OF_RACK),
        "plan.missing_rack_load": (1, ("Legrand NVIDPD13",), LOAD_OF_RACK),
        "plan.missing_weight": (3, ("Legrand NVIDPD13", "Raritan PX3-5747V-V2", "Raritan PX3-5878I2R"), UNPUBLISHED),
        "plan.outside": (1, ("Storage target",), OUTSIDE),
        "power.unpublished": (3, ("Raritan PX3-5747V-V2", "Raritan PX3-5878I2R", "Raritan PX3-5878I2R"), OUTLETS),
        "weight.lift": (1, ("NVIDIA DGX H100",), MACHINE),
    },
    "empty-hall": {},
    "gb200-nvl72-superpod": {
        "plan.missing_power": (1, ("NVIDIA SN2201",), TYPICAL),
        "plan.outside": (3, ("Head node", "In-band network", "Storage network"), OUTSIDE),
        "power.shelf_rating": (1, ("NVIDIA GB200 NVL72",), SHELVES),
    },
    "hgx-pod": {
        "plan.missing_power": (1, ("NVIDIA SN2201",), TYPICAL),
        "plan.outside": (3, ("In-band network", "Storage network", "Subnet manager"), OUTSIDE),
        "weight.lift": (1, ("Generic Server 8U HGX H200",), MACHINE),
    },
    "one-rack": {
        "plan.missing_power": (1, ("NVIDIA SN2201",), TYPICAL),
        "plan.outside": (5, ("Cooling", "Head node", "In-band network", "Storage network", "Subnet manager"), OUTSIDE),
        "weight.lift": (1, ("NVIDIA DGX H100",), MACHINE),
    },
    "site-100k": {
        "plan.missing_power": (2, ("NVIDIA SN2201", "NVIDIA SN5600"), TYPICAL),
        "plan.outside": (4, ("Cooling", "Head node", "In-band network", "Storage network"), OUTSIDE),
        "weight.lift": (1, ("NVIDIA DGX H200",), MACHINE),
        "weight.team_lift": (1, ("NVIDIA SN5600",), PEOPLE),
    },
    "small-pod": {
        "plan.missing_power": (2, ("NVIDIA SN2201", "NVIDIA SN4600C"), TYPICAL),
        "plan.outside": (2, ("Cooling", "Storage network"), OUTSIDE),
        "weight.lift": (1, ("NVIDIA DGX H100",), MACHINE),
    },
    "workstation-4-gpu": {},
}
"""What the checks find in each template: rule → how often, at what, and why it stays; docs/templates.md says the same.

None may be an error; a warning is in `WARNED`.
"""
WARNED = {("dgx-b200-superpod", "power.loss_device")}
"""The published layout itself does this, and the finding says so."""
SIZES = {
    "dgx-b200-superpod": (69, 1016),
    "dgx-b300-spectrum-superpod": (19, 512),
    "dgx-b300-xdr-superpod": (21, 576),
    "dgx-basepod": (3, 32),
    "dgx-h100-superpod": (38, 1016),
    "empty-hall": (0, 0),
    "gb200-nvl72-superpod": (10, 576),
    "hgx-pod": (6, 128),
    "one-rack": (1, 32),
    "site-100k": (3552, 100_000),
    "small-pod": (3, 56),
    "workstation-4-gpu": (0, 4),
}
"""Racks and GPUs."""


def test_each_template_has_its_table() -> None:
    assert set(NAMES) == set(FINDINGS) == set(SIZES)


def test_the_docs_defend_every_finding_of_every_template() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "templates.md").read_text(encoding="utf-8")
    told = {line for line in text.partition("## Findings\n")[2].splitlines() if line.startswith("| `")}
    lines = {f"| `{name}` | – | 0 | – | no findings |" for name, rules in FINDINGS.items() if not rules}
    for name, rules in FINDINGS.items():
        lines |= {f"| `{name}` | `{rule}` | {count} | {', '.join(where)} | {why} |" for rule, (count, where, why) in rules.items()}
    assert {line for line in told if line.split("`")[1] in FINDINGS} == lines


@pytest.mark.parametrize("name", [name for name in NAMES if name != "site-100k"])
def test_the_docs_say_how_large_and_how_clean_each_template_is(name: str) -> None:
    assert templates_document.row(name) in templates_document.DOCUMENT.read_text(encoding="utf-8")


def test_the_docs_defend_everything_that_a_single_failure_takes_down() -> None:
    text = templates_document.DOCUMENT.read_text(encoding="utf-8")
    lines = templates_document.loss_lines(NAMES)
    assert lines in text
    found = templates_document.TABLE.search(text)
    assert found is not None
    for row in found[1].splitlines():
        name, simulated = row.split("`")[1], row.split(" | ")[7]
        kinds = set() if simulated == "nothing" else {part.split(" × ")[1].rpartition(" (")[0] for part in simulated.split("), ")}
        assert kinds == {line.split(" | ")[0][2:] for line in lines.splitlines() if f"`{name}`" in line.split(" | ")[1]}


def test_every_reason_of_a_template_or_of_sizing_can_be_translated() -> None:
    reasons = set(pod_rules().outside.values())
    for path in locate.resource("templates").glob("*.yaml"):
        body = yaml.safe_load(path.read_text(encoding="utf-8"))
        left_out = body.get("plan", body.get("build", {})).get("outside", {})
        reasons |= {given["reason"] if isinstance(given, dict) else given for given in left_out.values()}
        stages = [stage for network in body.get("build", {}).get("networks", []) for stage in network.get("stages", [])]
        reasons |= {stage["reason"] for stage in stages if "reason" in stage}
    assert reasons == set(SHIPPED_REASONS)


def test_templates_are_told_in_both_languages() -> None:
    for template in templates():
        # Product names such as DGX SuperPOD are the same in both languages.
        assert template.description != template.description_es
        assert all([template.title, template.title_es, template.description, template.description_es])


@pytest.mark.parametrize("name", NAMES)
def test_a_template_builds_and_the_checks_say_what_its_table_says(name: str) -> None:
    document = Document.scratch(Clock())
    outcome = run(document, build, load_template(name))
    found = check_all(document.snapshot)
    # Its networks are planned, and their cables are not routed yet.
    rules = [rule for rule in found.rules if rule != "fabric.not_cabled"]
    uncabled = [finding.place.label for finding in found.of_rule("fabric.not_cabled")]
    assert sorted(uncabled) == sorted(document.snapshot["network"]["name"].tolist())
    met = {rule: _places([finding.place.label for finding in found.of_rule(rule)]) for rule in rules}
    assert met == {rule: sorted(where) for rule, (_, where, _) in FINDINGS[name].items()}
    assert {rule: len(found.of_rule(rule)) for rule in rules} == {rule: count for rule, (count, _, _) in FINDINGS[name].items()}
    assert {(name, finding.rule) for finding in found if str(finding.severity) != "info"} == {each for each in WARNED if each[0] == name}
    assert "error" not in {str(finding.severity) for finding in found}
    assert outcome.findings == found
    sums = totals(document.snapshot, "project")
    assert (sums.racks, sums.gpus) == SIZES[name]
    document.close()


CHOICES: list[tuple[str, dict[str, Any]]] = [
    *(("dgx-h100-superpod", {"su": su, "systems_a_rack": systems}) for su, systems in ((1, 1), (1, 4), (2, 2))),
    *(("dgx-b200-superpod", {"su": 1, "systems_a_rack": systems}) for systems in (1, 4)),
    *((name, {"su": 2}) for name in ("dgx-b300-xdr-superpod", "dgx-b300-spectrum-superpod", "gb200-nvl72-superpod")),
    *(("dgx-basepod", {"nodes": 8, "system": system, "systems_a_rack": 4}) for system in ("H100", "H200", "B200")),
    *(("hgx-pod", {"nodes": nodes, "nodes_a_rack": racks}) for nodes, racks in ((1, 1), (8, 2), (100, 4))),
    ("site-100k", {"systems": 512, "halls": 2}),
]


@pytest.mark.parametrize(("name", "chosen"), CHOICES, ids=[f"{name}-{'-'.join(map(str, chosen.values()))}" for name, chosen in CHOICES])
def test_other_numbers_hold_as_well_with_one_feed_or_pdu_lost(name: str, chosen: dict[str, Any]) -> None:
    """Every supply has a cord, every PDU a feed; but for the five of six supplies that a DGX B200 needs nothing is found."""
    with Document.scratch(Clock()) as document:
        run(document, build, load_template(name, chosen))
        found = check_all(document.snapshot)
        sums = plan_totals(load_template(name, chosen), open_catalog().get)
        nodes, cords = document.snapshot["power_node"], document.snapshot["power_cord"]
        units = document.snapshot["cooling_node"]["device_id"]
        of_units = nodes.positions(cords["from_node_id"][np.isin(cords["device_id"], units[units != ABSENT])])
        assert int((nodes["kind"] == PowerNodeKind.FEED).sum()) - len(of_units) == sums.feeds > 0
        assert int((cords["from_device_id"] != ABSENT).sum()) == sums.power_cords
        worse = {finding.rule for finding in found if str(finding.severity) != "info"}
        assert worse == ({"power.loss_device"} if name == "dgx-b200-superpod" or chosen.get("system") == "B200" else set())


def test_lines_of_panels_are_balanced() -> None:
    """Racks of a row begin on one line after the other: of four systems on three PDUs eight supplies of a PDU lie 3, 3 and 2."""
    with Document.scratch(Clock()) as document:
        run(document, build, load_template("site-100k", {"systems": 512, "halls": 1}))
        power = document.snapshot.cached(power_plan)
        kinds = document.snapshot["power_node"]["kind"]
        currents = power.flow.current_a[: power.rows][kinds == PowerNodeKind.PANEL]
        assert (currents.max(axis=1) < 1.03 * currents.min(axis=1)).all()


def _places(labels: list[str]) -> list[str]:
    """Where findings are, sorted; racks are counted where they are many."""
    return sorted(labels) if len(labels) <= 12 else [f"{len(set(labels))} racks"]


@pytest.mark.parametrize("name", NAMES)
def test_a_template_names_what_the_catalog_has(name: str) -> None:
    plan = load_template(name)
    catalog = open_catalog()
    assert all(key in catalog for key in [rack.type for rack in plan.racks] + [device.type for device in plan.devices])
    assert plan.types == {}
    names = [device.name for device in plan.devices]
    assert len(set(names)) == len(names)
    assert all(device.role for device in plan.devices)


@pytest.mark.parametrize("name", NAMES)
def test_a_template_is_a_plan_like_any_other(name: str) -> None:
    plan = load_template(name)
    assert plan_from_plain(plan.to_plain()) == plan


def test_an_unknown_template() -> None:
    for name in ("nothing", "", "../rules/site_sheet", "one-rack.yaml"):
        with pytest.raises(Refused, match="available: dgx-b200-superpod, "):
            load_template(name)


WHOLE = """\
name: mine
title: Mine
title_es: Mía
description: One
description_es: Una
plan:
  halls: [{name: H}]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "templates"
    made.mkdir()
    monkeypatch.setattr(loader, "resource", tmp_path.joinpath)
    return made


def test_a_file_is_read(folder: Path) -> None:
    (folder / "mine.yaml").write_text(WHOLE, encoding="utf-8")
    (folder / "notes.txt").write_text("not a template")
    assert [(template.name, template.title, template.title_es) for template in templates()] == [("mine", "Mine", "Mía")]
    assert load_template("mine").halls[0].name == "H"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("- 1\n", "mine.yaml is not a template"),
        (WHOLE.replace("title_es: Mía\n", ""), "is not a template: it requires exactly"),
        (WHOLE + "colour: red\n", "is not a template: it requires exactly"),
        (WHOLE.replace("name: mine", "name: other"), "and its own name"),
        (WHOLE.replace("title: Mine", "title: 5"), "title must be text"),
        (WHOLE.replace("halls", "rooms"), "unknown name 'rooms'"),
        (WHOLE.replace("{name: H}", "{name: H, width_mm: wide}"), "halls[0].width_mm: 'wide' does not fit"),
        ("name: [\n", "mine.yaml"),
        (WHOLE + "title: Twice\n", "mine.yaml"),
    ],
)
def test_a_file_that_is_no_template_is_told(folder: Path, text: str, says: str) -> None:
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidData) as caught:
        load_template("mine")
    assert says in str(caught.value)


def test_the_templates_travel_with_the_program() -> None:
    assert locate.resource("templates").is_dir()


PUBLISHED = {
    # NVIDIA DGX SuperPOD RA, DGX H100, RA-11333-001 V11, Table 4 (with UFM); the same in DGX B200, RA-11334-001 V08.
    **{(name, su): counts
       for name in ("dgx-h100-superpod", "dgx-b200-superpod")
       for su, counts in {1: (31, 8, 4), 2: (63, 16, 8), 3: (95, 24, 16), 4: (127, 32, 16)}.items()},
    # RA of DGX B300 with XDR, Table 3.
    **{("dgx-b300-xdr-superpod", su): counts
       for su, counts in {1: (72, 8, 4), 2: (144, 16, 8), 4: (288, 32, 18), 8: (576, 64, 36)}.items()},
    # RA of DGX B300 with Spectrum-X, Table 3, both planes.
    **{("dgx-b300-spectrum-superpod", su): (64 * su, 16 * su, 8 * su) for su in (1, 2, 4, 8, 16)},
    # RA-11338-001 (DGX GB200), as quoted; racks, leaves, spines. One unit is derived: two tiers.
    **{("gb200-nvl72-superpod", su): counts
       for su, counts in {1: (8, 32, 9), 2: (16, 64, 48), 4: (32, 128, 96), 8: (64, 256, 192), 16: (128, 512, 384)}.items()},
}  # fmt: skip
"""Template and scalable units → systems, compute leaves, spines."""
CORES_GB200 = {1: 0, 2: 18, 4: 36, 8: 72, 16: 144}


@pytest.mark.parametrize(("name", "su"), PUBLISHED)
def test_a_superpod_has_the_published_counts(name: str, su: int) -> None:
    roles = Counter(device.role for device in load_template(name, {"su": su}).devices)
    assert (roles["compute"], roles["leaf"], roles["spine"]) == PUBLISHED[name, su]
    if name.startswith("gb200"):
        assert roles["core"] == CORES_GB200[su]


@pytest.mark.parametrize("systems_a_rack", [1, 2, 4])
def test_fewer_systems_stand_in_more_racks(systems_a_rack: int) -> None:
    plan = load_template("dgx-h100-superpod", {"su": 4, "systems_a_rack": systems_a_rack})
    assert len(plan.racks) == 128 // systems_a_rack + 6
    assert Counter(device.role for device in plan.devices)["compute"] == 127


def test_four_units_match_the_published_bill_of_materials() -> None:
    """RA-11333-001 V11, bill of materials of 4 SU with 127 systems."""
    plan = load_template("dgx-h100-superpod")
    types, roles = Counter(device.type for device in plan.devices), Counter(device.role for device in plan.devices)
    assert types["nvidia.dgx-h100"] == 127
    assert len(plan.racks) == 38
    assert roles["leaf"] + roles["spine"] == 48
    assert roles["storage leaf"] + roles["storage target leaf"] + roles["storage spine"] == 16
    assert types["nvidia.qm9700"] == 48 + 16
    assert (types["nvidia.sn4600c"], types["nvidia.sn2201"]) == (8, 8)
    assert (types["nvidia.ufm-enterprise-appliance"], types["generic.bcm-server"]) == (4, 4)
    assert (types["raritan.px3-5878i2r"], types["raritan.px3-5747v-v2"]) == (96, 12)
    assert Counter(device.type for device in load_template("dgx-h100-superpod", {"ufm": False}).devices)["nvidia.dgx-h100"] == 128


def test_the_five_management_racks_of_the_b200() -> None:
    """As quoted of RA-11334-001 V08: 48 compute and 12 storage QM9700, 4 SN5600, 18 SN2201, 4 UFM, 7 management nodes in 5 racks."""
    plan = load_template("dgx-b200-superpod")
    types, roles = Counter(device.type for device in plan.devices), Counter(device.role for device in plan.devices)
    assert len(plan.racks) - 64 == 5
    assert (roles["leaf"] + roles["spine"], roles["storage leaf"] + roles["storage spine"]) == (48, 12)
    assert (types["nvidia.sn5600"], types["nvidia.sn2201"]) == (4, 18)
    assert (types["nvidia.ufm-enterprise-appliance"], types["generic.bcm-server"]) == (4, 7)


@pytest.mark.parametrize("nodes", [4, 8])
def test_the_basepod_has_its_switches(nodes: int) -> None:
    """RA-11127-001 V5, Table 4.2: 2 QM9700, 2 SN4600C, one SN2201 for four systems, five management servers."""
    types = Counter(device.type for device in load_template("dgx-basepod", {"nodes": nodes}).devices)
    switches = (types["nvidia.qm9700"], types["nvidia.sn4600c"], types["nvidia.sn2201"], types["generic.bcm-server"])
    assert switches == (2, 2, nodes // 4, 5)


def test_the_large_site_stays_in_its_halls() -> None:
    """Derived: 49 units of 64 systems a hall, 8 leaves each; 7 pods a hall with 64 spines and 32 cores each."""
    plan = load_template("site-100k")
    roles = Counter(device.role for device in plan.devices)
    assert (roles["compute"], roles["leaf"], roles["spine"], roles["core"]) == (12_500, 1_568, 1_792, 896)
    halls = {number: rack.hall for number, rack in enumerate(plan.racks)}
    of_hall = Counter(halls[device.rack] for device in plan.devices if device.rack is not None and device.role == "compute")
    assert of_hall == {0: 3_125, 1: 3_125, 2: 3_125, 3: 3_125}
    # 49 phases a hall: 48 full units and one of 53 systems, each with 8 leaves and 3 out-of-band switches of its phase.
    for role, prefix, full, last in (("compute", "dgx-", 64, 53), ("leaf", "leaf-", 8, 8), ("out-of-band", "oob-0", 3, 3)):
        mine = [device for device in plan.devices if device.role == role and device.name.startswith(prefix)]
        met = Counter((device.phase, halls[device.rack]) for device in mine if device.rack is not None)
        assert met == {(phase, (phase - 1) // 49): full if phase % 49 else last for phase in range(1, 197)}
