"""What the program says: translatable messages, errors, the border to foreign parsers, the report of a crash, the log."""
