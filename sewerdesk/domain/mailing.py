"""Rules of the mail: how a paper went out, its article number, what became of it, and when it was given.

The form of the address block stands in ``postal``. Day counts and the trigger of a deadline are settings of
the municipality's law; they are passed in.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from types import MappingProxyType

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.postal import Address, PostalBlock, delivery_line, last_line, postal_block, postal_lines
from sewerdesk.domain.wording import count, show_date

__all__ = [
    "Address",
    "ArticleNumber",
    "GivenOn",
    "MailMethod",
    "MailOutcome",
    "Mailing",
    "PostalBlock",
    "Trigger",
    "certified_check_digit",
    "delivery_line",
    "given_on",
    "last_line",
    "parse_article_number",
    "postal_block",
    "postal_lines",
    "record_outcome",
    "service_line",
]


class MailMethod(StrEnum):
    """How a paper is brought to the one it is for."""

    FIRST_CLASS = "first_class"
    CERTIFIED = "certified"  # return receipt requested
    CERTIFIED_AND_FIRST_CLASS = "certified_and_first_class"
    REGISTERED = "registered"  # return receipt requested
    PERSONAL = "personal"
    SUBSTITUTED = "substituted"  # left with a person of suitable age, and mailed
    POSTED = "posted"  # on the building, where the mail came back
    BY_HAND = "by_hand"  # given out at the counter


_SPOKEN: Mapping[MailMethod, str] = MappingProxyType(
    {
        MailMethod.FIRST_CLASS: "first-class mail",
        MailMethod.CERTIFIED: "certified mail, return receipt requested",
        MailMethod.CERTIFIED_AND_FIRST_CLASS: (
            "certified mail, return receipt requested, and a second copy by first-class mail"
        ),
        MailMethod.REGISTERED: "registered mail, return receipt requested",
        MailMethod.PERSONAL: "personal delivery",
        MailMethod.SUBSTITUTED: "delivery to a person of suitable age, and a second copy by first-class mail",
        MailMethod.POSTED: "posting on the building",
        MailMethod.BY_HAND: "delivery by hand at the office",
    }
)
_CERTIFIED = frozenset({MailMethod.CERTIFIED, MailMethod.CERTIFIED_AND_FIRST_CLASS})


def method_words(method: MailMethod) -> str:
    """The method as a sentence uses it: ``certified mail, return receipt requested``."""
    return _SPOKEN[method]


@dataclass(frozen=True, slots=True)
class ArticleNumber:
    """A checked article number of certified mail: 20 or 22 digits, no spaces."""

    digits: str

    @property
    def display(self) -> str:
        """In groups of four as on the label: ``9589 0710 5270 0000 0000 14``."""
        return " ".join(self.digits[start : start + 4] for start in range(0, len(self.digits), 4))

    def __str__(self) -> str:
        return self.display


def certified_check_digit(body: str) -> int:
    """The last digit for the digits before it: from the right, weights 3 and 1 by turns, sum to the next ten.

    The Postal Service's scheme for article numbers. It catches every single wrong digit; it misses a swap of
    two neighbors that differ by five, so the caller also checks that the number is unused.
    """
    total = sum(int(digit) * (3 if index % 2 == 0 else 1) for index, digit in enumerate(reversed(body)))
    return -total % 10


_ARTICLE = re.compile(r"9[1-5][0-9]{20}|7[0-9]{19}")
_ROUTED = re.compile(r"420(?:[0-9]{5}|[0-9]{9})(?=(?:[0-9]{20}|[0-9]{22})$)")


def parse_article_number(text: str) -> ArticleNumber:
    """The article number as typed or scanned; spaces, hyphens and a ``420`` ZIP code prefix are dropped.

    ``UserError`` names what was typed and says what is wrong: the length, a beginning that is not certified
    mail's, or the check digit.
    """
    typed = text.strip()
    if not typed:
        raise UserError(
            "Enter the certified mail article number: the 20 or 22 digits below the label's bars."
        )
    digits = "".join(
        c for c in typed if not c.isspace() and c.isprintable() and c not in "-\u2010\u2011\u2012\u2013"
    )
    if not (digits.isascii() and digits.isdigit()):
        raise UserError(
            f"The certified mail number “{typed}” may hold digits only; type it again from the label."
        )
    digits = _ROUTED.sub("", digits, count=1)
    if len(digits) not in (20, 22):
        raise UserError(
            f"The certified mail number “{typed}” has {len(digits)} digits; the label has 20 or 22. "
            "Type it again from the label."
        )
    if not _ARTICLE.fullmatch(digits):
        raise UserError(
            f"The number “{typed}” is not a certified mail article number: those begin with 7 (20 digits) "
            "or with 91 to 95 (22 digits). Take the number of the mailed piece, not that of the "
            "return receipt."
        )
    if certified_check_digit(digits[:-1]) != int(digits[-1]):
        raise UserError(
            f"The certified mail number “{typed}” has a wrong digit: its check digit does not agree. "
            "Type it again from the label."
        )
    return ArticleNumber(digits)


def service_line(method: MailMethod, article: ArticleNumber | None) -> str:
    """The line above a legal letter that says how it is served, in capitals.

    ``UserError`` where certified mail has no article number, because the affidavit of mailing swears to it.
    """
    if method not in _CERTIFIED:
        return method_words(method).upper()
    if article is None:
        raise UserError(
            "Enter the certified mail article number before the letter is issued; it is printed on it."
        )
    line = f"CERTIFIED MAIL, RETURN RECEIPT REQUESTED, NO. {article.display}"
    return f"{line}, AND FIRST-CLASS MAIL" if method is MailMethod.CERTIFIED_AND_FIRST_CLASS else line


class MailOutcome(StrEnum):
    """What became of a mailed paper. A refused or unclaimed one may come back to the office afterwards."""

    MAILED = "mailed"
    DELIVERED = "delivered"
    REFUSED = "refused"
    UNCLAIMED = "unclaimed"
    RETURNED = "returned"


MAIL_TRANSITIONS: Mapping[MailOutcome, frozenset[MailOutcome]] = MappingProxyType(
    {
        MailOutcome.MAILED: frozenset(MailOutcome) - {MailOutcome.MAILED},
        MailOutcome.DELIVERED: frozenset(),
        MailOutcome.REFUSED: frozenset({MailOutcome.RETURNED}),
        MailOutcome.UNCLAIMED: frozenset({MailOutcome.RETURNED}),
        MailOutcome.RETURNED: frozenset(),
    }
)


@dataclass(frozen=True, slots=True)
class Mailing:
    """One mailed paper: ``outcome_on`` is the day of the outcome, ``signed_by`` the receipt's signer."""

    document_no: str
    addressee: str
    method: MailMethod
    mailed: date
    article: ArticleNumber | None = None
    outcome: MailOutcome = MailOutcome.MAILED
    outcome_on: date | None = None
    signed_by: str = ""

    @property
    def received(self) -> date | None:
        """The day on which it was delivered, if it was."""
        return self.outcome_on if self.outcome is MailOutcome.DELIVERED else None

    @property
    def must_be_served_otherwise(self) -> bool:
        """True where the mail did not reach the addressee: serve it in another way that the law names."""
        return self.outcome in (MailOutcome.REFUSED, MailOutcome.UNCLAIMED, MailOutcome.RETURNED)

    def result_overdue(self, today: date, *, days: int) -> bool:
        """True when the mail has told nothing for more than ``days`` (a setting): ask the post office."""
        return self.outcome is MailOutcome.MAILED and today > self.mailed + timedelta(days=days)


def record_outcome(mailing: Mailing, *, outcome: MailOutcome, on: date, signed_by: str = "") -> Mailing:
    """The mailing with what became of it; ``UserError`` for a day or a step that cannot follow."""
    if outcome not in MAIL_TRANSITIONS[mailing.outcome]:
        raise UserError(
            f"{mailing.document_no} to {mailing.addressee} is recorded as {mailing.outcome.value}; it cannot "
            f"become {outcome.value}. Correct the earlier entry if it is wrong."
        )
    earliest = mailing.outcome_on or mailing.mailed
    if on < earliest:
        raise UserError(
            f"{mailing.document_no} to {mailing.addressee} was {mailing.outcome.value} on "
            f"{show_date(earliest)}; it cannot have been {outcome.value} on {show_date(on)}. Check the date."
        )
    return replace(mailing, outcome=outcome, outcome_on=on, signed_by=signed_by.strip())


class Trigger(StrEnum):
    """The event from which the law lets a response period run."""

    DATED = "dated"  # the date of the notice
    MAILED = "mailed"
    SERVED = "served"
    RECEIVED = "received"


@dataclass(frozen=True, slots=True)
class GivenOn:
    """The day on which a paper counts as given, with how it was found.

    ``assumed`` is true where it was reckoned from the mailing because the true day is not recorded.
    """

    date: date
    how: str
    sentence: str
    assumed: bool = False


_HOW: Mapping[Trigger, str] = MappingProxyType(
    {
        Trigger.DATED: "date of the notice",
        Trigger.MAILED: "date of mailing",
        Trigger.SERVED: "date of service",
        Trigger.RECEIVED: "date of receipt",
    }
)


def given_on(
    trigger: Trigger,
    *,
    dated: date | None = None,
    mailed: date | None = None,
    served: date | None = None,
    received: date | None = None,
    assumed_days: int | None = None,
    assumed_rule: str = "",
) -> GivenOn:
    """The day from which the response period runs, and a sentence that says which trigger was used.

    Where the law counts from service or receipt and that day is not recorded, the day of mailing plus
    ``assumed_days`` is used if the office has set them; ``assumed_rule`` names the source of that number.
    ``UserError`` where neither is known.
    """
    known = {Trigger.DATED: dated, Trigger.MAILED: mailed, Trigger.SERVED: served, Trigger.RECEIVED: received}
    how = _HOW[trigger]
    day = known[trigger]
    if day is not None:
        if trigger is not Trigger.DATED and dated is not None and day < dated:
            raise UserError(
                f"The {how}, {show_date(day)}, is before the date of the notice, {show_date(dated)}. "
                "Check both."
            )
        return GivenOn(day, how, f"Counted from the {how}, {show_date(day)}.")
    if trigger in (Trigger.SERVED, Trigger.RECEIVED) and mailed is not None and assumed_days is not None:
        assumed = mailed + timedelta(days=assumed_days)
        rule = f" ({assumed_rule})" if assumed_rule else ""
        return GivenOn(
            assumed,
            f"date of mailing plus {count(assumed_days, 'day')}",
            f"The {how} is not recorded; mailing on {show_date(mailed)} plus "
            f"{count(assumed_days, 'day')}{rule} is assumed, so it is counted from {show_date(assumed)}.",
            assumed=True,
        )
    raise UserError(f"The response period runs from the {how}, which is not recorded yet. Enter it first.")
