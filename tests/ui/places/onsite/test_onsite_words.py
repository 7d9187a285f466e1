"""What the place On site calls things in the person's language."""

import pytest

from gpudesk.core.checklist.items import Scope
from gpudesk.ui.places.onsite import onsite_labels
from gpudesk.ui.toolkit import translate

TARGETS = {
    "en": {
        Scope.HALL: ("1 hall", "1,200 halls"),
        Scope.RACK: ("1 rack", "1,200 racks"),
        Scope.FEED: ("1 feed", "1,200 feeds"),
        Scope.DEVICE: ("1 device", "1,200 devices"),
        Scope.TRAY: ("1 tray", "1,200 trays"),
        Scope.CABLE: ("1 cable", "1,200 cables"),
        Scope.WORKSTATION: ("1 workstation", "1,200 workstations"),
    },
    "es": {Scope.RACK: ("1 rack", "1200 racks"), Scope.TRAY: ("1 bandeja", "1200 bandejas"), Scope.CABLE: ("1 cable", "1200 cables")},
}


@pytest.mark.parametrize("language", translate.LANGUAGES)
def test_targets_are_counted_by_their_name(language: str, qapp: object) -> None:
    translate.install_language(language)
    counted = {scope: (onsite_labels.targets_text(scope, 1), onsite_labels.targets_text(scope, 1200)) for scope in TARGETS[language]}
    assert counted == TARGETS[language]


def test_only_the_text_that_is_shown_is_translated(monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    asked: list[str] = []

    def tr(text: str, _comment: str = "", count: int = -1) -> str:
        asked.append(text)
        return text.replace("%n", str(count))

    monkeypatch.setattr(onsite_labels, "tr", tr)
    onsite_labels.targets_text(Scope.TRAY, 2)
    assert asked == ["%n tray(s)"]
