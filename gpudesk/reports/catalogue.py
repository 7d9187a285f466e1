"""All reports, in the order in which they are offered."""

from collections.abc import Mapping, Sequence

from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.reports.report import Bound, Choices, Kind, Subject
from gpudesk.reports.wording import Wording

_KINDS: tuple[Kind, ...] = ()
REPORTS: Mapping[str, Kind] = {kind.name: kind for kind in _KINDS}
"""Name to report."""


def bound(names: Sequence[str], subject: Subject, choices: Choices, wording: Wording) -> Bound:
    """Reports as one document.

    Raises:
        Refused: there is no such report, or one that is only a list.
    """
    cut = subject.up_to_phase(choices.phase)
    reports = []
    for name in names:
        kind = REPORTS.get(name)
        if kind is None or kind.make is None:
            text = QT_TRANSLATE_NOOP("reports", "There is no report {name} in pages.")
            mend = QT_TRANSLATE_NOOP("reports", "Choose one of: {names}.")
            known = tuple(each.name for each in REPORTS.values() if each.make is not None)
            raise Refused(Message("reports", text, {"name": name}), Message("reports", mend, {"names": known}))
        reports.append(kind.make(cut, choices, wording))
    return Bound(reports)
