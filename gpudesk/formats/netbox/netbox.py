"""NetBox's library of device, module and rack types, read and written: the functions that the rest of the program calls.

    read_library(path, progress=None) -> LibraryImport
        `path`: a folder, a ZIP archive or one YAML file. Works in processes of its own, so it may be called from a thread of the interface;
        `progress` (core.running.progress.Progress) receives the files done and the total, and can stop the work (raises Cancelled).
        Raises UnreadableLibrary where the library as a whole cannot be taken; a single bad file is in the report instead.
    quality_of(body) -> Quality
        The score of any entry of the catalog, imported or not.
    document_of(body, mappings=Mappings.BOTH) -> dict
        The NetBox document of an entry. Raises NotInNetBox for what NetBox has no type for (a cable).
    file_name_of(body) -> str
        Where the document stands in a library: "device-types/NVIDIA/MQM9700-NS2F.yaml".
    written(bodies, mappings=Mappings.BOTH) -> bytes
        All documents in one YAML text.

The report and its parts are in `formats.netbox.netbox_report`; `catalog.imports` keeps what was read.
"""

from collections.abc import Mapping
from typing import Any

from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.formats.netbox.netbox_library import read_library
from gpudesk.formats.netbox.netbox_quality import quality_of_type
from gpudesk.formats.netbox.netbox_report import (
    FileReport,
    ImportedType,
    ImportReport,
    LibraryImport,
    Missing,
    Quality,
    Remark,
    UnreadableLibrary,
    Verdict,
)
from gpudesk.formats.netbox.netbox_stated import Kind, Mappings, NotInNetBox
from gpudesk.formats.netbox.netbox_write import document_of, document_of_type, file_name_of, written

__all__ = [
    "FileReport",
    "ImportReport",
    "ImportedType",
    "Kind",
    "LibraryImport",
    "Mappings",
    "Missing",
    "NotInNetBox",
    "Quality",
    "Remark",
    "UnreadableLibrary",
    "Verdict",
    "document_of",
    "document_of_type",
    "file_name_of",
    "quality_of",
    "quality_of_type",
    "read_library",
    "written",
]


def quality_of(body: Mapping[str, Any]) -> Quality:
    """The score of an entry, imported or not, and what is missing.

    Raises:
        InvalidData: the entry is not well formed.
    """
    return quality_of_type(parse_type(body))
