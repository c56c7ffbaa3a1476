//! Pages of the documentation.

use std::fs;
use std::path::Path;

/// Page in Markdown.
pub struct Page {
    /// Path from the root of the repository, with `/` between folders.
    pub path: String,
    /// Text of the page.
    pub text: String,
}

/// Returns the pages at the root of the repository, and all pages below `docs/`, `scripts/` and
/// `gtp-tests/`, sorted by path.
pub fn pages() -> Vec<Page> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(root()).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        paths.extend(name.into_string().ok().filter(|name| name.ends_with(".md")));
    }
    for folder in ["docs", "scripts", "gtp-tests"] {
        collect(folder, &mut paths);
    }
    paths.sort();
    let page = |path: String| Page {
        text: fs::read_to_string(root().join(&path)).unwrap_or_else(|e| panic!("{path}: {e}")),
        path,
    };
    paths.into_iter().map(page).collect()
}

/// Returns the root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Adds the paths of the pages in a folder and below it, except those of installed packages.
fn collect(folder: &str, paths: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        if name.ends_with(".md") {
            paths.push(path);
        } else if entry.path().is_dir() && name != "node_modules" {
            collect(&path, paths);
        }
    }
}
