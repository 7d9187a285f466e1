"""The language of the interface: loading it, and messages from below in it."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from gpudesk import locate
from gpudesk.core.messages.message import Message, Quantity, Value, filled, quantity_texts
from gpudesk.formats.text.shown_values import shown_values
from gpudesk.ui.toolkit import quantities
from gpudesk.ui.toolkit.quantities import format_number, format_quantity, format_range, number_style, set_unit_system, unit_system

__all__ = [
    "LANGUAGES",
    "LANGUAGE_CHOICES",
    "SYSTEM",
    "filled_text",
    "format_number",
    "format_quantity",
    "format_range",
    "install_language",
    "language",
    "set_unit_system",
    "system_language",
    "tr_message",
    "tr_value",
    "unit_system",
]

SYSTEM = "system"
LANGUAGES = ("en", "es")
LANGUAGE_CHOICES = (SYSTEM, *LANGUAGES)


class _Languages:
    """The translators in force; Qt keeps no reference to them."""

    language = "en"
    translators: tuple[QTranslator, ...] = ()


def install_language(chosen: str) -> str:
    """Show the interface in `chosen` ("en", "es" or "system") from now on; returns the current language.

    English needs no file. If the file of another language is missing, its texts stay English.

    Raises:
        ValueError: unknown language.
    """
    if chosen not in LANGUAGE_CHOICES:
        raise ValueError(f"no such language: {chosen!r}")
    language_key = system_language() if chosen == SYSTEM else chosen
    for translator in _Languages.translators:
        QCoreApplication.removeTranslator(translator)
    files = (
        (f"qtbase_{language_key}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
        # The last one is asked first: our names of keys are shorter than those of Qt.
        (f"gpudesk_{language_key}", str(locate.translations_dir())),
    )
    # English texts are the sources themselves, but their plural forms come from a file.
    _Languages.translators = tuple(loaded for loaded in (_load(name, folder) for name, folder in files) if loaded)
    for translator in _Languages.translators:
        QCoreApplication.installTranslator(translator)
    _Languages.language = language_key
    quantities.set_number_language(language_key)
    QLocale.setDefault(QLocale(language_key))
    return language_key


def language() -> str:
    """The language in force: "en" or "es"."""
    return _Languages.language


def system_language() -> str:
    """The first supported language of the desktop, otherwise English."""
    for name in QLocale.system().uiLanguages():
        if name[:2] in LANGUAGES:
            return name[:2]
    return "en"


def tr_message(message: Message) -> str:
    """A message of the model in the user's language, with values in their units; a field without a value stays visible."""
    text = QCoreApplication.translate(message.context, message.text)
    values = shown_values(message, QCoreApplication.translate, language())
    return _filled(text, values)


def filled_text(text: str, **values: Value) -> str:
    """A text that is translated already, with its `{name}` and `{name|one|several}` fields filled."""
    return _filled(text, values)


def _filled(text: str, values: Mapping[str, Value]) -> str:
    quantities = quantity_texts(values, number_style())

    def field(name: str) -> str:
        if name in quantities:
            return quantities[name]
        return tr_value(values[name]) if name in values else f"{{{name}}}"

    return filled(text, field, values)


def tr_value(value: Value) -> str:
    """One value of a message in the person's language and units; a list is joined by commas."""
    if isinstance(value, Quantity):
        return format_quantity(value.value, value.unit)
    if isinstance(value, Message):
        return tr_message(value)
    if isinstance(value, tuple):
        return ", ".join(tr_value(part) for part in value)
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int | float):
        return format_number(value)
    return str(value)


def _load(name: str, folder: str) -> QTranslator | None:
    translator = QTranslator()
    return translator if translator.load(name, folder) else None
