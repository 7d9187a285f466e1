"""NetBox's library of device, module and rack types, read and written: the functions that the rest of the program calls.

    read_library(path, progress=None) -> LibraryImport
        `path`: a folder, a ZIP archive or one YAML file. Uses separate processes, so it may be called from an interface thread;
        `progress` (core.running.progress.Progress) receives completed and total files, and can stop the run (raises Canceled).
        Raises UnreadableLibrary if the whole library cannot be imported; a single bad file is in the report instead.
    quality_of(body) -> Quality
        The score of any catalog entry, imported or not.
    document_of(body, mappings=Mappings.BOTH) -> dict
        The NetBox document of an entry. Raises NotInNetBox for objects without a NetBox type (a cable).
    file_name_of(body) -> str
        The path of the document in a library: "device-types/NVIDIA/MQM9700-NS2F.yaml".
    written(bodies, mappings=Mappings.BOTH) -> bytes
        All documents in one YAML text.

The report and its parts are in `formats.netbox.netbox_report`; `catalog.imports` stores the imported entries.
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
    """Return the score of an entry, imported or not, and the missing data.

    Raises:
        InvalidData: the entry is malformed.
    """
    return quality_of_type(parse_type(body))
