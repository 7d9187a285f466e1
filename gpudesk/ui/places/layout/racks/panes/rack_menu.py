"""What the menu over the elevations offers."""

_CLIPBOARD = ("edit.cut", "edit.copy", "edit.paste", "edit.delete", "edit.rename", "|")
_PLACE = ("place.flip", "place.swap", "edit.duplicate", "place.fill", "place.auto", "place.reserve", "|")
_REPORTS = ("file.elevations", "file.worklist", "file.hand-over")
CONTEXT_ACTIONS = (*_CLIPBOARD, *_PLACE, "place.status", "place.phase", "project.remarks", "project.save-template", "|", *_REPORTS)
"""The actions for what is selected; "|" parts groups."""
