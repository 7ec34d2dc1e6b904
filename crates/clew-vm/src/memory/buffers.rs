//! Buffers of dead objects, kept for new ones.

/// The smallest buffer has `1 << SMALLEST` bytes.
const SMALLEST: u32 = 4;
/// The number of sizes: 16 bytes to 64 KiB, each twice the one before.
const CLASSES: usize = 13;
/// How many buffers of one size are kept.
const KEPT: usize = 256;

/// Free buffers by size; larger ones go back to the system.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    classes: [Vec<Vec<u8>>; CLASSES],
}

/// The class whose buffers hold `size` bytes.
fn class_of(size: usize) -> usize {
    let bits = size.next_power_of_two().trailing_zeros();
    bits.saturating_sub(SMALLEST) as usize
}

impl Buffers {
    /// A buffer of `size` zero bytes.
    pub(super) fn zeroed(&mut self, size: usize) -> Vec<u8> {
        let Some(class) = self.classes.get_mut(class_of(size)) else {
            return vec![0; size];
        };
        let mut buffer = class
            .pop()
            .unwrap_or_else(|| Vec::with_capacity(1 << (class_of(size) as u32 + SMALLEST)));
        buffer.clear();
        buffer.resize(size, 0);
        buffer
    }

    /// Takes back a buffer.
    pub(super) fn give_back(&mut self, buffer: Vec<u8>) {
        let capacity = buffer.capacity();
        let fits = capacity.is_power_of_two() && capacity >= 1 << SMALLEST;
        if fits
            && let Some(class) = self.classes.get_mut(class_of(capacity))
            && class.len() < KEPT
        {
            class.push(buffer);
        }
    }
}
