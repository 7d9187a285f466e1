"""Projects to hand over, and an application to paint with."""

from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.reports.layout.report import Subject
from gpudesk.ui.toolkit.style.qt_application import make_application

AT = datetime(2026, 3, 4, 15, 0, tzinfo=UTC)


@pytest.fixture(scope="session", autouse=True)
def _application() -> None:
    make_application(["gpudesk"])


@cache
def template_subject(name: str, **chosen: Any) -> Subject:
    """A template as it is built, ready to be handed over."""
    document = Document.scratch()
    try:
        run(document, build, load_template(name, chosen or None))
        return Subject(document.snapshot, name, AT)
    finally:
        document.close()
