"""The interface: the only place that knows Qt."""
