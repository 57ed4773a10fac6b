"""Chess Loop: everything about this genre is in this folder."""

from gridwright.genres.chess_loop.rules import ChessLoop

__all__ = ["ChessLoop"]
