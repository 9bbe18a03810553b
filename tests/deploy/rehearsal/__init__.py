"""Production on one machine, for as long as a rehearsal takes: see deploy/rehearse."""
