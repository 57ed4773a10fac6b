"""Exchange formats, one file each, and `load`, which finds out what it was given."""
