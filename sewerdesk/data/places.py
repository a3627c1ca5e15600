"""Whether a folder is a safe place for an office: not a network share, not a folder that a cloud program syncs."""

import os
import re
import sys
from pathlib import Path, PureWindowsPath

_SYNC_NAMES = (
    "onedrive",
    "dropbox",
    "google drive",
    "googledrive",
    "icloud",
    "icloud drive",
    "box sync",
    "nextcloud",
    "owncloud",
    "pcloud",
    "proton drive",
)
_NETWORK_FILE_SYSTEMS = frozenset(
    {
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "fuse.sshfs",
        "fuse.gvfsd-fuse",
        "fuse.rclone",
        "9p",
        "afpfs",
        "fuse.davfs",
    }
)


def network_share(folder: Path) -> bool:
    """Whether the folder lies on a network share, where SQLite's locks and its log cannot be trusted."""
    if _is_share(str(folder)):
        return True
    if sys.platform == "win32":
        return _windows_remote(folder)
    return _linux_file_system(folder) in _NETWORK_FILE_SYSTEMS


def _is_share(name: str) -> bool:
    """Whether the path is written as a share of Windows; long paths of its own disks are written alike."""
    drive = PureWindowsPath(name).drive.upper()
    if name.startswith("/") and sys.platform != "win32":
        return False  # here two slashes are one
    if drive.startswith(("\\\\?\\", "\\\\.\\")):
        return drive[4:].startswith("UNC\\")
    return drive.startswith("\\\\")


def sync_folder(folder: Path) -> str:
    """The name of the sync program's folder that the office would lie in, or an empty string."""
    for part in folder.parts:
        if part.lower().startswith(_SYNC_NAMES):
            return part
    return ""


def _linux_file_system(folder: Path) -> str:
    mounts = Path("/proc/self/mounts")
    if not mounts.exists():
        return ""
    return _file_system_at(os.path.realpath(folder), mounts.read_text(encoding="utf-8", errors="replace"))


def _file_system_at(target: str, mounts: str) -> str:
    """The file system of a path by the system's list of mounts, where odd signs are written in octal."""
    best, kind = "", ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        point = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), fields[1])
        inside = target == point or target.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind


def _windows_remote(folder: Path) -> bool:
    import ctypes

    remote = 4  # DRIVE_REMOTE of the Windows API
    kernel32 = getattr(ctypes, "windll").kernel32  # noqa: B009  (absent on other systems)
    return bool(kernel32.GetDriveTypeW(folder.absolute().anchor) == remote)
