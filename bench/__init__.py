"""Side-by-side measurements against other engines: ``python -m bench``, or ``make bench``."""
