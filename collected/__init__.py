"""Every robot file of the collections that pip can install, read and compared: `make collections`."""
