"""Dialogs, docks, panes and models that others are made of."""
