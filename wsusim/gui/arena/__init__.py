"""The arena as a picture: a scene in millimetres (y up), one item class for each kind of thing."""
