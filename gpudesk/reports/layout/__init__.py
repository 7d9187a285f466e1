"""Pages: sheets, text, tables, shapes."""
