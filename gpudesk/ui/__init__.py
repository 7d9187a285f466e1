"""The interface: the only package that uses Qt."""

from gpudesk.ui.toolkit.overrides import finish_errors

# Before the first class of the interface is made.
finish_errors()
