import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.documents.files import LONGEST_NAME, another_name, safe_filename, save_bytes
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind


def test_save_new_and_replace_old(tmp_path: Path) -> None:
    target = tmp_path / "bill.pdf"
    save_bytes(target, b"first")
    save_bytes(target, b"second")
    assert target.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("raised", "kind", "words"),
    [
        (
            PermissionError(errno.EACCES, "denied"),
            ProblemKind.FILE_OPEN_ELSEWHERE,
            "Close bill.pdf in Excel or your PDF viewer and try again, or save under another name.",
        ),
        (OSError(errno.ENOSPC, "no space"), ProblemKind.DISK_FULL, "The disk is full"),
        (OSError(errno.EROFS, "read-only"), ProblemKind.READ_ONLY, "write-protected"),
        (OSError(errno.EIO, "bad sector"), ProblemKind.INPUT_OUTPUT, "could not be saved: bad sector"),
    ],
)
def test_keep_old_file_and_say_what_stands_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: OSError, kind: ProblemKind, words: str
) -> None:
    target = tmp_path / "bill.pdf"
    target.write_bytes(b"old")

    def refuse(self: Path, target: Path) -> Path:
        raise raised

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(EnvironmentProblem) as caught:
        save_bytes(target, b"new")
    assert caught.value.kind is kind
    assert words in caught.value.message
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_say_disk_is_full_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnvironmentProblem, match=r"The disk is full, so bill\.pdf was not saved"):
        save_bytes(tmp_path / "bill.pdf", b"new")
    assert list(tmp_path.iterdir()) == []


def test_say_folder_is_missing(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentProblem, match="is not there") as caught:
        save_bytes(tmp_path / "gone" / "bill.pdf", b"new")
    assert caught.value.kind is ProblemKind.CANNOT_OPEN


def test_say_folder_is_forbidden_for_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(errno.EACCES, "denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(EnvironmentProblem, match="You may not save into the folder"):
        save_bytes(tmp_path / "bill.pdf", b"new")


@pytest.mark.parametrize(
    ("number", "slug", "name"),
    [
        ("BIL-2026-0143", "Smith, 12 Main St.", "BIL-2026-0143-smith-12-main-st.pdf"),
        ("NOV-2026-0007", "", "NOV-2026-0007.pdf"),
        ("../../etc/passwd", "", "etc-passwd.pdf"),
        ("C:\\Users\\x", "", "C-Users-x.pdf"),
        ("CON", "", "file-CON.pdf"),
        ("lpt1", "", "file-lpt1.pdf"),
        ("NUL.tar", "", "file-NUL.tar.pdf"),
        ("", "", "document.pdf"),
        ("PER-1", "Müller & Łukasz", "PER-1-muller-ukasz.pdf"),
    ],
)
def test_name_file_after_number_and_words(number: str, slug: str, name: str) -> None:
    assert safe_filename(number, slug) == name


@given(st.text(max_size=200), st.text(max_size=200))
def test_name_is_safe_for_any_text(number: str, slug: str) -> None:
    name = safe_filename(number, slug, suffix=".xlsx")
    assert 5 < len(name) <= LONGEST_NAME
    assert name.isascii()
    assert not set(name) & set('/\\:*?"<>| ')
    assert Path(name).name == name
    assert not name.startswith(".")


def test_offer_another_name(tmp_path: Path) -> None:
    taken = tmp_path / "Register.xlsx"
    taken.touch()
    (tmp_path / "Register (2).xlsx").touch()
    assert another_name(taken).name == "Register (3).xlsx"
