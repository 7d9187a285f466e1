"""The place of sizing: from a dropped configuration to its candidates, and what an answer costs the interface's thread."""

import json
import statistics
import tempfile
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import Qt

from benchmarks.figures import Figure, times_ms
from gpudesk.catalog.models import find_model
from gpudesk.ui.app.application import Desk
from gpudesk.ui.app.render import settle, wait_until
from gpudesk.ui.places.size.panes.size_place import SizePlace
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style.qt_application import make_application

DROP_BUDGET_S, SHOWN_BUDGET_MS = 1.0, 16.0
DROPS, SHOWN = 5, 15


def _drop(place: SizePlace, folder: Path) -> float:
    """Seconds until other candidates are shown."""
    before, started = place.answered, perf_counter()
    place.take_file(folder)
    wait_until(lambda: place.answered is not before)
    return perf_counter() - started


def run() -> list[Figure]:
    """The median of some drops, and of showing the same answer again with each picture."""
    make_application(["gpudesk"])
    with tempfile.TemporaryDirectory(prefix="gpudesk-size-") as folder:
        (Path(folder) / "config.json").write_text(json.dumps(dict(find_model("llama-3.1-70b").config)), encoding="utf-8")
        desk = Desk(Settings(path=Path(folder) / "interface.ini"))
        try:
            desk.window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
            desk.window.resize(1440, 900)
            desk.show()
            desk.window.go("size")
            place = desk.window.size_place
            wait_until(lambda: not place.is_answering)
            drops = []
            for _ in range(DROPS):
                drops.append(_drop(place, Path(folder)))
                wait_until(lambda: not place.is_answering and desk.jobs.running == 0)
            figures = [Figure("configuration dropped to candidates shown", statistics.median(drops), "s", DROP_BUDGET_S)]
            for key in ("memory", "pareto", "step"):
                place.pictures.show_page(key)
                settle()
                shown = times_ms(lambda _: place.show_again(), SHOWN)
                figures.append(Figure(f"an answer shown, with the picture {key}", statistics.median(shown), "ms", SHOWN_BUDGET_MS))
            return figures
        finally:
            desk.close()
            settle()
