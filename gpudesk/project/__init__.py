"""The project file: open, snapshot, edit, history, versions."""
