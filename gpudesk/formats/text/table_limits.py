"""Size limits of imported tables."""

MOST_BYTES = 64 << 20
"""Maximum file size on the disk."""
MOST_UNPACKED_BYTES = 256 << 20
"""Of all parts of a workbook."""
MOST_PARTS = 1_000
MOST_SHEETS = 100
MOST_ROWS = 200_000
"""Of one sheet."""
MOST_COLUMNS = 256
MOST_CELL_CHARACTERS = 32_767
"""Maximum characters in a spreadsheet cell."""
LAST_ROW = 1_048_576
"""Of a spreadsheet."""
