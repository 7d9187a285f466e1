"""The commands that need the interface: the only module here that imports it, and only inside functions."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gpudesk.core.running.renderable_panes import READINGS

if TYPE_CHECKING:
    from gpudesk.formats.onsite.picture_codes import PictureCodes
    from gpudesk.onsite.listing import Listing
    from gpudesk.reports.layout.page import Page
    from gpudesk.reports.layout.report import Choices


def open_application(path: Path | None) -> int:
    """Open the window, with a project if one is named; returns the exit code."""
    from gpudesk.ui.app.application import run

    return run(sys.argv[:1], path)


def draw(path: Path | None, pane: str, out: Path, size: tuple[int, int], theme: str, language: str) -> None:
    """Draw a pane into a file, without a screen.

    Raises:
        DeskError: the project cannot be read or the picture not be made.
    """
    _without_screen()
    from gpudesk.project.document import Document
    from gpudesk.ui.app.render import render

    if path is None or pane in READINGS:
        render(None, pane, out, size, theme, language, path)
        return
    with tempfile.TemporaryDirectory(prefix="gpudesk-draw-") as folder:
        # Of a copy that can be edited, because that is what the window usually shows.
        copy = Path(folder) / path.name
        with Document.open(path, write=False) as document:
            document.save_copy(copy)
        with Document.open(copy) as document:
            render(document, pane, out, size, theme, language)


def print_report(
    path: Path,
    name: str,
    out: Path,
    choices: "Choices",
    language: str,
    units: str,
    since: int | None = None,
    listing: "Listing | None" = None,
    cut: list[str] | None = None,
) -> list[Path]:
    """Write a report of a project, in pages or as a list; returns the files.

    Args:
        cut: takes the texts of labels for which there is no room.

    Raises:
        DeskError: the project cannot be read or the files not be written.
    """
    _without_screen()
    from gpudesk.project.document import Document, utc_now
    from gpudesk.reports.catalogue import REPORTS, attached, bound, write_lists
    from gpudesk.reports.layout.report import PAGE_SUFFIXES, subject_of
    from gpudesk.ui.printing.report_language import wording

    with Document.open(path, write=False) as document:
        document.quick_check()
        subject = subject_of(document, utc_now(), since, listing)
        spoken = wording(language, units)
        if out.suffix.lower() not in PAGE_SUFFIXES:
            return write_lists(name, subject, choices, spoken, out)
        from gpudesk.ui.printing.page_files import write_pages
        from gpudesk.ui.toolkit.style.qt_application import make_application

        make_application(["gpudesk"])
        title = spoken.say("reports", REPORTS[name].title)
        bound_report = bound([name], subject, choices, spoken)

        def sheets() -> Iterator["Page"]:
            for page in bound_report.sheets():
                if cut is not None and REPORTS[name].alone:
                    cut.extend(page.cut)
                yield page

        return write_pages(sheets(), out, f"{subject.project} · {title}", attached([name], subject))


def picture_codes(path: Path) -> "PictureCodes":
    """The codes in a picture.

    Raises:
        DeskError: it cannot be read, or is no picture.
    """
    _without_screen()
    from gpudesk.ui.places.onsite.picture_scan import codes_of_file

    return codes_of_file(path)


def walk_through(report: Callable[[str], None]) -> None:
    """Run the complete workflow in a hidden window.

    Raises:
        Exception: a step fails.
    """
    _without_screen()
    from gpudesk.ui.app.selftest import run

    run(report)


def _without_screen() -> None:
    if "QT_QPA_PLATFORM" not in os.environ:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
