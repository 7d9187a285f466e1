"""The colours of paper: dark on white, few, and told apart when a copier turns them grey."""

INK = "#14181D"
SOFT = "#4A5561"
FAINT = "#76818D"
HAIR = "#C3CAD2"
WASH = "#EEF1F4"
WHITE = "#FFFFFF"
ACCENT = "#1F6FB5"
ERROR = "#B3261E"
WARNING = "#8A5A00"
OK = "#1B6E4A"
COLD = "#DCEBF7"
HOT = "#F6E3DA"
MIXED = "#F3ECD2"
HEAT = ("#FBF3D9", "#F7DDA0", "#F0BC6A", "#E08E50", "#C25F47", "#93394A", "#5B2340")
"""Seven steps from little to much, each darker than the one before."""
ON_HEAT = (INK, INK, INK, INK, WHITE, WHITE, WHITE)
"""The ink of a text on each step of `HEAT`."""
