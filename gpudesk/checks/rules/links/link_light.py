"""Links: whether the signal sent at one end reaches the other."""

from collections.abc import Iterator

from gpudesk.checks.findings.finding import Severity, Violation
from gpudesk.checks.rules.common.link_view import link_rule, of_rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP


@link_rule(
    "link.medium",
    title=QT_TRANSLATE_NOOP("checks", "Modules and cables use the same medium"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links mix media"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Multimode, single-mode or copper; NVIDIA has no multimode module with 200 Gb/s per lane"),
)
def medium(view: View) -> Iterator[Violation]:
    """All cables of a link and both modules. XDR and 1.6T never run on multimode fiber."""
    yield from of_rule(view, "link.medium")


@link_rule(
    "link.grade",
    title=QT_TRANSLATE_NOOP("checks", "Each link uses fiber of one grade"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links mix fiber grades"),
    severity=Severity.WARNING,
    source=QT_TRANSLATE_NOOP("checks", "Cable grades; reach and loss are those of the lowest grade"),
)
def grade(view: View) -> Iterator[Violation]:
    """For example OM3 with OM4, across panels."""
    yield from of_rule(view, "link.grade")


@link_rule(
    "link.optics",
    title=QT_TRANSLATE_NOOP("checks", "Both modules are compatible"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links have incompatible modules"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Optical standards, wavelengths and coding of the modules"),
)
def optics(view: View) -> Iterator[Violation]:
    """Both modules use the same standard, or no known property differs."""
    yield from of_rule(view, "link.optics")


@link_rule(
    "link.lanes",
    title=QT_TRANSLATE_NOOP("checks", "Links have enough fibers and lanes"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links have too few lanes"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Two fibers per lane of parallel optics; lanes of the ports"),
)
def lanes(view: View) -> Iterator[Violation]:
    """For example, one leg of a 1:2 splitter has four fibers, which is two lanes of a 400G port: 200 Gb/s."""
    yield from of_rule(view, "link.lanes")


@link_rule(
    "link.splitter",
    title=QT_TRANSLATE_NOOP("checks", "Only optics that support breakout are split"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links without breakout support are split"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "NVIDIA: modules whose wavelengths share one fiber (FR4, LR4) cannot be split"),
)
def splitter(view: View) -> Iterator[Violation]:
    """Fiber splitters. Copper breakout cables have separate plugs."""
    yield from of_rule(view, "link.splitter")


@link_rule(
    "link.reach",
    title=QT_TRANSLATE_NOOP("checks", "Link lengths are within reach"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links are too long"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP(
        "checks", "The minimum of module reach, optical standard, cabling rule of the manufacturer and maximum cable length"
    ),
)
def reach(view: View) -> Iterator[Violation]:
    """The total length, across all panels, limited by the weakest fiber grade."""
    yield from of_rule(view, "link.reach")


@link_rule(
    "link.loss",
    title=QT_TRANSLATE_NOOP("checks", "Links stay within the loss budget of their optics"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links exceed their loss budget"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Length × attenuation + mated pairs in panels, against the lowest budget of modules and standards"),
)
def loss(view: View) -> Iterator[Violation]:
    """Each mated pair counts the higher loss of panel and plugs, a cassette counts two; plugs in modules are not counted."""
    yield from of_rule(view, "link.loss")


@link_rule(
    "link.polarity",
    title=QT_TRANSLATE_NOOP("checks", "Transmit fibers connect to receive fibers"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links have the wrong polarity"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Fibers traced through cords, trunks, adapters and cassettes according to TIA-568.3"),
)
def polarity(view: View) -> Iterator[Violation]:
    """The number of crossed parallel components (type B cords, key-up to key-up adapters) must be odd; type C is not allowed."""
    yield from of_rule(view, "link.polarity")


@link_rule(
    "link.fire_class",
    title=QT_TRANSLATE_NOOP("checks", "Cable jackets meet the fire class required by the site"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links have jackets below the required fire class"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "The fire class required by the site sheet: EN 50575 in Europe, NEC 770 and 800 in North America"),
)
def fire_class(view: View) -> Iterator[Violation]:
    """A better class is accepted. Classes of one standard cannot be compared with those of the other and count as not known."""
    yield from of_rule(view, "link.fire_class")
