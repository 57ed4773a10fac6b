"""One folder for each genre: everything about it there, nothing about it anywhere else."""
