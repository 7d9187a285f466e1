"""Colors that users can choose, and their visual contrast."""
