"""Arithmetic and domain types: pure, numpy only, no files, no database, no Qt."""
