"""All kinds of dialogs, and those that no command opens by itself, each with what it is about."""

import importlib
import json
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import gpudesk.ui
from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.templates import templates
from gpudesk.catalog.type_exchange import proposed, shared
from gpudesk.core.running.progress import Progress
from gpudesk.formats.drawings.pdf_page import pdf_pages
from gpudesk.formats.netbox.netbox import Mappings, read_library
from gpudesk.formats.netbox.netbox_export import write_types
from gpudesk.formats.recognize.what_is import Nature, what_is
from gpudesk.monitor.verdict.verdict_fleet import judge_fleet
from gpudesk.monitor.verdict.verdict_limits import Limits
from gpudesk.onsite.listing import read_listing
from gpudesk.sizing.gpus.on_hand import ANY
from gpudesk.sizing.serving.serving_request import Asked, answer
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from tests.monitor.made_load import HOUR, track
from tests.ui.floor_pdf import floor_pdf
from tests.ui.hand import SYSTEM, Hand

INPUTS = Path(__file__).resolve().parents[1] / "formats" / "field_inputs"
Case = Callable[[Mapping[str, Any], Hand, Path], Any]


def every_dialog() -> dict[str, type[DeskDialog]]:
    """All kinds of dialogs that the program has, by name; what others are made from is none itself."""
    for module in pkgutil.walk_packages(gpudesk.ui.__path__, "gpudesk.ui."):
        importlib.import_module(module.name)

    def below(kind: type[DeskDialog]) -> Iterator[type[DeskDialog]]:
        for each in kind.__subclasses__():
            yield each
            yield from below(each)

    return {kind.__name__: kind for kind in below(DeskDialog) if not kind.__subclasses__() and kind.__module__.startswith("gpudesk.")}


def _module(name: str) -> str:
    """The full name of a module of the window, wherever it is."""
    return next(each.name for each in pkgutil.walk_packages(gpudesk.ui.__path__, "gpudesk.ui.") if each.name.endswith(f".{name}"))


def _compared(kinds: Mapping[str, Any], hand: Hand, _folder: Path) -> Any:
    plans = answer(Asked("llama-3.1-8b")).plans[:4]
    return kinds["ComparePlansDialog"](plans, plans[0], hand.desk.window)


def _deleted_rows(kinds: Mapping[str, Any], hand: Hand, _folder: Path) -> Any:
    hand.desk.session.select([ObjectRef("rack_row", int(hand.snapshot["rack_row"].ids[0]))])
    return kinds["DeleteRowsDialog"](hand.desk.session, hand.desk.window)


def _deleted_power(kinds: Mapping[str, Any], hand: Hand, _folder: Path) -> Any:
    nodes = hand.snapshot["power_node"].ids.tolist()[:2]
    return kinds["DeleteFromPowerDialog"](hand.desk.session, nodes, [], lambda _: None, hand.desk.window)


def _plugged(kinds: Mapping[str, Any], hand: Hand, _folder: Path) -> Any:
    cords = hand.snapshot["power_cord"]
    cord = next(row for row in map(cords.row, cords.ids.tolist()) if row["from_device_id"] is not None)
    kind = importlib.import_module(_module("power_cord_lines")).CordEnd
    end = kind(cord["device_id"], cord["port"], False, int(cord["id"]), ObjectRef("device", cord["from_device_id"]))
    return kinds["PlugCordDialog"](hand.desk.session, end, hand.desk.window)


def _fleet(kinds: Mapping[str, Any], hand: Hand, _folder: Path) -> Any:
    panel = hand.desk.window.monitor.verdict_panel
    found = judge_fleet([track(index) for index in range(4)], HOUR, Limits())
    return kinds["FleetVerdictDialog"](found, panel.model, hand.desk.window)


def _library(kinds: Mapping[str, Any], hand: Hand, folder: Path) -> Any:
    catalog = open_catalog()
    path = folder / "library.zip"
    write_types(path, [json.loads(catalog.body(SYSTEM))], Mappings.BOTH)
    return kinds["LibraryReportDialog"](hand.desk.session, read_library(path), path, "library", hand.desk.window)


def _types(kinds: Mapping[str, Any], hand: Hand, _folder: Path) -> Any:
    catalog = open_catalog()
    content = shared(catalog, [SYSTEM]).replace(b"key: nvidia", b"key: Nvidia")
    return kinds["TypeImportDialog"](hand.desk.session, catalog, "a.yaml", proposed(catalog, "a.yaml", content), hand.desk.window)


def _pages(kinds: Mapping[str, Any], hand: Hand, folder: Path) -> Any:
    content = floor_pdf(folder / "plans.pdf", pages=3).read_bytes()
    pages = pdf_pages(content, 0, 3, Progress(), "plans.pdf")
    return kinds["PdfPageDialog"](hand.desk.session, content, "plans.pdf", pages, hand.desk.window)


def _scaled(kinds: Mapping[str, Any], hand: Hand, _folder: Path) -> Any:
    underlay = importlib.import_module(_module("floor_plan_underlay")).Underlay(
        1, 1, "sala.png", "image/png", 1000, 800, complex(10), complex(0), 50
    )
    return kinds["ScaleUnderlayDialog"](hand.desk.session, underlay, None, hand.desk.window)


def _which(kinds: Mapping[str, Any], hand: Hand, _folder: Path) -> Any:
    ways = hand.desk.window.files.ways(what_is(INPUTS / "smi-q.txt"))
    return kinds["WhichKindDialog"]("smi-q.txt", ways, hand.desk.window)


def _on_paper(kinds: Mapping[str, Any], hand: Hand, _folder: Path) -> Any:
    return kinds["AsBuiltPaperDialog"](hand.desk.session, read_listing(INPUTS / "fabric-ibnetdiscover.txt"), hand.desk.window)


CASES: Mapping[str, Case] = {
    "AsBuiltPaperDialog": _on_paper,
    "ComparePlansDialog": _compared,
    "CoolingVariantsDialog": lambda kinds, hand, _: kinds["CoolingVariantsDialog"](hand.desk.session, hand.desk.window),
    "CrashDialog": lambda kinds, hand, folder: kinds["CrashDialog"]("GPU Desk 1\nValueError: x", folder / "report.txt", hand.desk.window),
    "DeleteFromPowerDialog": _deleted_power,
    "DeleteRowsDialog": _deleted_rows,
    "FieldReportDialog": lambda kinds, hand, _: kinds["FieldReportDialog"](
        INPUTS / "dcgm-diag-3.json", Nature.DCGM_REPORT, hand.desk.session.jobs, hand.desk.window
    ),
    "FleetVerdictDialog": _fleet,
    "GpusOnHandDialog": lambda kinds, hand, _: kinds["GpusOnHandDialog"](ANY, hand.desk.window),
    "KernelLogDialog": lambda kinds, hand, _: kinds["KernelLogDialog"](
        INPUTS / "kernel-aer.log", hand.desk.session.jobs, hand.desk.window.monitor.model, hand.desk.window
    ),
    "LibraryReportDialog": _library,
    "NetworkStageDialog": lambda kinds, hand, _: kinds["NetworkStageDialog"](
        hand.desk.session, int(hand.snapshot["network"].ids[0]), None, hand.desk.window
    ),
    "PdfPageDialog": _pages,
    "PlugCordDialog": _plugged,
    "Question": lambda kinds, hand, _: kinds["Question"]("A01", "52 GPU, 3 racks", "OK", lambda: None, hand.desk.window),
    "RenameTemplateDialog": lambda kinds, hand, _: kinds["RenameTemplateDialog"](hand.desk.session, templates()[0], hand.desk.window),
    "ScaleUnderlayDialog": _scaled,
    "TypeImportDialog": _types,
    "VerdictLimitsDialog": lambda kinds, hand, _: kinds["VerdictLimitsDialog"](hand.desk.session.jobs, hand.desk.window),
    "WhichKindDialog": _which,
}
"""Name of the kind to one of it, with a project open."""
