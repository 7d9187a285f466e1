"""Meaning of the numbered NVIDIA driver errors, as listed in `resources/monitor/xid.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from gpudesk.locate import resource


@dataclass(frozen=True, slots=True)
class Xid:
    """One error.

    Attributes:
        mnemonic: NVIDIA name, "" if not listed.
        means: details beyond the title, "" if none.
        do: action.
        severity: "error", "warning" or "info".
        confidence: confidence of meaning and action, as in the catalog.
    """

    code: int
    mnemonic: str
    title: str
    title_es: str
    means: str
    means_es: str
    do: str
    do_es: str
    severity: str
    source: str
    confidence: str

    @property
    def known(self) -> bool:
        """Whether the list has it."""
        return bool(self.mnemonic)


@cache
def xids() -> Mapping[int, Xid]:
    """Every known error by its number."""
    import yaml

    with resource("monitor", "xid.yaml").open("rb") as file:
        xid_table = yaml.load(file, Loader=yaml.CSafeLoader)
    return {
        row["code"]: Xid(
            code=row["code"],
            mnemonic=row["mnemonic"],
            title=row["title"],
            title_es=row["title_es"],
            means=row.get("means", ""),
            means_es=row.get("means_es", ""),
            do=xid_table["actions"][row["action"]]["do"],
            do_es=xid_table["actions"][row["action"]]["do_es"],
            severity=row["severity"],
            source=xid_table["source"],
            confidence=row.get("confidence", xid_table["confidence"]),
        )
        for row in xid_table["xids"]
    }


def xid_of(code: int) -> Xid:
    """Return the meaning of a number; an unlisted number is reported as unknown, and is a warning."""
    known = xids().get(code)
    if known is not None:
        return known
    return Xid(
        code=code,
        mnemonic="",
        title="An error that is not in our list",
        title_es="Un error que no está en nuestra lista",
        means="",
        means_es="",
        do="Look for the number in NVIDIA's Xid catalogue, and keep the kernel log.",
        do_es="Busque el número en el catálogo de Xid de NVIDIA y guarde el registro del núcleo.",
        severity="warning",
        source="",
        confidence="",
    )
