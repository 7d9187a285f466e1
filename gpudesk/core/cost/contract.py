"""Three ways to pay for the place and its power. Each is a type of its own with its own terms alone, so that nothing is paid twice."""

from dataclasses import dataclass
from enum import StrEnum

from gpudesk.core.cost.figure import Figure


class ContractKind(StrEnum):
    """The ways, by the words of files and options."""

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
    """Rent for the place, and energy as it is metered, with what cooling and losses add to it.

    Attributes:
        per_kw_month: rent for each kW that is reserved.
        pue: energy of the whole site for that of the devices.
    """

    per_kw_month: Figure
    pue: Figure
    kind: ContractKind = ContractKind.METERED


@dataclass(frozen=True, slots=True)
class OwnSite:
    """A building of one's own, and energy with what cooling and losses add to it.

    Attributes:
        building_per_kw: what building it costs for each kW of devices.
        building_years: over which that is paid off.
        upkeep_share: of what it cost, spent each year on upkeep.
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
    """What a PUE adds to the energy of the devices."""
    return pue - 1
