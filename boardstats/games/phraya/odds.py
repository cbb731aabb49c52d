"""Phraya: exact odds."""
