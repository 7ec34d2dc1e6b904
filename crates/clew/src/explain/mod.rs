//! `clew explain`: why an objective has its status, in the user's own C.
//!
//! What is told is put together once ([`account`]); text, JSON and a picture are ways to show it.
//! [`statements`] has the user's words for statements and branches.

mod account;
mod brief;
mod drawing;
mod json;
mod statements;
mod text;

pub(crate) use account::Account;
pub(crate) use brief::brief;
pub(crate) use drawing::drawing;
pub(crate) use json::json;
pub(crate) use text::text;
