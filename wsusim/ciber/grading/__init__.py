"""A class's agents, played and marked group by group."""
