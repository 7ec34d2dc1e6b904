//! Unpacking DEFLATE, the compression of ZIP archives (RFC 1951).

/// Codes have at most this many bits.
const MAX_BITS: usize = 15;
/// The order in which the lengths of the code for lengths are given.
const LENGTH_ORDER: [usize; 19] =
    [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/// The least length of each length symbol from 257 on, and its extra bits.
const LENGTHS: [(u16, u32); 29] = [
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 0),
    (11, 1),
    (13, 1),
    (15, 1),
    (17, 1),
    (19, 2),
    (23, 2),
    (27, 2),
    (31, 2),
    (35, 3),
    (43, 3),
    (51, 3),
    (59, 3),
    (67, 4),
    (83, 4),
    (99, 4),
    (115, 4),
    (131, 5),
    (163, 5),
    (195, 5),
    (227, 5),
    (258, 0),
];
/// The least distance of each distance symbol, and its extra bits.
const DISTANCES: [(u16, u32); 30] = [
    (1, 0),
    (2, 0),
    (3, 0),
    (4, 0),
    (5, 1),
    (7, 1),
    (9, 2),
    (13, 2),
    (17, 3),
    (25, 3),
    (33, 4),
    (49, 4),
    (65, 5),
    (97, 5),
    (129, 6),
    (193, 6),
    (257, 7),
    (385, 7),
    (513, 8),
    (769, 8),
    (1025, 9),
    (1537, 9),
    (2049, 10),
    (3073, 10),
    (4097, 11),
    (6145, 11),
    (8193, 12),
    (12289, 12),
    (16385, 13),
    (24577, 13),
];

/// The bytes that packed data stands for, at most `limit` of them; `None` where it is damaged.
pub(super) fn inflate(packed: &[u8], limit: usize) -> Option<Vec<u8>> {
    let mut bits = Bits { bytes: packed, at: 0 };
    let mut output = Vec::new();
    loop {
        let is_last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => stored(&mut bits, &mut output)?,
            1 => {
                let (literals, distances) = fixed();
                block(&mut bits, &literals, &distances, &mut output, limit)?;
            }
            2 => {
                let (literals, distances) = dynamic(&mut bits)?;
                block(&mut bits, &literals, &distances, &mut output, limit)?;
            }
            _ => return None,
        }
        if output.len() > limit {
            return None;
        }
        if is_last {
            return Some(output);
        }
    }
}

/// Bits, the lowest of each byte first.
struct Bits<'b> {
    bytes: &'b [u8],
    /// In bits.
    at: usize,
}

impl Bits<'_> {
    fn bit(&mut self) -> Option<u32> {
        let byte = *self.bytes.get(self.at / 8)?;
        let bit = byte >> (self.at % 8) & 1;
        self.at += 1;
        Some(bit.into())
    }

    fn take(&mut self, count: u32) -> Option<u32> {
        (0..count).try_fold(0, |value, k| Some(value | self.bit()? << k))
    }
}

/// A prefix code, by the lengths of its words.
struct Code {
    /// How many words have each length.
    counts: [u16; MAX_BITS + 1],
    /// The symbols in the order of their words.
    symbols: Vec<u16>,
}

impl Code {
    fn new(lengths: &[u8]) -> Self {
        let mut counts = [0; MAX_BITS + 1];
        for length in lengths {
            counts[usize::from(*length)] += 1;
        }
        counts[0] = 0;
        let mut symbols: Vec<u16> =
            (0..lengths.len() as u16).filter(|symbol| lengths[usize::from(*symbol)] > 0).collect();
        symbols.sort_by_key(|symbol| (lengths[usize::from(*symbol)], *symbol));
        Self { counts, symbols }
    }

    /// The symbol of the next word.
    fn read(&self, bits: &mut Bits<'_>) -> Option<u16> {
        let (mut word, mut first, mut index) = (0i32, 0i32, 0i32);
        for count in &self.counts[1..] {
            word |= bits.bit()? as i32;
            let count = i32::from(*count);
            if word - count < first {
                return self.symbols.get((index + word - first) as usize).copied();
            }
            index += count;
            first = (first + count) << 1;
            word <<= 1;
        }
        None
    }
}

fn stored(bits: &mut Bits<'_>, output: &mut Vec<u8>) -> Option<()> {
    let start = bits.at.div_ceil(8);
    let header = bits.bytes.get(start..start + 4)?;
    let length = usize::from(u16::from_le_bytes([header[0], header[1]]));
    output.extend_from_slice(bits.bytes.get(start + 4..start + 4 + length)?);
    bits.at = (start + 4 + length) * 8;
    Some(())
}

fn fixed() -> (Code, Code) {
    let length = |symbol: usize| match symbol {
        0..=143 => 8,
        144..=255 => 9,
        256..=279 => 7,
        _ => 8,
    };
    let literals: Vec<u8> = (0..288).map(length).collect();
    (Code::new(&literals), Code::new(&[5; 30]))
}

fn dynamic(bits: &mut Bits<'_>) -> Option<(Code, Code)> {
    let literals = bits.take(5)? as usize + 257;
    let distances = bits.take(5)? as usize + 1;
    let given = bits.take(4)? as usize + 4;
    let mut lengths = [0u8; 19];
    for place in &LENGTH_ORDER[..given] {
        lengths[*place] = bits.take(3)? as u8;
    }
    let code = Code::new(&lengths);
    let mut lengths: Vec<u8> = Vec::new();
    while lengths.len() < literals + distances {
        let (length, count) = match code.read(bits)? {
            symbol @ 0..=15 => (symbol as u8, 1),
            16 => (*lengths.last()?, bits.take(2)? + 3),
            17 => (0, bits.take(3)? + 3),
            _ => (0, bits.take(7)? + 11),
        };
        lengths.extend(std::iter::repeat_n(length, count as usize));
    }
    let distances = lengths.get(literals..literals + distances)?;
    Some((Code::new(&lengths[..literals]), Code::new(distances)))
}

fn block(
    bits: &mut Bits<'_>,
    literals: &Code,
    distances: &Code,
    output: &mut Vec<u8>,
    limit: usize,
) -> Option<()> {
    while output.len() <= limit {
        match literals.read(bits)? {
            symbol @ 0..=255 => output.push(symbol as u8),
            256 => return Some(()),
            symbol => {
                let (least, extra) = *LENGTHS.get(usize::from(symbol) - 257)?;
                let length = usize::from(least) + bits.take(extra)? as usize;
                let (least, extra) = *DISTANCES.get(usize::from(distances.read(bits)?))?;
                let distance = usize::from(least) + bits.take(extra)? as usize;
                let start = output.len().checked_sub(distance)?;
                // What is copied may be what was just copied.
                for at in start..start + length {
                    output.push(output[at]);
                }
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_block() {
        let packed = [1, 3, 0, 0xfc, 0xff, b'a', b'b', b'c'];
        assert_eq!(inflate(&packed, 10), Some(b"abc".to_vec()));
        assert_eq!(inflate(&packed, 2), None);
        assert_eq!(inflate(&packed[..6], 10), None);
    }

    #[test]
    fn a_block_with_the_fixed_code_that_repeats() {
        // What zlib makes of 20 times `a`.
        let packed = [0x4b, 0x4c, 0xc4, 0x04, 0x00];
        assert_eq!(inflate(&packed, 100), Some(vec![b'a'; 20]));
        assert_eq!(inflate(&[0x4b, 0x4c], 100), None);
    }

    #[test]
    fn a_block_with_a_code_of_its_own() {
        let text: String = (0..40).map(|i| format!("<input>{}</input>\n", i * i)).collect();
        // What zlib makes of it.
        #[rustfmt::skip]
        let packed = [
            109, 146, 177, 14, 128, 32, 12, 68, 119, 127, 70, 90, 218, 2, 9, 241, 127, 92, 140,
            131, 254, 191, 3, 139, 225, 49, 97, 46, 103, 251, 184, 163, 159, 215, 253, 62, 71,
            234, 251, 248, 216, 250, 56, 101, 22, 108, 22, 26, 126, 137, 89, 81, 159, 149, 12,
            143, 97, 78, 96, 85, 5, 141, 36, 18, 43, 93, 102, 132, 36, 119, 35, 56, 201, 213,
            233, 170, 152, 149, 213, 120, 101, 102, 73, 122, 51, 186, 42, 102, 185, 98, 163, 23,
            112, 5, 233, 131, 174, 194, 89, 133, 27, 43, 185, 26, 233, 91, 44, 26, 98, 20, 146,
            152, 152, 8, 131, 149, 69, 254, 162, 172, 73, 242, 162, 77, 91, 148, 238, 191, 183,
            241, 1,
        ];
        assert_eq!(inflate(&packed, 2000), Some(text.into_bytes()));
    }
}
