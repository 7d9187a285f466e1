"""Output of `nvidia-smi -L`, `nvidia-smi topo -m` and `nvidia-smi nvlink`.

Terms of the matrix: the legend that topo -m itself prints (X, SYS, NODE, PHB, PXB, PIX, NV#).
"""

import re
from dataclasses import dataclass, field

_LISTED = re.compile(r"^\s{0,4}GPU (\d{1,4}): (\S[^\n]{0,120}?) \(UUID: (GPU-[0-9a-fA-F\-]{4,40})\)\s*$", re.MULTILINE)
_PART = re.compile(r"^\s{1,8}MIG (\S{1,24})\s{1,8}Device\s{1,4}(\d{1,4}): \(UUID: (MIG-\S{4,80}?)\)\s*$")
_LINK = re.compile(r"^\s{1,16}Link (\d{1,3}): (.{1,200})")
_SPEED = re.compile(r"(\d{1,5}(?:\.\d{1,4})?) GB/s")
_COUNT = re.compile(
    r"(?:(Replay|Recovery|CRC FLIT|CRC|Effective|Malformed packet) Errors?|Link (recovery) (?:successful|failed) events)"
    r":?\s{1,20}(\d{1,19})\s*$",
    re.IGNORECASE,
)
"""Links of the fifth generation count effective errors, those that remain after their correction, instead of CRC errors."""
_MATRIX = re.compile(r"^[ \t]{0,40}(?:\t|[ ]{2})(?:\[4m)?GPU0\b[^\n]{0,4000}$", re.MULTILINE)
_KINDS = re.compile(r"^(?:X|SYS|NODE|PHB|PXB|PIX|PIX|NV\d{1,3}|C2C|SOC)$")
_ROW = re.compile(r"^\s{0,4}((?:GPU|NIC|mlx\S{0,12}?_?|DLA)\w{0,20})\s+(.*)$")
_NIC = re.compile(r"^\s{0,8}(NIC\d{1,3}):\s+(\S{1,40})\s*$")


@dataclass(slots=True)
class ListedGpu:
    """A GPU of a list, with its links if printed.

    Attributes:
        parts: (profile, UUID) of its MIG devices.
        speeds_gb_per_s: speed of each NVLink by number, None if inactive.
        errors: sums by "replays", "recoveries", "crc_errors", if printed.
    """

    index: int
    name: str
    uuid: str
    parts: list[tuple[str, str]] = field(default_factory=list)
    speeds_gb_per_s: dict[int, float | None] = field(default_factory=dict)
    errors: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Topology:
    """The matrix of `topo -m`.

    Attributes:
        names: row names, GPUs and network cards.
        paths: the connection type between two of them, by both names.
        cpus, numa: affinity as printed, by GPU name.
        cards: device of each network card, from the legend.
    """

    names: tuple[str, ...]
    paths: dict[tuple[str, str], str]
    cpus: dict[str, str]
    numa: dict[str, str]
    cards: dict[str, str]


def is_gpu_list(text: str) -> bool:
    """Whether a text holds a line of `nvidia-smi -L` or `nvlink`."""
    return _LISTED.search(text) is not None


def is_topology(text: str) -> bool:
    """Whether a text holds the head of the matrix and a row of it."""
    return _MATRIX.search(text) is not None and re.search(r"^[ \t]{0,4}GPU0[ \t]{1,40}X\b", text, re.MULTILINE) is not None


def read_gpu_list(text: str) -> list[ListedGpu]:
    """The GPUs in a text, each once; of a link that is printed again the last line counts."""
    gpus: dict[str, ListedGpu] = {}
    at: ListedGpu | None = None
    for line in text.split("\n"):
        gpu = _LISTED.match(line)
        if gpu:
            at = gpus.setdefault(gpu[3], ListedGpu(int(gpu[1]), gpu[2], gpu[3]))
            continue
        if at is None:
            continue
        part, link = _PART.match(line), _LINK.match(line)
        if part and (part[1], part[3]) not in at.parts:
            at.parts.append((part[1], part[3]))
        if link:
            _take_link(at, int(link[1]), link[2].strip())
    return list(gpus.values())


def _take_link(gpu: ListedGpu, number: int, words: str) -> None:
    speed, count = _SPEED.match(words), _COUNT.search(words)
    if speed:
        gpu.speeds_gb_per_s[number] = float(speed[1])
    elif any(word in words.lower() for word in ("inactive", "disabled", "unknown error")):
        gpu.speeds_gb_per_s[number] = None
    elif count:
        key = {"replay": "replays", "recovery": "recoveries"}.get((count[1] or count[2]).lower(), "crc_errors")
        gpu.errors[key] = gpu.errors.get(key, 0) + int(count[3])


def read_topology(text: str) -> Topology:
    """Return the first matrix in a text. Cells are separated by tabs, or identified by their terms if tabs became spaces."""
    head = _MATRIX.search(text)
    columns = re.findall(r"(?:GPU|NIC)\d{1,4}|mlx\S{1,20}|CPU Affinity|NUMA Affinity|GPU NUMA ID", head[0]) if head else []
    members = [name for name in columns if "Affinity" not in name and "NUMA" not in name]
    paths: dict[tuple[str, str], str] = {}
    names: list[str] = []
    cpus: dict[str, str] = {}
    numa: dict[str, str] = {}
    cards: dict[str, str] = {}
    for line in text[head.end() :].split("\n") if head else ():
        card, row = _NIC.match(line), _ROW.match(line)
        if card:
            cards[card[1]] = card[2]
        if row is None or row[1] not in members or row[1] in names:
            continue
        cells = row[2].split()
        if len(cells) < len(members) or not all(_KINDS.match(cell) for cell in cells[: len(members)]):
            continue
        names.append(row[1])
        paths |= {(row[1], name): cell for name, cell in zip(members, cells, strict=False)}
        more = cells[len(members) :]
        if more:
            cpus[row[1]] = more[0]
        if len(more) > 1:
            numa[row[1]] = more[1]
    return Topology(tuple(names), paths, cpus, numa, cards)
