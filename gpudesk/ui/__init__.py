"""The interface: the only place that knows Qt."""

from gpudesk.ui.toolkit.overrides import finish_errors

# Before the first class of the interface is made.
finish_errors()
