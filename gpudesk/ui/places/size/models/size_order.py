"""Which columns a list of plans has, and the plans sorted by one of them."""

from collections.abc import Sequence

from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.ui.places.size.models.size_columns import SERVING_COLUMNS, TABLES, PlanColumn
from gpudesk.ui.places.size.models.size_pass_columns import pass_columns
from gpudesk.ui.places.size.models.size_rows import Plan


def columns_of(plans: Sequence[Plan]) -> list[PlanColumn]:
    """The columns that plans of that kind have."""
    if plans and isinstance(plans[0], PassPlan):
        return pass_columns(plans[0])
    return TABLES[type(plans[0])] if plans else SERVING_COLUMNS


def in_order(plans: Sequence[Plan], key: str, *, down: bool) -> list[Plan]:
    """Plans sorted by a column; those without a value come last."""
    column = next((candidate for candidate in columns_of(plans) if candidate.key == key), None)
    if column is None:
        return list(plans)
    known = [plan for plan in plans if column.order(plan) is not None]
    unknown = [plan for plan in plans if column.order(plan) is None]
    return [*sorted(known, key=column.order, reverse=down), *unknown]
