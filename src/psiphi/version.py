"""The version of psiphi: the one place where it stands, read by the build too."""

__version__ = "0.1.0"
