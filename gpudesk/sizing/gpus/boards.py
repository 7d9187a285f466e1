"""The boards of the catalog as used by sizing. Data missing in an entry is missing here, and a plan that needs it reports so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.serving.inference_engine import Engine
from gpudesk.sizing.gpus.sizing_tables import link_domains, usable_gib

_CONTEXT = "sizing"
_MOST_NAMED = 8
"""Maximum number of boards listed for an ambiguous name."""
_MIB_IN_GIB = 1024
_LAPTOP = "laptop"
_EMPTY = frozenset({"nvidia", "geforce", "rtx", "gpu"})
_USUAL_DOMAIN = 8
_ARITHMETIC = {
    "fp16": ("bf16_dense_tflops", "fp16_dense_tflops"),
    "fp8": ("fp8_dense_tflops",),
    "fp4": ("fp4_dense_tflops",),
    "fp32": ("fp32_tflops",),
    "fp64": ("fp64_tflops",),
    "fp64-tensor": ("fp64_tensor_tflops", "fp64_tflops"),
}


class MemoryKind(StrEnum):
    """Type of a board's memory, which determines the share of its nominal speed that programs reach."""

    GDDR = "gddr"
    HBM = "hbm"
    UNIFIED = "unified"
    """The system's own, which the CPU uses too."""


_MEMORY_KINDS = {"GDDR": MemoryKind.GDDR, "HBM": MemoryKind.HBM, "LPDDR": MemoryKind.UNIFIED}


def memory_kind(text: str) -> MemoryKind:
    """Memory kind from the type in a catalog entry; unknown types count as GDDR, which has the narrowest range of chips."""
    matching_kinds = (kind for start, kind in _MEMORY_KINDS.items() if text.upper().startswith(start))
    return next(matching_kinds, MemoryKind.GDDR)


@dataclass(frozen=True, slots=True)
class Board:
    """One type of GPU.

    Attributes:
        short: the title without the manufacturer.
        memory_gib: as reported by the driver.
        usable_gib: part of it available to programs.
        memory: its kind.
        capability: compute capability of NVIDIA boards, 0 if there is none.
        link_bytes_per_s: one direction to the other boards of its group: NVLink if available, else PCIe.
        rates: dense products per second, by arithmetic.
        part_of, part: for a slice, the key of its GPU and its share of that GPU; "" and 1 for a whole GPU.
        domain: boards connected by the link; beyond it they communicate over PCI Express.
        outside_bytes_per_s: one direction over PCI Express.
        in_laptop: soldered in laptops: only present in existing machines, never planned.
    """

    key: str
    title: str
    short: str
    memory_gib: float
    usable_gib: float
    bytes_per_s: float
    memory: MemoryKind
    capability: float
    link_bytes_per_s: float
    has_nvlink: bool
    power_w: float | None
    price_usd: float | None
    rates: Mapping[str, float]
    part_of: str = ""
    part: float = 1.0
    domain: int = 8
    outside_bytes_per_s: float = 0.0
    in_laptop: bool = False

    @property
    def maker_key(self) -> str:
        """The key by which kernels are chosen: of a slice that of the GPU it is of; of a board that the catalog lacks by its driver."""
        return self.part_of or self.key or ("nvidia" if self.capability else "")

    def arithmetic(self, form: WeightFormat) -> str:
        """What products of weights in that format are made in: its own arithmetic, or 16 bits where the board lacks it."""
        able = self.capability >= form.capability or not self.capability
        return form.computes if able and form.computes in self.rates else "fp16"

    def runs(self, form: WeightFormat) -> bool:
        """Whether programs can use weights in that format here at all, unpacked to 16 bits if need be."""
        return self.arithmetic(form) in self.rates and (form.key != "bf16" or self.capability == 0 or self.capability >= form.capability)

    def flops_per_s(self, form: WeightFormat) -> float:
        """Raises:
        KeyError: the entry does not specify it.
        """
        return self.rates[self.arithmetic(form)]


def _board(kind: HardwareType) -> Board | None:
    memory_mib, gb_per_s = kind.number("memory_mib"), kind.number("memory_gb_per_s")
    if memory_mib is None or gb_per_s is None:
        return None
    rates = {}
    for arithmetic, names in _ARITHMETIC.items():
        stated_rates = [value for name in names if (value := kind.number(name)) is not None]
        if stated_rates:
            rates[arithmetic] = stated_rates[0] * 1e12
    nvlink = kind.number("nvlink_gb_per_s") or kind.number("scale_up_gb_per_s") or 0.0
    pcie = kind.number("pcie_gb_per_s") or 0.0
    reported = memory_mib / _MIB_IN_GIB
    return Board(
        key=kind.key,
        title=kind.title,
        short=kind.model.removeprefix("GeForce "),
        memory_gib=reported,
        usable_gib=usable_gib().get(kind.key, (reported, ""))[0],
        bytes_per_s=gb_per_s * 1e9,
        memory=memory_kind(kind.text("memory_type") or ""),
        capability=kind.number("compute_capability") or 0.0,
        link_bytes_per_s=(nvlink / 2 if nvlink else pcie) * 1e9,
        has_nvlink=nvlink > 0,
        power_w=kind.number("power_max_w"),
        price_usd=kind.number("price_usd"),
        rates=rates,
        domain=link_domains().get(kind.key, _USUAL_DOMAIN),
        outside_bytes_per_s=pcie * 1e9,
        in_laptop=kind.text("form_factor") == _LAPTOP,
    )


@cache
def boards() -> Mapping[str, Board]:
    """Every GPU of the catalog whose memory and its speed are known, by its key."""
    by_key = {}
    for entry in open_catalog().of_families(Family.GPU):
        board = _board(entry.type)
        if board is not None:
            by_key[board.key] = board
    return by_key


def planned_boards() -> list[Board]:
    """Boards for planning when none is named: all except laptop boards."""
    return [board for board in boards().values() if not board.in_laptop]


def find_board(name: str) -> Board:
    """The board that a key, a name or an alias means; of several called alike the one that draws most, then the one with most memory.

    Raises:
        InvalidData: there is none, its entry lacks what sizing needs, or the name may mean several: some not called alike, a line, a
            generation.
    """
    if name in boards():
        return boards()[name]
    called = name.casefold()
    alike = _called(called) or _called(_bare(called))
    if alike and not _is_generation(called) and (len(alike) == 1 or _names_a_product(called)):
        return max(alike, key=lambda board: (board.power_w or 0.0, board.memory_gib))
    matches = alike or _searched(called)
    if len(matches) == 1 and not alike:
        return matches[0]
    if matches:
        text = QT_TRANSLATE_NOOP("sizing", "{name} matches several GPUs of the catalog.")
        fix = QT_TRANSLATE_NOOP("sizing", "Use one of: {names}.")
        titles = tuple(board.title for board in matches[:_MOST_NAMED]) + (("…",) if len(matches) > _MOST_NAMED else ())
        raise InvalidData(Message(_CONTEXT, text, {"name": name}), Message(_CONTEXT, fix, {"names": titles}))
    text = QT_TRANSLATE_NOOP("sizing", "The catalog has no GPU named {name}, or its memory is not known.")
    fix = QT_TRANSLATE_NOOP("sizing", "Search for it with: gpudesk catalog search {name}")
    raise InvalidData(Message(_CONTEXT, text, {"name": name}), Message(_CONTEXT, fix, {"name": name}))


def _called(called: str) -> list[Board]:
    """Boards whose model or one of whose aliases is just this."""
    if not called:
        return []
    kinds = [entry.type for entry in open_catalog().of_families(Family.GPU) if entry.type.key in boards()]
    return [boards()[kind.key] for kind in kinds if any(called in (word.casefold(), _bare(word)) for word in (kind.model, *kind.aliases))]


def _bare(name: str) -> str:
    """A name without the tokens that do not identify the board: drivers put them before and after."""
    return " ".join(word for word in name.casefold().split() if word not in _EMPTY)


def _is_generation(called: str) -> bool:
    """Whether a name is that of an architecture, which many boards share even where the catalog has one of them."""
    return any(called == entry.type.text("gpu_architecture").casefold() for entry in open_catalog().of_families(Family.GPU))


def _names_a_product(called: str) -> bool:
    """Whether a name is that of one product, sold in several forms ("A100"), and not of a line or a generation ("GeForce", "Ampere")."""
    return any(letter.isdigit() for letter in called)


def _searched(called: str) -> list[Board]:
    """Boards found by a search for a name: those whose title has each token of it, or else all; none for an empty name.

    Laptop boards only if the name specifies them.
    """
    words = called.split()
    if not words:
        return []
    hits = [boards()[hit.key] for hit in open_catalog().search(called, Family.GPU, limit=len(boards())) if hit.key in boards()]
    if _LAPTOP not in words:
        # Who means the slower one of a laptop says so.
        hits = [board for board in hits if not board.in_laptop]
    return [board for board in hits if set(words) <= set(board.title.casefold().split())] or hits


def that_run(engine: Engine, chosen: Sequence[Board]) -> list[Board]:
    """Those of some boards that a program runs on.

    Raises:
        InvalidData: it runs on none of them.
    """
    able = [board for board in chosen if engine.runs_on(board.key)]
    if chosen and not able:
        text = QT_TRANSLATE_NOOP("sizing", "{program} does not run on {board}.")
        fix = QT_TRANSLATE_NOOP("sizing", "Choose another engine or another GPU.")
        raise InvalidData(Message(_CONTEXT, text, {"program": engine.title, "board": chosen[0].title}), Message(_CONTEXT, fix))
    return able
