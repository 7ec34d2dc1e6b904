//! Files that Clew writes.
//!
//! - [`write_whole`]: a file is the old one or the new one, never half of it.
//! - [`OutputFolder`]: a folder that one run at a time writes to. Its manifest lists every file that Clew
//!   wrote, with a digest of what was written. A file that is not listed, or has another digest, is the
//!   user's: it is never written over and never removed.
//! - [`write_named`]: a single file that the user names, by the same rule.

mod folder;
mod manifest;
mod whole;

pub use folder::{
    Claim, Need, NewFile, OutputError, OutputFolder, Stale, claim_named, write_named,
};
pub use manifest::{MANIFEST, Owner};
pub use whole::write_whole;
