"""Energy and water of a plant in addition to its devices: cooling through the year, PUE and WUE.

A month is a uniform sample of its hours: temperatures are normally distributed around the mean. Heat is rejected by dry coolers or
cooling towers as long as these reach the required supply temperature; otherwise by chillers, with an efficiency that is a fraction
of the Carnot cycle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan, sqrt
from statistics import NormalDist

SAMPLES = 25
"""Number of temperature samples per month."""
KELVIN_AT_0_C = 273.15
LATENT_HEAT_KWH_PER_L = 2430 / 3600
"""To evaporate one litre of water near 30 °C: 2,430 kJ/kg (steam tables)."""
DAYS = (31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
HOURS_OF_MONTHS = tuple(days * 24 for days in DAYS)
MONTHS = 12


@dataclass(frozen=True, slots=True)
class Climate:
    """Outdoor air through the year: twelve mean temperatures, their spread within a month, and the mean humidity.

    Attributes:
        mean_c: of January to December.
        spread_k: standard deviation of the hours of a month around its mean.
        humidity_percent: mean relative humidity of the year.
    """

    mean_c: tuple[float, ...]
    spread_k: float
    humidity_percent: float

    def samples_c(self, month: int) -> list[float]:
        """Equally probable temperatures of a month, 0 for January."""
        if self.spread_k <= 0:
            return [self.mean_c[month]] * SAMPLES
        spread = NormalDist(self.mean_c[month], self.spread_k)
        return [spread.inv_cdf((number + 0.5) / SAMPLES) for number in range(SAMPLES)]


@dataclass(frozen=True, slots=True)
class Rejection:
    """Heat rejection of the building.

    Attributes:
        wet: by evaporation (a cooling tower), so that the wet-bulb temperature applies.
        approach_k: difference between water and outdoor air temperature.
        fans_w_per_w: power of its fans and pumps per watt of heat.
        carnot_share: efficiency of a chiller relative to the Carnot cycle.
        lift_k: the temperature lift that heat exchangers add at both ends of a chiller, in total.
        blowdown_share: water drained per liter that evaporates.
    """

    wet: bool
    approach_k: float
    fans_w_per_w: float
    carnot_share: float
    lift_k: float
    blowdown_share: float

    def chiller_w_per_w(self, outdoor_c: float, supply_c: float) -> float:
        """Power of a chiller for each watt of heat, 0 where the outdoor air suffices: (T_cond − T_evap) / (η · T_evap)."""
        reached_c = outdoor_c + self.approach_k
        if reached_c <= supply_c:
            return 0.0
        lift = reached_c - supply_c + self.lift_k
        return lift / (self.carnot_share * (supply_c - self.lift_k / 2 + KELVIN_AT_0_C))


@dataclass(frozen=True, slots=True)
class Stream:
    """Heat that leaves at one supply temperature, in W, with the power that moves it inside the building."""

    heat_w: float
    supply_c: float
    moving_w: float


@dataclass(frozen=True, slots=True)
class Year:
    """Energy and water of a plant through the year.

    Attributes:
        pue: of each month.
        cooling_kwh, it_kwh, facility_kwh: of the whole year.
        water_l: evaporated and drained in the year.
        free_share: the share of heat rejected without a chiller.
        worst_cooling_w: the maximum cooling power in any sample.
    """

    pue: tuple[float, ...]
    it_kwh: float
    cooling_kwh: float
    facility_kwh: float
    water_l: float
    free_share: float
    worst_cooling_w: float

    @property
    def mean_pue(self) -> float:
        """Of the whole year: facility energy over that of the devices (ISO/IEC 30134-2)."""
        return self.facility_kwh / self.it_kwh if self.it_kwh else float("nan")

    @property
    def wue_l_per_kwh(self) -> float:
        """Litres of water for each kWh of the devices (ISO/IEC 30134-9)."""
        return self.water_l / self.it_kwh if self.it_kwh else float("nan")


def wet_bulb_c(dry_c: float, humidity_percent: float) -> float:
    """The wet-bulb temperature near sea level, within 1 K from −20 to 50 °C and 5 to 99 % (Stull, J. Appl. Meteor. Climatol. 50, 2011)."""
    humidity = min(max(humidity_percent, 5.0), 99.0)
    term: float = 0.00391838 * humidity**1.5
    return (
        dry_c * atan(0.151977 * sqrt(humidity + 8.313659))
        + atan(dry_c + humidity)
        - atan(humidity - 1.676331)
        + term * atan(0.023101 * humidity)
        - 4.686035
    )


def year_of(it_w: float, streams: Sequence[Stream], rejection: Rejection, climate: Climate, loss_share: float, other_share: float) -> Year:
    """The energy and water of a year at a steady load.

    Args:
        it_w: power draw of the devices.
        loss_share: losses of UPS and distribution per watt delivered to the devices.
        other_share: lighting, control and offices per watt of the devices.
    """
    months, cooling_kwh, water_l, free, lifted, worst = [], 0.0, 0.0, 0.0, 0.0, 0.0
    moving_w = sum(stream.moving_w for stream in streams)
    fixed_w = it_w * (loss_share + other_share)
    for month, hours in enumerate(HOURS_OF_MONTHS):
        kwh_per_w = hours / SAMPLES / 1000
        month_kwh = 0.0
        for dry_c in climate.samples_c(month):
            outdoor_c = wet_bulb_c(dry_c, climate.humidity_percent) if rejection.wet else dry_c
            power_w = moving_w
            for stream in streams:
                chiller_w = stream.heat_w * rejection.chiller_w_per_w(outdoor_c, stream.supply_c)
                rejected_w = stream.heat_w + chiller_w
                power_w += chiller_w + rejected_w * rejection.fans_w_per_w
                if rejection.wet:
                    water_l += rejected_w * kwh_per_w / LATENT_HEAT_KWH_PER_L * (1 + rejection.blowdown_share)
                lifted += stream.heat_w if chiller_w else 0.0
                free += 0.0 if chiller_w else stream.heat_w
            worst = max(worst, power_w)
            month_kwh += power_w * kwh_per_w
        cooling_kwh += month_kwh
        it_month = it_w * hours / 1000
        months.append((it_month + month_kwh + fixed_w * hours / 1000) / it_month if it_month else float("nan"))
    total_h = sum(HOURS_OF_MONTHS)
    it_kwh = it_w * total_h / 1000
    share = free / (free + lifted) if free + lifted else 1.0
    return Year(tuple(months), it_kwh, cooling_kwh, it_kwh + cooling_kwh + fixed_w * total_h / 1000, water_l, share, worst)
