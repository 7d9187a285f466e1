"""A rule of the checks that raises fails the test in which it does: docs/decisions/rule-that-fails.md."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_CORE = Path(__file__).resolve().parent.parent / "core"


@pytest.fixture
def rules_may_fail() -> None:
    """For tests of what a person sees when a rule fails."""


@pytest.fixture(autouse=True)
def _loud_rules(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise what the engine would catch, unless the test asks for `rules_may_fail`. The core knows no rules."""
    if "rules_may_fail" in request.fixturenames or _CORE in request.path.parents:
        return
    from gpudesk.checks.engine import check_engine

    def made(work: Callable[[], Any]) -> Any:
        return work()

    monkeypatch.setattr(check_engine, "_or_error", made)
