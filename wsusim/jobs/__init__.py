"""Many runs: jobs, the processes and computers that do them, plans and their tables."""
