//! The real world: this process's files, streams, environment and clocks.

use crate::guest::World;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

const EBADF: i32 = 9;
const EIO: i32 = 5;
const EINVAL: i32 = 22;
const EMFILE: i32 = 24;
const ESPIPE: i32 = 29;

/// How many files may be open.
const DESCRIPTOR_LIMIT: i32 = 1024;

/// The world of `clew run`.
#[derive(Debug)]
pub struct HostWorld {
    program_name: Vec<u8>,
    descriptors: BTreeMap<i32, Descriptor>,
    started: Instant,
}

/// What a descriptor of the program stands for.
#[derive(Debug)]
enum Descriptor {
    StandardInput,
    StandardOutput,
    StandardError,
    File(File),
}

/// The `errno` of an error.
fn errno(error: &io::Error) -> i32 {
    error.raw_os_error().unwrap_or(EIO)
}

impl HostWorld {
    /// The world as it is, for a program of this name.
    pub fn new(program_name: &str) -> Self {
        let descriptors = BTreeMap::from([
            (0, Descriptor::StandardInput),
            (1, Descriptor::StandardOutput),
            (2, Descriptor::StandardError),
        ]);
        Self {
            program_name: program_name.as_bytes().to_vec(),
            descriptors,
            started: Instant::now(),
        }
    }

    fn descriptor(&mut self, descriptor: i32) -> Result<&mut Descriptor, i32> {
        self.descriptors.get_mut(&descriptor).ok_or(EBADF)
    }

    /// Gives a file the lowest free number.
    fn enter(&mut self, file: File) -> Result<i32, i32> {
        let is_free = |number: &i32| !self.descriptors.contains_key(number);
        let number = (0..DESCRIPTOR_LIMIT).find(is_free).ok_or(EMFILE)?;
        self.descriptors.insert(number, Descriptor::File(file));
        Ok(number)
    }
}

/// What a mode asks for: `fopen`'s letters; `o` (with `c` and `t`) as the model of `open` adds
/// them.
fn options(mode: &[u8]) -> Option<OpenOptions> {
    let has = |letter: u8| mode.contains(&letter);
    let (first, both) = (*mode.first()?, has(b'+'));
    let mut options = OpenOptions::new();
    match first {
        b'r' => options.read(true).write(both),
        b'w' => options.write(true).read(both).create(true).truncate(true),
        b'a' => options.append(true).read(both).create(true),
        b'o' => options.write(true).read(both).create(has(b'c')).truncate(has(b't')),
        _ => return None,
    };
    if has(b'x') && first != b'r' {
        options.create_new(true);
    }
    Some(options)
}

impl World for HostWorld {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> Result<usize, i32> {
        let result = match self.descriptor(descriptor)? {
            Descriptor::StandardInput => return Err(EBADF),
            Descriptor::StandardOutput => {
                let mut output = io::stdout().lock();
                output.write_all(bytes).and_then(|()| output.flush()).map(|()| bytes.len())
            }
            Descriptor::StandardError => io::stderr().write_all(bytes).map(|()| bytes.len()),
            Descriptor::File(file) => file.write(bytes),
        };
        result.map_err(|error| errno(&error))
    }

    fn read(&mut self, descriptor: i32, limit: usize) -> Result<Vec<u8>, i32> {
        let mut bytes = vec![0; limit];
        let result = match self.descriptor(descriptor)? {
            Descriptor::StandardInput => io::stdin().lock().read(&mut bytes),
            Descriptor::StandardOutput | Descriptor::StandardError => return Err(EBADF),
            Descriptor::File(file) => file.read(&mut bytes),
        };
        let count = result.map_err(|error| errno(&error))?;
        bytes.truncate(count);
        Ok(bytes)
    }

    fn open(&mut self, path: &[u8], mode: &[u8]) -> Result<i32, i32> {
        let options = options(mode).ok_or(EINVAL)?;
        let file = options.open(OsStr::from_bytes(path)).map_err(|error| errno(&error))?;
        self.enter(file)
    }

    fn close(&mut self, descriptor: i32) -> Result<(), i32> {
        self.descriptors.remove(&descriptor).map(|_| ()).ok_or(EBADF)
    }

    fn seek(&mut self, descriptor: i32, offset: i64, whence: i32) -> Result<u64, i32> {
        let position = match whence {
            0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| EINVAL)?),
            1 => SeekFrom::Current(offset),
            2 => SeekFrom::End(offset),
            _ => return Err(EINVAL),
        };
        match self.descriptor(descriptor)? {
            Descriptor::File(file) => file.seek(position).map_err(|error| errno(&error)),
            Descriptor::StandardInput | Descriptor::StandardOutput | Descriptor::StandardError => {
                Err(ESPIPE)
            }
        }
    }

    fn remove(&mut self, path: &[u8]) -> Result<(), i32> {
        let path = OsStr::from_bytes(path);
        let is_directory = std::fs::symlink_metadata(path).is_ok_and(|data| data.is_dir());
        let result =
            if is_directory { std::fs::remove_dir(path) } else { std::fs::remove_file(path) };
        result.map_err(|error| errno(&error))
    }

    fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), i32> {
        std::fs::rename(OsStr::from_bytes(from), OsStr::from_bytes(to))
            .map_err(|error| errno(&error))
    }

    fn environment(&self, name: &[u8]) -> Option<Vec<u8>> {
        if name.is_empty() || name.contains(&b'=') || name.contains(&0) {
            return None;
        }
        std::env::var_os(OsStr::from_bytes(name)).map(OsStringExt::into_vec)
    }

    fn now(&self) -> (i64, u32) {
        match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(elapsed) => {
                (i64::try_from(elapsed.as_secs()).unwrap_or(i64::MAX), elapsed.subsec_nanos())
            }
            Err(_) => (0, 0),
        }
    }

    fn cpu_time(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    fn is_terminal(&self, descriptor: i32) -> bool {
        match self.descriptors.get(&descriptor) {
            Some(Descriptor::StandardInput) => io::stdin().is_terminal(),
            Some(Descriptor::StandardOutput) => io::stdout().is_terminal(),
            Some(Descriptor::StandardError) => io::stderr().is_terminal(),
            Some(Descriptor::File(file)) => file.is_terminal(),
            None => false,
        }
    }

    fn program_name(&self) -> Vec<u8> {
        self.program_name.clone()
    }
}
