//! Pages: self-contained HTML, charts as SVG inside it, nothing fetched.

mod beside;
mod charts;
mod curves;
mod markdown;
mod paint;
mod replay;
mod report;
mod tiles;

pub use beside::NamedStudy;
pub use curves::{Curve, CurveError, curves_page};
pub use markdown::fan_table;
pub use replay::replay_page;
pub use report::{Source, report_page};

use minijinja::{AutoEscape, Environment, Error, value::Serde};

/// Fills a template of this crate; values are escaped unless marked safe.
fn render(name: &str, context: impl serde::Serialize) -> Result<String, Error> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_template("style.css", include_str!("templates/style.css"))?;
    environment.add_template("theme.js", include_str!("templates/theme.js"))?;
    environment.add_template("curves.html", include_str!("templates/curves.html"))?;
    environment.add_template("report.html", include_str!("templates/report.html"))?;
    environment.add_template("report.js", include_str!("templates/report.js"))?;
    environment.add_template("replay.html", include_str!("templates/replay.html"))?;
    environment.add_template("replay.css", include_str!("templates/replay.css"))?;
    environment.add_template("replay.js", include_str!("templates/replay.js"))?;
    environment.get_template(name)?.render(Serde(context))
}

/// JSON for inside a script element, which no text in it can end.
fn script_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned()).replace('<', "\\u003c")
}
