//! What is known of the elements of HTML.

/// Elements that have no end.
pub const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// Elements whose end may be left out.
pub const LENIENT: &[&str] =
    &["p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "colgroup"];
