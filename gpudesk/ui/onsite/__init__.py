"""The place "On site": the checklist of a project, worked through in the hall."""
