"""How work runs: progress and stopping, garbage, and which panes can be drawn without a screen."""
