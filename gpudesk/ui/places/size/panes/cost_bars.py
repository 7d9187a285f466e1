"""Cost of a result for each candidate, by the terms of the year."""

from PySide6.QtWidgets import QWidget

from gpudesk.ui.places.size.models.cost_rows import cost_bar, cost_of, cost_parts, for_results, per_results
from gpudesk.ui.places.size.panes.part_bars import PartBars
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("CostBars")


class CostBars(PartBars):
    """Cost of the results of each plan; a plan with hardware of unknown price is marked and lacks its capital cost."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", cost_bar, "", "", parent)
        self.setAccessibleName(tr("Cost per result"))
        self._decimals = 2

    def take_plans(self) -> None:
        if self.plans:
            first = self.plans[0]
            first_cost = next((cost for cost in map(cost_of, self.plans) if cost is not None), None)
            currency = "" if first_cost is None else first_cost.currency
            self._unit, self._axis = for_results(first, currency), per_results(first, currency)
        super().take_plans()
        self._names = cost_parts()
