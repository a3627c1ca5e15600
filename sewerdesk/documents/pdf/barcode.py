"""Code 128, subset C (ISO/IEC 15417): two digits a symbol, the compact form for long numbers."""

from collections.abc import Iterator

# Widths of bar, space, bar, space, bar, space of each symbol value, in modules.
_WIDTHS = (
    "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 "
    "113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 "
    "212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 "
    "113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 "
    "314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 "
    "241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 "
    "214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 "
    "211232"
)
_SYMBOLS = tuple(_WIDTHS.split())
_START_C = 105
_STOP = "2331112"
_MODULUS = 103
_MODULES_A_SYMBOL = 11


def _offsets(widths: str) -> tuple[tuple[int, int], ...]:
    """Where each bar of a symbol begins and how wide it is, in modules."""
    bars: list[tuple[int, int]] = []
    place = 0
    for index, width in enumerate(widths):
        if index % 2 == 0:
            bars.append((place, int(width)))
        place += int(width)
    return tuple(bars)


_BARS = tuple(_offsets(widths) for widths in _SYMBOLS)
_STOP_BARS = _offsets(_STOP)


def symbol_values(digits: str) -> list[int]:
    """Start, data and check symbol of an even number of digits; ``ValueError`` for anything else."""
    if not digits or len(digits) % 2 or not (digits.isascii() and digits.isdigit()):
        raise ValueError("Code 128 C takes an even number of digits")
    data = [int(digits[place : place + 2]) for place in range(0, len(digits), 2)]
    check = (_START_C + sum(place * value for place, value in enumerate(data, 1))) % _MODULUS
    return [_START_C, *data, check]


def module_count(digits: str) -> int:
    """Width of the whole code in modules, without its quiet zones."""
    return (len(digits) // 2 + 2) * _MODULES_A_SYMBOL + sum(int(width) for width in _STOP)


def bars(digits: str) -> Iterator[tuple[int, int]]:
    """The black bars from left to right: offset and width in modules."""
    start = 0
    for value in symbol_values(digits):
        for place, width in _BARS[value]:
            yield start + place, width
        start += _MODULES_A_SYMBOL
    for place, width in _STOP_BARS:
        yield start + place, width
