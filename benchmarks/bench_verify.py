"""The proof of 16,384 GPUs by a real subnet manager, and 300,000 planned links against what was seen."""

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, timed_s
from benchmarks.generated_fabric import superpod_file, wide_file
from benchmarks.subnet_simulator import is_routed, simulated, tools_are_there
from gpudesk.derived.fabric.subnet import subnet
from gpudesk.formats.fabric.ibnetdiscover import read_ibnetdiscover
from gpudesk.formats.fabric.ibsim import ibsim_text
from gpudesk.onsite.as_built import AsBuilt, as_built
from gpudesk.onsite.built_links import Sort
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

PROVED_UNITS, PROVED_LINKS = 64, 49_152
PROOF_S = 180.0
"""Three times what it takes alone on two cores."""
LARGE_UNITS, LARGE_LINKS = 391, 300_288
VERIFY_S = 10.0


def run() -> list[Figure]:
    """The proof, where its tools are installed, and the comparison of a fabric of 100,000 GPUs."""
    with TemporaryDirectory(prefix="gpudesk-bench-") as folder:
        return [*_proof(Path(folder)), *_large(Path(folder))]


def _proof(folder: Path) -> list[Figure]:
    if not tools_are_there():
        return [Figure("verify: ibsim, OpenSM or ibnetdiscover is missing", float("nan"), "s")]
    snapshot = _opened(superpod_file(folder / "proof.gpudesk", PROVED_UNITS))
    net = _written(snapshot, folder / "proof.net")
    nodes, switches = len(snapshot.cached(subnet).nodes.guid), int(snapshot.cached(subnet).nodes.switch.sum())
    links = len(snapshot.cached(subnet).records)
    assert links == PROVED_LINKS  # noqa: S101 - a benchmark checks what it measures
    with simulated(net, nodes + 1, switches + 1, nodes + 65 * switches + 1) as there:
        routed_s, log = timed_s(lambda: there.routed(limit_s=900))
        assert is_routed(log)  # noqa: S101 - a benchmark checks what it measures
        discovered_s, seen = timed_s(lambda: there.discovered(limit_s=900))
    found = as_built(snapshot, read_ibnetdiscover(seen))
    # The ibsim of Debian 12 does not know NDR.
    differences = sum(count for sort, count in found.counts().items() if sort is not Sort.DEGRADED)
    return [
        Figure(f"verify: OpenSM routes {switches:,} switches, {links:,} links", routed_s, "s", PROOF_S),
        Figure("verify: ibnetdiscover reads them back", discovered_s, "s"),
        Figure("verify: differences other than speed", differences, "", 0),
    ]


def _large(folder: Path) -> list[Figure]:
    snapshot = _opened(wide_file(folder / "large.gpudesk", LARGE_UNITS))
    path = folder / "large.net"
    written_s, _ = timed_s(lambda: _written(snapshot, path))

    def verified() -> AsBuilt:
        return as_built(snapshot, read_ibnetdiscover(path))

    verified_s, found = timed_s(verified)
    assert (found.planned, found.right) == (LARGE_LINKS, LARGE_LINKS)  # noqa: S101 - a benchmark checks what it measures
    return [
        Figure(f"export of {LARGE_LINKS:,} links to ibsim", written_s, "s"),
        Figure(f"verify: {LARGE_LINKS:,} links against ibnetdiscover", verified_s, "s", VERIFY_S),
    ]


def _opened(path: Path) -> Snapshot:
    with Document.open(path, write=False) as document:
        return document.snapshot


def _written(snapshot: Snapshot, path: Path) -> Path:
    path.write_text(ibsim_text(snapshot.cached(subnet), "bench"), encoding="utf-8")
    return path
