"""What the tables of docs/checks.md must hold: a row for each rule, as the rule describes itself.

`python -m tests.checks.rules_document` puts the rows there. A new rule needs a row with its key in the table of its family first.
"""

import inspect
from pathlib import Path

from gpudesk.checks.engine.families import ALL_RULES as RULES

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "checks.md"


def row(key: str) -> str:
    """The row of a rule: key, severity, title with explanation, limits and source."""
    rule = RULES[key]
    limits = ", ".join(f"`{limit}`" for limit in rule.limits) or "–"
    return f"| `{key}` | {rule.severity} | {rule.title}. {inspect.getdoc(rule.judge)} | {limits} | {rule.source} |"


def update() -> None:
    """Put the rows of all rules that the document names into it."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    made = [row(line.split("`")[1]) if line.startswith("| `") and line.split("`")[1] in RULES else line for line in lines]
    DOCUMENT.write_text("\n".join(made) + "\n", encoding="utf-8")


if __name__ == "__main__":
    update()
