"""The rows of the tables of worked figures: what is expected, how exactly, and after whom."""

import csv
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHARED = Path(__file__).resolve().parents[3] / "shared" / "reference" / "site" / "oracles.csv"
"""The file from which `oracles.csv` was taken over, where it is next to the checkout."""
DOMAINS = frozenset({"power", "heat", "air", "liquid", "floor", "cost"})


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: a number with its tolerance, or a word."""

    id: str
    domain: str
    expected: str
    unit: str
    tolerance: float
    source: str


def rows_of(path: Path) -> dict[str, Row]:
    """The rows of a table by id; of the domains of this family only."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            row["id"]: Row(row["id"], row["domain"], row["expected"], row["unit"], float(row["tolerance"]), row["source"])
            for row in csv.DictReader(file)
            if row["domain"] in DOMAINS
        }
