"""One robot, many students: people, their programs, a queue, and a server that runs it all.

A program that only drives a robot needs nothing from here. The libraries are an extra
(``requirements-lab.txt``).
"""
