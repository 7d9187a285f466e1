"""The language of a report, whatever the language of the interface is."""

from functools import cache

from PySide6.QtCore import QTranslator

from gpudesk import locate
from gpudesk.core.values.quantity_text import METRIC, NumberStyle
from gpudesk.reports.layout.wording import Wording


@cache
def wording(language: str, units: str = METRIC) -> Wording:
    """Texts of a report in "en" or "es"; if the file of a language is missing, its texts stay English."""
    style = NumberStyle(language, units)
    if language == "en":
        return Wording(style)
    translator = QTranslator()
    if not translator.load(f"gpudesk_{language}", str(locate.translations_dir())):
        return Wording(style)

    def translate(context: str, text: str) -> str:
        return translator.translate(context, text) or text

    return Wording(style, translate)
