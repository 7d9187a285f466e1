"""The cables and modules of the DGX H100 SuperPOD of four units against its published bill; docs/fabric-bill.md says where they differ."""

from collections import Counter
from pathlib import Path

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.values.columns import ABSENT
from gpudesk.operations.cabling.cable_operations import set_cables
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

BILL = Path(__file__).parents[2] / "docs" / "fabric-bill.md"
CORD, SPLITTER = "nvidia.mfp7e10", "nvidia.mfp7e20"
SWITCH_MODULE, SYSTEM_MODULE, SINGLE_MODULE, QSFP_MODULE = (
    "nvidia.mma4z00-ns",
    "nvidia.mma4z00-ns-flt",
    "nvidia.mma4z00-ns400",
    "nvidia.mma1z00-ns400",
)


def counted(snapshot: Snapshot, network: str) -> Counter[str]:
    """How many cables and modules of each type a network has: a splitter is one, and so is the module of a cage."""
    cables, types = snapshot["cable"], snapshot.types
    network_id = int(snapshot["network"].where("name", network)[0])
    found: Counter[str] = Counter()
    seen: set[object] = set()
    for row in map(cables.row, cables.where("network_id", network_id).tolist()):
        if row["assembly"] is None or row["assembly"] not in seen:
            seen.add(row["assembly"])
            found[types[row["type_id"]].key] += 1
        for side in "ab":
            device, port, module = row[f"{side}_device_id"], row[f"{side}_port"], row[f"{side}_module_id"]
            kind = types[int(snapshot["device"].row(device)["type_id"])]
            cage = (device, next(each.cage_index for each in kind.ports() if each.index == port))
            if module is not None and cage not in seen:
                seen.add(cage)
                found[types[module].key] += 1
    return found


def test_the_bill_of_four_units() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("dgx-h100-superpod"))
        done = run(document, cable_project).result
        assert done.without == 0
        snapshot = document.snapshot
        assert counted(snapshot, "Compute") == {CORD: 2040, SPLITTER: 2, SWITCH_MODULE: 1536, SYSTEM_MODULE: 508, SINGLE_MODULE: 4}
        storage = {CORD: 494, SPLITTER: 2, "nvidia.mfa7u10": 4, SWITCH_MODULE: 369 - 1, QSFP_MODULE: 254, SINGLE_MODULE: 4}
        assert counted(snapshot, "Storage") == storage
        assert counted(snapshot, "In-band") == {"nvidia.mfa1a00-c": 254 + 8 + 24, "generic.dac-100g-qsfp28": 6}
        out_of_band = counted(snapshot, "Out-of-band")
        assert sum(count for key, count in out_of_band.items() if ".cat5e-" in key) == 317
        assert out_of_band["nvidia.mfa1a00-c"] + out_of_band["generic.dac-100g-qsfp28"] == 16


def test_the_published_cables_of_200_do_not_go_into_cages_of_100() -> None:
    """980-9I440, as published, between a system and an SN4600C: the check on plugs reports it, and cabling lays another one."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-h100-superpod"))
        in_band = int(document.snapshot["network"].where("name", "In-band")[0])
        run(document, cable_project, [in_band])
        cables = document.snapshot["cable"]
        devices = document.snapshot["device"]
        systems = devices.ids[devices["role"] == "compute"]
        mine = [int(each) for each, device in zip(cables.ids, cables["a_device_id"], strict=True) if device in systems]
        assert len(mine) == 254
        run(document, set_cables, mine, {"type": "nvidia.mfs1s00-h", "length_mm": 30_000})
        found = list(check_all(document.snapshot).of_rule("link.form_factor"))
        assert len(found) == 254


@pytest.mark.parametrize(
    ("template", "compute"),
    [
        ("dgx-b300-xdr-superpod", {"single-mode"}),
        ("dgx-b200-superpod", {"multi-mode"}),
        ("gb200-nvl72-superpod", {"multi-mode", "copper"}),
    ],
)
def test_other_systems_get_the_medium_that_their_ports_have(template: str, compute: set[str]) -> None:
    with Document.scratch() as document:
        run(document, build, load_template(template))
        network_id = int(document.snapshot["network"].where("name", "Compute")[0])
        assert run(document, cable_project, [network_id]).result.without == 0
        snapshot = document.snapshot
        modes = {snapshot.types[type_id].text("fibre_mode") for type_id in set(snapshot["cable"]["type_id"].tolist()) - {ABSENT}}
        assert modes == compute


def test_the_document_says_the_figures() -> None:
    text = BILL.read_text(encoding="utf-8")
    for part, published, ours in (("980-9I570", "2,040", "2,040"), ("980-9I510", "1,536", "1,536"), ("980-9I440", "254", "0")):
        assert any(part in line and published in line and f"| {ours} |" in line for line in text.splitlines()), part


@pytest.mark.parametrize(
    ("template", "known"),
    [
        # What the publication itself gets wrong, 254 links of 200 Gb/s on cages of 100, is one finding.
        ("dgx-h100-superpod", {"link.accepted_rate": 1}),
        ("dgx-b200-superpod", {}),
        ("dgx-b300-xdr-superpod", {}),
        ("dgx-b300-spectrum-superpod", {}),
        ("gb200-nvl72-superpod", {}),
        ("dgx-basepod", {}),
        ("small-pod", {}),
        ("hgx-pod", {}),
    ],
)
def test_checks_find_nothing_wrong_with_what_is_chosen(template: str, known: dict[str, int]) -> None:
    with Document.scratch() as document:
        run(document, build, load_template(template))
        run(document, cable_project)
        found = Counter(finding.rule for finding in check_all(document.snapshot) if finding.rule.startswith("link."))
        assert {rule: count for rule, count in found.items() if rule != "link.way_estimate"} == known
