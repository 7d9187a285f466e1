"""How many prompts of others go before a first token where a program processes all that wait first, by release."""

from dataclasses import dataclass
from functools import cache

from gpudesk.core.values.releases import Since, release_of
from gpudesk.sizing.gpus.sizing_tables import layout_rows


@dataclass(frozen=True, slots=True)
class Waits:
    """A row of the table (`resources/sizing/engine_layouts.yaml`, waits).

    Attributes:
        since: the releases of the engine.
        share: of the prompts that are processed first if all requests arrive at once and are equally long.
    """

    engine: str
    since: Since
    share: float
    source: str


@cache
def _rows() -> tuple[Waits, ...]:
    return tuple(
        Waits(row["engine"], Since(release_of(row["since"]), release_of(row["until"])), float(row["share"]), row["source"])
        for row in layout_rows("waits")
    )


def prompts_ahead(engine: str, release: str) -> float:
    """The share for an engine in a release, or in its latest release if that one has no value; 1 if nothing is known."""
    engine_rows, numbers = [row for row in _rows() if row.engine == engine], release_of(release)
    release_rows = [row for row in engine_rows if row.since.holds(numbers)] if numbers else engine_rows
    return release_rows[-1].share if release_rows else 1.0
