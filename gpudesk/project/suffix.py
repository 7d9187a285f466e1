"""The end of the name of a project file; it stands alone because whoever asks for it need not load the rest."""

SUFFIX = ".gpudesk"
