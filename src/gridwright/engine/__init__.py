"""From a puzzle to the kernel and back: compiling rules, solving, counting, checking."""
