//! Links of the documentation: they lead to files that exist and to headings that these have.
//! Addresses of the web are not checked.

use crate::pages;

use pages::{Page, pages, root};
use regex::Regex;

/// Folders of the repository whose files pages name in code.
const FOLDERS: &str = "docs|scripts|gtp-tests|tests|src|crates|examples|benches";

/// Returns a page without its blocks of code.
fn without_blocks(text: &str) -> String {
    let mut inside = false;
    let keep = |line: &&str| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    };
    text.lines().filter(keep).collect::<Vec<_>>().join("\n")
}

/// Returns the anchors of the headings of a page, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for line in without_blocks(text).lines() {
        let Some(heading) = line.strip_prefix('#') else {
            continue;
        };
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let slug: String = heading.chars().filter(kept).collect();
        let slug = slug.replace(' ', "-");
        // A repeated heading gets a number.
        let repeats = |a: &&String| {
            let rest = a.strip_prefix(&slug);
            rest.is_some_and(|rest| {
                rest.is_empty()
                    || rest
                        .strip_prefix('-')
                        .is_some_and(|n| n.parse::<u32>().is_ok())
            })
        };
        match anchors.iter().filter(repeats).count() {
            0 => anchors.push(slug),
            n => anchors.push(format!("{slug}-{n}")),
        }
    }
    anchors
}

/// Returns the reason why a link of a page is broken; `None` if it is not.
fn fault(pages: &[Page], page: &Page, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let mut parts: Vec<&str> = page.path.split('/').collect();
    if file.is_empty() {
        parts = page.path.split('/').collect();
    } else {
        parts.pop();
        for part in file.split('/') {
            match part {
                "." | "" => (),
                ".." => drop(parts.pop()),
                name => parts.push(name),
            }
        }
    }
    let path = parts.join("/");
    if !root().join(&path).exists() {
        return Some(format!("{}: {link}: there is no {path}", page.path));
    }
    if anchor.is_empty() {
        return None;
    }
    let target = pages.iter().find(|page| page.path == path);
    let known = target.is_some_and(|target| anchors(&target.text).iter().any(|a| a == anchor));
    (!known).then(|| format!("{}: {link}: no such heading", page.path))
}

#[test]
fn links_lead_to_existing_files_and_headings() {
    let inline = Regex::new(r"\]\(([^()\s]+)\)").expect("a pattern");
    let reference = Regex::new(r"(?m)^\[[^\]]+\]:\s+(\S+)").expect("a pattern");
    let pages = pages();
    let mut faults = Vec::new();
    let mut count = 0;
    for page in &pages {
        let text = without_blocks(&page.text);
        let links = inline
            .captures_iter(&text)
            .chain(reference.captures_iter(&text));
        for link in links {
            count += 1;
            faults.extend(fault(&pages, page, &link[1]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 20, "only {count} links were seen");
}

/// Files that pages name in code spans, such as `docs/score.md`, must exist.
#[test]
fn files_named_in_code_exist() {
    let name = Regex::new(&format!(r"`((?:{FOLDERS})/[\w./-]+)`")).expect("a pattern");
    let mut count = 0;
    for page in pages() {
        for found in name.captures_iter(&without_blocks(&page.text)) {
            count += 1;
            let exists = root().join(&found[1]).exists();
            assert!(exists, "{}: there is no {}", page.path, &found[1]);
        }
    }
    assert!(count > 0);
}

#[test]
fn broken_links_are_found_and_good_ones_are_not() {
    let page = |path: &str, text: &str| Page {
        path: path.to_string(),
        text: text.to_string(),
    };
    let pages = [
        page(
            "README.md",
            "# Two words, `one` comma\n## Again\n## Again\n```\n# No heading\n```\n",
        ),
        page("docs/score.md", "# Other\n"),
    ];
    let seen = |from: usize, link: &str| fault(&pages, &pages[from], link).is_some();
    for link in [
        "README.md",
        "docs/score.md",
        "#two-words-one-comma",
        "#again",
        "#again-1",
    ] {
        assert!(!seen(0, link), "{link}");
    }
    for link in [
        "nothing.md",
        "docs/none.md",
        "#no-heading",
        "#again-2",
        "docs/score.md#again",
    ] {
        assert!(seen(0, link), "{link}");
    }
    assert!(!seen(1, "../README.md#again"));
    assert!(seen(1, "../README.md#other"));
    assert!(seen(1, "CHANGELOG.md"));
}
