"""Readers of what people paste and bring from the hall, by the one recognizer and by the reader of each kind, for the mutation tests.

    FIELD_READERS      name → name of the file, its bytes, and the reader

Each text goes the way of `gpudesk read`: what it is, and what it says. Where it could be two kinds, both are read.
"""

from collections.abc import Callable
from pathlib import Path

from gpudesk import locate
from gpudesk.catalog.bom_rule_files import read_labour, read_parts, read_spares
from gpudesk.formats.fabric_listing import read_fabric_listing
from gpudesk.formats.run_log import read_run_log
from gpudesk.monitor.recognized import understood
from tests.formats import run_logs, vllm_logs

FieldReader = tuple[str, Callable[[], bytes], Callable[[Path], object]]

_TEXTS = (
    "prose.txt",
    "two-kinds.txt",
    "kernel-utf16.log",
    "kernel-rfc3164.log",
    "kernel-rfc3339.log",
    "kernel-rfc5424.log",
    "kernel-short-full.log",
    "kernel-short-monotonic.log",
    "kernel-journal-bytes.log",
    "kernel-iso-level.log",
    "kernel-ctime-spanish.log",
    "kernel-aer.log",
    "kernel-sxid.log",
    "kernel-recovery-reboot.log",
    "smi-table-520.txt",
    "smi-query-utf16.csv",
    "smi-query-impossible.csv",
    "smi-xml-noise.txt",
    "smi-xml-utf16.xml",
    "smi-topo-spaces.txt",
    "dcgm-diag-error.json",
    "exporter-impossible.prom",
    "failure-mismatch.txt",
    "list-title.csv",
    "list-german.csv",
)
"""Of `field_inputs`."""
_LISTINGS = ("topology.txt", "topology-f.txt", "iblinkinfo-switches-only.txt")
"""Of `fabric_listings`."""
_LOGS = {"vllm-010": vllm_logs.V1_010, "vllm-020": vllm_logs.V1_020, "vllm-debug": vllm_logs.V1_DEBUG, "old-debug": run_logs.VLLM_DEBUG}
_RULES = {"spares.yaml": read_spares, "accessories.yaml": read_parts, "labour.yaml": read_labour}


def _read_as_pasted(path: Path) -> object:
    content = path.read_bytes()
    whole = understood(content, path.name, None)
    return [whole, *(understood(content, path.name, None, nature) for nature in whole.what.others)]


def _bytes_of(folder: str, name: str) -> Callable[[], bytes]:
    return Path(__file__).with_name(folder).joinpath(name).read_bytes


def _rules(name: str) -> Callable[[], bytes]:
    return locate.resource("rules", name).read_bytes


FIELD_READERS: dict[str, FieldReader] = {
    **{f"pasted-{name}": (name, _bytes_of("field_inputs", name), _read_as_pasted) for name in _TEXTS},
    **{f"listing-{name}": (name, _bytes_of("fabric_listings", name), read_fabric_listing) for name in _LISTINGS},
    **{f"{name}-log": (f"{name}.log", text.encode, read_run_log) for name, text in _LOGS.items()},
    **{f"rules-{name}": (name, _rules(name), read) for name, read in _RULES.items()},
}
