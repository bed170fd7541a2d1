"""The importers of mazes: a module for each kind of file, with its row of the table.

A module that is added here is found at once: ``formats.importers.table`` finds it, and the window's
dialogs, the options of ``convert``, messages and the manual are made from its row.
"""
