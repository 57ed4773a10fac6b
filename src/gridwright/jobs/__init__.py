"""Work on several processes of this machine: in order, and whatever happens to a process.

    from gridwright.jobs import Lost, in_order

    for result in in_order(work, items, jobs=4):
        if isinstance(result, Lost):
            print(result.message)

`work` is a function of one item that other processes can import, or a `functools.partial` of one; items and
results can be pickled. Items are taken as they are needed, and only so far ahead as keeps everybody busy.
"""

from gridwright.jobs.pool import Lost, WorkersError, in_order

__all__ = ["Lost", "WorkersError", "in_order"]
