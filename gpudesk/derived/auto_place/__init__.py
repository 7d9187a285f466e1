"""A list of devices placed by rule: the answer, and the reasons for what found no place."""
