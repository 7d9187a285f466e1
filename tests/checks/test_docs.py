"""docs/checks.md lists every rule as it is."""

import inspect

import pytest

from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.cli.terminal.output import severity_title
from tests.checks.rules_document import DOCUMENT, WIDTH, documented, entry

PAGE = DOCUMENT.read_text(encoding="utf-8")
ENTRIES = documented(PAGE)


def test_no_rule_is_left_out_or_made_up() -> None:
    assert set(ENTRIES) == set(ALL_RULES)


@pytest.mark.parametrize("key", sorted(ALL_RULES))
def test_a_rule_is_described_as_it_is(key: str) -> None:
    rule = ALL_RULES[key]
    assert ENTRIES[key] == entry(key), "python -m tests.checks.rules_document brings the page up to date"
    text = " ".join(ENTRIES[key].replace("\\\n", "\n").split())
    assert inspect.getdoc(rule.judge)
    assert text.startswith(f"- `{key}` ({severity_title(rule.severity)}): **{rule.title}.** ")
    assert text.endswith(f"Source: {' '.join(rule.source.split())}")
    assert all(f"`{limit}`" in text for limit in rule.limits)


def test_no_line_is_longer_than_the_page_is_wide() -> None:
    assert [line for line in PAGE.splitlines() if len(line) > WIDTH] == []
