//! Pages: self-contained HTML, charts as SVG inside it, nothing fetched.
//!
//! Every page is `layout.html` filled by a template of its own: switches for language and darkness, a content security policy
//! that lets nothing run but the page's own script, styles for narrow screens and print. Tiles are drawn ([`tiles`]), so no page needs
//! a font. What is said in both languages goes through the templates' `t(english, chinese)` or [`Words`]; without a
//! Chinese font on the machine, pages show the English beside it.

mod beside;
mod board;
mod charts;
mod curves;
mod markdown;
mod paint;
mod replay;
mod report;
pub mod tiles;
mod words;

pub use beside::NamedStudy;
pub use curves::{Curve, CurveError, curves_page};
pub use markdown::fan_table;
pub use replay::replay_page;
pub use report::{Source, report_page};
pub use words::Words;

use base64ct::{Base64, Encoding};
use minijinja::{
    AutoEscape, Environment, Error, HtmlEscape, context,
    value::{Serde, Value},
};
use sha2::{Digest, Sha256};

/// A kind of page: its template with the styles and scripts that it needs besides those of every page.
struct Layout {
    template: &'static str,
    styles: &'static [&'static str],
    scripts: &'static [&'static str],
}

/// What every page begins with.
const STYLE: &str = include_str!("templates/style.css");
const SCRIPT: &str = include_str!("templates/base.js");

/// Fills a page; values are escaped unless marked safe.
fn render(layout: &Layout, values: impl serde::Serialize) -> Result<String, Error> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_function("t", |english: &str, chinese: &str| {
        Value::from_safe_string(Words::new(english, chinese).html())
    });
    environment.add_template("layout.html", include_str!("templates/layout.html"))?;
    environment.add_template("page.html", layout.template)?;
    let style = [&[STYLE], layout.styles].concat().concat();
    let script = [&[SCRIPT], layout.scripts].concat().concat();
    let values = context! {
        policy => policy(&style, &script),
        style => style,
        script => script,
        version => mcr_sim::PROGRAM_VERSION,
        ..Value::from(Serde(values))
    };
    environment.get_template("page.html")?.render(values)
}

/// A content security policy: this style, this script and drawings made by it, nothing from anywhere else.
fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| Base64::encode_string(&Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; img-src data: blob:; base-uri 'none'; form-action 'none'",
        hash(style),
        hash(script)
    )
}

/// Text for inside an element.
fn escaped(text: &str) -> String {
    HtmlEscape(text).to_string()
}

/// JSON for inside a script element, which no text in it can end.
fn script_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned()).replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours `#rrggbb` as WCAG 2 defines it, 1 to 21.
    fn contrast(a: &str, b: &str) -> f64 {
        let luminance = |color: &str| {
            let part = |from: usize| {
                let value = u8::from_str_radix(&color[from..from + 2], 16).expect("hexadecimal");
                let value = f64::from(value) / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The variables of one theme: of the first block, or of that with `theme` in its selector.
    fn colors(theme: &str) -> std::collections::BTreeMap<&'static str, &'static str> {
        let start = STYLE.find(theme).unwrap_or_else(|| panic!("no {theme}"));
        let block = &STYLE[start..];
        let block = &block[block.find('{').expect("a block") + 1..block.find('}').expect("its end")];
        let pairs = block.split(';').filter_map(|line| line.trim().strip_prefix("--")?.split_once(": "));
        pairs.filter(|(_, value)| value.starts_with('#') && value.len() == 7).collect()
    }

    /// WCAG 2 AA asks for 4.5 between text and what it stands on.
    #[test]
    fn text_has_enough_contrast_in_both_themes() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9, "the measure itself");
        assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.01, "the measure itself");
        for theme in [":root {", ":root[data-theme=\"dark\"] {"] {
            let colors = colors(theme);
            for text in ["ink", "muted", "a", "b", "c", "bad"] {
                for ground in ["paper", "card", "mark"] {
                    let found = contrast(colors[text], colors[ground]);
                    assert!(found >= 4.5, "{theme} --{text} on --{ground}: {found:.2}");
                }
            }
        }
    }

    #[test]
    fn the_policy_names_the_hashes_that_browsers_compute() {
        // sha256 of nothing, as RFC 6234 gives it.
        let empty = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
        assert!(policy("", "").contains(&format!("script-src 'sha256-{empty}'")));
    }

    #[test]
    fn json_cannot_end_its_script_element() {
        assert!(!script_json(&"</script><script>alert(1)</script>").contains('<'));
    }
}
