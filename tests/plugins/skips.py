"""In CI a skipped test fails, unless tests/allowed_skips.txt names its reason."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

ALLOWED_FILE = Path(__file__).resolve().parent.parent / "allowed_skips.txt"


def allowed_reasons() -> frozenset[str]:
    """The lines of tests/allowed_skips.txt that are not comments."""
    lines = (line.strip() for line in ALLOWED_FILE.read_text(encoding="utf-8").splitlines())
    return frozenset(line for line in lines if line and not line.startswith("#"))


def _forbidden_reason(report: pytest.TestReport | pytest.CollectReport) -> str | None:
    if not os.environ.get("CI") or not report.skipped or hasattr(report, "wasxfail"):
        return None
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    reason = text.removeprefix("Skipped: ")
    return None if reason in allowed_reasons() else reason


def _fail(report: pytest.TestReport | pytest.CollectReport, reason: str) -> None:
    report.outcome = "failed"
    report.longrepr = f"skipped in CI, and tests/allowed_skips.txt does not name the reason: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip that is not allowed into a failure."""
    report = yield
    if (reason := _forbidden_reason(report)) is not None:
        _fail(report, reason)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a whole module that skips itself."""
    report = yield
    if (reason := _forbidden_reason(report)) is not None:
        _fail(report, reason)
    return report
