"""Whether a folder is a safe place for an office: not a network share, not a folder that a cloud program syncs."""

import os
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
)
_NETWORK_FILE_SYSTEMS = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p", "afpfs", "webdav"}
)


def network_share(folder: Path) -> bool:
    """Whether the folder lies on a network share, where SQLite's locks and its log cannot be trusted."""
    if PureWindowsPath(str(folder)).drive.startswith("\\\\"):
        return True
    if sys.platform == "win32":
        return _windows_remote(folder)
    return _linux_file_system(folder) in _NETWORK_FILE_SYSTEMS


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
    best, kind = "", ""
    target = os.path.realpath(folder)
    for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines():
        fields = line.split(" ")
        point = fields[1].replace("\\040", " ")
        inside = target == point or target.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind


def _windows_remote(folder: Path) -> bool:
    import ctypes

    remote = 4  # DRIVE_REMOTE of the Windows API
    kernel32 = getattr(ctypes, "windll").kernel32  # noqa: B009  (absent on other systems)
    return bool(kernel32.GetDriveTypeW(folder.anchor) == remote)
