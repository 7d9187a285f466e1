"""Design rules: what is wrong with a plan, where, by how much, and what would fix it.

Each module of rules holds one family; `families` imports them all.
"""
