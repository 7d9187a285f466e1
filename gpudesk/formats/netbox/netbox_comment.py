"""What NetBox has no column for, as the last line of a comment: written with a set, and read back from one."""

import json
from collections.abc import Mapping
from typing import Any

from gpudesk.core.hardware.hardware import Side, Status
from gpudesk.core.names.text_limits import TEXT_BOUNDS
from gpudesk.core.plan.plan import MOST_PHASE
from gpudesk.formats.tables.device_list import half_units
from gpudesk.formats.tables.device_list_write import unit_cell

MARK = "gpudesk: "
"""How the line begins; a JSON object follows."""
_MOST_HALF_UNITS = 1000


def comment_of(notes: str, said: Mapping[str, Any]) -> str:
    """Return notes, followed by a line with additional data.

    Args:
        said: `side` (0 or 1), `position` (half units above the lowest), `status`, `phase`, `parent`, `slot`, `tray` (a tray of a
            rack-scale system, included in its type), `system` (a rack that is such a system), `role` of it; None and "" are omitted.
    """
    told: dict[str, Any] = {key: value for key, value in said.items() if value not in (None, "")}
    if "side" in told:
        told["side"] = Side(told["side"]).name.lower()
    if "position" in told:
        told["unit"] = unit_cell(told.pop("position"))
    if "status" in told:
        told["status"] = Status(told["status"]).name.lower()
    if not told:
        return notes
    line = MARK + json.dumps(told, ensure_ascii=False, sort_keys=True)
    return f"{notes}\n\n{line}" if notes else line


def told_by(comment: str) -> tuple[str, dict[str, Any]]:
    """Return the notes of a comment, and the data of its last line by the names of `comment_of`; unknown data is skipped.

    A comment without such a line consists of notes only.
    """
    notes, _, last = comment.rstrip().rpartition("\n")
    if not last.startswith(MARK):
        return comment, {}
    try:
        said = json.loads(last.removeprefix(MARK))
    except (ValueError, RecursionError):
        return comment, {}
    if not isinstance(said, dict):
        return comment, {}
    found: dict[str, Any] = {}
    for key, names in (("side", Side), ("status", Status)):
        word = said.get(key)
        if isinstance(word, str) and word.upper() in names.__members__:
            found[key] = int(names[word.upper()])
    unit = said.get("unit")
    position = half_units(str(unit)) if isinstance(unit, int | float) and not isinstance(unit, bool) else None
    if position is not None and 0 <= position <= _MOST_HALF_UNITS:
        found["position"] = position
    phase = said.get("phase")
    if isinstance(phase, int) and not isinstance(phase, bool) and 0 <= phase <= MOST_PHASE:
        found["phase"] = phase
    for key, bound in (("parent", "name"), ("slot", "slot"), ("role", "role")):
        text = said.get(key)
        if isinstance(text, str) and text.isprintable() and len(text) <= TEXT_BOUNDS[bound].most:
            found[key] = text
    found |= {key: True for key in ("tray", "system") if said.get(key) is True}
    return notes.rstrip(), found
