"""Drawings: DXF, SVG, PDF pages and underlays."""
