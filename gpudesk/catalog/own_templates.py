"""The user's own templates: one file each, in a folder that program updates do not change.

own_templates() -> OwnTemplates               usable templates, and the errors in the others
save_template(…) -> str                       stores a plan under a title; returns its name "mine/…"
rename_template(name, title, …) -> str        changes title, description and name
delete_template(name) -> None                 deletes one
own_path(name) -> Path                        its file, to share with others
take_template(path) -> str                    imports another user's file
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpudesk import locate
from gpudesk.catalog.entry_text import dumped
from gpudesk.catalog.plain_yaml import MAXIMUM_BYTES, read_document
from gpudesk.catalog.template_files import HALLS, LONGEST_TITLE, SPREAD, STEM, TemplateInfo, info_of, overfull_rack, own_body
from gpudesk.core.messages.errors import DeskError, Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.plan import Plan
from gpudesk.core.plan.template_repeat import Repeat
from gpudesk.disk.writing import replacement_stream
from gpudesk.store.store_errors import as_store_errors

_CONTEXT = "templates"
MINE = "mine/"
MOST_OWN = 500
"""Maximum number of files read from the folder."""
MOST_THINGS = 12_000
"""Racks, devices and the like of a plan: some ninety bytes each."""
_SUFFIX = ".yaml"
_MEND = QT_TRANSLATE_NOOP("templates", "Use only one of its rows or halls, and repeat it.")


@dataclass(frozen=True, slots=True)
class BadTemplate:
    """A file of the folder that is no template, and why."""

    path: Path
    error: DeskError


@dataclass(frozen=True, slots=True)
class OwnTemplates:
    """Content of the folder."""

    infos: tuple[TemplateInfo, ...]
    bad: tuple[BadTemplate, ...]


def own_folder() -> Path:
    """The folder of the person's templates; it may not exist yet."""
    return locate.user_data_dir() / "templates"


def own_names() -> list[str]:
    """The names of the files that are there, whatever is in them."""
    folder = own_folder()
    stems = sorted(path.stem for path in folder.glob(f"*{_SUFFIX}") if STEM.match(path.stem) and path.is_file())
    return [MINE + stem for stem in stems[:MOST_OWN]]


def own_path(name: str) -> Path:
    """The file of an own template.

    Raises:
        Refused: there is no such template.
    """
    stem = name.removeprefix(MINE)
    path = _file_of(name)
    if not name.startswith(MINE) or not STEM.match(stem) or not path.is_file():
        text = QT_TRANSLATE_NOOP("templates", "{name} is not one of your templates.")
        raise Refused(Message(_CONTEXT, text, {"name": name}))
    return path


def _file_of(name: str) -> Path:
    return own_folder() / f"{name.removeprefix(MINE)}{_SUFFIX}"


def own_templates() -> OwnTemplates:
    """Every own template by name; a file that is none spoils nothing but itself."""
    infos: list[TemplateInfo] = []
    bad: list[BadTemplate] = []
    for name in own_names():
        path = own_path(name)
        try:
            infos.append(info_of(own_body(path), name, own=True))
        except DeskError as error:
            bad.append(BadTemplate(path, error))
    return OwnTemplates(tuple(infos), tuple(bad))


def save_template(
    title: str,
    plan: Plan,
    repeat: Repeat | None = None,
    *,
    title_es: str = "",
    description: str = "",
    description_es: str = "",
    kind: str = HALLS,
) -> str:
    """Keep a plan as a template; returns its name.

    Raises:
        Refused: it has no title, or the plan or one of its racks holds too much for a template.
        StoreError: the folder cannot be written.
    """
    things = len(plan.racks) + len(plan.devices) + len(plan.reservations) + len(plan.floor_items)
    if things > MOST_THINGS:
        text = QT_TRANSLATE_NOOP("templates", "This is too large for a template: {count} racks and devices; the limit is {most}.")
        raise Refused(Message(_CONTEXT, text, {"count": things, "most": MOST_THINGS}), Message(_CONTEXT, _MEND))
    full = overfull_rack(plan)
    if full is not None:
        raise Refused(full, Message(_CONTEXT, SPREAD))
    body: dict[str, Any] = {"title": _checked_title(title), "title_es": title_es.strip()}
    body |= {"description": description.strip(), "description_es": description_es.strip(), "kind": kind}
    if repeat is not None:
        body["repeat"] = repeat.to_plain()
    return _write(body | {"plan": plan.to_plain()}, free_name(title))


def rename_template(name: str, title: str, title_es: str = "", description: str = "", description_es: str = "") -> str:
    """Give an own template another title and related texts; returns its new name, which is derived from the title.

    Raises:
        Refused: there is no such template, or the title is empty.
        InvalidData: the file is no template.
        StoreError: the folder cannot be written.
    """
    path = own_path(name)
    body = own_body(path)
    texts = {"title": _checked_title(title), "title_es": title_es.strip()}
    texts |= {"description": description.strip(), "description_es": description_es.strip()}
    stem = stem_of(title)
    new = name if name == MINE + stem else free_name(title)
    _write({key: value for key, value in body.items() if value} | texts, new)
    if new != name:
        with as_store_errors(path):
            path.unlink()
    return new


def delete_template(name: str) -> None:
    """Forget an own template.

    Raises:
        Refused: there is no such template.
        StoreError: the file cannot be removed.
    """
    path = own_path(name)
    with as_store_errors(path):
        path.unlink()


def take_template(path: Path) -> str:
    """Import another user's template; returns its name. A template already present, identical byte for byte, is kept unchanged.

    Raises:
        InvalidData: it is not a template; every error is reported.
        StoreError: it cannot be read, or the folder cannot be written.
    """
    body = own_body(path)
    info_of(body, body["name"], own=True)
    with as_store_errors(path):
        content = path.read_bytes()
    for name in own_names():
        with as_store_errors(own_path(name)):
            if own_path(name).read_bytes() == content:
                return name
    called = MINE + str(body["name"])
    if STEM.match(str(body["name"])) and not _file_of(called).exists():
        _keep(content, called)
        return called
    return _write({key: value for key, value in body.items() if value}, free_name(str(body["title"])))


def stem_of(title: str) -> str:
    """The name of the file for a title: small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-") or "template"


def free_name(title: str) -> str:
    """A name for a title that no own template has."""
    stem, number = stem_of(title), 2
    name = MINE + stem
    # The files themselves are asked: of a very full folder `own_names` gives only the first ones.
    while _file_of(name).exists():
        name = f"{MINE}{stem}-{number}"
        number += 1
    return name


def _checked_title(title: str) -> str:
    title = title.strip()
    if not title or len(title) > LONGEST_TITLE or not title.isprintable():
        text = QT_TRANSLATE_NOOP("templates", "The name of a template must be one line of at most {most} characters.")
        raise Refused(Message(_CONTEXT, text, {"most": LONGEST_TITLE}))
    return title


def _write(body: Mapping[str, Any], name: str) -> str:
    stem = name.removeprefix(MINE)
    order = {"name": stem} | {key: value for key, value in body.items() if key not in ("name", "plan")}
    content = dumped(order | ({"plan": body["plan"]} if "plan" in body else {})).encode()
    if len(content) > MAXIMUM_BYTES or read_document(stem, content).faults:
        text = QT_TRANSLATE_NOOP("templates", "This is too large for a template: its file would be {size} MB; the limit is 1 MB.")
        size = round(len(content) / 1e6, 1)
        raise Refused(Message(_CONTEXT, text, {"size": size}), Message(_CONTEXT, _MEND))
    _keep(content, name)
    return name


def _keep(content: bytes, name: str) -> None:
    """Write a file of the folder whole or not at all."""
    path = _file_of(name)
    with as_store_errors(own_folder()):
        own_folder().mkdir(parents=True, exist_ok=True)
        with replacement_stream(path) as file:
            file.write(content)
