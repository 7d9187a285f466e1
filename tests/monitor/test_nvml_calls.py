"""Which fields of nvml.h (API 13, as nvidia-ml-py carries its names) are read, and the unit of each."""

import pynvml
import pytest

from gpudesk.monitor.nvml.nvml_calls import ACTIVITIES, FIELDS, Field
from gpudesk.monitor.readings.metrics import metrics

ONE_MILLI, ONE_NANO, ONE_KIB = 1e-3, 1e-9, 1024.0
PUBLISHED = {
    "memory_temperature_c": ("MEMORY_TEMP", 1),
    "energy_j": ("TOTAL_ENERGY_CONSUMPTION", ONE_MILLI),
    "power_average_w": ("POWER_AVERAGE", ONE_MILLI),
    "power_w": ("POWER_INSTANT", ONE_MILLI),
    "pcie_sent_bytes": ("PCIE_COUNT_TX_BYTES", 1),
    "pcie_received_bytes": ("PCIE_COUNT_RX_BYTES", 1),
    "nvlink_sent_bytes": ("NVLINK_THROUGHPUT_DATA_TX", ONE_KIB),
    "nvlink_received_bytes": ("NVLINK_THROUGHPUT_DATA_RX", ONE_KIB),
    "held_power_cap_s": ("CLOCKS_EVENT_REASON_SW_POWER_CAP", ONE_NANO),
    "held_software_thermal_s": ("CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN", ONE_NANO),
    "held_hardware_thermal_s": ("CLOCKS_EVENT_REASON_HW_THERM_SLOWDOWN", ONE_NANO),
    "held_power_brake_s": ("CLOCKS_EVENT_REASON_HW_POWER_BRAKE_SLOWDOWN", ONE_NANO),
    "nvlink_crc_errors": ("NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL", 1),
    "nvlink_replays": ("NVLINK_REPLAY_ERROR_COUNT_TOTAL", 1),
    "nvlink_recoveries": ("NVLINK_RECOVERY_ERROR_COUNT_TOTAL", 1),
    "recovery_action": ("GET_GPU_RECOVERY_ACTION", 1),
}
"""The name in nvml.h without NVML_FI_DEV_, and the metric's unit in that of the field: mJ, mW, KiB and ns by the comments there."""
GPM = {
    "sm_active_percent": "SM_UTIL",
    "sm_occupancy_percent": "SM_OCCUPANCY",
    "tensor_active_percent": "ANY_TENSOR_UTIL",
    "dram_active_percent": "DRAM_BW_UTIL",
}


def test_fields_have_the_numbers_and_units_of_the_header() -> None:
    read = {field.key: (field.number, field.factor) for field in FIELDS}
    assert read == {key: (getattr(pynvml, f"NVML_FI_DEV_{name}"), factor) for key, (name, factor) in PUBLISHED.items()}
    assert len(FIELDS) == len(PUBLISHED)


def test_only_the_throughput_of_links_is_read_for_all_of_them() -> None:
    """nvml.h: scope id of NVLink throughput is the link; UINT_MAX aggregates all links."""
    all_links = 2**32 - 1
    assert {field.key: field.scope for field in FIELDS if field.scope} == dict.fromkeys(
        ("nvlink_sent_bytes", "nvlink_received_bytes"), all_links
    )


def test_activities_have_the_numbers_of_the_header() -> None:
    assert {key: number for number, key in ACTIVITIES.items()} == {
        key: getattr(pynvml, f"NVML_GPM_METRIC_{name}") for key, name in GPM.items()
    }


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.key)
def test_a_field_is_read_as_often_as_its_metric_changes(field: Field) -> None:
    assert field.tier is metrics()[field.key].tier
