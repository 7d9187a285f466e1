"""The energy that a job takes, and the carbon dioxide of it."""

from dataclasses import dataclass

_WATT_HOURS = 1000.0
_GRAMS = 1000.0


@dataclass(frozen=True, slots=True)
class JobEnergy:
    """Energy of one job.

    Attributes:
        gpus_kwh: of the GPUs alone.
        hosts_kwh: of the other components of the systems.
        site_kwh: of cooling and building losses.
        co2_kg: None if the grid is unknown.
    """

    gpus_kwh: float
    hosts_kwh: float
    site_kwh: float
    co2_kg: float | None

    @property
    def kwh(self) -> float:
        return self.gpus_kwh + self.hosts_kwh + self.site_kwh

    def joules_per_token(self, tokens: float) -> float:
        return self.kwh * 3.6e6 / tokens


def job_energy(gpu_hours: float, gpu_w: float, host_w_a_gpu: float, pue: float = 1.0, carbon_g_per_kwh: float | None = None) -> JobEnergy:
    """The energy of a job with a given number of GPU-hours.

    Args:
        gpu_w: average power of one GPU.
        host_w_a_gpu: of the rest of its system, for each GPU.
        pue: site power divided by device power.
        carbon_g_per_kwh: of the grid.
    """
    gpus, hosts = gpu_hours * gpu_w / _WATT_HOURS, gpu_hours * host_w_a_gpu / _WATT_HOURS
    site = (gpus + hosts) * (pue - 1)
    co2 = None if carbon_g_per_kwh is None else (gpus + hosts + site) * carbon_g_per_kwh / _GRAMS
    return JobEnergy(gpus, hosts, site, co2)
