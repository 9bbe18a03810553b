"""Everything on one machine with nothing to install: a broker of files, and one command for all processes."""
