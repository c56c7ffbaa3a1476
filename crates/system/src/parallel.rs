//! Work on many items by several threads: its distribution, the memory left for it, locks, and the
//! processor time used.

use std::hint::black_box;
use std::io::ErrorKind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread::{Builder, Scope};
use std::time::Duration;

/// Memory, in bytes, that must remain available when a tree grows or a thread starts. Other work
/// needs some of it.
const SPARE_MEMORY: usize = 48 << 20;
/// Memory, in bytes, that must remain available for each thread of [`begin`] beside that: what it
/// allocates for its work.
const MEMORY_OF_A_THREAD: usize = 1 << 20;

/// Number of threads of [`begin`] that run.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Returns the processor time that this process has used, which other load on the machine hardly
/// affects; `None` on systems that do not report it.
pub fn processor_time() -> Option<Duration> {
    #[cfg(any(target_os = "linux", target_os = "macos", target_os = "freebsd"))]
    {
        use rustix::time::{ClockId, clock_gettime};

        Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
    }
    #[cfg(not(any(target_os = "linux", target_os = "macos", target_os = "freebsd")))]
    {
        None
    }
}

/// Locks a mutex, poisoned or not: no code of this project leaves a value half changed when it
/// panics.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether the system has more memory left than 48 MiB and a MiB for each thread that
/// [`begin`] has started.
pub fn memory_is_left() -> bool {
    memory_is_left_beside(0)
}

/// Returns whether the system has memory left as for [`memory_is_left`], and `others` bytes beside
/// it, which others are going to take.
pub fn memory_is_left_beside(others: usize) -> bool {
    let threads = RUNNING.load(Ordering::Relaxed);
    let wanted = SPARE_MEMORY + threads * MEMORY_OF_A_THREAD + others;
    match address_space_left() {
        Some(left) => left >= wanted as u64,
        None => may_be_taken(wanted),
    }
}

/// Returns whether the process may take that many bytes more, as far as the system reports a limit.
/// Nothing is kept free beside them.
pub fn has_room(bytes: usize) -> bool {
    address_space_left().is_none_or(|left| left >= bytes as u64)
}

/// Returns the number of bytes that the process may still allocate; `None` where it has no limit,
/// or the system does not report the current size.
pub fn address_space_left() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit};
        let limit = getrlimit(Resource::As).current?;
        // The line has the form `VmSize:    12345 kB` (proc(5)).
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let taken = status
            .lines()
            .find_map(|line| line.strip_prefix("VmSize:"))?;
        let taken: u64 = taken.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(limit.saturating_sub(taken.saturating_mul(1024)))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Largest share of a limited address space that the C library may reserve for allocations of
/// threads, as a divisor.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ARENAS_SHARE: u64 = 8;

/// Bounds the address space that allocations of threads reserve, if the process has a limit for it.
/// To be called when a program starts, before it starts threads.
///
/// The C library reserves 64 MiB for each of the first threads that allocate (an arena, malloc(3)),
/// however little they need, so two of them would take all that a small limit grants. With
/// fewer arenas threads share them.
pub fn bound_arenas() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use rustix::process::{Resource, getrlimit};
        const ARENA: u64 = 64 << 20;
        if let Some(limit) = getrlimit(Resource::As).current {
            let arenas = (limit / ARENAS_SHARE / ARENA).clamp(1, 1 << 16) as i32;
            // SAFETY: `mallopt` takes two numbers, and may be called at any time.
            #[allow(unsafe_code)]
            unsafe {
                libc::mallopt(libc::M_ARENA_MAX, arenas);
            }
        }
    }
}

/// Returns whether the system grants that many bytes now. Other threads lack that memory meanwhile,
/// so this is tried only where no limit is reported.
fn may_be_taken(bytes: usize) -> bool {
    let mut spare = Vec::<u8>::new();
    let given = spare.try_reserve_exact(bytes).is_ok();
    // Without this the compiler may find that the memory is unused, and not request it.
    black_box(&spare);
    given
}

/// Starts a thread in `scope`. Returns false if the system grants no thread, or no memory for one.
///
/// Returns only after the thread has made its first allocation, for which the C library reserves
/// memory. So the next look at the memory left takes that into account.
pub fn begin<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    work: impl FnOnce() + Send + 'scope,
) -> bool {
    struct RunningThread;
    impl Drop for RunningThread {
        fn drop(&mut self) {
            RUNNING.fetch_sub(1, Ordering::Relaxed);
        }
    }
    let (begins, waits) = channel();
    RUNNING.fetch_add(1, Ordering::Relaxed);
    let running = RunningThread;
    let work = move || {
        let _running = running;
        black_box(Box::new(0_u8));
        // The receiver waits until then, so sending cannot fail.
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
        // A lack stays, and searches follow one another in milliseconds.
        static TOLD: Once = Once::new();
        TOLD.call_once(|| log::warn!("no further thread: {error}"));
    }
    begun.is_ok()
}

/// Does `work` on `threads` threads, of which the current one is the first, or on as many as the
/// system grants. Each gets its number.
pub fn on_threads(threads: usize, work: impl Fn(usize) + Sync) {
    let work = &work;
    std::thread::scope(|scope| {
        let _ = (1..threads).all(|thread| begin(scope, move || work(thread)));
        work(0);
    });
}

/// Does `work` for each item. Returns the results in the order of the items.
pub fn map<T: Sync, R: Send>(threads: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    map_with(threads, items, || (), |(), item| work(item))
}

/// Does `work` for each item with a state for each thread, which `begin` creates. Returns the
/// results in the order of the items.
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
            lock(&found).push((index, result));
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
