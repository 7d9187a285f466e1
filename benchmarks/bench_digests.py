"""Digests of the generated project: how long they take, and how long an edit waits while they are taken or compared."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import perf_counter, sleep

from benchmarks.bench_edits import EDITS_A_ROUND, SWITCH_INTERVAL_S, Edits, busy_thread
from benchmarks.figures import Figure, percentile, timed_s
from benchmarks.generated import generated_file
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.project.digest_keeper import DigestKeeper
from gpudesk.project.document import Document
from gpudesk.project.project_verification import verified
from gpudesk.store.digests import mark_all

ROUNDS = 5


def forget(document: Document) -> None:
    """Let the project be one of which no digest was taken yet."""
    with document._guard, document._database.transaction():
        mark_all(document._database, document.schema)
        document._digests = DigestKeeper(document._database, document.schema, None)


class Desk:
    """The writing thread of a window: edits in the order in which they are asked for, and digests before them if wanted."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._pool = ThreadPoolExecutor(1)
        self._waiting = Event()

    def do(self, body: Callable[[int], None], number: int, *, digests: bool) -> float:
        """The milliseconds from asking for an edit to its end, while digests are taken or nothing is done."""
        self._waiting.clear()
        if digests:
            self._pool.submit(self._settle)
            # It takes a moment until an edit is asked for.
            sleep(0.003)
        started = perf_counter()
        self._waiting.set()
        self._pool.submit(body, number).result()
        return (perf_counter() - started) * 1000

    def _settle(self) -> None:
        """Take digests until an edit waits; once there are all of them, again from the beginning."""
        while not self._waiting.is_set():
            if self._document.take_digests():
                forget(self._document)

    def close(self) -> None:
        """End the thread."""
        self._pool.shutdown()


def _edit_times(document: Document, edits: Edits) -> tuple[list[float], list[float]]:
    """The milliseconds of moves alone and of moves while digests are taken, by turns, so that other programs disturb both alike."""
    desk = Desk(document)
    taken: tuple[list[float], list[float]] = [], []
    for number in range(2 * ROUNDS * EDITS_A_ROUND):
        digests = number % 2 == 1
        taken[digests].append(desk.do(edits.move, number, digests=digests))
    desk.close()
    return taken


def _while_verified(document: Document, edits: Edits) -> float:
    """p95 of moves, in ms, while another thread compares the file with its digests."""
    rounds = []
    with ThreadPoolExecutor(1) as pool:
        for _ in range(ROUNDS):
            document.settle()
            comparing = pool.submit(verified, document)
            taken: list[float] = []
            while not comparing.done() or len(taken) < 20:
                started = perf_counter()
                edits.move(len(taken))
                taken.append((perf_counter() - started) * 1000)
            rounds.append(percentile(taken, 0.95))
    return min(rounds)


def run() -> list[Figure]:
    """The figures; the edits are the moves of `bench_edits`."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    with TemporaryDirectory() as name:
        path = generated_file(Path(name) / "generated.gpudesk")
        with Document.open(path) as document:
            findings_of(document.snapshot)
            forget(document)
            slices = []
            done = False
            while not done:
                took, done = timed_s(document.take_digests)
                slices.append(took)
            document.settle()
            compared, _ = timed_s(lambda: verified(document))
            edits = Edits(document)
            alone, beside = _edit_times(document, edits)
            verified_p95 = _while_verified(document, edits)
            with busy_thread():
                busy, _ = timed_s(document.settle)
        return [
            Figure("digests of the whole project", sum(slices), "s"),
            Figure("slices of digests: p95", percentile([each * 1000 for each in slices], 0.95), "ms"),
            Figure("slices of digests: longest", max(slices) * 1000, "ms"),
            Figure("comparing the whole file with its digests", compared, "s"),
            Figure("settling after some edits, next to a busy Python thread", busy, "s"),
            Figure("move_device on the writing thread: p50", percentile(alone, 0.5), "ms"),
            Figure("move_device on the writing thread: p95", percentile(alone, 0.95), "ms"),
            Figure("move_device while digests are taken: p50", percentile(beside, 0.5), "ms"),
            Figure("move_device while digests are taken: p95", percentile(beside, 0.95), "ms", percentile(alone, 0.95) + 1.0),
            Figure("move_device while the file is compared with its digests: p95", verified_p95, "ms"),
        ]
