"""Data for both pages of the summary of a project."""

from functools import cached_property

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.derived.cost.bom import Bom
from gpudesk.derived.power.power_failures import Failures, power_failures
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.halls.finding_counts import ProblemRow, problem_rows
from gpudesk.reports.layout.paper_sheet import Sheet
from gpudesk.reports.layout.report import Subject
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.summary.bill_of_materials import counted

GAP_MM = 5.0
"""Between the blocks of a page."""
HEAD_MM = 6.0
"""The height of a heading."""


def all_failures(snapshot: Snapshot) -> Failures | None:
    """The effect of every single failure (use `snapshot.cached(all_failures)`); None if a node feeds itself."""
    try:
        return power_failures(snapshot)
    except ValueError:
        return None


class SummaryFacts:
    """The project, and the options of its summary.

    Attributes:
        places: the halls or racks of the summary, "" for all.
        power: the name of the power value that counts against limits.
    """

    def __init__(self, subject: Subject, sheet: Sheet, wording: Wording, places: str) -> None:
        self.subject, self.sheet, self.wording, self.places = subject, sheet, wording, places
        self.snapshot = subject.snapshot
        self.power = self.snapshot.cached(site_sheet).text("power_for_limits")

    @cached_property
    def problems(self) -> list[ProblemRow]:
        """The findings of the checks, by rule."""
        return problem_rows(findings_of(self.snapshot))

    @cached_property
    def failures(self) -> Failures | None:
        """What every single failure does; None where something feeds itself."""
        return self.snapshot.cached(all_failures)

    @cached_property
    def bom(self) -> Bom:
        """The items to purchase."""
        return self.snapshot.cached(counted)

    def say(self, text: str) -> str:
        """A text of the reports in the language of the page."""
        return self.wording.say("reports", text)
