"""Colors that a person may choose, and how well eyes tell them apart."""
