"""Write docs/actions.md from the table of actions (a test compares the two).

python packaging/write_actions.py
"""

from pathlib import Path

from gpudesk.ui.action_table import ACTIONS, MENUS
from gpudesk.ui.toolkit.actions import markdown_table

HEAD = """# Actions and keys

Everything that can be done from a menu, a key or the palette (Ctrl+K). This page is written by `python packaging/write_actions.py`.

On the drawing of racks: arrows go to the next object, Shift extends the selection, Alt+Shift moves by half a unit, Home and End go
to the ends of a rack, Enter opens, F fits, Esc lets go. While a part from the catalog is placed by keys, arrows move it, X turns it
to the other face and Enter drops it.

"""


def page() -> str:
    """The whole page."""
    return HEAD + markdown_table(ACTIONS, MENUS)


if __name__ == "__main__":
    Path(__file__).resolve().parent.parent.joinpath("docs", "actions.md").write_text(page(), encoding="utf-8")
