"""Plans of whole motions: costs along knots, passes over them, forces by derivatives or by sampling."""
