"""Cards laid on paper: pure geometry without PDF and files.

Points inside, the origin lower left, y upward."""
