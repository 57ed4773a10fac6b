"""What a board shows (`scene`), and its pictures: characters (`text`), SVG (`svg`)."""
