"""The source of a figure, in the language of the window."""

from gpudesk.catalog.source_texts import source_in
from gpudesk.ui.toolkit.translate import language


def tr_source(source: str) -> str:
    """A source text in the current language; one without a translation is unchanged."""
    return source_in(source, language())
