//! Frame that all pages share.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{text, tones};

/// Returns a self-contained HTML document. Only links to games need the folder `sgf` beside it.
pub fn document(title: &str, header: &Markup, main: &Markup) -> String {
    let style = [tones::css(), include_str!("style.css").to_string()].concat();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · halfpoint arena" }
                style { (PreEscaped(style)) }
            }
            body {
                header { (header) }
                main { (main) }
                footer { "halfpoint arena " (env!("CARGO_PKG_VERSION")) }
            }
        }
    };
    text::printable(&page.into_string())
}
