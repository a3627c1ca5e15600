"""The office's own choices about mail that no law gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class MailSettings:
    """When to ask the post office about certified mail, and what to assume where a day of receipt is unknown.

    ``assumed_days`` after mailing a paper counts as received where the law counts from service or receipt; it
    stays empty, with its authority, until the office enters it.
    """

    ask_after_days: int = 15
    assumed_days: int | None = None
    assumed_authority: str = ""


def mail_settings_from_json(stored: Mapping[str, Any]) -> MailSettings:
    """The settings as stored; a key that is missing keeps its default."""
    fresh = MailSettings()
    return MailSettings(
        ask_after_days=int(stored.get("ask_after_days", fresh.ask_after_days)),
        assumed_days=stored.get("assumed_days", fresh.assumed_days),
        assumed_authority=str(stored.get("assumed_authority", fresh.assumed_authority)),
    )


def check_mail_settings(settings: MailSettings) -> dict[str, str]:
    """What is missing or impossible: field name to sentence."""
    errors: dict[str, str] = {}
    if settings.ask_after_days < 1:
        errors["ask_after_days"] = "Enter after how many days to ask the post office, at least 1."
    if settings.assumed_days is not None and settings.assumed_days < 0:
        errors["assumed_days"] = "The days assumed for the mail must be zero or more."
    if settings.assumed_days is not None and not settings.assumed_authority.strip():
        errors["assumed_authority"] = "Enter what the assumed days rest on; it stands in the reckoning."
    return errors
