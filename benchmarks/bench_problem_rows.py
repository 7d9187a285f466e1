"""The list of problems with 100,000 findings: filtered, sorted by each column, grouped each way. Processor time."""

from collections.abc import Callable
from functools import partial
from time import process_time

import numpy as np

from benchmarks.figures import Figure
from gpudesk.checks.findings.finding import Finding, Place, Severity, finding_key
from gpudesk.checks.findings.finding_columns import FindingColumns
from gpudesk.checks.findings.findings import Findings, RuleFindings
from gpudesk.core.messages.message import Message, Quantity
from gpudesk.project.document import Document
from gpudesk.ui.panels.problems.problem_filter import Filter, passing
from gpudesk.ui.panels.problems.problem_lines import Grouping, Lines, arranged, sorted_by
from gpudesk.ui.panels.problems.problem_rows import Column

FINDINGS, RACKS = 100_000, 3500
STEP_MS = 100
RULES = ("space.overlap", "space.reserved", "weight.heavy_high", "naming.duplicate_device")


def findings() -> FindingColumns:
    """Findings of four rules, each of a device of its own."""
    by_rule: dict[str, list[Finding]] = {rule: [] for rule in RULES}
    for number in range(FINDINGS):
        rule, objects, rack = RULES[number % len(RULES)], (("device", number),), number % RACKS
        place, text = Place("rack", rack, f"A{rack}"), Message("checks", "{name} is wrong", {"name": f"dgx-{number}"})
        by_rule[rule].append(
            Finding(
                rule,
                Severity.ERROR,
                finding_key(rule, objects),
                objects,
                place,
                text,
                Quantity(number % 97, "U"),
                None,
                None,
                None,
                (rack,),
            )
        )
    return Findings({rule: RuleFindings(some) for rule, some in by_rule.items()}).columns


def least_ms(work: Callable[[], object]) -> float:
    """The least processor time of five."""
    times = []
    for _ in range(5):
        begun_s = process_time()
        work()
        times.append(process_time() - begun_s)
    return 1000 * min(times)


def run() -> list[Figure]:
    """Measure the list of problems."""
    columns = findings()
    with Document.scratch() as document:
        snapshot = document.snapshot
        columns.made_ready(snapshot)
        order = np.arange(len(columns))

        def grouped(grouping: Grouping) -> Lines:
            together, groups = arranged(columns, order, grouping, snapshot)
            return Lines(columns, together, groups, lambda _key, _size: False)

        chosen = Filter(text="dgx-1 a34", family="space")
        filtered_ms = least_ms(lambda: passing(columns, chosen, snapshot))
        sorted_ms = max(least_ms(partial(sorted_by, columns, order, column, descending=True)) for column in Column)
        grouped_ms = max(least_ms(partial(grouped, grouping)) for grouping in Grouping)
    return [
        Figure(f"problems: filter of {FINDINGS:,}", filtered_ms, "ms", STEP_MS),
        Figure("problems: sort by the slowest column", sorted_ms, "ms", STEP_MS),
        Figure("problems: the slowest way to group", grouped_ms, "ms", STEP_MS),
    ]
