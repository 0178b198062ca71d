"""Readers of the formats that records come in."""
