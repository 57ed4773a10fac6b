"""Hamle: everything about this genre is in this folder."""

from gridwright.genres.hamle.rules import Hamle

__all__ = ["Hamle"]
