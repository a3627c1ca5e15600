"""Where an office may lie: on this computer's own disk."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from sewerdesk.data.places import _file_system_at, _is_share, network_share, sync_folder

MOUNTS = """/dev/sda1 / ext4 rw 0 0
hall:/clerk /mnt/town\\040hall nfs4 rw 0 0
//hall/x /mnt/caf\\351 cifs rw 0 0
systemd-1 /mnt/auto autofs rw 0 0
hall:/auto /mnt/auto nfs rw 0 0
/dev/sdb1 /mnt/town\\040hall/usb vfat rw 0 0
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/ann/office", "ext4"),
        ("/mnt/town hall/office", "nfs4"),
        ("/mnt/town hall", "nfs4"),
        ("/mnt/town hallway", "ext4"),
        ("/mnt/town hall/usb/office", "vfat"),
        ("/mnt/caf\u00e9/office", "cifs"),
        ("/mnt/auto/office", "nfs"),
    ],
)
def test_read_the_file_system_of_a_folder(folder: str, kind: str) -> None:
    assert _file_system_at(folder, MOUNTS) == kind


@pytest.mark.parametrize(
    ("name", "share"),
    [
        (r"\\hall\clerk\office", True),
        (r"\\?\UNC\hall\clerk\office", True),
        (r"\\?\C:\Users\ann\a very long path", False),
        (r"C:\Users\ann\office", False),
        ("/home/ann/office", False),
    ],
)
def test_know_a_share_by_its_name(name: str, share: bool) -> None:
    assert _is_share(name) is share


@pytest.mark.skipif(sys.platform == "win32", reason="two slashes name a share there")
def test_two_slashes_are_no_share_here(tmp_path: Path) -> None:
    assert not network_share(Path(f"/{tmp_path}"))


@pytest.mark.parametrize(
    "name", ["OneDrive - Town of Hague", "Dropbox", "iCloudDrive", "Nextcloud", "pCloud"]
)
def test_name_the_folder_that_a_cloud_program_copies(name: str) -> None:
    assert sync_folder(Path("/home/ann") / name / "office") == name


@pytest.mark.parametrize("name", ["Documents", "My Dropbox notes", "Boxes"])
def test_no_warning_of_a_plain_folder(name: str) -> None:
    assert sync_folder(Path("/home/ann") / name / "office") == ""


@pytest.mark.parametrize(("kind", "share"), [(4, True), (3, False)])
def test_ask_windows_whether_a_disk_is_remote(
    monkeypatch: pytest.MonkeyPatch, kind: int, share: bool
) -> None:
    asked: list[str] = []

    def drive_type(anchor: str) -> int:
        asked.append(anchor)
        return kind

    kernel32 = SimpleNamespace(GetDriveTypeW=drive_type)
    monkeypatch.setattr("ctypes.windll", SimpleNamespace(kernel32=kernel32), raising=False)
    monkeypatch.setattr("sys.platform", "win32")
    assert network_share(Path("office")) is share
    assert asked == [Path.cwd().anchor]


def test_no_list_of_mounts_is_no_share(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "exists", lambda _path: False)
    assert not network_share(tmp_path)
