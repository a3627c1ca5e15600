"""Folding of names and numbers for search and sorting, so that Łukasiewicz is found by typing lukas."""

import unicodedata

# Letters that have no decomposition into a base letter and a mark.
_LETTERS = str.maketrans(
    {
        "ł": "l",
        "Ł": "l",
        "ø": "o",
        "Ø": "o",
        "đ": "d",
        "Đ": "d",
        "ß": "ss",
        "æ": "ae",
        "Æ": "ae",
        "œ": "oe",
        "ı": "i",
    }
)


def fold(text: str) -> str:
    """Lower case without accents; apostrophes vanish (O'Brien is obrien), other punctuation becomes a space."""
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS)).casefold()
    letters = (ch for ch in plain if not unicodedata.combining(ch) and ch not in "'’`")
    return " ".join("".join(ch if ch.isalnum() else " " for ch in letters).split())
