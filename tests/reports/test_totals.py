"""Digits and units of totals in reports: three significant digits, in the unit of their size."""

import re

import pytest

from gpudesk.reports.catalogue import bound
from gpudesk.reports.layout.report import Choices
from gpudesk.reports.layout.shapes import Text
from gpudesk.ui.printing.report_language import wording
from tests.reports.conftest import template_subject

SU = "dgx-h100-superpod"


def texts(report: str, language: str, su: int) -> list[str]:
    pages = bound([report], template_subject(SU, su=su), Choices(), wording(language)).sheets()
    return [shape.text.replace("\u00a0", " ") for page in pages for shape in page.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize(
    ("report", "language", "shown"),
    [
        ("hall-summary", "en", {"1.51 MW +", "28.2 t +", "5.14 million"}),
        ("hall-summary", "es", {"1,51 MW +", "28,2 t +", "5,14 millones"}),
        ("project-summary", "en", {"1.51 MW +", "28.2 t +", "344 kW +"}),
        ("project-summary", "es", {"1,51 MW +", "28,2 t +", "344 kW +"}),
        ("floor-plan", "en", {"1.51 MW + 16 not known"}),
        ("power-schedule", "es", {"Carga, kVA", "14,3"}),
    ],
)
def test_totals_of_a_large_project(report: str, language: str, shown: set[str]) -> None:
    assert shown <= set(texts(report, language, 4))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("report", ["project-summary", "hall-summary", "floor-plan", "bom", "power-schedule", "elevations", "worklist"])
@pytest.mark.parametrize("su", [1, 4])
def test_no_report_has_decimals_on_thousands_of_a_unit_or_an_exponent(report: str, language: str, su: int) -> None:
    wrong = re.compile(r"\d[,. ]?\d{3}[.,]\d+ (kg|lb|W|kW|VA|kVA)\b" if language == "en" else r"\d[. ]?\d{3},\d+ (kg|lb|W|kW|VA|kVA)\b")
    exponent = re.compile(r"\d[eE][+-]?\d")
    assert not [text for text in texts(report, language, su) if wrong.search(text) or exponent.search(text)]
