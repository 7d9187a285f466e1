"""Readers of what people paste and bring from the hall, by the one recognizer and by the reader of each kind, for the mutation tests.

    FIELD_READERS      name → name of the file, its bytes, and the reader

Each text goes the way of `gpudesk read`: what it is, and what it says. Where it could be two kinds, both are read.
"""

from collections.abc import Callable
from pathlib import Path

from gpudesk import locate
from gpudesk.catalog.bom_rule_files import read_labour, read_parts, read_spares
from gpudesk.formats.fabric.fabric_listing import read_fabric_listing
from gpudesk.formats.runs.run_log import read_run_log
from gpudesk.formats.tables.device_list import read_device_list
from gpudesk.formats.tables.tables import read_tables
from gpudesk.monitor.saved.recognized import recognized, understood
from tests.formats import run_logs, vllm_logs

FieldReader = tuple[str, Callable[[], bytes], Callable[[Path], object]]

_INPUTS = Path(__file__).with_name("field_inputs")
_NOTHING = frozenset({"empty.txt", "kernel-no-driver.log", "dcgm-diag-cut.json"})
"""Of `field_inputs`, those that hold nothing to be damaged, or are refused as they are."""
_TEXTS = sorted(path.name for path in _INPUTS.iterdir() if path.name not in _NOTHING)
_LISTS = [name for name in _TEXTS if name.startswith("list-") and name not in ("list-cables.csv", "list-netbox.csv")]
_LISTINGS = ("topology.txt", "topology-f.txt", "iblinkinfo-switches-only.txt")
"""Of `fabric_listings`."""
_LOGS = {"vllm-010": vllm_logs.V1_010, "vllm-020": vllm_logs.V1_020, "vllm-debug": vllm_logs.V1_DEBUG, "old-debug": run_logs.VLLM_DEBUG}
_RULES = {"spares.yaml": read_spares, "accessories.yaml": read_parts, "labour.yaml": read_labour}


def _read_as_pasted(path: Path) -> object:
    content = path.read_bytes()
    whole = understood(content, path.name, None)
    return [whole, *(understood(content, path.name, None, nature) for nature in whole.what.others)]


def _read_as_file(path: Path) -> object:
    """What a list, a listing of a fabric or a model is as a file, and what a list of devices says."""
    content = path.read_bytes()
    found = understood(content, path.name, path)
    return [found, recognized(path), read_device_list(read_tables(path, whole=False), "uid")]


def _bytes_of(folder: str, name: str) -> Callable[[], bytes]:
    return Path(__file__).with_name(folder).joinpath(name).read_bytes


def _rules(name: str) -> Callable[[], bytes]:
    return locate.resource("rules", name).read_bytes


FIELD_READERS: dict[str, FieldReader] = {
    **{f"pasted-{name}": (name, _bytes_of("field_inputs", name), _read_as_pasted) for name in _TEXTS},
    **{f"listed-{name}": (name, _bytes_of("field_inputs", name), _read_as_file) for name in _LISTS},
    **{f"listing-{name}": (name, _bytes_of("fabric_listings", name), read_fabric_listing) for name in _LISTINGS},
    **{f"{name}-log": (f"{name}.log", text.encode, read_run_log) for name, text in _LOGS.items()},
    **{f"rules-{name}": (name, _rules(name), read) for name, read in _RULES.items()},
}
