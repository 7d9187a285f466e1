"""Assignment of GPUs in a cluster: GPU Operator values, and the layout of MIG instances.

Values of the chart of GPU Operator 25.3 (docs.nvidia.com/datacenter/cloud-native/gpu-operator); layouts of mig-parted 0.12
(github:NVIDIA/mig-parted, examples/config.yaml), which the operator's MIG manager also reads.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from gpudesk.core.serving.launch_values import GPUS_OF_A_SYSTEM
from gpudesk.formats.launch.launch_text import yaml_text

_CONFIG = "mig-layouts"


def gpu_operator_values(layouts: Mapping[str, object], *, rdma: bool, driver: str = "") -> dict[str, str]:
    """Return Helm values of the GPU Operator.

    Args:
        layouts: MIG layouts by name; empty if GPUs are not partitioned.
        rdma: whether GPUs communicate directly with network cards of other nodes.
        driver: its version; "" for the default of the chart.
    """
    values: dict[str, Any] = {
        "driver": {"enabled": True, "rdma": {"enabled": rdma, "useHostMofed": rdma}},
        "toolkit": {"enabled": True},
        "cdi": {"enabled": True, "default": True},
        "devicePlugin": {"enabled": True},
        "gfd": {"enabled": True},
        "dcgmExporter": {"enabled": True, "serviceMonitor": {"enabled": True}},
        "mig": {"strategy": "mixed" if layouts else "single"},
        "migManager": {"enabled": bool(layouts)},
    }
    if driver:
        values["driver"]["version"] = driver
    if layouts:
        values["migManager"]["config"] = {"name": _CONFIG, "default": "all-disabled"}
    comments = [
        "Values of GPU Operator 25.3:",
        "  helm upgrade --install gpu-operator nvidia/gpu-operator -n gpu-operator --create-namespace -f THIS",
        "Nodes whose system brings its own driver (DGX OS): driver.enabled and toolkit.enabled are false there.",
    ]
    if layouts:
        comments += [
            "Layouts:",
            f"  kubectl create configmap {_CONFIG} -n gpu-operator --from-file=config.yaml=mig-parted.yaml",
            "A node is cut up by its label:",
            f"  kubectl label node NAME nvidia.com/mig.config={list(layouts)[-1]} --overwrite",
        ]
    return {"gpu-operator-values.yaml": yaml_text(comments, [values])}


def mig_layouts(profiles: Sequence[tuple[str, int]]) -> dict[str, Any]:
    """Layouts by name: all boards whole, all cut into as many instances of one profile as go in.

    Args:
        profiles: names of the board's profiles, with the most instances of each.
    """
    layouts = _whole()
    for name, most in profiles:
        # Values of labels, by which nodes choose, have no plus sign.
        layouts[f"all-{name.replace('+', '.')}"] = [{"devices": "all", "mig-enabled": True, "mig-devices": {name: most}}]
    return layouts


def planned_layouts(gpus: Sequence[Mapping[str, int]], of_a_system: int = GPUS_OF_A_SYSTEM) -> dict[str, Any]:
    """Return layouts by name, one per system: the plan of each of its GPUs, unplanned GPUs unpartitioned.

    Args:
        gpus: instances by profile of each GPU, system by system.
    """
    layouts = _whole()
    for system, first in enumerate(range(0, len(gpus), of_a_system), 1):
        here = gpus[first : first + of_a_system]
        rows: list[dict[str, Any]] = []
        for cut in {tuple(cut_of_gpu.items()): cut_of_gpu for cut_of_gpu in here}.values():
            devices = [at for at, cut_of_gpu in enumerate(here) if cut_of_gpu == cut]
            rows.append({"devices": devices, "mig-enabled": True, "mig-devices": dict(cut)})
        if len(here) < of_a_system:
            rows.append({"devices": list(range(len(here), of_a_system)), "mig-enabled": False})
        layouts[f"planned-{system}"] = rows
    return layouts


def _whole() -> dict[str, Any]:
    return {"all-disabled": [{"devices": "all", "mig-enabled": False}]}


def mig_parted(layouts: Mapping[str, Any]) -> dict[str, str]:
    """Return the mig-parted configuration."""
    comments = ["Layouts for mig-parted 0.12: nvidia-mig-parted apply -f THIS -c NAME"]
    return {"mig-parted.yaml": yaml_text(comments, [{"version": "v1", "mig-configs": dict(layouts)}])}
