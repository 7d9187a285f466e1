"""The catalog with ten thousand imported types: opening, search, and the import of a generated library of five thousand."""

import os
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, best_s, percentile, timed_s
from gpudesk import locate
from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.catalog.imports import keep_library
from gpudesk.formats.netbox.netbox import document_of_type, read_library
from tests.formats.netbox_generator import Made, generated

IMPORT_BUDGET_S = 10.0
SEARCH_BUDGET_MS = 30.0
TYPES = 5000
WORDS = (
    "s", "sw", "switch 1", "dgx h100", "cisco", "rohde schwarz", "pdu 12", "child", "from a netbox library", "hpe panel", "999", "module 4",
    "juniper server 2", "estacion", "c13", "9209b210", "a", "e n t", "zzz", "",
)  # fmt: skip


def written(folder: Path, seed: int) -> list[Made]:
    """A generated library in a folder."""
    made = generated(TYPES, seed)
    for one in made:
        path = folder / one.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(one.text)
    return made


def imported(folder: Path, name: str) -> int:
    """Read a library and keep it, as the command and the interface do; returns how many types it has."""
    read = read_library(folder)
    return keep_library(name, read.bodies, name, datetime.now(UTC)).types


def search_ms(catalog: Catalog) -> list[float]:
    """The milliseconds of searches as one types, every word letter by letter; of each the least of three."""
    texts = [words[:length] for words in WORDS for length in range(len(words) + 1)]
    return [1000 * best_s(partial(catalog.search, text)) for text in texts]


def run() -> list[Figure]:
    """Import two libraries, open the catalog over both, and type."""
    home = os.environ.get(locate.HOME_VARIABLE)
    with TemporaryDirectory() as name:
        folder = Path(name)
        os.environ[locate.HOME_VARIABLE] = str(folder / "home")
        try:
            for seed in (1, 2):
                written(folder / str(seed), seed)
            taken_s, types = timed_s(lambda: imported(folder / "1", "first"))
            imported(folder / "2", "second")
            open_catalog()
            opened_s, catalog = _opened_anew()
            first_s, _ = timed_s(lambda: catalog.search("sw"))
            typed_ms = search_ms(catalog)
            read_s, entry = timed_s(lambda: catalog.entry(catalog.search("switch")[0].key))
            wrote_s, _ = timed_s(lambda: document_of_type(entry.type))
        finally:
            if home is None:
                del os.environ[locate.HOME_VARIABLE]
            else:
                os.environ[locate.HOME_VARIABLE] = home
    return [
        Figure(f"import {types:,} generated types and keep them", taken_s, "s", IMPORT_BUDGET_S),
        Figure(f"open the catalog of {len(catalog):,} types", opened_s, "s"),
        Figure("first search, which makes the index", first_s, "s"),
        Figure(f"search over {len(catalog):,} types, slowest text of {len(typed_ms)}", max(typed_ms), "ms", SEARCH_BUDGET_MS),
        Figure("the same, median", percentile(typed_ms, 0.5), "ms"),
        Figure("one type read from its library", read_s * 1000, "ms"),
        Figure("one type as a NetBox document", wrote_s * 1000, "ms"),
    ]


def _opened_anew() -> tuple[float, Catalog]:
    """Open again as if a file had changed: the catalog in memory is not used."""
    from gpudesk.catalog import catalog as module

    module._latest.catalog = None  # what a changed file does
    return timed_s(open_catalog)
