"""Kropki: everything about this genre is in this folder."""

from gridwright.genres.kropki.rules import Kropki

__all__ = ["Kropki"]
