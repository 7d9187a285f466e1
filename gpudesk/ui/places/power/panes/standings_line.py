"""The line with the redundancy of halls and the availability of their power."""

from collections import Counter

from PySide6.QtWidgets import QWidget

from gpudesk.core.power.availability import HOURS_PER_YEAR, Redundancy
from gpudesk.derived.power.power_redundancy import PowerRedundancy, Standing
from gpudesk.project.reliability import POWER_SUPPLY, reliabilities
from gpudesk.ui.toolkit.code_labels import power_node_name, redundancy_name
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("StandingsLine")

MOST_HALLS = 3
"""Maximum number of halls in the line, lowest first."""


class StandingsLine(Label):
    """Halls with the name of their redundancy; the tooltip has racks and the assumptions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent, step="caption", ink="text.secondary", tabular=True, wrap=True)
        self.setContentsMargins(10, 0, 10, 6)
        self.hide()

    def show_standings(self, found: PowerRedundancy | None) -> None:
        """Show the result of other failures; None clears the line."""
        self.setVisible(found is not None and bool(found.halls or found.racks))
        if found is None:
            return
        halls = sorted(found.halls, key=lambda hall: hall.full)
        parts = [self._hall(shown_hall) for shown_hall in halls[:MOST_HALLS]]
        if len(halls) > MOST_HALLS:
            parts.append(tr("other halls: {count}").format(count=format_number(len(halls) - MOST_HALLS)))
        names = Counter(rack.redundancy for rack in found.racks)
        of_racks = ", ".join(f"{format_number(names[name])} × {redundancy_name(name)}" for name in Redundancy if names[name])
        if of_racks:
            parts.append(tr("Racks: {names}").format(names=of_racks))
        self.setText(" · ".join(parts))
        self.setToolTip(self._assumptions())

    def _hall(self, hall: Standing) -> str:
        text = tr("{hall}: {name}, full operation {percent} % of the time ({minutes} min per year without it)")
        if hall.single_points:
            text = tr(
                "{hall}: {name}, but {point} is a single point of failure; full operation {percent} % of the time "
                "({minutes} min per year without it)"
            )
        return text.format(
            point=hall.single_points[0] if hall.single_points else "",
            hall=hall.name,
            name=redundancy_name(hall.redundancy),
            percent=format_number(100 * hall.full, 4),
            minutes=format_number((1 - hall.full) * HOURS_PER_YEAR * 60, 1),
        )

    def _assumptions(self) -> str:
        spanish = language() == "es"
        lines = [tr("For the device with the worst feed; components fail independently. MTBF and MTTR in hours:")]
        for kind, reliability in reliabilities().items():
            source = reliability.source_es if spanish else reliability.source
            name = tr("Power supply") if kind == POWER_SUPPLY else power_node_name(kind)
            lines.append(f"{name}: {format_number(reliability.mtbf_h, 0)} / {format_number(reliability.mttr_h, 1)} ({source})")
        return "\n".join(lines)
