"""The project on two pages, for decision makers: content, power draw, findings, cost, and unknown values."""

from collections.abc import Iterator

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, phase_words, places_words
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.summary.summary_facts import SummaryFacts
from gpudesk.reports.summary.summary_plan import PlanPage
from gpudesk.reports.summary.summary_risks import RiskPage

PAGES = 2


def summary(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """Exactly two pages, whatever the paper."""
    subject = subject.of_places(choices)
    sheet = choices.sheet or Sheet(Paper.A4)

    def bodies() -> Iterator[Page]:
        facts = SummaryFacts(subject, sheet, wording, places_words(subject, choices))
        yield PlanPage(facts).page()
        yield RiskPage(facts).page()

    title = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Project summary"))
    return Report(title, subject, wording, bodies, PAGES, phase_words(choices.phase, wording))


KIND = Kind(
    "project-summary",
    QT_TRANSLATE_NOOP("reports", "Project summary"),
    QT_TRANSLATE_NOOP("reports", "Two pages: plan, power by row, problems, single failures, known cost, open questions"),
    summary,
)
