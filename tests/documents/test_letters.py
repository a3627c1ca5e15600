"""Templates: every field filled, none unknown, outside text stays text, no municipality's word in the wording."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.documents.letters import Template, TemplateError, load_template, parse_template, render
from sewerdesk.domain.errors import UserError
from sewerdesk.paths import resource

FOLDER = Path(resource("letters/violation-notice.toml")).parent
IDS = sorted(path.stem for path in FOLDER.glob("*.toml"))
SMALL = """
id = "small"
version = 3
title = "Small letter"
review = "Ask."
[fields]
name = "name of the reader"
citation = "section"
[[paragraph]]
part = "greeting"
text = "Dear {name},"
[[paragraph]]
part = "law"
heading = "The law"
text = "See {citation}, {name}."
optional = true
"""


def _filled(template: Template) -> dict[str, str]:
    return {name: f"<{name}>" for name in template.fields}


def test_ships_the_letters_of_an_office_day() -> None:
    assert {
        "affidavit-of-mailing",
        "application-receipt",
        "approved-application",
        "connection-application",
        "connection-permit",
        "inspection-report",
        "insurance-notice",
        "permit-filing-slip",
        "violation-notice",
    } <= set(IDS)


@pytest.mark.parametrize("template_id", IDS)
def test_every_shipped_letter_renders_with_all_its_fields(template_id: str) -> None:
    template = load_template(template_id)
    done = render(template, _filled(template))
    words = " ".join([done.title, *(f"{p.heading} {p.text}" for p in done.paragraphs)])
    assert len(done.paragraphs) == len(template.paragraphs)
    assert all(f"<{name}>" in words for name in template.fields)
    assert "{" not in words
    assert done.mark == f"{template_id} v{template.version}"


@pytest.mark.parametrize("template_id", IDS)
def test_wording_names_no_municipality_officer_or_figure(template_id: str) -> None:
    data = tomllib.loads((FOLDER / f"{template_id}.toml").read_text(encoding="utf-8"))
    for row in data["paragraph"]:
        if row["part"] == "age":  # the age of one who may swear is the state's rule, the same everywhere
            continue
        words = re.sub(r"\{\w+\}", "", f"{row.get('heading', '')} {row['text']}")
        assert not re.search(
            r"\b(Town|Village|Hague|Lockport|Altamont|Dannemora|Superintendent|Clerk)\b", words
        )
        assert not re.search(r"\$|\b\d+ (days|hours|years)\b|\blateral\b", words)


def test_leaves_out_an_optional_paragraph_without_its_own_field() -> None:
    template = parse_template(SMALL, source="small.toml")
    short = render(template, {"name": "Ann"})
    assert [p.text for p in short.paragraphs] == ["Dear Ann,"]
    assert (short.text("law"), short.has("law")) == ("", False)
    whole = render(template, {"name": "Ann", "citation": "§ 5"})
    assert whole.text("law") == "See § 5, Ann."


def test_refuses_an_empty_field_and_names_letter_and_field() -> None:
    template = parse_template(SMALL, source="small.toml")
    for fields in ({}, {"name": "  "}):
        with pytest.raises(UserError, match=r"“Small letter” \(small\).*“name” is empty.*name of the reader"):
            render(template, fields)


def test_refuses_an_unknown_field() -> None:
    template = parse_template(SMALL, source="small.toml")
    with pytest.raises(UserError, match="has no field “nmae”"):
        render(template, {"name": "Ann", "nmae": "x"})


@given(value=st.text(min_size=1, max_size=200).filter(lambda text: text.strip() != ""))
def test_keeps_outside_text_as_it_is(value: str) -> None:
    template = parse_template(SMALL, source="small.toml")
    assert render(template, {"name": value}).text("greeting") == f"Dear {value.strip()},"


def test_never_reads_a_merged_text_as_a_field() -> None:
    template = parse_template(SMALL, source="small.toml")
    done = render(template, {"name": "{citation} \\1 %s <b>", "citation": "§ 5"})
    assert done.text("greeting") == "Dear {citation} \\1 %s <b>,"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "small"', 'id = ""', "needs a text for “id”"),
        ("version = 3", "version = 0", "needs a version"),
        ("version = 3", "version =", "cannot be read"),
        ('text = "Dear {name},"', 'text = "Dear {nobody},"', "uses the field “nobody” without declaring it"),
        ('citation = "section"', 'citation = "section"\nold = "x"', "declares the unused field “old”"),
        ('part = "law"', 'part = "greeting"', "two paragraphs named “greeting”"),
        ("See {citation}, {name}.", "See {citation}, {name} }.", "brace that is no merge field"),
        ("optional = true", 'optional = "yes"', "optional is not true"),
        ("optional = true", "whenever = true", "unknown entry “whenever”"),
        ('text = "Dear {name},"', 'text = "Dear {name} {citation},"', "needs a field of its own"),
    ],
)
def test_refuses_a_damaged_template_in_one_sentence(old: str, new: str, said: str) -> None:
    assert old in SMALL
    with pytest.raises(TemplateError, match=re.escape(said)):
        parse_template(SMALL.replace(old, new), source="small.toml")


@pytest.mark.parametrize("template_id", ["../laws/hague", "no-such-letter", "", "C:x"])
def test_refuses_a_letter_that_is_not_shipped(template_id: str) -> None:
    with pytest.raises(TemplateError):
        load_template(template_id)
