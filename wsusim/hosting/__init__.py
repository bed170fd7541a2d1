"""Where a controller runs: in a thread of this process, or in a process of its own."""
