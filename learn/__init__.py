"""Training of halfpoint's own nets. `docs/learning.md` tells how it is used."""

import os

# Read when torch is loaded. Threads that wait by spinning make training many times slower on a busy machine.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
