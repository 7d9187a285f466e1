"""Words for codes stand alone in choices and tables, so all of them begin alike."""

import pytest

from gpudesk.core.hardware.hardware import Face, Side, Status
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.code_labels import face_name, side_name, status_name


@pytest.mark.parametrize("language", translate.LANGUAGES)
def test_words_that_stand_alone_begin_with_a_capital(language: str, qapp: object) -> None:
    translate.install_language(language)
    words = [*map(status_name, Status), *map(face_name, Face), *map(side_name, Side)]
    assert [word for word in words if not word[0].isupper()] == []
    assert status_name(Status.PLANNED) == {"en": "Planned", "es": "Planificado"}[language]
