"""Text and print media of cable labels: the data of `resources/labels/labels.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.names.label_pattern import checked_lines
from gpudesk.locate import resource


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """Text of a label: lines of fields in braces (`core.names.label_pattern`).

    Attributes:
        code: the object of its code: the "end" of a cable, or the "port" at its end, for a label on the device.
    """

    key: str
    title: str
    title_es: str
    lines: tuple[str, ...]
    source: str
    source_es: str
    confidence: Confidence
    code: str = "end"


@dataclass(frozen=True, slots=True)
class LabelStock:
    """Print media of labels, in mm.

    Attributes:
        paper: "A4" or "Letter"; "" for a roll, with one label after the other.
        columns, rows: labels side by side and below each other on a sheet.
        left_mm, top_mm: the upper left corner of the first one.
        step_x_mm, step_y_mm: from one corner to the next.
        printed_mm: the printable height; the rest is wrapped around the cable.
    """

    key: str
    title: str
    title_es: str
    width_mm: float
    height_mm: float
    source: str
    source_es: str
    confidence: Confidence
    paper: str = ""
    columns: int = 1
    rows: int = 1
    left_mm: float = 0.0
    top_mm: float = 0.0
    step_x_mm: float = 0.0
    step_y_mm: float = 0.0
    printed_mm: float = 0.0

    @property
    def face_mm(self) -> float:
        """The height on which one prints."""
        return self.printed_mm or self.height_mm

    @property
    def on_a_sheet(self) -> int:
        """How many there are on one sheet."""
        return self.columns * self.rows


@dataclass(frozen=True, slots=True)
class LabelRules:
    """Styles and stocks by key, in the order in which they are offered."""

    styles: Mapping[str, LabelStyle]
    stocks: Mapping[str, LabelStock]


@cache
def label_rules() -> LabelRules:
    """The styles and stocks included with the program."""
    import yaml

    with resource("labels", "labels.yaml").open("rb") as file:
        body: dict[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    sources = body["sources"]
    styles = {
        key: LabelStyle(key, **{**row, "lines": checked_lines(row["lines"]), **_origin(sources, row)})
        for key, row in body["styles"].items()
    }
    stocks = {key: LabelStock(key, **{**row, **_origin(sources, row)}) for key, row in body["stocks"].items()}
    return LabelRules(styles, stocks)


def _origin(sources: Mapping[str, Mapping[str, str]], each: Mapping[str, Any]) -> dict[str, Any]:
    source = sources[each["source"]]
    return {"source": source["text"], "source_es": source["text_es"], "confidence": Confidence(each["confidence"])}
