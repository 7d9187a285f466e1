"""Listings as `nvidia-smi -q -x` prints them, of our own making after its published document types."""

from collections.abc import Mapping

GPU = {
    "product_name": "NVIDIA H100 80GB HBM3",
    "persistence_mode": "Enabled",
    "mig_mode/current_mig": "Disabled",
    "serial": "1650099000001",
    "uuid": "GPU-11111111-2222-4333-8444-555555555555",
    "vbios_version": "96.00.A5.00.01",
    "board_part_number": "692-2G520-0200-000",
    "pci/pci_bus_id": "00000000:18:00.0",
    "pci/pci_gpu_link_info/pcie_gen/max_link_gen": "5",
    "pci/pci_gpu_link_info/pcie_gen/current_link_gen": "4",
    "pci/pci_gpu_link_info/link_widths/max_link_width": "16x",
    "pci/pci_gpu_link_info/link_widths/current_link_width": "8x",
    "pci/replay_counter": "3",
    "pci/tx_util": "439 KB/s",
    "pci/rx_util": "292 KB/s",
    "fan_speed": "N/A",
    "clocks_event_reasons/clocks_event_reason_gpu_idle": "Not Active",
    "clocks_event_reasons/clocks_event_reason_sw_power_cap": "Active",
    "clocks_event_reasons/clocks_event_reason_hw_thermal_slowdown": "Active",
    "clocks_event_reasons_counters/clocks_event_reasons_counters_sw_power_cap": "2500000 us",
    "fb_memory_usage/total": "81559 MiB",
    "fb_memory_usage/reserved": "480 MiB",
    "fb_memory_usage/used": "40000 MiB",
    "fb_memory_usage/free": "41079 MiB",
    "utilization/gpu_util": "97 %",
    "utilization/memory_util": "41 %",
    "ecc_mode/current_ecc": "Enabled",
    "ecc_errors/volatile/dram_correctable": "12",
    "remapped_rows": "N/A",
    "temperature/gpu_temp": "66 C",
    "temperature/gpu_temp_slow_threshold": "89 C",
    "temperature/memory_temp": "Insufficient Permissions",
    "gpu_power_readings/instant_power_draw": "651.20 W",
    "gpu_power_readings/current_power_limit": "700.00 W",
    "gpu_power_readings/max_power_limit": "700.00 W",
    "clocks/sm_clock": "1755 MHz",
    "brand_new_thing": "42 furlongs",
}


class _Node(dict[str, "_Node | str"]):
    pass


def _tree(leaves: Mapping[str, str]) -> _Node:
    root = _Node()
    for path, text in leaves.items():
        node = root
        *groups, leaf = path.split("/")
        for group in groups:
            below = node.setdefault(group, _Node())
            assert isinstance(below, _Node)
            node = below
        node[leaf] = text
    return root


def _written(node: _Node) -> str:
    return "".join(f"<{name}>{_written(below) if isinstance(below, _Node) else below}</{name}>\n" for name, below in node.items())


def listing(*gpus: Mapping[str, str], schema: str = "v13", extra: str = "", head: str = "") -> bytes:
    """A listing of these GPUs.

    Args:
        extra: elements inside of each GPU; `head`: in the document type.
    """
    body = "".join(f'<gpu id="00000000:18:00.0">\n{_written(_tree(each))}{extra}</gpu>\n' for each in gpus)
    return (
        f'<?xml version="1.0" ?>\n<!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_{schema}.dtd"{head}>\n<nvidia_smi_log>\n'
        "<timestamp>Fri Aug 21 08:54:01 2026</timestamp>\n<driver_version>580.95.05</driver_version>\n<cuda_version>13.0</cuda_version>\n"
        f"<attached_gpus>{len(gpus)}</attached_gpus>\n<!-- drivers from 610 on write comments -->\n{body}</nvidia_smi_log>\n"
    ).encode()
