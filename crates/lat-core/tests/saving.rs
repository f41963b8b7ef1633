#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]
#![cfg(unix)]
//! Saves replace a file whole, or leave everything as it was.

use std::{
    error::Error as _,
    fs,
    io::{self, Read, Seek, Write},
    os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use lat_core::{
    Error, ErrorKind, Result,
    save::{replace, replace_file},
};

/// A directory of its own, removed when dropped.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let name = format!("latio-saving-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A file that holds `old`, with this mode.
    fn old(&self, name: &str, mode: u32) -> PathBuf {
        let path = self.at(name);
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path
    }

    fn names(&self) -> Vec<String> {
        let all = fs::read_dir(&self.0).unwrap();
        let mut all: Vec<_> =
            all.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        all.sort();
        all
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn save(path: &Path, text: &str) -> Result<()> {
    replace(path, |to| Ok(to.write_all(text.as_bytes())?))
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

fn text(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap()
}

/// The error names the path and the cause, which is its source.
#[track_caller]
fn check_refused(saved: Result<()>, path: &Path, cause: io::ErrorKind) {
    let err = saved.unwrap_err();
    assert_eq!((err.kind(), err.io_kind()), (ErrorKind::Io, Some(cause)));
    let start = format!("cannot write '{}': {}", path.display(), err.source().unwrap());
    assert!(err.to_string().starts_with(&start), "{err}");
}

#[test]
fn a_new_file_has_the_mode_of_any_other() {
    let dir = Dir::new("new");
    save(&dir.at("a"), "new").unwrap();
    fs::write(dir.at("plain"), "").unwrap();
    assert_eq!((text(dir.at("a")), mode(&dir.at("a"))), ("new".into(), mode(&dir.at("plain"))));
    assert_eq!(dir.names(), ["a", "plain"]);
}

#[test]
fn a_file_keeps_its_mode_and_owner() {
    let dir = Dir::new("mode");
    for wanted in [0o600, 0o640, 0o666, 0o755, 0o4755, 0o200] {
        let path = dir.old("a", wanted);
        // Only root can give a file away; for others it stays as it is.
        let _ = std::os::unix::fs::chown(&path, Some(1234), Some(4321));
        fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
        let before = fs::metadata(&path).unwrap();
        save(&path, "new").unwrap();
        let after = fs::metadata(&path).unwrap();
        assert_eq!(after.len(), 3);
        assert_ne!(before.ino(), after.ino(), "replaced, not written to");
        let known = |it: &fs::Metadata| (it.mode(), it.uid(), it.gid());
        assert_eq!(known(&before), known(&after), "{wanted:o}");
        fs::remove_file(&path).unwrap();
    }
}

/// Nobody else can read, on the way, what only the owner may read.
#[test]
fn a_private_file_is_never_public() {
    let dir = Dir::new("private");
    let path = dir.old("a", 0o600);
    replace(&path, |_| {
        let names = dir.names();
        let temporary = names.iter().find(|it| it.starts_with(".latio-")).unwrap();
        assert_eq!(mode(&dir.at(temporary)), 0o600);
        Ok(())
    })
    .unwrap();
}

#[test]
fn links_are_followed() {
    let dir = Dir::new("links");
    fs::create_dir(dir.at("sub")).unwrap();
    dir.old("sub/real", 0o644);
    symlink("real", dir.at("sub/near")).unwrap();
    symlink("sub/near", dir.at("far")).unwrap();
    save(&dir.at("far"), "new").unwrap();
    assert_eq!(text(dir.at("sub/real")), "new");
    // A link to nothing makes what it names.
    symlink("../made", dir.at("sub/dangling")).unwrap();
    symlink("sub/dangling", dir.at("twice")).unwrap();
    save(&dir.at("twice"), "new").unwrap();
    assert_eq!(text(dir.at("made")), "new");
    for link in ["far", "sub/near", "sub/dangling", "twice"] {
        assert!(fs::symlink_metadata(dir.at(link)).unwrap().is_symlink(), "{link}");
    }
    assert_eq!(dir.names(), ["far", "made", "sub", "twice"]);
    symlink("loop", dir.at("loop")).unwrap();
    assert!(save(&dir.at("loop"), "new").is_err());
}

#[test]
fn a_pipe_is_written_to_and_stays() {
    let dir = Dir::new("fifo");
    let path = dir.at("fifo");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let read = || {
        let path = path.clone();
        thread::spawn(move || text(path))
    };
    let reader = read();
    save(&path, "new").unwrap();
    assert_eq!(reader.join().unwrap(), "new");
    // What must seek is handed on once it is whole.
    let reader = read();
    replace_file(&path, |mut file| {
        file.write_all(b"xabc")?;
        file.rewind()?;
        Ok(file.write_all(b"z")?)
    })
    .unwrap();
    assert_eq!(reader.join().unwrap(), "zabc");
    assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
}

#[test]
#[cfg(target_os = "linux")]
fn devices_are_written_to_and_stay() {
    save(Path::new("/dev/null"), "new").unwrap();
    let full = Path::new("/dev/full");
    check_refused(save(full, "new"), full, io::ErrorKind::StorageFull);
    let file = replace_file(full, |mut file| Ok(file.write_all(b"new")?));
    check_refused(file, full, io::ErrorKind::StorageFull);
    for device in ["/dev/null", "/dev/full"] {
        assert!(fs::metadata(device).unwrap().file_type().is_char_device());
    }
}

/// What a shell opened by `>>` keeps what it held, and is the same file.
#[test]
#[cfg(target_os = "linux")]
fn an_open_descriptor_is_written_to() {
    use std::os::fd::AsRawFd;
    let dir = Dir::new("descriptor");
    let path = dir.old("a", 0o644);
    let file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    let descriptor = format!("/proc/self/fd/{}", file.as_raw_fd());
    save(Path::new(&descriptor), "+new").unwrap();
    symlink(&descriptor, dir.at("link")).unwrap();
    replace_file(&dir.at("link"), |mut to| Ok(to.write_all(b"+more")?)).unwrap();
    assert_eq!(text(&path), "old+new+more");
    assert_eq!(file.metadata().unwrap().ino(), fs::metadata(&path).unwrap().ino());
    assert_eq!(dir.names(), ["a", "link"]);
}

#[test]
fn a_directory_is_refused() {
    let dir = Dir::new("directory");
    fs::create_dir(dir.at("sub")).unwrap();
    symlink("sub", dir.at("link")).unwrap();
    for name in ["sub", "sub/", "link"] {
        check_refused(save(&dir.at(name), "new"), &dir.at(name), io::ErrorKind::IsADirectory);
    }
    let none = dir.at("none/a");
    check_refused(save(&none, "new"), &none, io::ErrorKind::NotFound);
    let under = dir.old("file", 0o644).join("a");
    check_refused(save(&under, "new"), &under, io::ErrorKind::NotADirectory);
    let long = dir.at(&"n".repeat(256));
    assert!(save(&long, "new").is_err());
    assert_eq!(dir.names(), ["file", "link", "sub"]);
}

/// Root could replace it, and is refused as well.
#[test]
fn a_file_that_may_not_be_written_is_refused() {
    let dir = Dir::new("read-only");
    let path = dir.old("a", 0o444);
    check_refused(save(&path, "new"), &path, io::ErrorKind::PermissionDenied);
    assert_eq!((text(&path), mode(&path), dir.names()), ("old".into(), 0o444, vec!["a".into()]));
}

#[test]
fn a_failure_at_any_byte_changes_nothing() {
    let dir = Dir::new("failure");
    let path = dir.old("a", 0o644);
    for bytes in [0, 1, 1 << 16, (1 << 16) + 1, 1 << 20] {
        let fail = || Error::new(ErrorKind::Shape, "no more");
        let saved = replace(&path, |to| {
            to.write_all(&vec![b'x'; bytes])?;
            Err(fail())
        });
        assert_eq!(saved.unwrap_err().to_string(), "no more");
        let saved = replace_file(&dir.at("new"), |mut file| {
            file.write_all(&vec![b'x'; bytes])?;
            Err(fail())
        });
        assert!(saved.is_err());
        assert_eq!((text(&path), dir.names()), ("old".into(), vec!["a".into()]));
    }
}

#[test]
fn a_panic_changes_nothing() {
    let dir = Dir::new("panic");
    let path = dir.old("a", 0o644);
    let here = path.clone();
    let thread = thread::spawn(move || replace(&here, |_| panic!("on purpose")));
    assert!(thread.join().is_err());
    assert_eq!((text(&path), dir.names()), ("old".into(), vec!["a".into()]));
}

/// What is open stays as it was, so a file can be read while it is replaced.
#[test]
fn a_file_can_be_its_own_source() {
    let dir = Dir::new("own");
    let path = dir.old("a", 0o644);
    let mut from = fs::File::open(&path).unwrap();
    replace(&path, |to| {
        to.write_all(b"new ")?;
        Ok(io::copy(&mut from, to).map(drop)?)
    })
    .unwrap();
    assert_eq!(text(&path), "new old");
}

#[test]
fn readers_see_one_of_the_writers() {
    const ROUNDS: usize = 40;
    const SIZE: usize = 100_000;
    let dir = Dir::new("writers");
    let path = dir.at("a");
    save(&path, &"a".repeat(SIZE)).unwrap();
    thread::scope(|scope| {
        for letter in ["a", "b", "c"] {
            let path = &path;
            scope.spawn(move || {
                (0..ROUNDS).for_each(|_| save(path, &letter.repeat(SIZE)).unwrap());
            });
        }
        for _ in 0..ROUNDS * 4 {
            let mut seen = Vec::new();
            fs::File::open(&path).unwrap().read_to_end(&mut seen).unwrap();
            assert_eq!(seen.len(), SIZE);
            assert!(seen.iter().all(|it| *it == seen[0]), "torn");
        }
    });
    assert_eq!(dir.names(), ["a"]);
}
