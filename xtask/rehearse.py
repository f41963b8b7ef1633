"""A release of this commit to a registry in this process, which fails after two crates: the same
command again must go on from there. Run by `python3 xtask/rehearse.py`; nothing leaves the machine."""

import hashlib
import json
import os
import struct
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = "98.7.6"
CRATES = {path.parent.name for path in ROOT.glob("crates/*/Cargo.toml")}
FAILS_AFTER = 2

published = []  # Names in their order.
index = {}  # The entry of each name.
archives = {}
refusing = True


class Registry(BaseHTTPRequestHandler):
    """Cargo's sparse index and its web API, as far as publishing needs them."""

    def do_GET(self):
        name = self.path.split("/")[-1]
        if name == "config.json":
            here = f"http://{self.headers['host']}"
            self.answer(200, json.dumps({"dl": f"{here}/dl/{{crate}}", "api": here}))
        elif self.path.startswith("/dl/") and name in archives:
            self.answer(200, archives[name])
        else:
            self.answer(200 if name in index else 404, index.get(name, ""))

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        (length,) = struct.unpack_from("<I", body)
        crate, archive = json.loads(body[4 : 4 + length]), body[4 + length + 4 :]
        name = crate["name"]
        if refusing and len(published) == FAILS_AFTER:
            self.answer(500, "")
        elif name in index:
            errors = [{"detail": f"crate version `{crate['vers']}` is already uploaded"}]
            self.answer(400, json.dumps({"errors": errors}))
        else:
            published.append(name)
            archives[name] = archive
            index[name] = json.dumps(entry(crate, archive)) + "\n"
            self.answer(200, "{}")

    def answer(self, status, body):
        body = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def entry(crate, archive):
    deps = [
        {
            "name": dep.get("explicit_name_in_toml") or dep["name"],
            "package": dep["name"] if dep.get("explicit_name_in_toml") else None,
            "req": dep["version_req"],
            **{
                key: dep.get(key)
                for key in ("features", "optional", "default_features", "target", "kind", "registry")
            },
        }
        for dep in crate["deps"]
    ]
    cksum = hashlib.sha256(archive).hexdigest()
    known = {"name": crate["name"], "vers": crate["vers"], "features": crate["features"]}
    return {**known, "deps": deps, "cksum": cksum, "yanked": False}


def clone(directory):
    """A clone whose crates look for each other in the registry."""

    def git(*args):
        identity = ("-c", "user.name=rehearsal", "-c", "user.email=rehearsal@localhost")
        subprocess.run(["git", *identity, *args], cwd=directory, check=True)

    git("clone", "--quiet", "--no-tags", str(ROOT), ".")
    git("checkout", "--quiet", "-B", "main")
    git("config", "user.name", "rehearsal")
    git("config", "user.email", "rehearsal@localhost")
    manifest = Path(directory, "Cargo.toml")
    text = manifest.read_text()
    manifest.write_text(text.replace('{ path = "crates/', '{ registry = "rehearsal", path = "crates/'))
    git("commit", "--quiet", "--all", "--message", "rehearsal")


def release(directory, port):
    known = {"INDEX": f"sparse+http://127.0.0.1:{port}/", "TOKEN": "none"}
    names = {f"CARGO_REGISTRIES_REHEARSAL_{key}": value for key, value in known.items()}
    env = {**os.environ, **names, "CARGO_TARGET_DIR": str(ROOT / "target/rehearsal")}
    args = ["release", VERSION, "--no-ci", "--execute", "--registry", "rehearsal"]
    return subprocess.run(["cargo", "xtask", *args], cwd=directory, env=env).returncode


def main():
    global refusing
    server = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as directory:
        clone(directory)

        def commits():
            args = ["git", "log", "--format=%s%d", "-2"]
            return subprocess.check_output(args, cwd=directory, text=True)

        assert release(directory, server.server_port) != 0, "the registry has failed"
        assert len(published) == FAILS_AFTER, published
        made = commits()
        assert f"release: {VERSION}" in made and f"tag: v{VERSION}" in made, made
        refusing = False
        assert release(directory, server.server_port) == 0, "the second run goes on"
        assert set(published) == CRATES and len(published) == len(CRATES), published
        assert commits() == made, "nothing is committed twice"
        assert release(directory, server.server_port) == 0, "a third has nothing to do"
        assert len(published) == len(CRATES), published
    print(f"rehearsal: published {', '.join(published)}, after a failure and once each")


if __name__ == "__main__":
    sys.exit(main())
