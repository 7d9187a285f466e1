"""The columns of the table of types: those of every family, and those of one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.entry import FactKind
from gpudesk.core.hardware.hardware import Family
from gpudesk.ui.panels.catalog.catalog_rows import short_title


class Special(StrEnum):
    """Columns that are no facts."""

    MODEL = "model"
    VENDOR = "vendor"
    FAMILY = "family"
    USED = "used"
    MISSING = "missing"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: a special one, or the fact of that name."""

    name: str
    title: str
    number: bool
    unit: str = ""
    tool_tip: str = ""


_EVERY = ("height_u", "power_max_w", "weight_kg", "depth_mm", "year")
_OF: Mapping[Family, tuple[str, ...]] = {
    Family.GPU: (
        "memory_mib",
        "memory_gb_per_s",
        "bf16_dense_tflops",
        "fp8_dense_tflops",
        "fp4_dense_tflops",
        "power_max_w",
        "compute_capability",
        "nvlink_gb_per_s",
        "form_factor",
        "year",
        "price_usd",
    ),
    Family.SYSTEM: ("height_u", "power_max_w", "weight_kg", "depth_mm", "cooling", "psu_redundancy", "airflow_cfm", "inlet_max_c", "year"),
    Family.SERVER: ("height_u", "power_max_w", "weight_kg", "depth_mm", "cooling", "psu_redundancy", "year"),
    Family.WORKSTATION: ("gpu_slots", "gpu_board_length_max_mm", "power_max_w", "power_output_w", "memory_host_gib", "weight_kg", "year"),
    Family.SWITCH: (
        "switch_radix",
        "port_rate_gbps",
        "switch_throughput_tbps",
        "height_u",
        "power_max_w",
        "power_average_w",
        "airflow_direction",
    ),
    Family.RACK: ("units_u", "rail_width_inch", "outer_width_mm", "outer_depth_mm", "outer_height_mm", "static_load_kg", "rolling_load_kg"),
    Family.PDU: (
        "capacity_va",
        "input_voltage_v",
        "input_current_a",
        "input_phases",
        "breaker_count",
        "breaker_a",
        "metering",
        "height_mm",
    ),
    Family.BUSWAY: ("input_voltage_v", "input_current_a", "input_phases", "capacity_va"),
    Family.POWER_SHELF: ("height_u", "power_output_w", "output_voltage_v", "efficiency_percent", "psu_redundancy", "weight_kg"),
    Family.UPS: ("capacity_va", "power_output_w", "efficiency_percent", "runtime_min", "height_u", "weight_kg"),
    Family.CDU: ("cooling_capacity_w", "liquid_flow_l_min", "liquid_approach_k", "power_max_w", "height_u", "weight_kg"),
    Family.COOLING: ("cooling_capacity_w", "airflow_cfm", "power_max_w", "width_mm", "weight_kg"),
    Family.TRANSCEIVER: (
        "rate_gbps",
        "cage",
        "module_heat_sink",
        "fibre_mode",
        "optical_connector",
        "reach_om4_m",
        "reach_os2_m",
        "power_max_w",
    ),
    Family.CABLE: ("cable_kind", "length_max_m", "fibre_type", "splits_into", "outer_diameter_mm", "bend_radius_mm", "power_per_end_w"),
    Family.PANEL: ("height_u", "fibre_count", "panel_connector", "cassette_slots", "depth_mm"),
    Family.CASSETTE: ("fibre_count", "panel_connector", "polarity", "insertion_loss_db"),
    Family.STORAGE: ("height_u", "capacity_usable_tb", "read_gb_per_s", "write_gb_per_s", "file_system", "power_max_w", "weight_kg"),
    Family.ADAPTER: ("port_rate_gbps", "interfaces", "pcie_generation", "pcie_lanes", "power_max_w"),
    Family.ACCESSORY: ("weight_kg", "pack_of", "price_usd"),
}


def columns_for(catalog: Catalog, families: Sequence[Family], *, project: bool) -> list[Column]:
    """The columns for the shown types: those of a family if only one is shown, else those shared by most families."""
    one = families[0] if len(families) == 1 else None
    names = _OF.get(one, _EVERY) if one is not None else _EVERY
    columns = [_special(Special.MODEL), _special(Special.VENDOR)]
    if one is None:
        columns.append(_special(Special.FAMILY))
    if project:
        columns.append(_special(Special.USED))
    for name in names:
        definition = catalog.facts.get(name)
        if definition is not None:
            number = definition.kind is FactKind.NUMBER
            columns.append(Column(name, short_title(catalog, name), number, definition.unit))
    return [*columns, _special(Special.MISSING), _special(Special.DOUBTFUL)]


def _special(special: Special) -> Column:
    translate = QCoreApplication.translate
    return {
        Special.MODEL: Column(Special.MODEL, translate("TypeTable", "Model"), number=False),
        Special.VENDOR: Column(Special.VENDOR, translate("TypeTable", "Vendor"), number=False),
        Special.FAMILY: Column(Special.FAMILY, translate("TypeTable", "Family"), number=False),
        Special.USED: Column(
            Special.USED,
            translate("TypeTable", "In project"),
            number=True,
            tool_tip=translate("TypeTable", "Quantity in the open project"),
        ),
        Special.MISSING: Column(
            Special.MISSING,
            translate("TypeTable", "Missing"),
            number=True,
            tool_tip=translate("TypeTable", "Useful facts not found in any document"),
        ),
        Special.DOUBTFUL: Column(
            Special.DOUBTFUL,
            translate("TypeTable", "Unverified"),
            number=True,
            tool_tip=translate("TypeTable", "Facts not yet verified against a document"),
        ),
    }[special]
