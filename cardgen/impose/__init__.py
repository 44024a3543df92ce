"""Cards laid on paper: pure geometry that knows no PDF and opens no file. Points inside, the origin
lower left, y upward."""
