use super::*;

fn memory() -> Memory {
    Memory::new(DataModel::Lp64, 1 << 20, crate::config::Surroundings::Usual)
}

#[test]
fn faults_are_told_apart() {
    let mut memory = memory();
    let site = Site(7);
    let address = memory.allocate(40, 16, site).expect("there should be memory");
    let number = memory.number(address).expect("the object should have a number");
    let read = Access { write: false, len: 4 };
    assert_eq!(
        memory.load_slowly::<4>(address, 0),
        Err(Trouble::Indeterminate { number, offset: 0 })
    );
    memory.fill(address, 7, 40).expect("the object should be writable");
    assert_eq!(memory.load::<4>(address, 36), Some([7; 4]));
    for (displacement, offset) in [(37u64, 37), (40, 40), ((-1i64) as u64, -1), (1 << 34, 1 << 34)]
    {
        assert_eq!(memory.load::<4>(address, displacement), None);
        assert_eq!(
            memory.load_slowly::<4>(address, displacement),
            Err(Trouble::OutOfBounds { number, offset, access: read })
        );
    }
    assert_eq!(memory.free(address + 4, site), Err(Trouble::FreeInside { number, offset: 4 }));
    assert_eq!(memory.free(address, site), Ok(()));
    assert_eq!(memory.load::<4>(address, 0), None);
    assert_eq!(memory.load_slowly::<4>(address, 0), Err(Trouble::Dead { number, access: read }));
    assert_eq!(memory.free(address, site), Err(Trouble::DoubleFree { number }));
    assert_eq!(memory.load_slowly::<4>(8, 0), Err(Trouble::Null { address: 8, access: read }));
    assert_eq!(memory.load_slowly::<4>(0, !3), Err(Trouble::Null { address: !3, access: read }));
    assert_eq!(
        memory.load_slowly::<4>(1 << 60, 0),
        Err(Trouble::Wild { address: 1 << 60, access: read })
    );
}

#[test]
fn allocating_for_ever_does_not_grow_the_table() {
    let mut memory = memory();
    for round in 0..200_000u64 {
        let address = memory.allocate(round % 100, 16, Site::NONE).expect("there should be memory");
        assert_eq!(address % 16, 0);
        memory.free(address, Site::NONE).expect("the object should be freed");
    }
    assert!(memory.objects.len() <= HEAP_QUARANTINE + 10);
    assert_eq!(memory.heap_bytes, 0);
}

#[test]
fn the_heap_has_a_limit() {
    let mut memory = memory();
    assert!(memory.allocate(1 << 21, 16, Site::NONE).is_none());
    assert!(memory.allocate(u64::MAX, 16, Site::NONE).is_none());
    assert!(memory.allocate(1 << 20, 16, Site::NONE).is_some());
    assert!(memory.allocate(1, 16, Site::NONE).is_none());
}

#[test]
fn copies_overlap_and_carry_marks() {
    let mut memory = memory();
    let address = memory.allocate(16, 16, Site::NONE).expect("there should be memory");
    memory.write(address, 0, &[1, 2, 3, 4]).expect("the object should be writable");
    memory.copy(address + 2, address, 6).expect("indeterminate bytes should be copied");
    assert_eq!(memory.read(address, 6), Ok(&[1, 2, 1, 2, 3, 4][..]));
    assert!(matches!(memory.read(address, 7), Err(Trouble::Indeterminate { offset: 6, .. })));
}

#[test]
fn code_addresses_name_functions() {
    let address = CodeRegion::Functions.address(DataModel::Lp64, 5);
    assert_eq!(CodeRegion::Functions.index(DataModel::Lp64, address), Some(5));
    assert_eq!(CodeRegion::Functions.index(DataModel::Lp64, address + 1), None);
    assert_eq!(CodeRegion::Labels.index(DataModel::Lp64, address), None);
    assert_eq!(CodeRegion::Functions.index(DataModel::Lp64, 0), None);
}

#[test]
fn elsewhere_distances_between_objects_are_all_others() {
    let mut memory = Memory::new(DataModel::Lp64, 1 << 20, crate::config::Surroundings::Other);
    let mut make = || memory.allocate(8, 8, Site::NONE).expect("there should be room");
    let places: Vec<u64> = (0..40).map(|_| make()).collect();
    let mut distances: Vec<u64> =
        places.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    distances.sort_unstable();
    distances.dedup();
    assert_eq!(distances.len(), 39);
}

fn narrow_memory() -> Memory {
    Memory::new(DataModel::Ilp32, 1 << 30, crate::config::Surroundings::Usual)
}

#[test]
fn narrow_addresses_name_their_objects() {
    let mut memory = narrow_memory();
    let sizes = [1, 4, 4096, 100_000, 0, 7];
    let made: Vec<(u64, u64)> = sizes
        .iter()
        .map(|size| {
            (memory.allocate(*size, 16, Site::NONE).expect("there should be memory"), *size)
        })
        .collect();
    for (address, size) in made {
        let number = memory.number(address).expect("the object should have a number");
        assert_eq!((memory.address(number), address % 16, address >> 32), (address, 0, 0));
        for near in [address - 8, address + size, address + size + 8] {
            assert_eq!(memory.number(near), Some(number), "{near:x} is near {address:x}");
        }
        memory.free(address, Site::NONE).expect("it should be alive");
        assert!(matches!(memory.load_slowly::<1>(address, 0), Err(Trouble::Dead { .. })));
    }
    assert_eq!(memory.number(0x0900_0000), None);
}

#[test]
fn the_narrow_space_is_used_again() {
    let mut memory = narrow_memory();
    for round in 0..3_000_000u64 {
        let size = 1 + round % 9000;
        let address = memory.allocate(size, 16, Site::NONE).expect("there should be memory");
        memory.free(address, Site::NONE).expect("it should be alive");
    }
    let large = memory.allocate(1 << 29, 16, Site::NONE);
    assert!(large.is_some());
    assert_eq!(memory.allocate(0x9000_0000, 16, Site::NONE), None, "more than half of the space");
}

#[test]
fn what_was_made_since_the_checkpoint_is_made_at_the_same_places() {
    let mut memory = narrow_memory();
    memory.make(ObjectKind::Environment, 5000, 8, Site::NONE);
    memory.checkpoint();
    let mut run = || -> Vec<u64> {
        memory.restore();
        (0..100).map(|k| memory.allocate(k * 100, 16, Site::NONE).unwrap_or(0)).collect()
    };
    assert_eq!(run(), run());
}

/// What a run makes before it does not matter, nor whether the object was there in an earlier run.
#[test]
fn kept_numbers_are_the_same_in_every_run() {
    for surroundings in [Surroundings::Usual, Surroundings::Other, Surroundings::Unaligned] {
        let mut memory = Memory::new(DataModel::Lp64, 1 << 20, surroundings);
        memory.make(ObjectKind::Environment, 8, 8, Site::NONE);
        memory.checkpoint();
        let mut places = Vec::new();
        for before in [0, 3, 100] {
            memory.restore();
            for _ in 0..before {
                memory.allocate(8, 8, Site::NONE).expect("there should be memory");
            }
            let one = memory.allocate_kept(1, 40, 16).expect("there should be memory");
            let two = memory.allocate_kept(2, 40, 16).expect("there should be memory");
            assert_ne!(memory.number(one), memory.number(two));
            let other = memory.allocate_kept(1, 40, 16).expect("there should be memory");
            assert_ne!(memory.number(one), memory.number(other), "it is taken in this run");
            assert!(memory.load_slowly::<1>(one, 0).is_err(), "its bytes are indeterminate");
            memory.free(one, Site::NONE).expect("it should be alive");
            assert!(matches!(memory.load_slowly::<1>(one, 0), Err(Trouble::Dead { .. })));
            places.push((one, two));
        }
        assert_eq!(places[0], places[1]);
        assert_eq!(places[0], places[2]);
        memory.restore();
        assert_eq!(memory.number(places[0].0), None, "nothing is left of it");
        assert!(
            memory.allocate_kept(u32::MAX, 8, 8).is_some(),
            "what is too large is no reason to fail"
        );
    }
}
