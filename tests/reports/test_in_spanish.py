"""Texts that reports take from the project or the catalog, in Spanish: reasons, roles, models."""

from collections.abc import Sequence

import pytest

from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan_domains import SHIPPED_REASONS
from gpudesk.core.plan.shipped_roles import SHIPPED_ROLES
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.reports.catalogue import bound
from gpudesk.reports.layout.report import Choices, Subject, subject_of
from gpudesk.reports.layout.shapes import Text
from gpudesk.ui.printing.report_language import wording
from tests.operations.conftest import RACK, SYSTEM
from tests.reports.conftest import AT, template_subject

SPANISH = wording("es")


def texts(report: str, subject: Subject, choices: Choices | None = None) -> Sequence[str]:
    pages = bound([report], subject, choices or Choices(), SPANISH).sheets()
    return [shape.text for page in pages for shape in page.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("reason", SHIPPED_REASONS)
def test_a_shipped_reason_in_a_finding_is_translated(reason: str) -> None:
    shown = SPANISH.message(Message("", "{reason}", {"reason": reason}))
    assert shown == SPANISH.translate("outside", reason) != reason


def test_a_reason_of_the_user_stays() -> None:
    assert SPANISH.message(Message("", "{reason}", {"reason": "Decided with the client"})) == "Decided with the client"


def test_models_of_a_finding_are_translated() -> None:
    models = ("Generic Blanking panel 1U", "NVIDIA DGX H100")
    assert SPANISH.message(Message("", "{models}", {"models": models})) == "Panel ciego 1U (modelo genérico), NVIDIA DGX H100"


def test_every_shipped_role_has_a_spanish_name() -> None:
    names = {role: SPANISH.translate("roles", role) for role in SHIPPED_ROLES}
    assert names["compute"] == "cómputo"
    assert names["cluster management"] == "gestión del clúster"
    assert {role for role, name in names.items() if name == role} == {"leaf", "spine", "core", "panel"}


def test_the_summary_and_the_bill_show_roles_reasons_and_models_in_spanish() -> None:
    subject = template_subject("dgx-h100-superpod", su=1)
    summary = " ".join(texts("project-summary", subject))
    assert "Los equipos de almacenamiento se eligen con el" in summary
    assert "Storage appliances" not in summary
    bill = texts("bom", subject)
    assert {"cómputo", "gestión del clúster", "alimentación"} <= set(" · ".join(bill).split(" · "))
    assert not {"compute", "cluster management", "power"} & set(" · ".join(bill).split(" · "))


def test_a_role_of_the_user_stays_as_entered() -> None:
    document = Document.scratch()
    try:
        row = run(document, create_row, run(document, create_hall).result).result
        rack = run(document, add_racks, RACK, 1, row).result[0]
        device = run(document, place_device, SYSTEM, rack, 0).result
        run(document, set_fields, "device", [device], {"role": "render {farm}"})
        assert "render {farm}" in " · ".join(texts("bom", subject_of(document, AT))).split(" · ")
    finally:
        document.close()


@pytest.mark.parametrize("report", ["power-schedule", "elevations", "worklist", "cut-sheets", "pull-schedule", "handover-book"])
def test_no_report_contains_the_english_name_of_a_type(report: str) -> None:
    subject = template_subject("dgx-h100-superpod", su=1)
    english = ("Generic ", "Power cord", "Patch cord", "Rack unit", ", locking", "Management server")
    assert not [text for text in texts(report, subject) if text.startswith(english) or ", locking" in text]


def test_the_part_of_the_plan_in_a_finding_and_its_severity_are_in_spanish() -> None:
    summary = texts("project-summary", template_subject("dgx-h100-superpod", su=1))
    assert "Sistema de almacenamiento" in summary
    assert "Nota" in summary
