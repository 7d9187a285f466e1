"""docs/checks.md lists every rule as it is."""

import inspect
from pathlib import Path

import pytest

from gpudesk.checks.engine.families import ALL_RULES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "checks.md").read_text(encoding="utf-8")
LINES = {line.split("`")[1]: line for line in PAGE.splitlines() if line.startswith("| `")}


def test_no_rule_is_left_out_or_made_up() -> None:
    assert set(LINES) == set(ALL_RULES)


@pytest.mark.parametrize("key", sorted(ALL_RULES))
def test_a_rule_is_described_as_it_is(key: str) -> None:
    rule, line = ALL_RULES[key], LINES[key]
    explanation = inspect.getdoc(rule.judge)
    assert explanation
    cells = [cell.strip() for cell in line.strip("|").split(" | ")]
    assert cells[1] == str(rule.severity)
    assert cells[2] == f"{rule.title}. {explanation}"
    assert cells[3] == (", ".join(f"`{limit}`" for limit in rule.limits) or "–")
    assert cells[4] == rule.source
