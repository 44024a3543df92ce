"""What a printer would find on drawn cards."""
