"""Runs kept as files: record, repair, watch again, run again and compare."""
