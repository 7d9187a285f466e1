"""Lists and files of other programs: read into a project, and written."""
