"""The work of generating on many machines: a Dask cluster does it, item by item the same as alone.

    from gridwright.cluster import connected

    with connected("tcp://scheduler:8786", tell=print) as spread:
        making.run(spread=spread)

Needs the extra `gridwright[cluster]`, on the workers, too, with the same version of gridwright.
"""

from gridwright.cluster.connection import LOCAL, ClusterError, connected

__all__ = ["LOCAL", "ClusterError", "connected"]
