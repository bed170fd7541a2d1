"""One robot, many students: people, their programs, a queue, and a server that runs it all.

Nothing here is needed by whoever only drives a robot. The libraries are an extra
(``requirements-lab.txt``).
"""
