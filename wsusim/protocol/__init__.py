"""The Khepera's serial language without any port: bytes to messages and back, from one table."""
