"""Why the list of problems is empty, and what would fill it."""

from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.findings import Findings
from gpudesk.ui.panels.problems.problem_filter import HIDDEN, ONLY, Filter
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("ProblemsNote")


class ProblemsNote(QuietNote):
    """The line where the list would be."""

    def say_why_empty(self, session: Session, findings: Findings | None, chosen: Filter) -> None:
        """Show why no problem in `findings` matches the filter `chosen`."""
        show_all = tr("Show all problems")
        if not session.is_open:
            self.say(None, tr("No project is open"), tr("Findings of the checks appear here."))
            return
        if findings is None:
            self.say(None, tr("Checking the project…"))
            return
        counted = sum(findings.counts().values())
        if chosen.excluded == ONLY and not findings.excluded:
            self.say(None, tr("No problems excluded"), tr("Press Del on a problem to enter a reason and exclude it."), show_all)
        elif chosen.objects is not None and not session.selection:
            self.say(None, tr("Nothing is selected"), tr("Only problems of the selection are shown."), show_all)
        elif chosen.in_force and counted:
            detail = tr("%n problem(s) do not match the filters at the top of this list.", "", counted)
            self.say(None, tr("All problems are hidden by the filters"), detail, show_all)
        else:
            detail = tr("Whole project checked with %n rule(s).", "", len(ALL_RULES))
            more = findings.excluded and chosen.excluded == HIDDEN
            self.say("ok", tr("No problems"), detail, tr("Show %n excluded problem(s)", "", findings.excluded) if more else "")
