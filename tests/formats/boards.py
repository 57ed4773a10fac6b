"""Boards of every genre, made for these tests: what the forms must be able to carry."""

from __future__ import annotations

from typing import Any

from tests.genres.trials import boards as trial_boards

PLAIN: list[dict[str, Any]] = [
    {"genre": "star-battle", "stars": 1, "regions": [[0, 0, 1, 1], [0, 0, 1, 1], [2, 0, 3, 1], [2, 3, 3, 3]]},
    {"genre": "star-battle", "rows": 5, "columns": 5, "stars": 1},
    {
        "genre": "kropki",
        "size": 3,
        "dots": [
            {"cells": [[0, 0], [0, 1]], "colour": "white"},
            {"cells": [[0, 1], [1, 1]], "colour": "black"},
            {"cells": [[2, 1], [2, 2]], "colour": "black"},
        ],
    },
    {"genre": "hamle", "grid": [[0, 3, 0, 0], [1, 0, 0, 2]]},
    {"genre": "chess-loop", "rows": 2, "columns": 4, "pieces": {"rook": 2, "king": 2}},
]

ODD: list[dict[str, Any]] = [
    # names of all kinds, a hole, regions that fall apart
    {
        "genre": "star-battle",
        "stars": 2,
        "regions": [
            ["a", 7, None, "7"],
            ["north west", "#", "#1", "a: b"],
            [".", "?", "-", "---"],
            ["", '"', "é", "\u2028"],
        ],
    },
    {"genre": "star-battle", "stars": 1, "regions": [[None, None], [None, None]]},
    {"genre": "star-battle", "stars": 1, "regions": [["N", None, "K"]]},
    {"genre": "star-battle", "stars": 1, "regions": [[10**25, -5], [-5, 10**25]]},
    {
        "genre": "star-battle",
        "stars": 1,
        "regions": [[10 * row + column for column in range(9)] for row in range(9)],
    },
    {"genre": "star-battle", "rows": 2, "columns": 2, "stars": 1, "givens": [[1, None], [0, None]]},
    {"genre": "star-battle", "stars": 3, "regions": [[5]], "givens": [[0]]},
    # one column, where a row of two characters might be two cells
    {"genre": "hamle", "grid": [[10], [0], [3]]},
    {"genre": "hamle", "grid": [[10, 0, 3]]},
    {"genre": "hamle", "grid": [[0, 0], [0, 0]]},
    {"genre": "star-battle", "stars": 1, "regions": [["ab"], [None], ["cd"]]},
    {"genre": "kropki", "rows": 3, "columns": 1, "dots": [], "givens": [[3], [None], [None]]},
    {"genre": "kropki", "size": 1, "dots": []},
    {
        "genre": "kropki",
        "rows": 2,
        "columns": 12,
        "dots": [
            {"cells": [[0, 0], [1, 0]], "colour": "white"},
            {"cells": [[1, 10], [1, 11]], "colour": "black"},
        ],
        "all_dots": False,
        "boxes": [["b"] * 12, [None] * 11 + ["b"]],
        "givens": [[12, *[None] * 11], [None] * 12],
    },
    {"genre": "chess-loop", "rows": 3, "columns": 3, "pieces": {}},
    {
        "genre": "chess-loop",
        "rows": 3,
        "columns": 4,
        "pieces": {"king": 2, "queen": 1, "rook": 2, "bishop": 12, "knight": 1},
        "outer": False,
        "givens": [["#", "#", "king", "queen"], ["rook", "bishop", "knight", "."], [None, None, ".", "#"]],
    },
]

KNOWN: list[dict[str, Any]] = [
    {
        "genre": "hamle",
        "grid": [[0, 2], [0, 0]],
        "title": title,
        "author": "null",
        "source": "# 5",
        "license": "12",
        "notes": ["a\nb", {"c": [1.5, None, True]}],
        "class": "",
        "status": "none",
        "solution": solution,
        "moves": [{"from": [0, 1], "to": [0, 0]}],
        "seed": 7,
        "id": "-3",
        "grade": {"score": 1e-7},
        "version": None,
        "x-": 0,
        "x-with: colon": "y",
        'x-"\\\n#': "z",
    }
    for title, solution in [
        ("Plain words, with: colon", None),
        (" blanks ", {"grid": [[0, 2], [0, 0]]}),
        ("A # in it", {"grid": [["ten", None], ["?", "# 1"]]}),
        ("No#comment", {"grid": [[1], [2]]}),
        ("[1, 2]", {"grid": [[1, 2], [3]]}),
        ("true", {"grid": []}),
        ("half of a pair: \ud800", {"grid": [[True, 1.5]]}),
        ("\ufefftab\t", {"grid": [[1, 2]], "moves": []}),
        ("x" * 3000, [[1]]),
    ]
]

TRIALS = trial_boards()

BOARDS = [*PLAIN, *ODD, *KNOWN]
