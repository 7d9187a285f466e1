"""The line at the bottom of the window: the project's totals, running work, and the number of problems."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.quantities import format_number, format_quantity, rounded_quantity, split_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip
from gpudesk.ui.toolkit.widgets.status_line import StatusFigure, StatusLine

if TYPE_CHECKING:
    from gpudesk.derived.totals.totals import Totals

tr = text_context("TotalsLine")


class TotalsLine(StatusLine):
    """Follows a session."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        for signal in (session.opened, session.closed, session.refreshed):
            signal.connect(self._show_calmly)
        session.changed.connect(self._show_change)
        session.jobs.lasting.connect(self._show_work)
        self._show_calmly()

    def _show_work(self, job: Job) -> None:
        """A strip with the progress of a job and a button that stops it, for as long as it lasts."""
        strip = ProgressStrip(job.what)
        strip.setMaximumWidth(420)
        strip.set_progress(None)
        strip.stop_requested.connect(job.cancel)
        job.progressed.connect(strip.set_steps)
        job.ended.connect(strip.deleteLater)
        self.insert_work(strip)

    def _show_calmly(self) -> None:
        self.refresh(mark_changes=False)

    def _show_change(self) -> None:
        self.refresh(mark_changes=True)

    def refresh(self, *, mark_changes: bool) -> None:
        """Show the totals as they are now."""
        if not self._session.is_open:
            self.totals.set_figures([], mark_changes=False)
            self.problems.hide()
            return
        from gpudesk.derived.totals.totals import project_totals

        totals = self._session.snapshot.cached(project_totals)
        self.totals.set_figures([*self._figures(totals), *self._cables()], mark_changes=mark_changes)
        findings = self._session.findings
        self.problems.setVisible(findings is not None)
        if findings is not None:
            self.problems.set_counts({str(severity): count for severity, count in findings.counts().items() if str(severity) != "off"})

    def _figures(self, totals: "Totals") -> list[StatusFigure]:
        from gpudesk.core.hardware.hardware import POWER_NAMES
        from gpudesk.ui.toolkit.code_labels import power_name

        power, missing = totals.power_w["max"], totals.power_missing["max"]
        value, unit = rounded_quantity(power, "W")
        text = tr("Total maximum power")
        if missing:
            text = tr("%n device(s) without a published maximum, not in the total", "", missing)
        mass, mass_unit = rounded_quantity(totals.mass_kg, "kg")
        return [
            StatusFigure("gpus", format_number(totals.gpus), tr("GPUs")),
            StatusFigure("systems", format_number(totals.systems), tr("systems")),
            StatusFigure("racks", format_number(totals.racks), tr("racks")),
            StatusFigure("units", format_number(totals.used_half_units / 2), tr("rack units used")),
            StatusFigure(
                "power",
                value,
                f"{unit} {power_name(POWER_NAMES[1])}" + (" +" if missing else ""),
                f"{text}: {format_quantity(power, 'W')}",
            ),
            StatusFigure("mass", mass, mass_unit, format_quantity(totals.mass_kg, "kg")),
        ]

    def _cables(self) -> list[StatusFigure]:
        """Of a project that is cabled."""
        if not self._session.snapshot["cable"].rows:
            return []
        from gpudesk.derived.cabling.cable_figures import project_cables

        cable_totals = self._session.snapshot.cached(project_cables)
        length, unit = split_quantity(cable_totals.fibre_m / 1000, "km", decimals=1)
        fibre = tr("Total length of cords and fiber cables")
        return [
            StatusFigure("links", format_number(cable_totals.links), tr("links")),
            StatusFigure("cables", format_number(cable_totals.cables), tr("cords and cables")),
            StatusFigure("fibre", length, tr("{unit} of fiber").format(unit=unit), fibre),
        ]
