"""Reports on paper: one painter for PDF, SVG, PNG, printers and the screen."""
