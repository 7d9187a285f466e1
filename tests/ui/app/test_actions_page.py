"""The page of actions says what the table says."""

import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_the_page_of_actions_is_up_to_date() -> None:
    page = runpy.run_path(str(ROOT / "packaging" / "write_actions.py"))["page"]()
    assert (ROOT / "docs" / "actions.md").read_text(encoding="utf-8") == page, "run: python packaging/write_actions.py"
