use super::address::encoded;
use super::picture::Size;
use super::{Address, Base};

/// What a page must be told of the rest of the site.
pub trait Links: Sync {
    /// Where a destination leads that stands in this essay: `#six`, `../nim/moore.md#why`, `https://…`, `picture.png`.
    ///
    /// # Errors
    /// Why it leads nowhere.
    fn find(&self, destination: &str) -> Result<Destination, Astray>;

    /// Where a figure stands: one of this essay, or of the essay at a path such as `nim/moore`.
    /// None where it is not drawn.
    fn figure(&self, essay: Option<&str>, id: &str) -> Option<Target>;

    /// How large the picture is that stands at an address; none where its file could not be read, which is told
    /// elsewhere.
    ///
    /// # Errors
    /// Why no page can show it.
    fn picture(&self, address: &Address) -> Result<Option<Size>, Astray>;
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To another site, or another program (`mailto:`), as a browser asks for it.
    Outside(String),
    /// To a place of this site.
    Within(Target),
}

/// A place of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The page or file.
    pub address: Address,
    /// The place on the page.
    pub anchor: Option<String>,
    /// What it is called: "Figure 3", the text of a heading, the title of a page. Plain text.
    pub name: String,
}

/// Why a link leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Astray {
    /// What is wrong, without a full stop.
    pub message: String,
    /// What to do; may be empty.
    pub help: String,
}

impl Target {
    /// The link from a page of the site: `#six` on the page itself, else the address within the host.
    pub fn from_page(&self, base: &Base, page: &Address) -> String {
        if *page == self.address && self.anchor.is_some() {
            self.fragment()
        } else {
            base.rooted(&self.address) + &self.fragment()
        }
    }

    /// Whether it is a figure, called by its number.
    pub fn is_figure(&self) -> bool {
        self.name.starts_with("Figure\u{a0}")
    }

    /// The link from anywhere in the world.
    pub fn from_anywhere(&self, base: &Base) -> String {
        base.absolute(&self.address) + &self.fragment()
    }

    fn fragment(&self) -> String {
        self.anchor.as_ref().map_or(String::new(), |anchor| format!("#{}", encoded(anchor)))
    }
}
