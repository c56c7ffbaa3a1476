//! Work on many items by several threads.

use std::hint::black_box;
use std::io::ErrorKind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, Scope};

/// What is to be left of the memory that the system gives when a tree grows or a thread begins: there is other
/// work that needs some.
const SPARE_MEMORY: usize = 48 << 20;

/// Whether the system has memory left beyond what is needed anyway.
pub fn memory_is_left() -> bool {
    match address_space_left() {
        Some(left) => left >= SPARE_MEMORY as u64,
        None => may_be_taken(),
    }
}

/// The bytes that the process may still take, where a limit is set for it and the system tells what it has.
fn address_space_left() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit};
        let most = getrlimit(Resource::As).current?;
        // `VmSize:    12345 kB` (proc(5)).
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let taken = status
            .lines()
            .find_map(|line| line.strip_prefix("VmSize:"))?;
        let taken: u64 = taken.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(most.saturating_sub(taken.saturating_mul(1024)))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Whether the system gives so much memory now. Other threads have to do without it meanwhile, so that this is asked only
/// where nothing tells.
fn may_be_taken() -> bool {
    let mut spare = Vec::<u8>::new();
    let given = spare.try_reserve_exact(SPARE_MEMORY).is_ok();
    // Else the compiler may see that nobody uses it, and ask for nothing.
    black_box(&spare);
    given
}

/// Begins a thread beside this one; false if the system has none, or no memory for it.
///
/// It is waited for until it has taken what every thread takes, since the C library sets memory aside for it
/// then: so the next look at what is left knows of that.
pub fn begin<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    work: impl FnOnce() + Send + 'scope,
) -> bool {
    let (begins, waits) = channel();
    let work = move || {
        black_box(Box::new(0_u8));
        // Whoever waits is still there.
        let _ = begins.send(());
        work();
    };
    let begun = match memory_is_left() {
        true => Builder::new().spawn_scoped(scope, work).map(|_| {
            let _ = waits.recv();
        }),
        false => Err(ErrorKind::OutOfMemory.into()),
    };
    if let Err(error) = &begun {
        log::warn!("no further thread: {error}");
    }
    begun.is_ok()
}

/// Does the same work on so many threads, of which this is one, or on as many as there are to be had. Each is
/// given its number.
pub fn on_threads(threads: usize, work: impl Fn(usize) + Sync) {
    let work = &work;
    std::thread::scope(|scope| {
        let _ = (1..threads).all(|thread| begin(scope, move || work(thread)));
        work(0);
    });
}

/// Does some work for each item; the results in the order of the items.
pub fn map<T: Sync, R: Send>(threads: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    map_with(threads, items, || (), |(), item| work(item))
}

/// The same where each thread has a state of its own, which `begin` makes.
pub fn map_with<T: Sync, S, R: Send>(
    threads: usize,
    items: &[T],
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::with_capacity(items.len()));
    on_threads(threads.min(items.len()), |_| {
        let mut state = begin();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else {
                break;
            };
            let result = work(&mut state, item);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.push((index, result));
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|&(index, _)| index);
    found.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        let items: Vec<u64> = (0..1000).collect();
        for threads in [0, 1, 3] {
            let squares = map(threads, &items, |item| item * item);
            assert!(
                squares
                    .iter()
                    .zip(&items)
                    .all(|(square, item)| *square == item * item)
            );
            assert_eq!(squares.len(), items.len());
        }
        assert!(map(2, &[] as &[u64], |item| *item).is_empty());
    }
}
