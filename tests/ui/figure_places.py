"""Which figures of a project are shown where, and what each place shows: read as a person or a program reads it.

`python -m tests.ui.figure_places` puts the table into docs/figures.md.
"""

import itertools
import json
import re
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import Any

from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.plan_types import types_of
from gpudesk.catalog.templates import load_template
from gpudesk.cli import main
from gpudesk.core.messages.message import Message
from gpudesk.derived.cost.bom import bom
from gpudesk.formats.tables.bom_sheets import bom_sheets
from gpudesk.operations.plan.plan_sums import sums_of
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.catalogue import bound
from gpudesk.reports.layout.report import Choices, Subject
from gpudesk.reports.layout.shapes import Text
from gpudesk.ui.panels.inspector.inspector_figures import figure_text
from gpudesk.ui.places.home.recent_summaries import Summary, summary_of
from gpudesk.ui.printing.report_language import wording

PAGE = Path(__file__).resolve().parents[2] / "docs" / "figures.md"
_SCALES = {"kW": 1e3, "MW": 1e6, "W": 1.0, "kg": 1.0, "t": 1e3, "M": 1e6}
_NUMBER = re.compile(r"(-?[\d,]+(?:\.\d+)?)\s*([a-zA-Z]*)")
NONE = "none"
"""What a place shows that says that the figure is not known."""


def number(text: str) -> float | str:
    """The number at the beginning of a text, in W and kg; NONE where it begins with a dash or is empty."""
    if not text or text.startswith("–"):
        return NONE
    found = _NUMBER.match(text)
    assert found is not None, text
    return float(found[1].replace(",", "")) * _SCALES.get(found[2], 1.0)


@dataclass(frozen=True)
class Made:
    """A template that was made into a project: its file, and its state."""

    template: str
    path: Path
    snapshot: Snapshot
    values: Mapping[str, int]

    @cached_property
    def info(self) -> dict[str, Any]:
        return dict(self._json("info")["totals"])

    @cached_property
    def bill(self) -> dict[str, Any]:
        return dict(self._json("bom")["totals"])

    @cached_property
    def cost(self) -> dict[str, Any]:
        return self._json("cost", "--set", "currency=USD")

    @cached_property
    def price_line(self) -> str:
        """What `gpudesk bom` prints of the price of all; "" if there is nothing to buy."""
        return next((line for line in self._said("bom").splitlines() if line.startswith("no price known") or " USD for " in line), "")

    @cached_property
    def lines(self) -> dict[str, str]:
        """What `gpudesk info` prints, by name."""
        rows = [re.split(r"\s{2,}", line.strip(), maxsplit=1) for line in self._said("info").splitlines()]
        return {row[0]: row[1] for row in rows if len(row) == 2}

    @cached_property
    def preview(self) -> Any:
        """The sums of the dialog New project."""
        plan = load_template(self.template, self.values)
        return sums_of(plan, types_of(plan))

    @cached_property
    def sheet(self) -> dict[str, Any]:
        """The summary sheet of the workbook of the bill: what → value."""
        return {str(row[0]): getattr(row[1], "value", row[1]) for row in self._sheet_rows if len(row) > 1}

    @cached_property
    def sheet_remarks(self) -> dict[str, str]:
        """The remarks of the same sheet: what → remark."""
        return {str(row[0]): str(row[2]) for row in self._sheet_rows if len(row) > 2}

    @cached_property
    def _sheet_rows(self) -> Any:
        catalog = open_catalog()
        found = bom(self.snapshot, bom_rules(), catalog.get)
        return bom_sheets(found, self.template, datetime(2026, 1, 1, tzinfo=UTC).date(), Message.plain, "en")["Summary"]

    @cached_property
    def summary(self) -> dict[str, str]:
        """Labels of the project summary with what is below them."""
        return {label: below for page in self._pages("project-summary") for label, below in page.items()}

    @cached_property
    def hall_summary(self) -> list[dict[str, str]]:
        """The same of the first page of each hall."""
        return [page for page in self._pages("hall-summary") if "Power drawn" in page]

    @cached_property
    def floor_plans(self) -> list[dict[str, str]]:
        """The same of the plan of each hall."""
        return [page for page in self._pages("floor-plan") if "Power, maximum" in page]

    @cached_property
    def home(self) -> Summary:
        """What Home says of a project that was opened before."""
        return summary_of(self.snapshot, None)

    def _pages(self, report: str) -> list[dict[str, str]]:
        """Labels of each page with what is below them; the first of several that are called the same."""
        subject = Subject(self.snapshot, self.template, datetime(2026, 1, 1, tzinfo=UTC))
        pages = bound([report], subject, Choices(), wording("en")).sheets()
        texts = [[shape.text for shape in page.shapes if isinstance(shape, Text)] for page in pages]
        return [dict(reversed(list(itertools.pairwise(page)))) for page in texts]

    def inspector(self, figure: str) -> float | str:
        return number(figure_text(self.snapshot, "project", None, figure))

    def _json(self, *words: str) -> dict[str, Any]:
        return dict(json.loads(self._said(*words, "--json")))

    def _said(self, command: str, *more: str) -> str:
        into = StringIO()
        with redirect_stdout(into):
            assert main([command, str(self.path), *more]) == 0
        return into.getvalue()


Reader = Callable[[Made], float | str]


def _known(value: float | None, missing: int = 0) -> float | str:
    return NONE if value is None or (missing and not value) else value


def _sum(pages: list[dict[str, str]], label: str) -> float | str:
    """The sum over halls of what is below a label; NONE where no hall says it."""
    found = [number(page[label].replace("\xa0", " ")) for page in pages]
    known = [value for value in found if not isinstance(value, str)]
    return sum(known) if known else NONE


def _unknown(text: str) -> int:
    """How many things a figure leaves out, by the words behind it: "; 4 devices have no published power", "+ 4 not known"."""
    found = re.search(r"(?:;|and|\+|of) ([\d,]+) (?:of [\d,]+ )?(?:devices?|items?|things|not known)", text)
    return int(found[1].replace(",", "")) if found else 0


def _left_out(page: Mapping[str, str], power: str, mass: str) -> int:
    """Whether a page marks that its power (1) and its mass (2) leave something out."""
    power_marked, mass_marked = (page[label].endswith("+") or page[label].startswith("–") for label in (power, mass))
    return power_marked + 2 * mass_marked


def _count(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    return int(found[1].replace(",", "")) if found else 0


def _listed(made: Made) -> float | str:
    """The listed part of the project's cost, in USD. Plant that the rent holds is in the bill, and not in that cost."""
    return float(made.cost["coverage"]["listed"]["value"])


PLACES: Mapping[str, Mapping[str, Reader]] = {
    "GPUs": {
        "info --json": lambda made: made.info["gpus"],
        "info": lambda made: number(made.lines["GPUs"]),
        "New project": lambda made: made.preview.gpus,
        "Inspector": lambda made: made.inspector("gpus"),
        "Project summary (PDF)": lambda made: number(made.summary["GPUs"]),
        "Hall summary (PDF)": lambda made: _sum(made.hall_summary, "GPUs"),
        "Floor plans (PDF)": lambda made: _sum(made.floor_plans, "GPUs"),
        "Home": lambda made: made.home.gpus,
    },
    "Systems": {
        "info --json": lambda made: made.info["systems"],
        "info": lambda made: number(made.lines["systems"]),
        "New project": lambda made: made.preview.systems,
        "Inspector": lambda made: made.inspector("systems"),
        "Project summary (PDF)": lambda made: number(made.summary["Systems"]),
    },
    "Racks": {
        "info --json": lambda made: made.info["racks"],
        "info": lambda made: number(made.lines["racks"]),
        "New project": lambda made: made.preview.racks,
        "Project summary (PDF)": lambda made: number(made.summary["Racks"]),
        "Floor plans (PDF)": lambda made: _sum(made.floor_plans, "Racks"),
        "Home": lambda made: made.home.racks,
    },
    "Rack units used": {
        "info --json": lambda made: made.info["units_used"],
        "info": lambda made: number(made.lines["rack units used"]),
        "Inspector": lambda made: made.inspector("used_u"),
    },
    "Power, maximum": {
        "info --json": lambda made: _known(made.info["power_w"]["max"]),
        "info": lambda made: number(made.lines["power, max"]),
        "New project": lambda made: made.preview.power_max_w,
        "Inspector": lambda made: made.inspector("power_max_w"),
        "Project summary (PDF)": lambda made: number(made.summary["Maximum power"]),
        "Hall summary (PDF)": lambda made: _sum(made.hall_summary, "Power drawn"),
        "Floor plans (PDF)": lambda made: _sum(made.floor_plans, "Power, maximum"),
        "Home": lambda made: made.home.power_w,
        "bom --json": lambda made: made.bill["power_w"],
        "Bill of materials (XLSX)": lambda made: float(made.sheet["Power, W"]),
    },
    "Power, average": {
        "info --json": lambda made: _known(made.info["power_w"]["average"]),
        "info": lambda made: number(made.lines["power, average"]),
        "Inspector": lambda made: made.inspector("power_average_w"),
    },
    "Mass": {
        "info --json": lambda made: _known(made.info["mass_kg"]),
        "info": lambda made: number(made.lines["mass"]),
        "New project": lambda made: made.preview.mass_kg,
        "Inspector": lambda made: made.inspector("mass_kg"),
        "Project summary (PDF)": lambda made: number(made.summary["Mass"]),
        "Hall summary (PDF)": lambda made: _sum(made.hall_summary, "Mass"),
        "Floor plans (PDF)": lambda made: _sum(made.floor_plans, "Weight"),
    },
    "Power, maximum: devices without it": {
        "info --json": lambda made: made.info["power_missing"]["max"],
        "info": lambda made: _unknown(made.lines["power, max"]),
        "New project": lambda made: made.preview.power_missing,
        "Floor plans (PDF)": lambda made: sum(_unknown(page["Power, maximum"]) for page in made.floor_plans),
    },
    "Mass: objects without it": {
        "info --json": lambda made: made.info["mass_missing"],
        "info": lambda made: _unknown(made.lines["mass"]),
        "New project": lambda made: made.preview.mass_missing,
        "Floor plans (PDF)": lambda made: sum(_unknown(page["Weight"]) for page in made.floor_plans),
    },
    "Power and mass: whether something is missing": {
        "info --json": lambda made: bool(made.info["power_missing"]["max"]) + 2 * bool(made.info["mass_missing"]),
        "Project summary (PDF)": lambda made: _left_out(made.summary, "Maximum power", "Mass"),
        "Hall summary (PDF)": lambda made: max(_left_out(page, "Power drawn", "Mass") for page in made.hall_summary),
    },
    "List price, USD": {
        "bom --json": lambda made: _known(made.bill["price_usd"], 1),
        "Bill of materials (XLSX)": lambda made: made.sheet["Price, USD"] if made.bill["priced_lines"] else NONE,
        "cost --json": lambda made: _listed(made) or NONE,
        "bom": lambda made: number(made.price_line.partition(" USD")[0]) if " USD for " in made.price_line else NONE,
    },
    "List price: lines with one": {
        "bom --json": lambda made: made.bill["priced_lines"],
        "bom": lambda made: _count(r"USD for ([\d,]+) lines?", made.price_line),
        "Bill of materials (XLSX)": lambda made: _count(r"of ([\d,]+) lines?;", made.sheet_remarks["Price, USD"]),
        "Project summary (PDF)": lambda made: _count(r"Price of ([\d,]+)/", " ".join(made.summary)),
    },
    "List price: lines without one": {
        "bom --json": lambda made: made.bill["unpriced_lines"],
        "bom": lambda made: _count(r"the price of ([\d,]+) line", made.price_line),
        "Bill of materials (XLSX)": lambda made: _count(r"the price of ([\d,]+) line", made.sheet_remarks["Price, USD"]),
    },
}
"""Figure → place that shows it → what it shows there."""
OF_WINDOW = {"GPUs": "gpus", "Systems": "systems", "Racks": "racks", "Rack units used": "units", "Power, maximum": "power", "Mass": "mass"}
"""Figures of the status line, by their keys there."""
SOURCES = {
    "GPUs": "`derived.totals.totals.totals`",
    "Systems": "`derived.totals.totals.totals`",
    "Racks": "`derived.totals.totals.totals`: racks, and rack-scale systems",
    "Rack units used": "`derived.racks.units_used`",
    "Power, maximum": "`derived.totals.totals.totals`; in a bill the devices in use, without spares and modules",
    "Power, average": "`Totals.shown_w`: not shown if it is not known for some devices",
    "Mass": "`derived.totals.totals.totals`; the delivered mass, with spares and packing, is another figure of the bill",
    "Power, maximum: devices without it": "`derived.totals.totals.totals`",
    "Mass: objects without it": "`derived.totals.totals.totals`",
    "Power and mass: whether something is missing": "`derived.totals.totals.totals`",
    "List price: lines with one": "`derived.cost.bom`: lines to buy",
    "List price: lines without one": "`derived.cost.bom`: lines to buy",
    "List price, USD": "`derived.cost.bom`; the other costs of a project are rules of thumb, and shown separately",
}


def table() -> str:
    """The table of figures and places for the documentation."""
    lines = ["| figure | where it is shown | calculated in |", "|---|---|---|"]
    for figure, readers in PLACES.items():
        places = [*readers, *(["status line"] if figure in OF_WINDOW else [])]
        lines.append(f"| {figure} | {', '.join(places)} | {SOURCES[figure]} |")
    return "\n".join(lines) + "\n"


HEAD = """# One value per figure

A figure has the same value wherever it is shown. `tests/ui/test_figures.py` reads each figure in all locations listed below, for every
template, and compares the values; `python -m tests.ui.figure_places` generates this table. "+" means that the value is not known for some
of the objects in the total.

"""


if __name__ == "__main__":
    PAGE.write_text(HEAD + table(), encoding="utf-8")
