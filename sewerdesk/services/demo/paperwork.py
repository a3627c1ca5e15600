"""A form made whole for the story: an answer to every question of the law, and every paper that must be there."""

from dataclasses import replace
from datetime import date

from sewerdesk.domain.application_checks import required_papers
from sewerdesk.domain.application_items import has_field, required_items
from sewerdesk.domain.applications import ApplicationDraft, ItemAnswer, Paper
from sewerdesk.domain.law import Law

ANSWER = "Sanitary sewage of one household, as the sample's plan shows"


def complete(draft: ApplicationDraft, law: Law, *, on: date) -> ApplicationDraft:
    """The form with what this law asks beyond the fields that every form has."""
    asked = [row for row in required_items(draft, law) if not has_field(row)]
    answered = replace(draft, law_answers=tuple(ItemAnswer(row.key, ANSWER) for row in asked))
    papers = tuple(Paper(row.key, received_on=on) for row in required_papers(answered, law))
    return replace(answered, papers=papers)
