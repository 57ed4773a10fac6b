"""Books: many puzzles of several kinds, as a job file asks for them, made in a way that goes on where it was.

from gridwright.books import Making, read_job

job = read_job("book.toml")
with gw.Library(job.library) as library:
    making = Making(job, library)
    making.run(jobs=2)
    print(making.report)
"""

from gridwright.books.jobfile import Job, JobError, Part, read_job
from gridwright.books.making import Making

__all__ = ["Job", "JobError", "Making", "Part", "read_job"]
