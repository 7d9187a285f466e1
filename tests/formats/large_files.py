"""Large good files of the readers whose files grow with a site or a run: what `make soak` reads at three sizes.

LARGE      by the name in `every_reader.READERS`; `make(size)` makes a file of about that many bytes
"""

import json
import struct
from collections.abc import Callable
from itertools import count

from gpudesk.catalog import plain_yaml
from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.type_exchange import shared
from gpudesk.formats.drawings import dxf_tags
from gpudesk.formats.fabric import ibnetdiscover, topology_dot
from gpudesk.formats.hosts import nvidia_smi_csv, nvidia_smi_xml, prometheus_text
from gpudesk.formats.models import safetensors_header
from gpudesk.formats.netbox import netbox_yaml
from gpudesk.formats.runs import load_test, nsys_stats, run_log_file
from gpudesk.formats.tables.tables import csv_bytes, xlsx_bytes
from gpudesk.formats.text import pasted_text, table_limits
from gpudesk.onsite import name_map
from tests.formats import run_logs
from tests.formats.every_reader import LOAD
from tests.formats.large import Large, lines
from tests.formats.large_packed import LARGE_PACKED
from tests.formats.model_makers import KEYS, gguf
from tests.monitor.smi_listing import GPU, listing

_DEVICES = ["Hall", "Row", "Rack", "Rack type", "Device", "Type", "U position", "Face", "Role", "Serial", "Notes"]


def _device(number: int) -> list[str]:
    rack, place = divmod(number, 20)
    name, notes = f"node-{number:06}", f"pallet {number} " * 6
    return ["Hall 1", "A", f"R{rack:05}", "", name, "generic.server-1u", str(place + 1), "front", "compute", f"SN{number:08}", notes]


def _devices(size: int) -> list[list[str]]:
    rows, length = [_DEVICES], 0
    for number in count():
        if length >= size:
            return rows
        if number % 20 == 0:
            rows.append(["Hall 1", "A", f"R{number // 20:05}", "generic.rack-48u-600x1200", *[""] * 7])
        rows.append(_device(number))
        length += sum(map(len, rows[-1])) + len(_DEVICES)
    return rows


def _cable(number: int) -> str:
    system, port = divmod(number, 8)
    return (
        f"{number + 1},Compute,node-{system:06},OSFP{port // 2 + 1}P{port % 2 + 1},0,leaf-{system // 32:04}-{port},1/{system % 32 + 1},0,4,"
        "nvidia.mfp7e10,nvidia.mma4z00-ns-flt,nvidia.mma4z00-ns,10,,0,1\r\n"
    )


_CABLES = (
    "Cable,Network,A device,A port,A lane,B device,B port,B lane,Lanes,Cable type,A module,B module,Length m,Splitter,By hand,Phase\r\n"
)


def _line_of_ports(number: int) -> str:
    """A switch with 32 adapters behind it, as iblinkinfo lists them."""
    guid, lid = 0x0002C90000000000 + number * 0x1000, number * 40 + 1
    ports = "".join(
        f'{lid:12d} {port:4d}[  ] ==( 4X    106.25 Gbps Active/  LinkUp)==>  {lid + port:6d}    1[  ] "node-{number}-{port} mlx5_0" ( )\n'
        for port in range(1, 33)
    )
    return f"Switch: 0x{guid:016x} MF0;leaf-{number}:MQM9700/U1:\n{ports}"


def _subnet(number: int) -> str:
    """A switch with 32 adapters behind it."""
    guid, ports = 0x0002C90000000000 + number * 0x1000, range(1, 33)
    leaf = f'"S-{guid:016x}"'
    switch = "".join(
        f'[{port}]\t"H-{guid + 16 * port:016x}"[1]({guid + 16 * port + 1:x}) \t\t# "node-{number}-{port} mlx5_0" lid {port} 4xNDR\n'
        for port in ports
    )
    nodes = "".join(
        f"vendid=0x2c9\ndevid=0x1021\nsysimgguid=0x{guid + 16 * port:x}\ncaguid=0x{guid + 16 * port:x}\n"
        f'Ca\t1 "H-{guid + 16 * port:016x}"\t\t# "node-{number}-{port} mlx5_0"\n'
        f'[1]({guid + 16 * port + 1:x}) \t{leaf}[{port}]\t\t# lid 3 lmc 0 "MF0;leaf-{number}:MQM9700/U1" lid 1 4xNDR\n\n'
        for port in ports
    )
    head = f"vendid=0x2c9\ndevid=0xd2f2\nsysimgguid=0x{guid:x}\nswitchguid=0x{guid:x}({guid:x})\n"
    return f'{head}Switch\t64 {leaf}\t\t# "MF0;leaf-{number}:MQM9700/U1" enhanced port 0 lid 1 lmc 0\n{switch}\n{nodes}'


def _listing(size: int) -> bytes:
    """GPUs with the processes of a busy machine on each."""
    one = len(listing(GPU))
    gpus = min(max(1, size // 16_384), nvidia_smi_xml.MOST_GPUS)
    names = range(max(1, (size // gpus - one) // 220))
    process = f"<type>C</type><process_name>/opt/{'environment-' * 8}/python</process_name><used_memory>2 MiB</used_memory>"
    inside = "".join(f"<process_info><pid>{1000 + number}</pid>{process}</process_info>" for number in names)
    boards = ({**GPU, "uuid": f"GPU-{number:08x}", "pci/pci_bus_id": f"00000000:{number % 256:02X}:00.0"} for number in range(gpus))
    return listing(*boards, extra=f"<processes>{inside}</processes>\n")


def _page(number: int) -> str:
    node, gpu = divmod(number, 8)
    labels = f'gpu="{gpu}",UUID="GPU-{number:08x}",device="nvidia{gpu}",modelName="NVIDIA H100 80GB HBM3",Hostname="node-{node}"'
    return "".join(
        f"DCGM_FI_DEV_{name}{{{labels}}} {value}\n"
        for name, value in (("GPU_UTIL", number % 101), ("POWER_USAGE", 651.2), ("FB_USED", 40_000), ("GPU_TEMP", 61))
    )


def _gguf(size: int) -> bytes:
    tokens = [f"token-{number:x}" for number in range(size // 22)]
    return gguf({**KEYS, "tokenizer.ggml.tokens": tokens, "tokenizer.ggml.scores": [0.5] * 100}, {"a": ("F32", (4,))})


def _safetensors(size: int) -> bytes:
    name = "model.layers.{}.block_sparse_moe.experts.of_this_layer.weights_of_expert_number_{}.down_projection_of_the_expert.weight"
    tensors, length, number = {}, 0, 0
    while length < size:
        at = 16 * number
        tensors[name.format(number // 256, number)] = {"dtype": "BF16", "shape": [2, 4], "data_offsets": [at, at + 16]}
        length += 200
        number += 1
    head = json.dumps(tensors).encode()
    return struct.pack("<Q", len(head)) + head + bytes(16 * number)


def _interfaces(number: int) -> str:
    return f"  - {{name: eth{number}, type: 25gbase-x-sfp28, label: 'port number {number} of the front panel'}}\n"


def _types(size: int) -> bytes:
    """As many types of the catalog as fit."""
    keys, made = sorted(open_catalog()), b""
    number = 1
    while (wider := shared(open_catalog(), keys[:number])) and len(wider) < size and number < len(keys):
        made, number = wider, number + max(1, number // 8)
    return made


def _repeated(text: str) -> Callable[[int], bytes]:
    last = text.splitlines(keepends=True)[-1]
    # What a log says at its start comes once, its last line again and again.
    return lines(text, lambda number: last.replace("2026", "2027") if number % 2 else last)


def _traced(number: int) -> str:
    event = {"ph": "X", "cat": "kernel", "name": f"gemm_{number % 500}", "pid": 0, "tid": 7, "ts": 100 * number, "dur": 90, "args": {}}
    return f"{',' if number else ''}\n{json.dumps(event)}"


_SMI_HEAD = "timestamp, index, uuid, name, utilization.gpu [%], memory.used [MiB], memory.total [MiB], power.draw [W], temperature.gpu\n"
_KERNEL = "[{:12.6f}] NVRM: Xid (PCI:0000:1b:00): 63, pid={}, name=python, Row Remapper: New row\n"
_QUIET = "[{:12.6f}] systemd[1]: Started session {} of user operator, which says nothing of a GPU.\n"
_NSYS = "Start (ns),Duration (ns),CorrId,GrdX,Device,Ctx,Strm,Name\n"
_DXF = "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n"


def _loaded(size: int) -> bytes:
    """A load test with the times of each answer."""
    return json.dumps({**LOAD, "ttfts": [0.2] * (size // 11), "itls": [[0.0215] * 10] * (size // 200)}).encode()


def _wall(number: int) -> str:
    ends = f"10\n{number % 900}.125\n20\n{number // 900}.25\n11\n{number % 900 + 1}.125\n21\n{number // 900}.75\n"
    return f"0\nLINE\n8\nWALLS-OF-THE-HALL-WITH-A-LONG-NAME-{number % 7}\n{ends}"


def _shelf(number: int) -> str:
    return f"nobody-of-this-name-{number:080},{number % 50},{number},no\n"


def _moment(number: int) -> str:
    second, gpu = divmod(number, 8)
    at = f"2026/03/01 10:{second // 60 % 60:02}:{second % 60:02}.000"
    return f"{at}, {gpu}, GPU-{gpu}, NVIDIA H100 80GB HBM3, 97 %, 40000 MiB, 81559 MiB, 651.20 W, 66\n"


LARGE: dict[str, Large] = {
    "devices-csv": Large(lambda size: csv_bytes(_devices(size)), table_limits.MOST_BYTES),
    "devices-xlsx": Large(lambda size: xlsx_bytes({"Devices": _devices(size)}), table_limits.MOST_BYTES, "characters"),
    "cables-csv": Large(lines(_CABLES, _cable), table_limits.MOST_BYTES),
    "ibnetdiscover": Large(lines("", _subnet), ibnetdiscover.MOST_BYTES),
    "iblinkinfo": Large(lines("", _line_of_ports), ibnetdiscover.MOST_BYTES),
    "dot-file": Large(
        lines('graph "a" {\n', lambda n: f'  "node-{n}":"p{n % 8}" -- "leaf-{n // 32}":"p{n % 32}";\n', "}\n"), topology_dot.MOST_BYTES
    ),
    "name-map": Large(lines("", lambda n: f'0x{0x2C9000000000 + n:016x} "leaf-{n}"\n'), name_map.MOST_BYTES),
    "stock": Large(
        lines("Part number,Length (m),In stock,Stock only\n", _shelf),
        table_limits.MOST_BYTES,
    ),
    "library-yaml": Large(
        lines("manufacturer: Acme\nmodel: S\nslug: s\nu_height: 2\ninterfaces:\n", _interfaces), netbox_yaml.MAXIMUM_BYTES
    ),
    "types-yaml": Large(_types, plain_yaml.MAXIMUM_BYTES),
    "gguf": Large(_gguf, 0, "bytes of the head"),
    "safetensors": Large(_safetensors, safetensors_header.MOST_HEADER, "bytes of the head"),
    "smi-xml": Large(_listing, nvidia_smi_xml.MOST_BYTES),
    "smi-csv": Large(lines(_SMI_HEAD, _moment), nvidia_smi_csv.MOST_CHARACTERS),
    "exporter-page": Large(lines("", _page), prometheus_text.MOST_BYTES),
    "kernel-log": Large(lines("", lambda n: (_QUIET if n % 20 else _KERNEL).format(n / 10, n)), pasted_text.MOST_BYTES),
    "vllm-log": Large(_repeated(run_logs.VLLM_V1), run_log_file.MOST_BYTES),
    "sglang-log": Large(_repeated(run_logs.SGLANG), run_log_file.MOST_BYTES),
    "llama-log": Large(_repeated(run_logs.LLAMA), run_log_file.MOST_BYTES),
    "smi-table-log": Large(_repeated(run_logs.TABLE), run_log_file.MOST_BYTES),
    "smi-query-log": Large(_repeated(run_logs.QUERY), run_log_file.MOST_BYTES),
    "nsys-stats": Large(lines(_NSYS, lambda n: f"{100 * n},90,{n},4,NVIDIA H100 (0),1,7,gemm_{n % 500}\n"), nsys_stats.MOST_BYTES),
    "load-test": Large(_loaded, load_test.MOST_BYTES),
    "dxf": Large(lines(_DXF, _wall, "0\nENDSEC\n0\nEOF\n"), dxf_tags.MOST_BYTES),
    "torch-trace": Large(lines('{"schemaVersion": 1, "traceEvents": [', _traced, "\n]}"), 0),
    **LARGE_PACKED,
}
