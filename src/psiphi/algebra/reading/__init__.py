"""Reading expressions from text."""
