"""Whether this computer has all that wsusim needs; each answer is what was found, or a remedy."""
