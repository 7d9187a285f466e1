"""What power caps, locked clocks and virtual machines change, by the tables (`resources/cost`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from gpudesk.catalog.cost_files import CostFile, Part
from gpudesk.catalog.cost_tables import Named
from gpudesk.core.cost.criteria import CRITERIA
from gpudesk.core.cost.figure import Figure
from gpudesk.core.cost.tuning import Knob


@dataclass(frozen=True, slots=True)
class NamedKnob:
    """A setting with its title and the source of its limits."""

    key: str
    titles: Named
    knob: Knob
    source: str
    source_es: str


@dataclass(frozen=True, slots=True)
class Criterion:
    """One of the five criteria: scores of bare metal and of virtual machines, with their basis.

    Attributes:
        kept: share of the speed that virtual machines retain, for performance only.
    """

    key: str
    titles: Named
    bare: Figure
    virtual: Figure
    basis: Named
    kept: Figure | None


@cache
def knobs() -> Mapping[str, NamedKnob]:
    """The settings by key.

    Raises:
        InvalidData: the file cannot be used.
    """
    file = CostFile("tuning.yaml")
    named_knobs = {key: _knob(key, part) for key, part in file.top.parts("knobs").items()}
    file.done()
    return named_knobs


def _knob(key: str, part: Part) -> NamedKnob:
    saved, lost = part.part("saved").figure(around=part), part.part("lost").figure(around=part)
    title, source = part.text("title"), part.text("source")
    percent = part.number("cap_percent") if "cap_percent" in part.data else None
    knob = Knob(part.text("knob"), part.text("phase"), saved, lost, percent)
    return NamedKnob(key, Named(title, part.text("title_es", title)), knob, source, part.text("source_es", source))


@cache
def criteria() -> Mapping[str, Criterion]:
    """The five criteria by key.

    Raises:
        InvalidData: the file cannot be used.
    """
    file = CostFile("virtualisation.yaml")
    criteria_by_key = {key: _criterion(key, file.top.part(key)) for key in CRITERIA}
    file.done()
    return criteria_by_key


def _criterion(key: str, part: Part) -> Criterion:
    title, basis = part.text("title"), part.text("basis")
    bare, virtual = part.part("bare").figure(around=part), part.part("virtual").figure(around=part)
    kept_share = part.part("kept").figure(around=part) if "kept" in part.data else None
    return Criterion(key, Named(title, part.text("title_es", title)), bare, virtual, Named(basis, part.text("basis_es", basis)), kept_share)
