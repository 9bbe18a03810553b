"""How forms look: the renderer of every form of the site, and the widgets Django has no good form of."""
