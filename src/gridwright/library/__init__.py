"""Collections of puzzles on disk: added once each, found again, whatever happens to the program."""

from gridwright.library.file import LibraryError
from gridwright.library.library import Added, Item, Library

__all__ = ["Added", "Item", "Library", "LibraryError"]
