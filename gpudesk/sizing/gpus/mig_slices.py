"""The slices (MIG) of the boards of the catalog, as separate boards."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.mig import Layouts, Profile, fewest_gpus, smallest
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import Board, find_board

_CONTEXT = "sizing"
_NAME = re.compile(r"(?P<compute>[1-7])g\.(?P<gb>\d{1,3})gb", re.IGNORECASE)


@cache
def _table() -> Mapping[str, Any]:
    import yaml

    with resource("sizing", "mig.yaml").open("rb") as file:
        table: Mapping[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return table


@cache
def mig_profiles(key: str) -> Mapping[str, Profile]:
    """The profiles of a GPU of the catalog by their names; none if it cannot be sliced."""
    named = [entry.type.mig for entry in open_catalog().of_families(Family.GPU) if entry.type.key == key]
    parts = {mig_profile.name: match for mig_profile in (named[0] if named else ()) if (match := _NAME.fullmatch(mig_profile.name))}
    if not parts:
        return {}
    widest = max(int(match["compute"]) for match in parts.values())
    whole = max(int(match["gb"]) for match in parts.values())
    width = 8 if widest == 7 else 4
    places = {(row["compute"], row["memory"]): tuple(row["starts"]) for row in _table()["placements"][width]["profiles"]}
    profiles = {}
    for mig_profile in named[0]:
        match = parts.get(mig_profile.name)
        if match is None:
            continue
        compute, memory = int(match["compute"]), max(1, round(int(match["gb"]) / whole * width))
        if (compute, memory) in places:
            profiles[mig_profile.name] = Profile(mig_profile.name, compute, memory, places[compute, memory], mig_profile.most)
    return profiles


def compute_slices(key: str) -> int:
    """Slices of compute of a whole GPU."""
    return max((profile.compute for profile in mig_profiles(key).values()), default=1)


def slice_board(board: Board, profile: Profile) -> Board:
    """A slice as a separate board: its share of memory, bandwidth and compute, and no link to other boards."""
    width = 8 if compute_slices(board.key) == 7 else 4
    share = profile.memory / width
    given_share = _table()["memory"]["given"][8 * profile.memory // width]
    compute = _compute_share(board.key, profile)
    return replace(
        board,
        key=f"{board.key}:{profile.name}",
        title=f"{board.title} {profile.name}",
        short=f"{board.short} {profile.name}",
        memory_gib=board.memory_gib * share * given_share,
        usable_gib=board.memory_gib * share * given_share,
        bytes_per_s=board.bytes_per_s * share,
        link_bytes_per_s=0.0,
        has_nvlink=False,
        power_w=None if board.power_w is None else board.power_w * share,
        price_usd=None if board.price_usd is None else board.price_usd * share,
        part_of=board.key,
        part=share,
        rates={name: rate * compute for name, rate in board.rates.items()},
    )


def _compute_share(key: str, profile: Profile) -> float:
    for row in _table()["multiprocessors"]:
        if key in row["gpus"] and profile.compute in row["of"]:
            return float(row["of"][profile.compute] / row["all"])
    return profile.compute / compute_slices(key)


def find_board_or_slice(name: str) -> Board:
    """The board, or the slice of one, that a name such as "H100 1g.10gb" means.

    Raises:
        InvalidData: there is no such board or slice.
    """
    stem, _, last = name.replace(":", " ").strip().rpartition(" ")
    if not stem or not _NAME.fullmatch(last):
        return find_board(name)
    board = find_board(stem)
    profile = mig_profiles(board.key).get(last.lower())
    if profile is None:
        text = QT_TRANSLATE_NOOP("sizing", "{gpu} has no slice {profile}; it has {profiles}.")
        values: dict[str, str | tuple[str, ...]] = {
            "gpu": board.title,
            "profile": last.lower(),
            "profiles": tuple(mig_profiles(board.key)) or ("none",),
        }
        fix = QT_TRANSLATE_NOOP("sizing", "Use one of these, or another MIG-capable GPU of the catalog.")
        raise InvalidData(Message(_CONTEXT, text, values), Message(_CONTEXT, fix))
    return slice_board(board, profile)


@dataclass(frozen=True, slots=True)
class Need:
    """Jobs that need one slice each, with a minimum memory and a minimum number of compute slices."""

    gib: float
    count: int
    compute: int = 1


@dataclass(frozen=True, slots=True)
class SlicePlan:
    """The fewest GPUs of a kind that hold all jobs.

    Attributes:
        slices: the slice assigned to each need, with its memory.
        layouts: placement on each GPU.
    """

    board: Board
    slices: tuple[tuple[Need, Profile, float], ...]
    layouts: Layouts


def placed_slices(board: Board, slices: Sequence[tuple[Need, Profile, float]]) -> SlicePlan:
    """The fewest GPUs of a kind that hold the slices which jobs were given."""
    profiles = tuple(mig_profiles(board.key).values())
    counts = [sum(need.count for need, chosen, _ in slices if chosen == profile) for profile in profiles]
    return SlicePlan(board, tuple(slices), fewest_gpus(profiles, counts, compute_slices(board.key)))


def slice_plan(board: Board, needs: Sequence[Need]) -> SlicePlan:
    """The fewest GPUs of a kind on which each job has a slice, the smallest that holds it.

    Raises:
        InvalidData: the board cannot be sliced, or a job is too large for it.
    """
    named = mig_profiles(board.key)
    if not named:
        text = QT_TRANSLATE_NOOP("sizing", "{gpu} does not support MIG.")
        fix = QT_TRANSLATE_NOOP("sizing", "Enter a GPU with MIG, for example A100, H100, H200 or B200.")
        raise InvalidData(Message(_CONTEXT, text, {"gpu": board.title}), Message(_CONTEXT, fix))
    held = {profile: slice_board(board, profile).usable_gib for profile in named.values()}
    slices = []
    for need in needs:
        chosen = smallest(held, need.gib, need.compute)
        if chosen is None:
            text = QT_TRANSLATE_NOOP("sizing", "{gpu} has no slice with {gib} GiB and {compute} compute slices.")
            values: dict[str, str | float] = {"gpu": board.title, "gib": need.gib, "compute": need.compute}
            fix = QT_TRANSLATE_NOOP("sizing", "Use a dedicated GPU for this job, or a larger one.")
            raise InvalidData(Message(_CONTEXT, text, values), Message(_CONTEXT, fix))
        slices.append((need, chosen, held[chosen]))
    return placed_slices(board, slices)
