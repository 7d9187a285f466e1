"""Three contract types for site and power. Each is a separate type with only its own terms, so that nothing is counted twice."""

from dataclasses import dataclass
from enum import StrEnum

from gpudesk.core.cost.figure import Figure


class ContractKind(StrEnum):
    """The contract types, by their tokens in files and options."""

    ALL_IN = "all-in"
    METERED = "metered"
    OWN_SITE = "own-site"


@dataclass(frozen=True, slots=True)
class AllIn:
    """Colocation with everything in it, energy and cooling too.

    Attributes:
        per_kw_month: for each kW that is reserved.
    """

    per_kw_month: Figure
    kind: ContractKind = ContractKind.ALL_IN


@dataclass(frozen=True, slots=True)
class Metered:
    """Rent for the site, and metered energy, with the addition for cooling and losses.

    Attributes:
        per_kw_month: rent per reserved kW.
        pue: ratio of site energy to device energy.
    """

    per_kw_month: Figure
    pue: Figure
    kind: ContractKind = ContractKind.METERED


@dataclass(frozen=True, slots=True)
class OwnSite:
    """A building owned by the operator, and energy with the addition for cooling and losses.

    Attributes:
        building_per_kw: construction cost per kW of devices.
        building_years: period over which it is paid off.
        upkeep_share: share of the construction cost spent on maintenance each year.
    """

    building_per_kw: Figure
    building_years: Figure
    upkeep_share: Figure
    pue: Figure
    kind: ContractKind = ContractKind.OWN_SITE


Contract = AllIn | Metered | OwnSite


def pue_from_cooling_share(share: float) -> float:
    """The PUE of a site where cooling adds `share` to the energy of the devices, and nothing else adds to it."""
    return 1 + share


def cooling_share_from_pue(pue: float) -> float:
    """The share that a PUE adds to the energy of the devices."""
    return pue - 1
