"""Random edits of 100,000 GPUs with all their cables: every operation, each taken back, and a rack that goes with its cables.

What edits one object has a budget of its own; what edits many has one by the rows that it touches. Limits are of processor time, so that
other work of the machine has no effect; the time on the clock is next to it, and a bare commit is added to each limit.

An undo follows each step at once, so that it leads to a state that is still kept (`project/states_kept.py`); what is further back costs
as much as a step, which `bench_cables` measures with forty deletions that are taken back one after the other.

The limit of bulk operations is 250 ms for each 1,000 rows, plus what one object may take: a row of a bulk step may cost what the same row
costs as an edit of its own, 0.25 ms (a system with all its cables: 16 ms for some 64 rows).
"""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bench_edits import bare_commits_ms
from benchmarks.figures import Figure, percentile
from benchmarks.random_walk import ONE_OBJECT_ROWS, Taken, Turn, described, one_turn, walk
from benchmarks.walked_site import walked_site
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.run.run import all_operations
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document

TIMES = 3
"""So often each operation takes its turn."""
RACKS = 20
WHOLE_PROJECT = (
    "build",
    "cable_project",
    "import_cables",
    "import_devices",
    "import_list",
    "propose_cooling",
    "propose_networks",
    "propose_pathways",
    "restore_version",
    "save_version",
    "structure_cabling",
    "update_types",
)
"""What works through the whole project whatever its arguments, such as a version, which writes every row of it; `bench_cables`,
`bench_bulk`, `bench_versions` and `bench_cooling` measure most of them."""
P95_MS, MOST_MS, RACK_MS, BULK_MS_A_THOUSAND = 16.0, 100.0, 50.0, 250.0


def run() -> list[Figure]:
    """Every operation by turns, then racks with their cables."""
    with TemporaryDirectory(prefix="gpudesk-bench-") as name:
        folder = Path(name)
        bare_ms = percentile(bare_commits_ms(folder), 0.95)
        with Document.open(walked_site(folder / "site.gpudesk")) as document:
            findings_of(document.snapshot)
            turns = walk(document, sorted(set(all_operations()) - set(WHOLE_PROJECT)), TIMES)
            racks = _racks(document)
    one = [turn for turn in turns if turn.done.rows <= ONE_OBJECT_ROWS]
    bulk = [turn for turn in turns if turn.done.rows > ONE_OBJECT_ROWS]
    accepted = {turn.name for turn in turns}
    return [
        Figure("a bare commit of the same run: p95", bare_ms, "ms"),
        Figure("operations that took part", len(accepted), ""),
        *_by_operation(one, bare_ms),
        *_all("edits of one object", one, bare_ms),
        *_line("a rack goes with all its cables", racks, RACK_MS + bare_ms),
        *_bulk(bulk, bare_ms),
    ]


def _racks(document: Document) -> list[Turn]:
    devices = document.snapshot["device"]
    ids = devices["rack_id"][devices["role"] == "compute"]
    chosen = ids[:: len(ids) // RACKS][:RACKS].tolist()
    return [
        one_turn(document, "rack", lambda rack_id=rack_id: run_operation(document, delete_objects, "rack", [rack_id]))  # type: ignore[misc]
        for rack_id in chosen
    ]


def _sides(turns: Sequence[Turn]) -> tuple[list[Taken], list[Taken]]:
    return [turn.done for turn in turns], [turn.undone for turn in turns if turn.undone is not None]


def _line(name: str, turns: Sequence[Turn], limit_ms: float) -> list[Figure]:
    """The 95th percentiles of steps and of their undos."""
    return [
        Figure(f"{what}, {len(taken)} times: {described(taken)}; p95", percentile([each.cpu_ms for each in taken], 0.95), "ms", limit_ms)
        for what, taken in zip((name, f"  undo of {name}"), _sides(turns), strict=True)
        if taken
    ]


def _by_operation(turns: Sequence[Turn], bare_ms: float) -> list[Figure]:
    by_name: defaultdict[str, list[Turn]] = defaultdict(list)
    for turn in turns:
        by_name[turn.name].append(turn)
    return [figure for name in sorted(by_name) for figure in _line(name, by_name[name], P95_MS + bare_ms)]


def _all(name: str, turns: Sequence[Turn], bare_ms: float) -> list[Figure]:
    return [
        *_line(name, turns, P95_MS + bare_ms),
        *(
            Figure(f"{what}, the longest", max(each.cpu_ms for each in taken), "ms", MOST_MS)
            for what, taken in zip((name, f"  undo of {name}"), _sides(turns), strict=True)
        ),
    ]


def _bulk(turns: Sequence[Turn], bare_ms: float) -> list[Figure]:
    """What is over the cost of one object, by a thousand rows; the worst of each operation."""
    worst: dict[str, tuple[float, Taken]] = {}
    for turn in turns:
        for what, taken in ((turn.name, turn.done), (f"  undo of {turn.name}", turn.undone)):
            if taken is not None:
                over = 1000 * max(0.0, taken.cpu_ms - P95_MS - bare_ms) / taken.rows
                worst[what] = max(worst.get(what, (-1.0, taken)), (over, taken), key=lambda pair: pair[0])
    return [
        Figure(f"{what}, {taken.rows:,} rows in {taken.cpu_ms:,.0f} ms: a thousand rows", over, "ms", BULK_MS_A_THOUSAND)
        for what, (over, taken) in worst.items()
    ]
