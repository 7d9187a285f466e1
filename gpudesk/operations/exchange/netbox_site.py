"""The site of a project in a NetBox instance: a file can contain others, often with the same object names."""

from collections.abc import Callable, Iterable, Mapping

from gpudesk.core.values.columns import Columns
from gpudesk.formats.netbox.netbox_taken import NetboxTables
from gpudesk.formats.netbox.netbox_trays import SYSTEM
from gpudesk.formats.tables.device_list import Kind, Record
from gpudesk.formats.tables.netbox_origin import Origin
from gpudesk.operations.exchange import import_questions as questions
from gpudesk.operations.exchange.import_changes import Question
from gpudesk.project.netbox_ids import NetboxIds


def site_of(
    found: NetboxTables, tables: Callable[[str], Columns], ids: NetboxIds, answers: Mapping[str, str], asked: list[Question]
) -> str:
    """The site that is the project; "" if the files name none, or it is not known yet.

    The only site of a file is that of the project if the project has none, or has an ID in it: then the site was renamed.

    Args:
        asked: receives the question about the site.
    """
    sites = sorted(found.sites)
    if not sites:
        return ""
    for site in (answers.get(questions.SITE), ids.site):
        if site in sites:
            return str(site)
    if len(sites) == 1 and (not ids.site or _has_known(found, tables, ids)):
        return sites[0]
    asked.append(questions.which_site(sites, ids.site if len(sites) == 1 else ""))
    return ""


def is_elsewhere(sites: Iterable[str], chosen: str) -> bool:
    """Whether a row names another site than the chosen one; of a feed without a rack NetBox names none."""
    return any(site and site != chosen for site in sites)


def of_site(records: Iterable[Record], chosen: str) -> list[Record]:
    """The rows of the chosen site."""
    return [record for record in records if not is_elsewhere(() if record.origin is None else record.origin.site, chosen)]


def _has_known(found: NetboxTables, tables: Callable[[str], Columns], ids: NetboxIds) -> bool:
    """Whether an ID in the files belongs to an object of the project with the same name."""
    for record in found.devices.records:
        row_id = ids.row(str(record.kind), _number(record.origin))
        if row_id is None and record.kind is Kind.RACK and (system := ids.row(SYSTEM, _number(record.origin))) is not None:
            devices = tables(str(Kind.DEVICE))
            if devices.has(system) and devices.row(system)["name"] == record.names.get("rack"):
                return True
        columns = tables(str(record.kind))
        if row_id is not None and row_id in columns.ids and columns.row(row_id)["name"] == record.names.get(str(record.kind)):
            return True
    cables = () if found.cables is None else found.cables.records
    return any(ids.row(table, _number(record.origin)) is not None for record in cables for table in ("cable", "power_cord"))


def _number(origin: Origin | None) -> int | None:
    return None if origin is None else origin.number
