//! The laboratory: exact effects of half a point on small boards.
//!
//! It makes tables and counts with the [solver](halfpoint_solver), for a page that claims nothing
//! without the command that shows it.
//!
//! ```
//! use halfpoint_core::Size;
//! use halfpoint_lab::{all_boards, diagram};
//!
//! // The empty board and one stone of either colour: both points are the same.
//! let boards = all_boards(Size::new(1, 2)?);
//! let rows: Vec<String> = boards.iter().map(diagram).collect();
//! assert_eq!(rows, [".\n.\n", ".\nX\n", ".\nO\n"]);
//! # Ok::<(), halfpoint_core::board::SizeError>(())
//! ```

#![forbid(unsafe_code)]

pub mod games;
pub mod late;
mod late_boards;
pub mod positions;
pub mod problems;
pub mod score;
pub mod values;

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use halfpoint_core::board::Symmetry;
use halfpoint_core::board::{Board, Color, Size, ZobristKey};
use halfpoint_core::notation::board_rows;
use halfpoint_system::parallel;

pub use late_boards::sample_boards;

/// Receiver of progress, called from any thread: how many items are done, and of how many.
pub type Counted<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Does `work` for each item on several threads and reports each that is done. Returns the results
/// in the order of the items.
fn map_counted<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    counted: Counted<'_>,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let done = AtomicUsize::new(0);
    parallel::map(threads, items, |item| {
        let result = work(item);
        counted(done.fetch_add(1, Ordering::Relaxed) + 1, items.len());
        result
    })
}

/// Returns all boards on which every chain has a liberty, one of each set of rotated and mirrored
/// ones.
#[must_use]
pub fn all_boards(size: Size) -> Vec<Board> {
    let points: Vec<_> = size.points().collect();
    let mut seen = HashSet::new();
    let mut boards = Vec::new();
    let number = 3usize.saturating_pow(points.len() as u32);
    for code in 0..number {
        let mut rest = code;
        let mut stones = Vec::new();
        for &point in &points {
            match rest % 3 {
                1 => stones.push((point, Color::Black)),
                2 => stones.push((point, Color::White)),
                _ => (),
            }
            rest /= 3;
        }
        let board = Board::with_stones(size, stones);
        let is_legal = board
            .stones()
            .all(|(point, _)| board.liberties(point).iter().next().is_some());
        if is_legal && is_new(&board, &mut seen) {
            boards.push(board);
        }
    }
    boards
}

/// Notes a board as seen and returns whether no image of it was, rotated or mirrored.
fn is_new(board: &Board, seen: &mut HashSet<ZobristKey>) -> bool {
    let mut images = Symmetry::symmetries(board.size());
    let is_new = images.all(|image| !seen.contains(&image.board(board).key()));
    if is_new {
        seen.insert(board.key());
    }
    is_new
}

/// Returns the side to move if the stones were placed by turns, Black first, and none was captured;
/// `None` if the numbers of stones exclude that.
#[must_use]
pub fn to_move_by_stones(board: &Board) -> Option<Color> {
    match board.stones().map(|(_, color)| color.sign()).sum::<i32>() {
        0 => Some(Color::Black),
        1 => Some(Color::White),
        _ => None,
    }
}

/// Returns a board in rows, the top one first, with X for black and O for white stones.
#[must_use]
pub fn diagram(board: &Board) -> String {
    let rows = board_rows(board).into_iter();
    rows.map(|row| row + "\n").collect()
}
