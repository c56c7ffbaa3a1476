"""Processes that end with the one that started them."""

import ctypes
import signal

# Of Linux: the option of prctl for a signal to a process whose parent ends.
PR_SET_PDEATHSIG = 1


def die_with_parent():
    """Asks the kernel to kill this process when its parent ends, however that ends; Linux alone can."""
    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    except (AttributeError, OSError):
        pass
