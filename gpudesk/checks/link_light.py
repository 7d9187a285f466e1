"""Links: whether what one end sends arrives at the other one."""

from collections.abc import Iterator

from gpudesk.checks.finding import Found, Severity
from gpudesk.checks.link_view import link_rule, of_rule
from gpudesk.checks.view import View
from gpudesk.core.message import QT_TRANSLATE_NOOP


@link_rule(
    "link.medium",
    title=QT_TRANSLATE_NOOP("checks", "Modules and cables are of one medium"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links mix their media"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Multi-mode, single-mode or copper; NVIDIA has no multi-mode module of 200 Gb/s a lane"),
)
def medium(view: View) -> Iterator[Found]:
    """All cables of a link and both modules; XDR and 1.6T never run over multi-mode fibre."""
    yield from of_rule(view, "link.medium")


@link_rule(
    "link.grade",
    title=QT_TRANSLATE_NOOP("checks", "A link has fibre of one grade"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links mix grades of fibre"),
    severity=Severity.WARNING,
    source=QT_TRANSLATE_NOOP("checks", "Grades of the cables; reach and loss count by the weakest"),
)
def grade(view: View) -> Iterator[Found]:
    """OM3 with OM4, say, over panels."""
    yield from of_rule(view, "link.grade")


@link_rule(
    "link.optics",
    title=QT_TRANSLATE_NOOP("checks", "Both modules understand each other"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links have modules that do not understand each other"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Optical standards, wavelengths and coding of the modules"),
)
def optics(view: View) -> Iterator[Found]:
    """The same standard, or nothing known in which they differ."""
    yield from of_rule(view, "link.optics")


@link_rule(
    "link.lanes",
    title=QT_TRANSLATE_NOOP("checks", "There are fibres and lanes enough for a link"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links have too few lanes"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Two fibres a lane of parallel optics; lanes of the ports"),
)
def lanes(view: View) -> Iterator[Found]:
    """A leg of a 1:2 splitter has four fibres, which is two lanes of a 400G port: 200 Gb/s."""
    yield from of_rule(view, "link.lanes")


@link_rule(
    "link.splitter",
    title=QT_TRANSLATE_NOOP("checks", "Only optics that can be split are split"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links are split that cannot be"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "NVIDIA: modules whose wavelengths share one fibre (FR4, LR4) cannot be split"),
)
def splitter(view: View) -> Iterator[Found]:
    """Splitters of fibre; cables that split copper have plugs of their own."""
    yield from of_rule(view, "link.splitter")


@link_rule(
    "link.reach",
    title=QT_TRANSLATE_NOOP("checks", "Links are no longer than they reach"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links are too long"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "The least of module, optical standard, cabling rule of the maker and greatest length of the cable"),
)
def reach(view: View) -> Iterator[Found]:
    """The whole length, over all panels, by the weakest grade of fibre."""
    yield from of_rule(view, "link.reach")


@link_rule(
    "link.loss",
    title=QT_TRANSLATE_NOOP("checks", "Links lose no more than their optics bear"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links lose too much"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Length × attenuation + matings in panels, against the least budget of modules and standards"),
)
def loss(view: View) -> Iterator[Found]:
    """Each joint counts the larger loss of panel and plugs, cassettes two matings; plugs in modules are not counted."""
    yield from of_rule(view, "link.loss")


@link_rule(
    "link.polarity",
    title=QT_TRANSLATE_NOOP("checks", "What one end sends arrives where the other one listens"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links have the wrong polarity"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Strands followed through cords, trunks, adapters and cassettes by TIA-568.3"),
)
def polarity(view: View) -> Iterator[Found]:
    """Of parallel links the mirrored parts (cords of type B, adapters key up to key up) must be odd in number; none is of type C."""
    yield from of_rule(view, "link.polarity")


@link_rule(
    "link.fire_class",
    title=QT_TRANSLATE_NOOP("checks", "Jackets have the fire class of the site"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links have jackets of a lower fire class"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "The fire class that the site sheet asks for: EN 50575 in Europe, NEC 770 and 800 in North America"),
)
def fire_class(view: View) -> Iterator[Found]:
    """A better class serves; classes of one system say nothing in the other, which counts as not known."""
    yield from of_rule(view, "link.fire_class")
