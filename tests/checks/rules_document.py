"""What the lists of docs/checks.md must hold: an entry for each rule, as the rule describes itself.

`python -m tests.checks.rules_document` puts the entries there. A new rule needs a line "- `its.key`" in the list of its family first.
"""

import inspect
import re
import textwrap
from pathlib import Path

from gpudesk.checks.engine.families import ALL_RULES as RULES
from gpudesk.cli.terminal.output import severity_title

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "checks.md"
WIDTH = 150
ENTRY = re.compile(r"^(?:- |\| )`(?P<key>[a-z_.]+)`[^\n]*\n(?: {2}\S[^\n]*\n)*", re.MULTILINE)
"""An entry with its following lines; also a row of the tables that the page had before."""


def entry(key: str) -> str:
    """The entry of a rule: key and severity, title with explanation; limits and source in a paragraph of the same entry."""
    rule = RULES[key]
    limits = ", ".join(f"`{limit}`" for limit in rule.limits)
    texts = (
        f"`{key}` ({severity_title(rule.severity)}): **{rule.title}.** {inspect.getdoc(rule.judge)}",
        *((f"Limits: {limits}.",) if limits else ()),
        f"Source: {rule.source}",
    )
    # A line break in Markdown.
    lines = [_wrapped(text, first="- " if number == 0 else "  ") for number, text in enumerate(texts)]
    return "\\\n".join(lines) + "\n"


def _wrapped(text: str, first: str) -> str:
    return textwrap.fill(
        text,
        WIDTH - 1,
        initial_indent=first,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def documented(text: str) -> dict[str, str]:
    """The entries of a page, by the keys of their rules."""
    return {found["key"]: found[0] for found in ENTRY.finditer(text)}


def update() -> None:
    """Put the entries of all rules that the document names into it."""
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(ENTRY.sub(lambda found: entry(found["key"]) if found["key"] in RULES else found[0], text), encoding="utf-8")


if __name__ == "__main__":
    update()
