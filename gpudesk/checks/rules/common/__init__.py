"""What a rule is, and what rules see of a project."""
