"""What modules do together: the rules of the simulated world, and what strangers' files do."""
