"""The longest turn of the event loop after start-up: what is loaded in idle slices, projects opened, places seen first, what is switched.

Limits are of the processor time of the window's own thread; the time on the clock, in which other threads and programs run too, is in
brackets.
"""

import compileall
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import gpudesk
from benchmarks.figures import Figure
from benchmarks.turns import Longest, Turns
from gpudesk.ui.app.application import Desk
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style.qt_application import make_application

SMALL = "small-pod"
PLACES = ("size", "monitor", "catalog", "rack", "floor", "fabric", "power", "onsite", "home")
TURN_MS, WINDOW_MS = 100.0, 400.0
"""A turn, and one that makes the window again for another language or other units."""


def run() -> list[Figure]:
    """A person starts the program, opens a small project and then the largest, and looks at everything in both."""
    with TemporaryDirectory(prefix="gpudesk-bench-") as name:
        folder = Path(name)
        _compile(folder / "compiled")
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            small, large = pool.submit(_built, folder).result()
        application = make_application(["gpudesk"])
        desk = Desk(Settings(), alone=True)
        desk.show()
        application.processEvents()
        turns = Turns(application, desk)
        figures = [_figure(longest, limit_ms) for longest, limit_ms in _scenario(desk, turns, small, large)]
        desk.close()
        return figures


def _compile(folder: Path) -> None:
    """Compile our modules, as they lie next to an installed program; those that are loaded already stay."""
    sys.pycache_prefix = str(folder)
    compileall.compile_dir(str(Path(gpudesk.__file__).parent), quiet=2)


def _built(folder: Path) -> tuple[Path, Path]:
    """The small and the large project. The measured program loads nothing that builds them, and holds none of their objects."""
    from benchmarks.walked_site import walked_site
    from gpudesk.catalog.templates import load_template
    from gpudesk.operations.cabling.cabling_operations import cable_project
    from gpudesk.operations.plan.plan_to_project import build
    from gpudesk.operations.run.run import run as run_operation
    from gpudesk.project.document import Document

    small = folder / "small.gpudesk"
    with Document.create(small) as document:
        run_operation(document, build, load_template(SMALL))
        run_operation(document, cable_project)
    return small, walked_site(folder / "large.gpudesk")


def _scenario(desk: Desk, turns: Turns, small: Path, large: Path) -> Iterator[tuple[Longest, float]]:
    yield turns.of("what is loaded once the window is there", lambda: None), TURN_MS
    for place in PLACES[:3]:
        yield turns.of(f"first visit to {place}, no project", _go(desk, place)), TURN_MS
    for path, named in ((small, SMALL), (large, "100,000 GPUs, cabled")):
        yield turns.of(f"{named}: opened", lambda path=path: desk.session.open(path)), TURN_MS  # type: ignore[misc]
        for place in PLACES:
            yield turns.of(f"{named}: first visit to {place}", _go(desk, place)), TURN_MS
        for place in PLACES:
            yield turns.of(f"{named}: {place} again", _go(desk, place)), TURN_MS
        for theme in ("dark", "light"):
            yield turns.of(f"{named}: theme {theme}", lambda theme=theme: desk.window.commands.view.set_theme(theme)), TURN_MS  # type: ignore[misc]
        for language in ("es", "en"):
            yield turns.of(f"{named}: language {language}", lambda language=language: desk.window.language_chosen.emit(language)), WINDOW_MS  # type: ignore[misc]
        for units in ("imperial", "metric"):
            yield turns.of(f"{named}: units {units}", lambda units=units: desk.window.units_chosen.emit(units)), WINDOW_MS  # type: ignore[misc]


def _go(desk: Desk, place: str) -> Callable[[], object]:
    return lambda: desk.window.go(place)


def _figure(longest: Longest, limit_ms: float) -> Figure:
    return Figure(f"{longest.what}: longest turn (clock {longest.clock_ms:.0f} ms)", longest.cpu_ms, "ms", limit_ms)
