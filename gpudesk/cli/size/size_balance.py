"""A plan compared with the usual system of its GPUs, as printed by `gpudesk size`."""

from collections.abc import Iterator
from typing import Any

from gpudesk.cli.terminal.amounts import rounded
from gpudesk.cli.terminal.output import counted
from gpudesk.core.work.system_balance import UNITS, LinkUse
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.systems.balance import link_title, usual_balance
from gpudesk.sizing.training.training import TrainingPlan

_LEAST = 0.01


def balance_of(plan: ServingPlan | TrainingPlan) -> dict[str, Any] | None:
    """The object of `--json`; None where no system of the catalog holds the board."""
    system_balance = usual_balance(plan)
    if system_balance is None:
        return None
    binding = system_balance.balance.binding
    return {
        "system": system_balance.system.key,
        "title": system_balance.system.title,
        "systems": system_balance.systems,
        "gpus_per_system": system_balance.gpus_each,
        "links": [
            {"link": str(link.link), "needed": link.needed, "available": link.has, "unit": UNITS[link.link], "utilization": link.use}
            for link in system_balance.balance.links
        ],
        "bottleneck": None if binding is None else str(binding.link),
        "short": [str(short_link.link) for short_link in system_balance.balance.short],
        "unknown": [str(link) for link in system_balance.balance.missing],
    }


def balance_lines(plan: ServingPlan | TrainingPlan) -> Iterator[str]:
    """Lines for people."""
    system_balance = usual_balance(plan)
    if system_balance is None:
        yield "No system in the catalog has this GPU."
        return
    binding = system_balance.balance.binding
    per_system = " in each" if system_balance.systems > 1 else ""
    yield f"In {system_balance.systems:,} × {system_balance.system.title}, using {counted(system_balance.gpus_each, 'GPU')}{per_system}:"
    for link in system_balance.balance.links:
        if link.needed is not None:
            yield f"  {_line(link)}{', the bottleneck' if link is binding else ''}"


def _line(each: LinkUse) -> str:
    unit, per = (" kW", 1000) if UNITS[each.link] == "W" else (f" {UNITS[each.link]}".rstrip(), 1)
    name = link_title(each.link).plain()
    if each.has is None:
        return f"{name}: {_figure((each.needed or 0.0) / per)}{unit} needed; the available value is not in the catalog"
    short = ": not enough" if each.is_short else ""
    return f"{name}: {_figure((each.needed or 0.0) / per)} of {_figure(each.has / per)}{unit}{short}"


def _figure(value: float) -> str:
    if 0 < value < _LEAST:
        return f"under {_LEAST}"
    return f"{value:,.0f}" if value >= 100 else rounded(value)
