"""Messages of the program: translatable messages, errors, the boundary to foreign parsers, the crash report, the log."""
