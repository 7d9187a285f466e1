"""Everything a person can do to a project, through one door: `run`, `undo` and `redo`."""
