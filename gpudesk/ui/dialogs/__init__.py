"""Dialogs, for what cannot be undone or needs many answers, and the small prompts that stand in their place elsewhere."""
