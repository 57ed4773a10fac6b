"""Star Battle: everything about this genre is in this folder."""

from gridwright.genres.star_battle.rules import StarBattle

__all__ = ["StarBattle"]
