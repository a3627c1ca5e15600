"""Wording of letters, permits and notices: versioned templates with merge fields that must all be filled.

A template is a TOML file in ``resources/letters``: ``id``, ``version``, ``title``, ``review`` (what to do before
first use), a table of ``fields`` with what each means, and paragraphs in order. ``{name}`` in a text is a merge
field. An ``optional`` paragraph has at least one field of its own and prints only when its own fields are given.
What is merged in is text and stays text: it is put in once and never read as a field, markup or a format.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from sewerdesk.domain.errors import SewerdeskError, UserError
from sewerdesk.paths import resource

_FIELD = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


class TemplateError(SewerdeskError):
    """The wording's file cannot be used; the message names the file and what is wrong in it."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of a template; ``part`` is its name on the paper, unique in the template."""

    part: str
    text: str
    heading: str = ""
    optional: bool = False

    @property
    def fields(self) -> frozenset[str]:
        """The merge fields in its heading and text."""
        return frozenset(_FIELD.findall(self.heading + self.text))


@dataclass(frozen=True, slots=True)
class Template:
    """A checked template. ``fields`` maps each merge field to what it means, in words."""

    id: str
    version: int
    title: str
    review: str
    fields: Mapping[str, str]
    paragraphs: tuple[Paragraph, ...]

    @property
    def required(self) -> frozenset[str]:
        """The fields without which the paper cannot be made."""
        fixed = (p.fields for p in self.paragraphs if not p.optional)
        return frozenset(_FIELD.findall(self.title)).union(*fixed)


@dataclass(frozen=True, slots=True)
class RenderedParagraph:
    """A paragraph with every field filled."""

    part: str
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """A letter's words, complete; ``mark`` goes into the footer so that the wording can be told later."""

    template_id: str
    version: int
    title: str
    paragraphs: tuple[RenderedParagraph, ...]

    @property
    def mark(self) -> str:
        """The template and its version as printed in the footer: ``violation-notice v1``."""
        return f"{self.template_id} v{self.version}"

    def has(self, part: str) -> bool:
        """Whether the paper has that part; an optional one may be left out."""
        return any(paragraph.part == part for paragraph in self.paragraphs)

    def text(self, part: str) -> str:
        """The text of a part, empty for an optional part that was left out."""
        return next((paragraph.text for paragraph in self.paragraphs if paragraph.part == part), "")


def load_template(template_id: str) -> Template:
    """The shipped template of that id; ``TemplateError`` where there is none or its file is damaged."""
    if not _NAME.fullmatch(template_id):
        raise TemplateError(f"“{template_id}” is not the name of a letter.")
    try:
        path = resource(f"letters/{template_id}.toml")
    except FileNotFoundError as error:
        raise TemplateError(f"The program has no letter “{template_id}”; install it again.") from error
    template = parse_template(path.read_text(encoding="utf-8"), source=path.name)
    if template.id != template_id:
        raise TemplateError(f"{path.name} says it is the letter “{template.id}”; its name must be the same.")
    return template


def parse_template(text: str, *, source: str) -> Template:
    """A template from its text, checked; ``TemplateError`` is one sentence that names ``source``."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(f"{source} cannot be read: {error}.") from error
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise TemplateError(f"{source} needs a version, a whole number from 1 up.")
    fields = data.get("fields", {})
    rows = data.get("paragraph")
    if not isinstance(fields, dict) or not isinstance(rows, list) or not rows:
        raise TemplateError(f"{source} needs a table [fields] and at least one [[paragraph]].")
    template = Template(
        id=_text(data, "id", source),
        version=version,
        title=_text(data, "title", source),
        review=_text(data, "review", source),
        fields={name: _text(fields, name, source) for name in fields},
        paragraphs=tuple(_paragraph(row, source) for row in rows),
    )
    _check(template, source)
    return template


def _text(table: Mapping[str, object], key: str, source: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise TemplateError(f"{source} needs a text for “{key}”.")
    return value.strip()


def _paragraph(row: object, source: str) -> Paragraph:
    if not isinstance(row, dict):
        raise TemplateError(f"{source} has a paragraph that is not a table.")
    unknown = sorted(set(row) - {"part", "heading", "text", "optional"})
    if unknown:
        raise TemplateError(f"{source} has a paragraph with the unknown entry “{unknown[0]}”.")
    heading, optional = row.get("heading", ""), row.get("optional", False)
    if not isinstance(heading, str) or not isinstance(optional, bool):
        raise TemplateError(
            f"{source} has a paragraph whose heading is not text or whose optional is not true."
        )
    return Paragraph(_text(row, "part", source), _text(row, "text", source), heading.strip(), optional)


def _check(template: Template, source: str) -> None:
    """Fields used and fields declared are the same; parts are unique; optional paragraphs can be chosen."""
    texts = [
        template.title,
        *(p.heading for p in template.paragraphs),
        *(p.text for p in template.paragraphs),
    ]
    for text in texts:
        rest = _FIELD.sub("", text)
        if "{" in rest or "}" in rest:
            raise TemplateError(f"{source} has a brace that is no merge field in: {text[:60]}")
    used = template.required.union(*(p.fields for p in template.paragraphs))
    if used != set(template.fields):
        odd = min(used ^ set(template.fields))
        which = (
            "uses the field “{}” without declaring it" if odd in used else "declares the unused field “{}”"
        )
        raise TemplateError(f"{source} {which.format(odd)}.")
    parts = [p.part for p in template.paragraphs]
    twice = next((part for part in parts if parts.count(part) > 1), "")
    if twice:
        raise TemplateError(f"{source} has two paragraphs named “{twice}”.")
    for paragraph in template.paragraphs:
        if paragraph.optional and not paragraph.fields - template.required:
            raise TemplateError(
                f"{source}: the optional paragraph “{paragraph.part}” needs a field of its own to choose it by."
            )


def render(template: Template, fields: Mapping[str, str]) -> Rendered:
    """Fill every merge field. ``UserError`` names the letter and the field that is empty or unknown."""
    unknown = sorted(set(fields) - set(template.fields))
    if unknown:
        raise UserError(f"The letter “{template.title}” ({template.id}) has no field “{unknown[0]}”.")
    chosen = [p for p in template.paragraphs if not p.optional or _is_chosen(p, template, fields)]
    used = frozenset(_FIELD.findall(template.title)).union(*(p.fields for p in chosen))
    for name in template.fields:
        if name in used and not fields.get(name, "").strip():
            raise UserError(
                f"The letter “{template.title}” ({template.id}) cannot be made: “{name}” is empty. "
                f"Fill in the {template.fields[name]}."
            )
    return Rendered(
        template_id=template.id,
        version=template.version,
        title=_merge(template.title, fields),
        paragraphs=tuple(
            RenderedParagraph(p.part, _merge(p.heading, fields), _merge(p.text, fields)) for p in chosen
        ),
    )


def _is_chosen(paragraph: Paragraph, template: Template, fields: Mapping[str, str]) -> bool:
    """An optional paragraph is wanted as soon as one of its own fields is filled."""
    return any(fields.get(name, "").strip() for name in paragraph.fields - template.required)


def _merge(text: str, fields: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda match: fields[match[1]].strip(), text)
