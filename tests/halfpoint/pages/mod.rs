//! The pages of the documentation.

use std::fs;
use std::path::Path;

/// A page in Markdown.
pub struct Page {
    /// Its path from the top of the repository, with `/` between folders.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// The pages at the top of the repository, and all under `docs/`, `scripts/` and `gtp-tests/`, in
/// the order of their paths.
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

/// The top of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages in a folder and below, but not those of packages.
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
