"""What a result costs by each candidate, by the terms of the year."""

from PySide6.QtWidgets import QWidget

from gpudesk.sizing.serving import ServingPlan
from gpudesk.ui.models.cost_rows import cost_bar, cost_parts, for_a_million
from gpudesk.ui.panes.part_bars import PartBars


class CostBars(PartBars):
    """Money for a million tokens of each plan; a plan whose hardware has no known price says so and lacks its capital."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", cost_bar, "", "", parent)
        self.setAccessibleName(self.tr("Cost of a result"))
        self._decimals = 2

    def take_plans(self) -> None:
        served = [plan for plan in self.plans if isinstance(plan, ServingPlan)]
        if served:
            self._unit = for_a_million(served[0].cost.currency)
            self._axis = self.tr("{currency}/M tokens").format(currency=served[0].cost.currency)
        super().take_plans()
        self._names = cost_parts()
