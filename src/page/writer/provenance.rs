//! How a figure came to be, and which sentences rely on it, folded under it.

use super::Writer;
use crate::essay::Figure;
use crate::notation::grouped;
use crate::page::checked::named;
use crate::page::text::joints;
use crate::page::{escape, in_its_own};
use crate::verify::Provenance;

impl Writer<'_> {
    /// Writes who was asked what and who agreed, which controls failed, what relies on the figure, and the commands
    /// that tell more.
    pub(super) fn provenance(&mut self, figure: &Figure) {
        let asked = &figure.question;
        self.out.push_str(&format!(
            "<details class=\"data provenance\"{}>\n<summary>How it was computed</summary>\n<ul>\n",
            self.english
        ));
        let mut told: Vec<(String, usize)> = Vec::new();
        for record in figure.picture.provenance() {
            let sentence = sentence(record);
            match told.iter_mut().find(|(known, _)| *known == sentence) {
                Some((_, times)) => *times += 1,
                None => told.push((sentence, 1)),
            }
        }
        for (sentence, times) in told {
            let times = if times > 1 { format!(" ({times} times)") } else { String::new() };
            self.out.push_str(&format!("<li>{sentence}{times}</li>\n"));
        }
        self.out.push_str("</ul>\n");
        let relied = self.setting.reliances.on(&self.essay.source.path, &asked.id);
        if !relied.is_empty() {
            let own = in_its_own(self.setting.language);
            self.out.push_str(&format!("<p>What is said of it:</p>\n<ul class=\"relied\"{own}>\n"));
            for reliance in relied {
                let href = escape(&self.href(&reliance.target));
                self.out.push_str(&format!("<li><a href=\"{href}\"><q>{}</q></a></li>\n", escape(&reliance.sentence)));
            }
            self.out.push_str("</ul>\n");
        }
        let place = escape(&format!("{}#{}", self.essay.source.path, asked.id));
        let kind = asked.directive.kind.name;
        self.out.push_str(&format!(
            "<p>It can be derived again with <code>rungs figure {kind} {place}</code>.</p>\n</details>\n"
        ));
    }
}

/// One question, and how it was answered, as HTML.
fn sentence(record: &Provenance) -> String {
    let [one, other] = &record.witnesses;
    let positions = |count: u64| format!("{} position{}", grouped(count), if count == 1 { "" } else { "s" });
    let twice = if record.told_twice() { ": one basis, told twice" } else { "" };
    let controls = record.controls.iter().map(|control| {
        format!(
            " Made wrong on purpose, {} fails with {} {}.",
            named(&control.of),
            named(&control.name),
            joints(&format!("on {} of {}", grouped(control.refuted), positions(control.positions)))
        )
    });
    format!(
        "The {} of {} of <code>{}</code>, {} play: {} ({}), and {} ({}), agree on {}{twice}.{}",
        record.ask,
        joints(&positions(record.positions)),
        escape(&record.game),
        record.convention,
        named(&one.name),
        one.basis,
        named(&other.name),
        other.basis,
        if record.positions == 1 { "it" } else { "every one" },
        controls.collect::<String>()
    )
}
