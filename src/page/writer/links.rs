//! Links, references, images and claims: what leads elsewhere.

use std::ops::Range;

use math_core::MathDisplay;
use pulldown_cmark::{Event, Tag};

use super::{Medium, Writer};
use crate::diagnostic::Diagnostic;
use crate::essay::Node;
use crate::page::reliance::{claim_id, reference_id};
use crate::page::text::joints;
use crate::page::{Destination, Target, escape};

impl Writer<'_> {
    pub(super) fn link(&mut self, destination: &str, title: &str, bytes: &Range<usize>) -> String {
        let title = if title.is_empty() { String::new() } else { format!(" title=\"{}\"", escape(title)) };
        let Some((href, target)) = self.find(destination, bytes) else { return "<a>".to_owned() };
        let id = target.map_or(String::new(), |target| self.place_of_reference(&target, bytes));
        format!("<a href=\"{}\"{title}{id}>", escape(&href))
    }

    pub(super) fn reference(&mut self, destination: &str, bytes: &Range<usize>) {
        let Some((href, target)) = self.find(destination, bytes) else { return };
        let Some(target) = target.filter(|target| !target.name.is_empty()) else {
            self.faults.push(
                Diagnostic::error("link-without-text", self.span(bytes.clone()), "this link has no text")
                    .help("only a link to a figure, a heading or a page of this site writes its own"),
            );
            return;
        };
        // A figure's name is not the author's.
        let english = if target.is_figure() { self.english } else { "" };
        self.out.push_str(&format!(
            "<a class=\"reference\"{english} href=\"{}\"{}>{}</a>",
            escape(&href),
            self.place_of_reference(&target, bytes),
            escape(&joints(&target.name))
        ));
    }

    /// The id of a link to a figure, as an attribute: what is said of the figure leads to it.
    fn place_of_reference(&self, target: &Target, bytes: &Range<usize>) -> String {
        let led_to = target.is_figure() && self.medium == Medium::Page;
        let id = reference_id(&self.referring, bytes.start).filter(|_| led_to);
        id.map_or(String::new(), |id| format!(" id=\"{id}\""))
    }

    pub(super) fn image(&mut self, destination: &str, title: &str, alt: &str, bytes: &Range<usize>) {
        let title = if title.is_empty() { String::new() } else { format!(" title=\"{}\"", escape(title)) };
        let Some((src, target)) = self.find(destination, bytes) else { return };
        let at = self.within(bytes, destination, 0..destination.len());
        let Some(target) = target else {
            self.faults.push(
                Diagnostic::error("outside-picture", self.span(at), "this picture would be fetched from another host")
                    .help("put it beside the essay, and name its file; or link to it"),
            );
            return;
        };
        let size = match self.setting.links.picture(&target.address) {
            // Feed readers have styles of their own, in which a height may stand that is not that of the width.
            Ok(Some(size)) if self.medium == Medium::Page => {
                format!(" width=\"{}\" height=\"{}\"", size.width, size.height)
            }
            Ok(_) => String::new(),
            Err(astray) => {
                let fault = Diagnostic::error("picture", self.span(at), astray.message).help(astray.help);
                self.faults.push(fault);
                return;
            }
        };
        let src = escape(&src);
        self.out.push_str(&format!("<img src=\"{src}\" alt=\"{}\"{title}{size} loading=\"lazy\">", escape(alt)));
    }

    /// Looks at a text of which the words alone are written: where it leads, and whether its formulas can be read.
    pub fn look_at(&mut self, nodes: &[Node]) {
        let cited = self.cites.len();
        for node in nodes {
            match node {
                Node::Event(Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }), bytes) => {
                    self.find(dest_url, bytes);
                }
                Node::Reference { destination, bytes } => drop(self.find(destination, bytes)),
                Node::Event(Event::InlineMath(tex) | Event::DisplayMath(tex), bytes) => {
                    drop(self.mathml(tex, MathDisplay::Inline, bytes));
                }
                _ => {}
            }
        }
        self.cites.truncate(cited);
    }

    /// The address that a destination stands for, and the place of this site that it is, if it is one.
    fn find(&mut self, destination: &str, bytes: &Range<usize>) -> Option<(String, Option<Target>)> {
        match self.setting.links.find(destination) {
            Ok(Destination::Outside(href)) => Some((href, None)),
            Ok(Destination::Within(target)) => {
                self.cites.push(target.clone());
                Some((self.href(&target), Some(target)))
            }
            Err(astray) => {
                let at = self.within(bytes, destination, 0..destination.len());
                let fault = Diagnostic::error("broken-link", self.span(at), astray.message).help(astray.help);
                self.faults.push(fault);
                None
            }
        }
    }

    /// The address of a place of this site, as this medium needs it.
    pub(super) fn href(&self, target: &Target) -> String {
        match self.medium {
            Medium::Page => target.from_page(self.setting.base, self.setting.address),
            Medium::Feed => target.from_anywhere(self.setting.base),
        }
    }

    /// A claim: plain text, with what it was checked against as its title, and a link to the figure.
    pub(super) fn claim(&mut self, claim: usize) {
        let settled = self.settled;
        let Some(settled) = settled.get(claim) else { return };
        let figure = settled.figure.as_ref();
        let target = figure.and_then(|(essay, id)| self.setting.links.figure(essay.as_deref(), id));
        let title = |checked: &String| format!(" title=\"{}\" id=\"{}\"", escape(checked), claim_id(claim));
        let title = settled.checked.as_ref().map(title);
        let (open, close) = match (self.medium, title, target) {
            (Medium::Page, Some(title), Some(target)) => {
                // Nothing is done with it by keyboard that the next reference does not do.
                (format!("<a class=\"claim\" href=\"{}\" tabindex=\"-1\"{title}>", escape(&self.href(&target))), "</a>")
            }
            (Medium::Page, Some(title), None) => (format!("<span class=\"claim\"{title}>"), "</span>"),
            _ => (String::new(), ""),
        };
        self.out.push_str(&open);
        self.nodes(&settled.text.0);
        self.out.push_str(close);
    }
}
