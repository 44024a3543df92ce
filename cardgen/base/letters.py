"""Letters that other keyboards do not have."""

UNSEEN = "\u00a0\u00ad\u1680\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff"
"""Signs that look like a blank or like nothing, for use in a class of a regular expression."""
SPELT_OUT = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "å": "aa",
        "æ": "ae",
        "œ": "oe",
        "ø": "oe",
        "ł": "l",
        "đ": "d",
    }
)
"""Letters as people write them who do not have them."""
