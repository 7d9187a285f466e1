"""Work and findings on site: the plan compared with the installation."""
