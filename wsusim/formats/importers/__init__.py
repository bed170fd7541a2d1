"""What reads mazes: a module here for each kind of file, with its row of the table.

A module that is put here takes part at once: ``formats.importers.table`` finds it, and the window's
dialogs, the options of ``convert``, messages and the manual are made from its row.
"""
