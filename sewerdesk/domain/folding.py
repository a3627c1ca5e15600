"""Folding of names and numbers for search and sorting, so that Łukasiewicz is found by typing lukas."""

import unicodedata

# Small letters that have no decomposition into a base letter and a mark.
_LETTERS = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
    }
)


_ASCII = str.maketrans(
    {chr(code): " " for code in range(128) if not chr(code).isalnum()} | {"'": "", "`": ""}
)


def fold(text: str) -> str:
    """Lower case without accents; apostrophes vanish (O'Brien is obrien), other punctuation becomes a space."""
    if text.isascii():  # nearly every name and address: nothing to take apart
        return " ".join(text.lower().translate(_ASCII).split())
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS)).casefold()
    letters = (ch for ch in plain if not unicodedata.combining(ch) and ch not in "'’`")
    return " ".join("".join(ch if ch.isalnum() else " " for ch in letters).split())
