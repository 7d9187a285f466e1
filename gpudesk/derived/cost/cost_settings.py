"""Cost settings in the site sheet of a project, as input of the cost account."""

from collections.abc import Mapping

from gpudesk.catalog.cost_inputs import CostValue
from gpudesk.project.site_sheet import SiteSheet

SITE_KEYS: Mapping[str, str] = {
    "currency": "currency",
    "energy_tariff_per_kwh": "energy_price",
    "cost_contract": "contract",
    "cost_tariff": "tariff",
    "demand_per_kw_month": "demand",
    "rent_per_kw_month": "rent",
    "building_per_kw": "building",
    "cost_pue": "pue",
    "cooling_share_percent": "cooling_share",
    "cost_years": "years",
    "interest_percent": "interest",
    "residual_percent": "residual",
    "support_percent": "support",
    "staff_per_gpu": "staff",
    "software_per_gpu": "software",
    "labour_per_hour": "labour",
    "utilisation_percent": "utilisation",
    "carbon_place": "carbon",
    "carbon_g_per_kwh": "carbon_g_per_kwh",
}
"""Key of the site sheet → its setting in the account; "rent" is that of the given contract."""
USUAL = "usual"
"""Choice value for the default of the tables."""


def said_costs(sheet: SiteSheet) -> dict[str, CostValue]:
    """Costs stated by the project; open figures are missing. A PUE takes precedence over a share of cooling."""
    cost_values: dict[str, CostValue] = {}
    for key, name in SITE_KEYS.items():
        value = sheet.value(key)
        if value is None or value == USUAL or isinstance(value, bool):
            continue
        cost_values[name] = value.strip().upper() if name == "currency" and isinstance(value, str) else value
    if "rent" in cost_values:
        rent = cost_values.pop("rent")
        cost_values |= {"all_in_rent": rent, "metered_rent": rent}
    if "pue" in cost_values:
        cost_values.pop("cooling_share", None)
    return cost_values


def plant_is_bought(sheet: SiteSheet) -> bool:
    """Whether the plan's infrastructure (UPS, cooling) is paid separately, not with the rent or the building."""
    return sheet.text("cost_plant") == "bought"
