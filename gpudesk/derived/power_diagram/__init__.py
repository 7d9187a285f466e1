"""The one-line diagram."""
