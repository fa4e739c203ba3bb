"""The file that a poller's state is in: a whole state, and behind it the calls since.

A poller is deterministic, so that a state and the calls after it are the state after them. A save appends the calls of one batch,
which takes as long for a million sources as for ten. Once the calls are an eighth of the state, the next save writes all.

    fetchsched poller 1 CHECKSUM LENGTH     the whole state: so many bytes behind this line
    …
    CHECKSUM [[call, argument, …], …]       a line for each save since; its checksum goes on from the one before

The checksums are CRC-32. What ends in the middle of a line is what a process wrote that was killed: it has no such line. Near the
file are the one before it (`.before`), a file to lock (`.lock`), and while a whole state is written a new one (`.new`).
"""

import contextlib
import glob
import json
import os
import pathlib
import stat
import threading
import weakref
import zlib
from typing import Any, Iterable, Iterator, List, Tuple

#: Calls: `[name, argument, …]`.
Calls = List[Any]


class StateError(Exception):
    """A state file that cannot be used: the message has its path, what is wrong, and what to do."""


def _open_at_once(path: str, flags: int) -> int:
    """Opens a file; a pipe would wait for its other end."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


class StateFile:
    """A file whose content is whole or an older one."""

    MAGIC = b"fetchsched poller 1 "
    _LEAST_CALLS = 1 << 20
    #: The calls behind a state are fewer bytes than that and the state.
    _MOST_CALLS = 1 << 30
    _open: "weakref.WeakValueDictionary[str, StateFile]" = weakref.WeakValueDictionary()

    def __init__(self, path: pathlib.Path) -> None:
        self._lock: Any = None
        # The file that a link leads to, so that the link stays.
        self.path = pathlib.Path(os.path.realpath(path))
        # The file as it was last read or written: its number, its length, that of the whole state in it, the last checksum.
        self._known: Tuple[int, int] = (-1, -1)
        self._whole = 0
        # The number of a file that a state was read from, or written to.
        self._good = -1
        self._checksum = 0

    @classmethod
    def of(cls, path: pathlib.Path) -> "StateFile":
        """The file, which no other process uses meanwhile."""
        key = os.path.realpath(path)
        file = cls._open.get(key)
        if file is None:
            file = cls(path)
            file._take()
            cls._open[key] = file
        return file

    def _beside(self, ending: str) -> pathlib.Path:
        return self.path.with_name(self.path.name + ending)

    def _take(self) -> None:
        try:
            import fcntl
        except ImportError:  # no locks here
            return
        try:
            lock = open(self._beside(".lock"), "ab", opener=_open_at_once)
        except OSError:
            return  # a folder that cannot be written to: the state can be read all the same
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise StateError(f"{self.path}: another process has this state file; end it first, or give each process its own")
        self._lock = lock
        # A process that was killed while it wrote has left its file.
        for left in glob.glob(glob.escape(str(self.path)) + ".*.new"):
            pathlib.Path(left).unlink(missing_ok=True)

    def __del__(self) -> None:
        if self._lock is not None:
            self._lock.close()

    # Reading

    def contents(self) -> Iterator[Tuple[bytes, bool]]:
        """The last content, and the one before; and whether calls may be appended to it."""
        for path in (self.path, self._beside(".before")):
            try:
                with open(path, "rb", buffering=0, opener=_open_at_once) as file:
                    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                        raise StateError(f"{path}: not a regular file; name another one")
                    # Another file may have any size, and so may one whose end was lost.
                    content = file.read(64)
                    with contextlib.suppress(ValueError):
                        _, _, end = self._head(content)
                        file.seek(0)
                        content = file.read(min(os.fstat(file.fileno()).st_size, 2 * end + self._MOST_CALLS))
            except FileNotFoundError:
                continue
            except (MemoryError, OverflowError):
                content = b""
            except OSError as error:
                raise StateError(f"{path}: {error.strerror}; name a file that this user can read") from error
            yield content, path == self.path

    def _head(self, content: bytes) -> Tuple[bytes, int, int]:
        """The checksum of the whole state, and where it starts and ends. Raises ValueError for one that is cut off or damaged."""
        head, found, _ = content[:64].partition(b"\n")
        fields = head[len(self.MAGIC):].split(b" ")
        if not found or not head.startswith(self.MAGIC) or len(fields) != 2 or not fields[1].isdigit():
            raise ValueError("cut off or damaged")
        start = len(head) + 1
        return fields[0], start, start + int(fields[1])

    def parts(self, content: bytes, *, appends: bool) -> Tuple[int, int, List[Calls]]:
        """Where the whole state starts and ends, and the calls of each save since. Raises ValueError for one that is cut off or
        damaged."""
        expected, start, end = self._head(content)
        checksum = zlib.crc32(memoryview(content)[start:end])
        if end > len(content) or expected != b"%08x" % checksum:
            raise ValueError("cut off or damaged")
        saves: List[Calls] = []
        size = end
        while size < len(content):
            stop = content.find(b"\n", size) + 1
            line = content[size + 9:stop]
            after = zlib.crc32(line, checksum)
            if stop == 0 or content[size:size + 9] != b"%08x " % after:
                break
            saves.append(json.loads(line))
            size, checksum = stop, after
        if appends:
            self.take(size, end, checksum)
            if size < len(content):
                # Not to be appended to: the next save writes all.
                self._known = (-1, -1)
        return start, end, saves

    def take(self, size: int = -1, whole: int = 0, checksum: int = 0) -> None:
        """The file that is there is good, and calls may be appended to it if it has that size."""
        self._good = os.stat(self.path).st_ino
        self._known, self._whole, self._checksum = (self._good, size), whole, checksum

    # Writing

    def append(self, calls: List[str]) -> bool:
        """Appends the calls of a save, each as JSON; false if a whole state is to be written in their place."""
        number, size = self._known
        if size < 0 or size - self._whole > max(self._LEAST_CALLS, self._whole // 8):
            return False
        # One before is always there: the second save writes all, too.
        if not self._beside(".before").exists():
            return False
        line = f"[{','.join(calls)}]\n".encode()
        checksum = zlib.crc32(line, self._checksum)
        try:
            with open(os.open(self.path, os.O_WRONLY | os.O_APPEND), "ab", buffering=0) as file:
                there = os.fstat(file.fileno())
                if (there.st_ino, there.st_size) != (number, size):
                    return False  # another file was put there
                if not calls:
                    return True
                self._known = (-1, -1)
                rest = memoryview(b"%08x " % checksum + line)
                try:
                    while rest:
                        rest = rest[file.write(rest):]
                    os.fsync(file.fileno())
                except BaseException:
                    os.ftruncate(file.fileno(), size)
                    self._known = (number, size)
                    raise
        except FileNotFoundError:
            return False
        except OSError as error:
            raise StateError(f"{self.path}: {error.strerror}; what was there before still is") from error
        self._known, self._checksum = (number, size + 9 + len(line)), checksum
        return True

    def write(self, parts: Iterable[bytes]) -> None:
        """Writes a whole state; the one before stays next to it."""
        new, before = self._beside(f".{os.getpid()}.{threading.get_ident()}.new"), self._beside(".before")
        try:
            there = os.stat(self.path) if self.path.exists() else None
            if there is not None and not stat.S_ISREG(there.st_mode):
                raise StateError(f"{self.path}: not a regular file; name another one")
            mode = 0o600 if there is None else stat.S_IMODE(there.st_mode)
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode & 0o600), "wb") as file:
                os.chmod(new, mode)
                # Where root saves once for a service, that still reads its state. Last, as a file that was given away
                # may be out of reach.
                if there is not None and hasattr(os, "chown"):
                    with contextlib.suppress(OSError):
                        os.chown(new, there.st_uid, there.st_gid)
                checksum = size = 0
                start = file.write(self.MAGIC + b"%08x %016d\n" % (checksum, size))
                for part in parts:
                    file.write(part)
                    checksum = zlib.crc32(part, checksum)
                    size += len(part)
                file.seek(0)
                file.write(self.MAGIC + b"%08x %016d\n" % (checksum, size))
                file.flush()
                os.fsync(file.fileno())
            # A damaged file never takes the place of the one before.
            if there is not None and (self._lock is None or there.st_ino == self._good):
                # A link, so that a file of that name is there at each moment.
                before.unlink(missing_ok=True)
                os.link(self.path, before)
            os.replace(new, self.path)
            self.take(start + size, start + size, checksum)
            self._synchronize_folder()
        except OSError as error:
            raise StateError(f"{self.path}: {error.strerror}; what was there before still is") from error
        finally:
            with contextlib.suppress(OSError):
                new.unlink()

    def _synchronize_folder(self) -> None:
        try:
            folder = os.open(self.path.parent, os.O_RDONLY)
        except OSError:  # no system has folders that cannot be opened and need it
            return
        try:
            os.fsync(folder)
        except OSError:
            pass
        finally:
            os.close(folder)
