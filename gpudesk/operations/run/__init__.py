"""Runs operations, undoes and redoes them, tries them in a copy; arguments, fields, names."""
