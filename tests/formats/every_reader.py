"""Every reader of files of others, with a small good file that this makes: what the mutation tests damage and read.

    READERS        by name; `seed(folder)` makes the good file, `read(path)` reads one

A reader takes a path, and what goes on with the result where the result alone is not all of the reading: a listing becomes readings.
"""

import gzip
import io
import json
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.entry_text import dumped
from gpudesk.catalog.template_files import info_of, own_body, plan_of
from gpudesk.catalog.templates import load_template
from gpudesk.catalog.type_exchange import shared
from gpudesk.core.checklist.package import Package, PackageRow
from gpudesk.core.checklist.package_body import entry_body
from gpudesk.core.models.model_families import read_architecture
from gpudesk.derived.cost.project_stock import stock_kinds
from gpudesk.formats.drawings import pdf_page
from gpudesk.formats.drawings.line_drawing import Drawing, DrawnLine, DrawnText, drawing_bytes, drawing_columns
from gpudesk.formats.drawings.underlay_file import _drawing as read_drawing
from gpudesk.formats.drawings.underlay_file import underlay_bytes
from gpudesk.formats.drawings.underlay_picture import read_picture
from gpudesk.formats.fabric.fabric_listing import read_fabric_listing
from gpudesk.formats.fabric.ibnetdiscover import read_ibnetdiscover
from gpudesk.formats.fabric.topology_dot import read_dot
from gpudesk.formats.hosts.dcgm_results import read_dcgm_report
from gpudesk.formats.hosts.kernel_log import read_kernel_log
from gpudesk.formats.hosts.nvidia_smi_csv import read_nvidia_smi_csv
from gpudesk.formats.hosts.nvidia_smi_links import read_topology
from gpudesk.formats.hosts.nvidia_smi_xml import read_nvidia_smi_xml_file
from gpudesk.formats.models.gguf_header import read_gguf_header
from gpudesk.formats.models.model_config import read_config
from gpudesk.formats.models.model_files import read_model
from gpudesk.formats.models.safetensors_header import read_safetensors_header
from gpudesk.formats.netbox.netbox_library import read_library
from gpudesk.formats.onsite.work_files import package_text, read_work
from gpudesk.formats.recognize.what_is import what_is
from gpudesk.formats.runs.length_list import read_lengths
from gpudesk.formats.runs.load_test import read_load_result
from gpudesk.formats.runs.run_log import read_run_log
from gpudesk.formats.runs.run_profile import read_profiles
from gpudesk.formats.tables.stock_list import read_stock
from gpudesk.formats.tables.tables import csv_bytes, read_tables, xlsx_bytes
from gpudesk.formats.tables.type_files import proposed_file
from gpudesk.formats.tables.type_tables import one_table
from gpudesk.formats.text.pasted_text import decoded
from gpudesk.monitor.health.smi_failures import failures_in
from gpudesk.monitor.recording.recording import RecordingFile
from gpudesk.monitor.recording.recording_export import export_file
from gpudesk.monitor.saved.exporter_page import page_of
from gpudesk.monitor.saved.gpu_listing import read_gpu_listing
from gpudesk.monitor.saved.recognized import kinds_of, resembles
from gpudesk.monitor.saved.smi_snapshot import snapshots_of, snapshots_of_rows
from gpudesk.onsite.checklist import shipped_checklist
from gpudesk.onsite.name_map import read_name_map
from gpudesk.onsite.package_work import PackageWork, Stamp
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.exchange.exchange import export_project, read_import
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.formats import run_logs
from tests.formats.field_readers import FIELD_READERS
from tests.formats.kept_readers import KEPT_READERS, texts_of_recording
from tests.formats.model_makers import CONFIG, gguf, llama_tensors, safetensors
from tests.formats.packed import SHEET, TEXTS, PackedReader, gzipped, parts_of, png_inside, png_of, unpacked_of, with_shared_strings
from tests.formats.pdf_files import pdf_file, text
from tests.formats.test_run_profile import COPIES, KERNELS, STEPS, TRACE, trace
from tests.monitor.made_frames import BEGIN_S, MACHINE, MONO_S, seconds
from tests.monitor.smi_listing import GPU, listing

_TYPES = ("nvidia.dgx-h100", "generic.rack-48u-600x1200")


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader, and the good file of it."""

    file: str
    seed: Callable[[], bytes]
    read: Callable[[Path], object]


@cache
def _exported(name: str, suffix: str) -> bytes:
    """A cabled project in one of the formats that projects go out in."""
    with TemporaryDirectory() as folder:
        out = Path(folder, f"out{suffix}")
        with Document.create(Path(folder, "pod.gpudesk")) as document:
            run(document, build, load_template("small-pod"))
            run(document, cable_project)
            export_project(document.snapshot, "uid", "A pod", name, out)
        return out.read_bytes()


@cache
def _project() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "rack.gpudesk")
        with Document.create(path) as document:
            run(document, build, load_template("one-rack"))
        return path.read_bytes()


def _packed(files: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return written.getvalue()


def _work_package() -> bytes:
    """A package of one item, filled in."""
    item = shipped_checklist().items["RDY-010"]
    row = PackageRow(item.key, 0, "", "", "open", {"k.released_revision": "C"})
    package = Package("ab" * 16, "0" * 8, "Site", 1, "2026-03-01T12:00:00Z", "A01", True, (), {}, {item.key: item}, (row,))
    filled = PackageWork(package, "0" * 16)
    filled.record(Stamp("Ana", "2026-03-01T12:00:00Z", "+01:00"), item.key, 0, "revision", "C")
    entries = [entry_body(entry, digest) for entry, digest in filled.entries]
    recorded = json.dumps({"writer": filled.writer, "entries": entries}).encode()
    return _packed({"package.json": package_text(package), "entries.json": recorded})


def _imported(name: str) -> Callable[[Path], object]:
    return lambda path: read_import(name, path, "uid")


_LIBRARY = b"""\
manufacturer: Acme
model: Server 1
slug: acme-server-1
u_height: 2
is_full_depth: true
weight: 20.5
weight_unit: kg
interfaces:
  - {name: eth0, type: 25gbase-x-sfp28}
  - {name: mgmt, type: 1000base-t, mgmt_only: true}
power-ports:
  - {name: PSU1, type: iec-60320-c14, maximum_draw: 1100}
"""
_RUN_LOGS = {
    "vllm": run_logs.VLLM_V1,
    "old-vllm": run_logs.VLLM_V0,
    "sglang": run_logs.SGLANG,
    "llama": run_logs.LLAMA,
    "smi-table": run_logs.TABLE,
    "smi-query": run_logs.QUERY,
}
_KERNEL_LOG = b"""\
[    0.000000] Linux version 6.8.0-45-generic (build@host) #45 SMP
[  100.000000] nvidia: loading out-of-tree module taints kernel.
[ 1234.567890] NVRM: Xid (PCI:0000:1b:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.
2026-03-01T10:00:00,123456+0100 node kernel: NVRM: Xid (PCI:0000:3b:00): 63, pid=77, name=python, Row Remapper: New row
"""
_SWITCH_LOG = b"""\
Dec 31 23:59:58 node-3 kernel: [  812.250001] nvidia-nvswitch2: SXid (PCI:0000:c1:00.0): 20034, Fatal, Link 31 LTSSM Fault Up
[Wed Dec 31 23:59:59 2025] NVRM: GPU at PCI:0000:4f:00: GPU-00000000-aaaa-bbbb-cccc-00000000004f
kern  :err   : 2026-01-01T00:00:01,5+00:00 NVRM: Xid (PCI:0000:4f:00): 154, GPU recovery action changed from 0x0 (None) to 0x2 (OS Reboot)
[  900.100000] pcieport 0000:4e:01.0: AER: Uncorrected (Fatal) error received: 0000:4f:00.0
[  900.200000] nvidia 0000:4f:00.0: PCIe Bus Error: severity=Uncorrected (Fatal), type=Transaction Layer, (Requester ID)
"""
_JOURNAL = b"""\
{"MESSAGE": "NVRM: loading", "_TRANSPORT": "kernel", "__REALTIME_TIMESTAMP": "1767225598500000"}
{"MESSAGE": [78, 86, 82, 77, 58, 32, 88, 105, 100], "SYSLOG_IDENTIFIER": "kernel", "_HOSTNAME": "n", "_SOURCE_MONOTONIC_TIMESTAMP": "12"}
"""
_LISTINGS = (
    "smi-table-535.txt",
    "smi-q.txt",
    "smi-query-noise.csv",
    "smi-dmon.txt",
    "smi-dmon-time.txt",
    "smi-pmon.txt",
    "dcgmi-dmon.txt",
    "smi-list.txt",
    "smi-nvlink.txt",
    "smi-nvlink-errors.txt",
)
_REPORTS = ("dcgm-diag-4.json", "dcgm-diag-3.json", "dcgm-diag-table.txt", "dcgm-health.txt")
_FAILURES = (
    b"Failed to initialize NVML: Driver/library version mismatch\n"
    b"Unable to determine the device handle for GPU0000:E3:00.0: Unknown Error\n"
)


def _field(name: str) -> bytes:
    return Path(__file__).with_name("field_inputs").joinpath(name).read_bytes()


def _told(path: Path) -> str:
    return decoded(path.read_bytes())


def _listing(name: str) -> bytes:
    return Path(__file__).with_name("fabric_listings").joinpath(name).read_bytes()


_SUBNET = b"""\
vendid=0x2c9
devid=0xd2f2
sysimgguid=0x2c9000000001
switchguid=0x2c9000000001(2c9000000001)
Switch\t40 "S-0002c9000000001"\t\t# "leaf-1" enhanced port 0 lid 1 lmc 0
[1]\t"H-0002c9000000003"[1](2c9000000004) \t\t# "node-1 mlx5_0" lid 3 4xNDR
[2]\t"S-0002c9000000002"[1]\t\t# "spine-1" lid 2 4xNDR

Ca\t1 "H-0002c9000000003"\t\t# "node-1 mlx5_0"
[1](2c9000000004) \t"S-0002c9000000001"[1]\t\t# lid 3 lmc 0 "leaf-1" lid 1 4xNDR
"""
_PAGE = b"""\
# HELP DCGM_FI_DEV_GPU_UTIL GPU utilization (in %).
# TYPE DCGM_FI_DEV_GPU_UTIL gauge
DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-1",device="nvidia0",modelName="NVIDIA H100",Hostname="node-1"} 97
DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-1",device="nvidia0",modelName="NVIDIA H100",Hostname="node-1"} 651.2
DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-1",device="nvidia0",modelName="NVIDIA H100",Hostname="node-1"} 40000 1767225600000
"""
_SMI_CSV = b"""\
timestamp, index, uuid, name, utilization.gpu [%], memory.used [MiB], memory.total [MiB], power.draw [W], temperature.gpu
2026/03/01 10:00:00.000, 0, GPU-1, NVIDIA H100 80GB HBM3, 97 %, 40000 MiB, 81559 MiB, 651.20 W, 66
2026/03/01 10:00:00.000, 1, GPU-2, NVIDIA H100 80GB HBM3, 12 %, 20 MiB, 81559 MiB, 90.10 W, [N/A]
"""
LOAD = {
    "model_id": "a/b",
    "num_prompts": 200,
    "max_concurrency": 32,
    "completed": 200,
    "duration": 61.5,
    "output_throughput": 812.5,
    "total_input_tokens": 204_800,
    "total_output_tokens": 50_000,
    "median_tpot_ms": 21.5,
    "p95_tpot_ms": 30.1,
    "median_ttft_ms": 200.0,
}


def _dxf() -> bytes:
    return _exported("floor-dxf", ".dxf")


def _picture(path: Path) -> object:
    return read_picture(underlay_bytes(path))


def _png() -> bytes:
    import numpy as np

    return pdf_page._png(np.arange(300, dtype=np.uint8).reshape(10, 10, 3))


_JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xc0\x00\x11\x08\x00\x40\x00\x80\x03\x01\x22\x00" + bytes(
    200
)


def _line_drawing() -> bytes:
    import numpy as np

    lines = [DrawnLine(0, np.array([[0.0, 0.0], [100.0, 50.0], [10.0, 10.0]])), DrawnLine(1, np.array([[1.0, 1.0], [2.0, 2.0]]))]
    return drawing_bytes(Drawing(100, 50, ["walls", "racks"], lines, [DrawnText(1, 3.0, 4.0, 2.0, 900, "A01")]))


def _drawn(path: Path) -> object:
    return drawing_columns(path.read_bytes())


def _pdf_pages(path: Path) -> object:
    """In this process: the mutation tests give every reader a process of its own already."""
    content = underlay_bytes(path)
    return pdf_page._pages(content, 0, 2)


def _floor_drawing(path: Path) -> object:
    return read_drawing(underlay_bytes(path))


def _index(path: Path) -> object:
    path.with_name("a.safetensors").write_bytes(safetensors(llama_tensors()))
    path.with_name("config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    return read_model(path)


def _few_tensors() -> bytes:
    return safetensors({"a": ("BF16", (2, 4), 16), "b": ("F32", (3,), 12), "c": ("U8", (40,), 40)}, more={"__metadata__": {"format": "pt"}})


@cache
def _recording() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.gpurec")
        file = RecordingFile(path, [MACHINE], "test", begin=(BEGIN_S, MONO_S))
        for frames in seconds(90, rate=1):
            file.write(frames)
        file.close()
        return path.read_bytes()


def _recorded(path: Path) -> object:
    return export_file(path, "csv", path.with_name("out.csv"))


def _template() -> bytes:
    plan = load_template("one-rack").to_plain()
    return dumped({"name": "mine", "title": "Mine", "title_es": "", "description": "", "kind": "halls", "plan": plan}).encode()


def _built(path: Path) -> object:
    body = own_body(path)
    return info_of(body, "mine", own=True), plan_of(body, {})


def _opened(path: Path) -> object:
    with Document.open(path, write=False) as document:
        return document.snapshot


def _types_csv() -> bytes:
    return csv_bytes(one_table(open_catalog(), ["nvidia.dgx-h100"]))


def _stock(path: Path) -> object:
    with TemporaryDirectory() as folder, Document.create(Path(folder, "a.gpudesk")) as document:
        return read_stock(read_tables(path), stock_kinds(document.snapshot))


_STOCK = b"Part number,Length (m),In stock,Stock only\nnvidia.dgx-h100,,4,\ngeneric.rack-48u-600x1200,,1.200,yes\nunknown,3,1,no\n"
_LENGTHS = b"input,output,count\n1000,200,3\n2000,100,1\n"


def _devices_xlsx() -> bytes:
    return _exported("devices-xlsx", ".xlsx")


def _netbox() -> bytes:
    return _exported("netbox", ".zip")


_NETBOX_PARTS = {
    "type": "02-types/device-types/NVIDIA/DGX H100.yaml",
    "rack-types": "06-rack-types.csv",
    "racks": "07-racks.csv",
    "devices": "08-devices.csv",
    "cables": "12-cables-001.csv",
    "panels": "13-power-panels.csv",
    "feeds": "14-power-feeds.csv",
    "cords": "15-power-cords.csv",
    "vlans": "16-vlans.csv",
    "prefixes": "17-prefixes.csv",
}


@cache
def _shared_strings() -> bytes:
    """A list of devices as office programs write it: every text once, in a part of its own."""
    return with_shared_strings(_exported("devices-xlsx", ".xlsx"))


def _profiled(path: Path) -> object:
    return read_profiles([path])


def _proposed(path: Path) -> object:
    return proposed_file(open_catalog(), path)


def _types_xlsx() -> bytes:
    return xlsx_bytes({"T": one_table(open_catalog(), ["nvidia.dgx-h100"])})


def _library_zip() -> bytes:
    return _packed({"device-types/Acme/s.yaml": _LIBRARY, "README.md": b"#"})


def _stock_xlsx() -> bytes:
    return xlsx_bytes({"Stock": [["type", "count"], ["nvidia.dgx-h100", 4]]})


def _sheets_of_lists() -> dict[str, PackedReader]:
    """The sheets of workbooks that were pasted, and listed as files."""
    found: dict[str, PackedReader] = {}
    for name, (file, seed, read) in FIELD_READERS.items():
        if file.endswith(".xlsx"):
            found |= parts_of(name.removesuffix(".xlsx"), seed, {"sheet": SHEET}, file, read)
        elif file.endswith(".gz"):
            found |= unpacked_of(name.removesuffix(".gz"), seed, file, read, gzip.decompress, gzipped)
    return found


_PARTS: dict[str, PackedReader] = {
    **parts_of(
        "devices-xlsx",
        lambda: _exported("devices-xlsx", ".xlsx"),
        {"sheet": SHEET, "book": "xl/workbook.xml", "styles": "xl/styles.xml", "links": "xl/_rels/workbook.xml.rels"},
        "devices.xlsx",
        _imported("devices-xlsx"),
    ),
    **parts_of("devices-shared", _shared_strings, {"texts": TEXTS, "sheet": SHEET}, "d.xlsx", _imported("devices-xlsx")),
    **parts_of("cables-xlsx", lambda: _exported("cables-xlsx", ".xlsx"), {"sheet": SHEET}, "cables.xlsx", _imported("cables-xlsx")),
    **parts_of("stock-xlsx", _stock_xlsx, {"sheet": SHEET}, "stock.xlsx", _stock),
    **parts_of("types-xlsx", _types_xlsx, {"sheet": SHEET}, "types.xlsx", _proposed),
    **parts_of("what-is", lambda: _exported("devices-xlsx", ".xlsx"), {"sheet": SHEET, "kinds": "[Content_Types].xml"}, "what", what_is),
    **parts_of("netbox", lambda: _exported("netbox", ".zip"), _NETBOX_PARTS, "netbox.zip", _imported("netbox")),
    **parts_of("library-zip", _library_zip, {"type": "device-types/Acme/s.yaml"}, "library.zip", read_library),
    **parts_of("work-package", _work_package, {"package": "package.json", "entries": "entries.json"}, "a.gpuwork", read_work),
    **unpacked_of("torch-trace-gz", lambda: gzipped(trace(*STEPS)), "trace.json.gz", _profiled, gzip.decompress, gzipped),
    **unpacked_of(
        "drawing", _line_drawing, "kept.drawing", lambda path: drawing_columns(path.read_bytes()), zlib.decompress, zlib.compress
    ),
    **unpacked_of("png", _png, "plan.png", _picture, png_inside, png_of),
    **_sheets_of_lists(),
}
PARTS = frozenset(_PARTS)
"""The readers of which a part is damaged and packed again: of each fewer files are read in every run."""

READERS: dict[str, Reader] = {
    "devices-csv": Reader("devices.csv", lambda: _exported("devices-csv", ".csv"), _imported("devices-csv")),
    "devices-xlsx": Reader("devices.xlsx", lambda: _exported("devices-xlsx", ".xlsx"), _imported("devices-xlsx")),
    "cables-csv": Reader("cables.csv", lambda: _exported("cables-csv", ".csv"), _imported("cables-csv")),
    "cables-xlsx": Reader("cables.xlsx", lambda: _exported("cables-xlsx", ".xlsx"), _imported("cables-xlsx")),
    "netbox-zip": Reader("netbox.zip", lambda: _exported("netbox", ".zip"), _imported("netbox")),
    "ibsim": Reader("subnet.net", lambda: _exported("ibsim", ".net"), _imported("ibsim")),
    "dot": Reader("links.dot", lambda: _exported("dot", ".dot"), _imported("dot")),
    "dot-file": Reader("few.dot", lambda: b'graph "a" {\n  // one\n  "n1":"p1" -- "s1":"p2";\n  "s1":"p3" -- "s2":"p1"\n}\n', read_dot),
    "ibnetdiscover": Reader("subnet.txt", lambda: _SUBNET, read_ibnetdiscover),
    "ibnetdiscover-g": Reader("grouped.txt", lambda: _listing("topology-g.txt"), read_fabric_listing),
    "ibnetdiscover-p": Reader("ports.txt", lambda: _listing("ports-p.txt"), read_fabric_listing),
    "iblinkinfo": Reader("linkinfo.txt", lambda: _listing("iblinkinfo.txt"), read_fabric_listing),
    "iblinkinfo-l": Reader("linkinfo.txt", lambda: _listing("iblinkinfo-l.txt"), read_fabric_listing),
    "name-map": Reader("names.txt", lambda: b'# names\n0x0002c9000000001 "leaf-1"\n0x0002c9000000002 spine-1 # top\n', read_name_map),
    "stock": Reader("stock.csv", lambda: _STOCK, _stock),
    "stock-xlsx": Reader("stock.xlsx", _stock_xlsx, _stock),
    "lengths": Reader("lengths.csv", lambda: _LENGTHS, lambda path: read_lengths(read_tables(path))),
    "library-yaml": Reader("server.yaml", lambda: _LIBRARY, read_library),
    "library-zip": Reader("library.zip", _library_zip, read_library),
    "types-yaml": Reader("types.yaml", lambda: shared(open_catalog(), _TYPES), _proposed),
    "types-csv": Reader("types.csv", _types_csv, _proposed),
    "types-xlsx": Reader(
        "types.xlsx",
        _types_xlsx,
        _proposed,
    ),
    "template": Reader("mine.yaml", _template, _built),
    "project": Reader("rack.gpudesk", _project, _opened),
    "dxf": Reader("floor.dxf", _dxf, _floor_drawing),
    "pdf": Reader("plan.pdf", lambda: pdf_file([(595, 842, text("Scale 1:100")), (842, 595, text("two"))]), _pdf_pages),
    "png": Reader("plan.png", _png, _picture),
    "jpeg": Reader("plan.jpg", lambda: _JPEG, _picture),
    "drawing": Reader("kept.drawing", _line_drawing, _drawn),
    "gguf": Reader("model.gguf", lambda: gguf(tensors={"a": ("F32", (4,)), "b": ("Q8_0", (32,))}), read_gguf_header),
    "safetensors": Reader("model.safetensors", _few_tensors, read_safetensors_header),
    "safetensors-index": Reader(
        "model.safetensors.index.json",
        lambda: json.dumps({"weight_map": dict.fromkeys(llama_tensors(), "a.safetensors")}).encode(),
        _index,
    ),
    "model-config": Reader(
        "config.json", lambda: json.dumps(CONFIG, indent=1).encode(), lambda path: read_architecture("model", read_config(path))
    ),
    "smi-xml": Reader("smi.xml", lambda: listing(GPU, GPU), lambda path: snapshots_of(read_nvidia_smi_xml_file(path))),
    "smi-csv": Reader(
        "smi.csv", lambda: _SMI_CSV, lambda path: snapshots_of_rows(read_nvidia_smi_csv(path.read_text(encoding="utf-8", errors="replace")))
    ),
    "exporter-page": Reader("metrics.prom", lambda: _PAGE, lambda path: page_of(path.read_bytes(), 0.0)),
    **{name: Reader(name, partial(_field, name), read_gpu_listing) for name in _LISTINGS},
    **{name: Reader(name, partial(_field, name), lambda path: read_dcgm_report(_told(path))) for name in _REPORTS},
    "smi-topo": Reader("smi-topo.txt", lambda: _field("smi-topo.txt"), lambda path: read_topology(_told(path))),
    "read-any": Reader("any.txt", lambda: _field("two-kinds.txt"), lambda path: (kinds_of(_told(path)), resembles(_told(path), path.name))),
    "smi-failures": Reader("failure.txt", lambda: _FAILURES, lambda path: failures_in(_told(path))),
    "kernel-log-forms": Reader("kern.log", lambda: _SWITCH_LOG, read_kernel_log),
    "kernel-journal": Reader("kern.json", lambda: _JOURNAL, read_kernel_log),
    "kernel-log": Reader("kern.log", lambda: _KERNEL_LOG, read_kernel_log),
    "recording": Reader("a.gpurec", _recording, _recorded),
    **{f"{name}-log": Reader(f"{name}.log", words.encode, read_run_log) for name, words in _RUN_LOGS.items()},
    "load-test": Reader("load.json", json.dumps(LOAD).encode, read_load_result),
    "nsys-stats": Reader("nsys.csv", f"{KERNELS}\n{COPIES}\n{TRACE}".encode, _profiled),
    "torch-trace": Reader("trace.json", lambda: trace(*STEPS), _profiled),
    "torch-trace-gz": Reader("trace.json.gz", lambda: gzipped(trace(*STEPS)), _profiled),
    **{name: Reader(*parts) for name, parts in {**FIELD_READERS, **KEPT_READERS, **_PARTS, **texts_of_recording(_recording)}.items()},
    "work-package": Reader("a.gpuwork", _work_package, read_work),
    "what-is": Reader("what", lambda: _exported("devices-xlsx", ".xlsx"), what_is),
}
