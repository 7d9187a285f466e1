"""Templates: each is a whole plan that builds, and the checks say exactly what its table says."""

from collections import Counter
from pathlib import Path

import pytest

from gpudesk import locate, operations
from gpudesk.catalog import open_catalog
from gpudesk.catalog import templates as loader
from gpudesk.catalog.templates import load_template, templates
from gpudesk.checks import check_all
from gpudesk.core.errors import InvalidData, Refused
from gpudesk.core.plan import plan_from_plain
from gpudesk.derived.totals import totals
from gpudesk.operations import run
from gpudesk.project.document import Document
from tests.project.sample import Clock

NAMES = [template.name for template in templates()]
FINDINGS = {
    "dgx-h100-superpod": {
        # The data sheets of SN2201 and SN4600C give a typical power only; Legrand and Raritan publish no weights that were found.
        "plan.missing_power": 2,
        "plan.missing_weight": 3,
        "plan.missing_rack_depth": 1,
        "plan.missing_rack_load": 1,
        "weight.lift": 1,
    },
    "one-rack": {"plan.missing_power": 1, "weight.lift": 1},
    "small-pod": {"plan.missing_power": 2, "weight.lift": 1},
}
"""What the checks find in each template: rule → how often. Nothing here may be an error or a warning."""
SIZES = {"dgx-h100-superpod": (38, 1016), "one-rack": (1, 32), "small-pod": (3, 56)}
"""Racks and GPUs."""


def test_each_template_has_its_table() -> None:
    assert set(NAMES) == set(FINDINGS) == set(SIZES)


def test_templates_are_told_in_both_languages() -> None:
    for template in templates():
        assert template.title != template.title_es
        assert template.description != template.description_es
        assert all([template.title, template.title_es, template.description, template.description_es])


@pytest.mark.parametrize("name", NAMES)
def test_a_template_builds_and_the_checks_say_what_its_table_says(name: str) -> None:
    document = Document.scratch(Clock())
    outcome = run(document, operations.build, load_template(name))
    found = check_all(document.snapshot)
    assert Counter(finding.rule for finding in found) == FINDINGS[name]
    assert {str(finding.severity) for finding in found} <= {"info"}
    assert outcome.findings == found
    sums = totals(document.snapshot, "project")
    assert (sums.racks, sums.gpus) == SIZES[name]
    document.close()


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
        with pytest.raises(Refused, match="there are dgx-h100-superpod, one-rack, small-pod"):
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
        (WHOLE.replace("title_es: Mía\n", ""), "it needs exactly"),
        (WHOLE + "colour: red\n", "it needs exactly"),
        (WHOLE.replace("name: mine", "name: other"), "and its own name"),
        (WHOLE.replace("title: Mine", "title: 5"), "title must be a text"),
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


PUBLISHED_H100 = {1: (31, 8, 4), 2: (63, 16, 8), 3: (95, 24, 16), 4: (127, 32, 16)}
"""Scalable units → systems, compute leaves, spines: NVIDIA DGX SuperPOD RA, DGX H100, RA-11333-001 V11, Table 4 (with UFM)."""


@pytest.mark.parametrize("su", PUBLISHED_H100)
@pytest.mark.parametrize("systems_a_rack", [1, 2, 4])
def test_the_superpod_has_the_published_counts(su: int, systems_a_rack: int) -> None:
    plan = load_template("dgx-h100-superpod", {"su": su, "systems_a_rack": systems_a_rack})
    roles = Counter(device.role for device in plan.devices)
    assert (roles["compute"], roles["leaf"], roles["spine"]) == PUBLISHED_H100[su]
    assert Counter(rack.type for rack in plan.racks)["legrand.nvidpd13"] >= -(-32 * su // systems_a_rack)
    assert (
        load_template("dgx-h100-superpod", {"su": su, "ufm": False, "systems_a_rack": systems_a_rack}).devices[0].type == "nvidia.dgx-h100"
    )


def test_four_units_match_the_published_bill_of_materials() -> None:
    """RA-11333-001 V11, bill of materials of 4 SU with 127 systems."""
    plan = load_template("dgx-h100-superpod")
    types, roles = Counter(device.type for device in plan.devices), Counter(device.role for device in plan.devices)
    assert types["nvidia.dgx-h100"] == 127
    assert len(plan.racks) == 38
    assert (roles["leaf"] + roles["spine"], roles["storage leaf"] + roles["storage spine"]) == (48, 16)
    assert types["nvidia.qm9700"] == 48 + 16
    assert (types["nvidia.sn4600c"], types["nvidia.sn2201"]) == (8, 8)
    assert (types["nvidia.ufm-enterprise-appliance"], types["generic.bcm-server"]) == (4, 4)
    assert (types["raritan.px3-5878i2r"], types["raritan.px3-5747v-v2"]) == (96, 12)
    assert Counter(device.type for device in load_template("dgx-h100-superpod", {"ufm": False}).devices)["nvidia.dgx-h100"] == 128
