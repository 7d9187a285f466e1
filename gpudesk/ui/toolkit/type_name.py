"""The name of a type of equipment, in the language of the window."""

from gpudesk.catalog.type_names import type_name_in
from gpudesk.ui.toolkit.translate import language


def tr_type_name(name: str) -> str:
    """A vendor, a model or both in the current language; product names and user texts are unchanged."""
    return type_name_in(name, language())
