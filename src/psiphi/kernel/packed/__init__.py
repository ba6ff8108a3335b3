"""Single rows: limbs that are alike in the lanes of vectors."""
