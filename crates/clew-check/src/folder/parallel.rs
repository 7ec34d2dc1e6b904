//! Work on as many threads as there are processors.

use crate::STACK;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// Does something for each item; each thread has a state of its own. Results are in the order of
/// the items.
pub(super) fn map<T: Sync, S, R: Send>(
    items: &[T],
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    let run = |sender: std::sync::mpsc::Sender<(usize, R)>| {
        let mut state = None;
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return };
            let result = work(state.get_or_insert_with(&start), item);
            // The receiver waits for all senders.
            let _ = sender.send((at, result));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let mut found: Vec<(usize, R)> = std::thread::scope(|scope| {
        for _ in 0..threads {
            let (run, own) = (&run, sender.clone());
            let builder = std::thread::Builder::new().stack_size(STACK);
            // Where no thread can be had, the others do its work.
            let _ = builder.spawn_scoped(scope, move || run(own));
        }
        drop(sender);
        results.iter().collect()
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..100).collect();
        let squares = map(&items, || 0, |_, item| item * item);
        assert_eq!(squares, items.iter().map(|item| item * item).collect::<Vec<_>>());
        assert!(map(&[] as &[usize], || 0, |_, item| *item).is_empty());
    }
}
