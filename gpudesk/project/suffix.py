"""The suffix of project files; in a separate module so that callers need not load the rest."""

SUFFIX = ".gpudesk"
