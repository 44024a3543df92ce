"""Pages of cards, gang sheets, instructions and calibration sheets."""
