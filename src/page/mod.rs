//! Pages: the HTML of an essay, from its events, claims and figures.
//!
//! 1. [`Outline`] says what can be linked to: headings, figures with their numbers, anchors in raw HTML.
//! 2. [`render`] writes a [`Page`], once for the site and once for feed readers.
//! 3. [`Templates`] puts it between the parts that all pages share; this module alone knows the template engine.
//! 4. [`card`] draws the picture that other sites show beside a link.
//! 5. [`inspect`] reads the finished page again and finds what no author should have to.
//!
//! Nothing here knows of other pages: what a link leads to is told by [`Links`].

mod address;
mod artefact;
pub mod card;
mod checked;
mod code;
mod css;
mod formula;
mod inspect;
mod links;
mod outline;
pub mod picture;
mod plain;
mod publication;
mod punycode;
mod reliance;
mod sections;
mod templates;
mod tex;
mod text;
mod tongue;
mod works;
mod writer;

pub use address::{Address, Base, asked_for};
pub use artefact::Artefact;
pub use code::COLOURED;
pub use css::addresses as css_addresses;
pub use inspect::{Inspected, inspect};
pub use links::{Astray, Destination, Links, Target};
pub use outline::{Heading, Numbered, Outline};
pub use plain::{plain, short};
pub use publication::{Card, Page, Setting, render};
pub use reliance::{Reliance, Reliances};
pub use sections::Section;
pub use templates::{TEMPLATE, Template, Templates};
pub use tex::tex_escape;
pub use text::{Text, escape, legible};
pub use tongue::{in_english, in_its_own};
pub use works::Work;
