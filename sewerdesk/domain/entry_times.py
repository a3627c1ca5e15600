"""Times of day as a clerk types them: ``9:15``, ``915``, ``9:15a``, ``2 pm``, ``14:30``."""

import re
from datetime import date, datetime, time

from sewerdesk.domain.errors import UserError

_TIME = re.compile(r"(\d{1,2})(?:[:.h]?(\d{2}))?\s*([ap])?\.?\s*(?:m\.?)?", re.IGNORECASE | re.ASCII)
_NOON = 12


def parse_time(text: str) -> time:
    """The time that was typed; ``UserError`` where it is none.

    Without AM or PM the hour is taken as typed (0 to 23), so 2:30 is at night; write 2:30p for the afternoon.
    """
    typed = text.strip()
    match = _TIME.fullmatch(typed)
    hour, minute = (int(match[1]), int(match[2] or 0)) if match else (99, 0)
    half = (match[3] or "").lower() if match else ""
    if half and 1 <= hour <= _NOON:
        hour = hour % _NOON + (_NOON if half == "p" else 0)
    elif half:
        hour = 99
    if hour > 23 or minute > 59:
        raise UserError(f"“{typed}” is no time of day. Type it such as 9:15 AM or 14:30.")
    return time(hour, minute)


def format_time(moment: time) -> str:
    """A time as shown and printed: ``9:15 AM``."""
    return f"{moment.hour % _NOON or _NOON}:{moment.minute:02d} {'AM' if moment.hour < _NOON else 'PM'}"


def local_moment(day: date, moment: time) -> datetime:
    """A day and a time of day in the office's own zone, as an aware instant."""
    return datetime.combine(day, moment).astimezone()


def moment_words(moment: datetime) -> str:
    """An instant as papers print it: ``3/18/2027 1:15 PM``, in the office's own zone."""
    local = moment.astimezone()
    return f"{local.month}/{local.day}/{local.year} {format_time(local.time())}"
