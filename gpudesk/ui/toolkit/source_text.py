"""The source of a figure, in the language of the window."""

from gpudesk.catalog.source_texts import source_in
from gpudesk.ui.toolkit.translate import language


def tr_source(source: str) -> str:
    """A source in the language in force; one without a translation stays as it is."""
    return source_in(source, language())
