//! "Did you mean": the known name that is nearest to a mistyped one.

use strsim::damerau_levenshtein;

/// Returns the nearest candidate, if it differs from `word` by at most one typing error (two for a
/// word of six or more letters), ignoring case; the first one if several are equally near.
///
/// A typing error is one letter too many, missing or replaced, or two neighbouring letters swapped.
/// Words shorter than 2 or longer than 40 characters have no near candidate.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Longest word that is compared. Names are short, and the distance takes time and memory
    /// proportional to the product of both lengths.
    const MAX_LENGTH: usize = 40;
    let length = word.chars().take(MAX_LENGTH + 1).count();
    if !(2..=MAX_LENGTH).contains(&length) {
        return None;
    }
    let slips = if length < 6 { 1 } else { 2 };
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| {
            (
                damerau_levenshtein(&word, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|&(distance, _)| distance <= slips)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns `; did you mean NAME?`, or an empty text if no candidate is near.
#[must_use]
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or(String::new(), |name| format!("; did you mean {name}?"))
}

/// Returns the end of a message about an unknown name: the `nearest` one, else all of that `kind`.
#[must_use]
pub fn instead<'a>(
    nearest: Option<&str>,
    kind: &str,
    all: impl IntoIterator<Item = &'a str>,
) -> String {
    nearest.map_or_else(
        || format!("{kind}: {}", Vec::from_iter(all).join(", ")),
        |name| format!("did you mean {name}?"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] = ["genmove", "reg_genmove", "komi", "name", "undo"];

    #[test]
    fn typing_errors_are_found_and_other_words_are_not() {
        for (word, wanted) in [
            ("genmov", Some("genmove")),
            ("gemnove", Some("genmove")),
            ("GENMOVE", Some("genmove")),
            ("kommi", Some("komi")),
            ("unod", Some("undo")),
            ("oops", None),
            ("analyze", None),
            ("k", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, NAMES), wanted, "{word}");
        }
        assert_eq!(nearest(&"genmove".repeat(1000), NAMES), None);
        assert_eq!(did_you_mean("genmov", NAMES), "; did you mean genmove?");
        assert_eq!(did_you_mean("oops", NAMES), "");
    }
}
