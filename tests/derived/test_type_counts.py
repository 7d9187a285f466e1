"""Types in use, counted by what their devices are for."""

from gpudesk.catalog.templates import load_template
from gpudesk.derived.scope.type_counts import type_counts
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.project.sample import Clock


def test_a_superpod_has_the_switches_of_its_bill_of_materials() -> None:
    document = Document.scratch(Clock())
    run(document, build, load_template("dgx-h100-superpod"))
    found = {each.key: each for each in type_counts(document.snapshot)}
    assert found["nvidia.dgx-h100"].count == 127
    assert found["legrand.nvidpd13"].count == 38
    switches = found["nvidia.qm9700"]
    assert (switches.count, switches.roles["leaf"] + switches.roles["spine"]) == (64, 48)
    assert switches.title == "NVIDIA QM9700"
    first = {each.key: each.count for each in type_counts(document.snapshot, 1)}
    assert first["nvidia.dgx-h100"] == 32
    assert "nvidia.dgx-h100" not in {each.key for each in type_counts(document.snapshot, 9)}
    document.close()
    assert type_counts(Document.scratch(Clock()).snapshot) == []
