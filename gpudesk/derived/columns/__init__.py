"""Rows of tables picked and joined as columns."""
