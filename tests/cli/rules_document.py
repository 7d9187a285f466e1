"""What docs/rules-of-thumb.md must hold: what `gpudesk rules` prints.

`python -m tests.cli.rules_document` puts it there.
"""

import re
from pathlib import Path

from click.testing import CliRunner

from gpudesk.cli.commands import gpudesk

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "rules-of-thumb.md"
BLOCK = re.compile(r"^```text\n\$ gpudesk rules\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def printed() -> str:
    """What the command prints."""
    return CliRunner().invoke(gpudesk, ["rules"]).output


def update() -> None:
    """Put what it prints into the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(BLOCK.sub(lambda _: f"```text\n$ gpudesk rules\n{printed()}```\n", text), encoding="utf-8")


if __name__ == "__main__":
    update()
