"""Large good files of readers of packed files, of answers and of listings with a line for each moment: see `large_files`."""

import io
import json
import zipfile
import zlib
from collections.abc import Callable
from itertools import count

from gpudesk.formats.tables.tables import SheetCell, xlsx_bytes
from gpudesk.formats.text import pasted_text, table_limits
from tests.formats.every_reader import READERS
from tests.formats.large import Large, lines
from tests.formats.packed import gzipped

_STAMP = "2026-03-01T12:00:00+00:00"


def _workbook(head: list[str], row: Callable[[int], list[SheetCell]]) -> Callable[[int], bytes]:
    """A sheet of that many characters."""

    def make(size: int) -> bytes:
        rows: list[list[SheetCell]] = [list(head)]
        length = 0
        for number in count():
            if length >= size:
                break
            rows.append(row(number))
            length += sum(len(str(cell)) + 1 for cell in rows[-1])
        return xlsx_bytes({"List": rows})

    return make


_CABLE_HEAD = [
    *"Cable,Network,A device,A port,A lane,B device,B port,B lane,Lanes,Cable type,A module,B module".split(","),
    *"Length m,Splitter,By hand,Phase".split(","),
]


def _cable(number: int) -> list[SheetCell]:
    system, port = divmod(number, 8)
    ends = f"node-{system:06}", f"OSFP{port // 2 + 1}P{port % 2 + 1}", 0, f"leaf-{system // 32:04}-{port}", f"1/{system % 32 + 1}", 0
    parts = "nvidia.mfp7e10", "nvidia.mma4z00-ns-flt", "nvidia.mma4z00-ns"
    return [number + 1, "Compute", *ends, 4, *parts, 10, "", 0, 1]


def _netbox(size: int) -> bytes:
    """The archive of a project with more devices that lie in no rack."""
    written, good = io.BytesIO(), zipfile.ZipFile(io.BytesIO(READERS["netbox-zip"].seed()))
    more = lines("", lambda n: f"spare-{n:06},compute,NVIDIA,DGX H100,SN{n:09},,planned,A pod,Hall 1,,,,,,bought with lot {n % 50}\n")(size)
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in good.namelist():
            archive.writestr(name, good.read(name) + (more if name == "08-devices.csv" else b""))
    return written.getvalue()


def _library(size: int) -> bytes:
    """Many small types of one maker."""
    written, length = io.BytesIO(), 0
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in count():
            if length >= size:
                break
            ports = "".join(f"  - {{name: eth{port}, type: 25gbase-x-sfp28}}\n" for port in range(48))
            text = f"manufacturer: Acme\nmodel: S {number}\nslug: s-{number}\nu_height: 2\ninterfaces:\n{ports}"
            archive.writestr(f"device-types/Acme/s-{number}.yaml", text)
            length += len(text)
    return written.getvalue()


def _matrix(size: int) -> bytes:
    """The answer of a server with the GPUs of many machines over an hour."""
    points = [[1_500_000_000 + step * 15, f"{step % 101}.5"] for step in range(240)]
    one = len(json.dumps(points)) + 60
    labels = (
        {"__name__": "DCGM_FI_DEV_GPU_UTIL", "gpu": str(gpu % 8), "Hostname": f"node-{gpu // 8}"} for gpu in range(max(1, size // one))
    )
    rows = [{"metric": each, "values": points} for each in labels]
    return json.dumps({"status": "success", "data": {"resultType": "matrix", "result": rows}}).encode()


def _drawing(size: int) -> bytes:
    lines_ = [[number % 3, number % 9000, number // 9, number % 9000 + 40, number // 9 + 25] for number in range(size // 28)]
    body = {"drawing": "gpudesk drawing 1", "size": [9000, 9000], "layers": ["a", "b", "c"], "lines": lines_, "texts": []}
    return zlib.compress(json.dumps(body, separators=(",", ":")).encode())


def _trace(size: int) -> bytes:
    events = lines(
        '{"schemaVersion": 1, "traceEvents": [',
        lambda n: (
            ("," if n else "")
            + json.dumps({"ph": "X", "cat": "kernel", "name": f"gemm_{n % 500}", "pid": 0, "tid": 7, "ts": 100 * n, "dur": 90, "args": {}})
        ),
        "\n]}",
    )
    return gzipped(events(size))


def _port(number: int) -> str:
    """A cable as ibnetdiscover -p lists it from its switch."""
    leaf, port = divmod(number, 32)
    guids = f"0x{0x98039B0300000000 + 4096 * leaf:016x}", f"0x{0x98039B0300000000 + 4096 * leaf + port + 1:016x}"
    ends = f"'MF0;leaf-{leaf}:MQM9700/U1' - 'node-{number} mlx5_0'"
    return f"SW {leaf + 1:5d} {port + 1:2d} {guids[0]} 4x NDR - CA {number % 40000 + 5000:5d}  1 {guids[1]} ( {ends} )\n"


def _journal(number: int) -> str:
    message = f"NVRM: Xid (PCI:0000:1b:00): 63, pid={number}, name=python, Row Remapper: New row" if number % 20 == 0 else f"usb {number}"
    return json.dumps({"MESSAGE": message, "_TRANSPORT": "kernel", "__REALTIME_TIMESTAMP": str(1_767_225_598_500_000 + number)}) + "\n"


_MOMENTS = "#Date       Time        gpu    pwr  gtemp     sm     fb\n#YYYYMMDD   HH:MM:SS    Idx      W      C      %     MB\n"


def _moment(number: int) -> str:
    second, gpu = divmod(number, 8)
    return f" 20260301   12:{second // 60 % 60:02}:{second % 60:02}      {gpu}    400     60     98  40000\n"


LARGE_PACKED: dict[str, Large] = {
    "cables-xlsx": Large(_workbook(_CABLE_HEAD, _cable), table_limits.MOST_BYTES, "characters"),
    "stock-xlsx": Large(
        _workbook(["Part number", "Length (m)", "In stock", "Stock only"], lambda n: [f"nobody-of-this-name-{n:080}", n % 50, n, "no"]),
        table_limits.MOST_BYTES,
        "characters",
    ),
    "host-names": Large(
        lines("device,name\n", lambda n: f"A{n // 40:05}-{n % 40},dgx-of-the-site-{n:07}\n"), 200_000 * 32, "bytes of 200,000 lines"
    ),
    "lengths": Large(
        lines("input,output,count\n", lambda n: f"{n % 4000 + 1},{n % 900 + 1},{n % 7 + 1}\n"), 200_000 * 10, "bytes of 200,000 lines"
    ),
    "netbox-zip": Large(_netbox, 0, "bytes unpacked"),
    "library-zip": Large(_library, 0, "bytes unpacked"),
    "torch-trace-gz": Large(_trace, 0, "bytes unpacked"),
    "drawing": Large(_drawing, 0, "bytes unpacked"),
    "prometheus": Large(_matrix, 0),
    "ibnetdiscover-p": Large(lines("", _port), 0),
    "kernel-journal": Large(lines("", _journal), pasted_text.MOST_BYTES),
    "smi-dmon-time.txt": Large(lines(_MOMENTS, _moment), pasted_text.MOST_BYTES),
    "read-any": Large(lines("", lambda n: f"Step {n} ended at {_STAMP} with a loss of 2.{n % 1000:03}\n"), 0),
    "smi-failures": Large(
        # Both read a text: what reads the file has a limit.
        lines("", lambda n: f"Unable to determine the device handle for GPU0000:{n % 256:02X}:00.0: Unknown Error\n"),
        0,
    ),
}
