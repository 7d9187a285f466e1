"""What can be bought or run: the shipped catalog, the user's own entries, search."""

from gpudesk.catalog.catalog import Catalog, UnknownType, is_built, make_ready, open_catalog, user_catalog_dir
from gpudesk.catalog.entry import (
    CatalogFaults,
    Choice,
    Entry,
    FactDefinition,
    FactKind,
    FamilyDefinition,
    Fault,
    Hider,
    Hit,
    Origin,
)

__all__ = [
    "Catalog",
    "CatalogFaults",
    "Choice",
    "Entry",
    "FactDefinition",
    "FactKind",
    "FamilyDefinition",
    "Fault",
    "Hider",
    "Hit",
    "Origin",
    "UnknownType",
    "is_built",
    "make_ready",
    "open_catalog",
    "user_catalog_dir",
]
