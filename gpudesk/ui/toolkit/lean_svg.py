"""SVG files from Qt, reduced: without redundant groups for pen changes, and without invisible digits."""

import re

_GROUP = re.compile(r"<g ([^>]*)>(.*?)</g>\s*", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_FINE = re.compile(r"(\d\.\d\d)\d+")
_LETTERS = re.compile(r' font-[a-z]+="[^"]*"')
_USUAL = (' fill-opacity="1"', ' stroke-opacity="1"', ' transform="matrix(1,0,0,1,0,0)"', ' font-style="normal"', ' font-weight="400"')


def lean(svg: str) -> str:
    """The same picture in shorter form.

    Empty groups are removed, adjacent ones with equal attributes are merged, attributes with default values are removed,
    and coordinates keep two decimals. Qt nests its groups in one outer group only; anything else is unchanged.
    """
    head, opening, rest = svg.partition("<g ")
    outer, closed, inner = rest.partition(">")
    body, ending, tail = inner.rpartition("</g>")
    if not (opening and closed and ending) or "<g " not in body:
        return svg
    parts: list[str] = []
    end, attributes = 0, ""
    for group in _GROUP.finditer(body):
        if body[end : group.start()].strip():
            return svg
        end = group.end()
        content = _TAG.sub(_rounded, group[2].strip())
        if not content:
            continue
        short_attributes = _shortened(group[1], content)
        if short_attributes != attributes:
            if parts:
                parts.append("</g>")
            attributes = short_attributes
            parts.append(f"<g {short_attributes}>")
        parts.append(content)
    if body[end:].strip():
        return svg
    if parts:
        parts.append("</g>")
    return "\n".join([f"{head}<g {outer}>", *parts, f"</g>{tail}"])


def _shortened(attributes: str, content: str) -> str:
    """Attributes without default values, and without font attributes if there is no text."""
    line = " ".join(attributes.split())
    for usual in _USUAL:
        line = line.replace(usual, "")
    return line if "<text" in content else _LETTERS.sub("", line)


def _rounded(tag: re.Match[str]) -> str:
    """A tag with rounded numbers; text between tags is unchanged."""
    return _FINE.sub(r"\1", tag[0])
