//! `mcr report` and `mcr replay --html`: the pages, opened in a browser where there is one.

use crate::common::{output, refusal, text};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Debian's name first.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// What a browser made of a page.
struct Opened {
    dom: String,
    /// Lines that the page's console got.
    console: Vec<String>,
}

fn browser() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let found =
        BROWSERS.iter().flat_map(|name| std::env::split_paths(&folders).map(move |folder| folder.join(name)));
    let found = found.into_iter().find(|path| path.is_file());
    if found.is_none() {
        println!("skipped: no {} on the PATH (Debian: apt install chromium)", BROWSERS[0]);
    }
    found
}

/// Opens a page, with `script` run after its own, and gives the page as it then is.
fn open(browser: &Path, page: &Path, script: &str) -> Opened {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("page.html");
    let mut html = fs::read_to_string(page).unwrap();
    html.push_str(&format!("<script>{script}</script>"));
    fs::write(&copy, html).unwrap();
    let said = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
        ])
        .args([
            "--enable-logging=stderr",
            "--virtual-time-budget=5000",
            "--window-size=1280,900",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}", copy.display()))
        .output()
        .expect("the browser starts");
    let console = String::from_utf8_lossy(&said.stderr)
        .lines()
        .filter(|line| line.contains("CONSOLE"))
        .map(str::to_owned)
        .collect();
    Opened { dom: String::from_utf8_lossy(&said.stdout).into_owned(), console }
}

fn run(folder: &Path) -> PathBuf {
    let path = folder.join("run");
    let arguments =
        ["simulate", "--deals", "300", "--part-deals", "100", "--log", "steps", "--agents", "greedy,random"];
    output(&[&arguments[..], &["--out", text(&path)]].concat());
    path
}

/// Nothing on a page comes from elsewhere: the only addresses are the names of SVG.
fn is_self_contained(html: &str) -> bool {
    let places = ["src=\"", "href=\"", "url(", "@import"]
        .iter()
        .flat_map(|word| html.match_indices(word).map(move |(place, _)| &html[place + word.len()..]));
    let outside = |rest: &&str| !(rest.starts_with('#') || rest.starts_with("data:"));
    places.filter(outside).count() == 0
        && html.matches("http").count() == html.matches("http://www.w3.org/2000/svg").count()
}

const CHARTS: [&str; 10] = [
    "frequencies",
    "against",
    "value-exact",
    "value-play",
    "points",
    "players",
    "lengths",
    "waits",
    "together",
    "growth",
];

#[test]
fn the_report_shows_every_chart_and_sorts() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(folder.path());
    let page = folder.path().join("report.html");
    output(&["report", text(&run), "-o", text(&page)]);
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.len() < 2_000_000, "{} bytes", html.len());
    assert!(is_self_contained(&html));
    for chart in CHARTS {
        assert!(html.contains(&format!("<section id=\"{chart}\"")), "no {chart}");
    }
    assert_eq!(html.matches("<svg class=\"chart\"").count(), CHARTS.len());
    let Some(browser) = browser() else { return };
    let script = "
        const charts = [...document.querySelectorAll('svg.chart')];
        const visible = charts.filter(svg => svg.getBoundingClientRect().height > 100 && svg.querySelectorAll('text').length > 5);
        document.body.dataset.charts = visible.length;
        document.body.dataset.colour = getComputedStyle(charts[0].querySelector('text')).fill;
        const table = document.querySelector('#fans table');
        const ids = () => [...table.tBodies[0].rows].map(row => Number(row.cells[0].textContent));
        table.tHead.rows[0].cells[0].click();
        document.body.dataset.down = ids()[0];
        table.tHead.rows[0].cells[0].click();
        document.body.dataset.up = ids()[0];
        const light = getComputedStyle(document.body).backgroundColor;
        document.getElementById('theme').click();
        document.body.dataset.themes = getComputedStyle(document.body).backgroundColor !== light;
        document.body.dataset.overflow = document.documentElement.scrollWidth > innerWidth;";
    let Opened { dom, console } = open(&browser, &page, script);
    assert_eq!(console, Vec::<String>::new());
    for (name, value) in [
        ("charts", CHARTS.len().to_string().as_str()),
        ("down", "82"),
        ("up", "1"),
        ("themes", "true"),
        ("overflow", "false"),
    ] {
        assert!(
            dom.contains(&format!("data-{name}=\"{value}\"")),
            "data-{name} is not {value}: {}",
            body(&dom)
        );
    }
    assert!(
        !dom.contains("data-colour=\"rgb(1, 2, 3)\"") && dom.contains("data-colour=\"rgb("),
        "{}",
        body(&dom)
    );
}

/// Runs of several rule sets: the first is the page's, all of them stand beside each other, fan by fan.
#[test]
fn other_rule_sets_stand_beside_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let runs: Vec<PathBuf> = ["room-public", "competition-2012", "mcr"]
        .iter()
        .map(|rules| {
            let path = folder.path().join(rules);
            let play = ["simulate", "--deals", "200", "--agents", "greedy", "--rules", rules, "--out"];
            output(&[&play[..], &[text(&path)]].concat());
            path
        })
        .collect();
    let page = folder.path().join("report.html");
    let arguments: Vec<&str> = runs.iter().map(|path| text(path)).collect();
    output(&[&["report"], &arguments[..], &["-o", text(&page)]].concat());
    let html = fs::read_to_string(&page).unwrap();
    assert!(is_self_contained(&html) && html.len() < 2_000_000);
    let beside = &html[html.find("<section id=\"beside\"").expect("the section")..];
    let beside = &beside[..beside.find("</section>").unwrap()];
    for name in ["room-public", "competition-2012", "mcr"] {
        assert!(beside.contains(&format!("<th>{name}: points</th>")), "{name}");
    }
    // Fans of the 2012 code alone, of the room alone, and of two of the three.
    let shown = |fan: &str| {
        let row = &beside[beside.find(fan).unwrap_or_else(|| panic!("no {fan}"))..];
        let cells = row[..row.find("</tr>").unwrap()].split("<td").skip(2).collect::<Vec<_>>();
        cells.chunks(3).map(|cells| !cells[0].ends_with("></td>")).collect::<Vec<_>>()
    };
    assert_eq!(shown(">门清</td>"), [false, true, false]);
    assert_eq!(shown(">听</td>"), [true, false, false]);
    assert_eq!(shown(">断幺</td>"), [true, false, true]);
    let other = [&["report", "--markdown"], &arguments[..]].concat();
    assert!(refusal(&other).contains("competition-2012"), "{}", refusal(&other));
}

/// The tag with what the script found.
fn body(dom: &str) -> &str {
    let start = dom.find("<body").unwrap_or(0);
    &dom[start..start + dom[start..].find('>').unwrap_or(0)]
}

#[test]
fn a_replay_can_be_stepped_through() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(folder.path());
    let page = folder.path().join("deal.html");
    output(&["replay", text(&run), "5", "--html", text(&page)]);
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.len() < 2_000_000 && is_self_contained(&html));
    let Some(browser) = browser() else { return };
    let script = "
        const step = () => Number(document.body.dataset.step);
        const key = name => document.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
        const found = [step()];
        document.getElementById('next').click(); found.push(step());
        key('ArrowRight'); found.push(step());
        key('ArrowLeft'); found.push(step());
        document.getElementById('back').click(); found.push(step());
        key('ArrowLeft'); found.push(step());
        document.body.dataset.found = found.join(' ');
        const chips = document.querySelectorAll('#chips span').length;
        document.body.dataset.choices = chips > 1 && document.querySelectorAll('#chips .chosen').length === 1;
        const hands = [...document.querySelectorAll('.hand')].map(hand => hand.querySelectorAll('svg.tile').length);
        document.body.dataset.hands = hands.join(' ');
        document.body.dataset.hidden = document.getElementById('result').hidden;
        key('End');
        document.body.dataset.last = step() === Number(document.getElementById('slider').max);
        document.body.dataset.result = !document.getElementById('result').hidden;
        const every = new Set();
        for (key('Home'); ; key('ArrowRight')) {
          if (every.has(step())) break;
          every.add(step());
          const all = document.querySelectorAll('.table svg.tile:not(.claimed)').length;
          if (all + Number(document.getElementById('wall').textContent) !== 144 && !document.body.dataset.lost) document.body.dataset.lost = step() + ':' + all;
        }
        document.body.dataset.every = every.size === Number(document.getElementById('slider').max) + 1;";
    let Opened { dom, console } = open(&browser, &page, script);
    assert_eq!(console, Vec::<String>::new());
    for (name, value) in [
        ("found", "0 1 2 1 0 0"),
        ("choices", "true"),
        ("hands", "14 13 13 13"),
        ("hidden", "true"),
        ("last", "true"),
        ("result", "true"),
        ("every", "true"),
    ] {
        assert!(
            dom.contains(&format!("data-{name}=\"{value}\"")),
            "data-{name} is not {value}: {}",
            body(&dom)
        );
    }
    // On every step every tile is somewhere.
    assert!(!body(&dom).contains("data-lost"), "{}", body(&dom));
}

#[test]
fn learning_curves_are_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let (training, page) = (folder.path().join("net"), folder.path().join("curves.html"));
    fs::create_dir_all(&training).unwrap();
    fs::write(training.join("training.csv"), "step,loss,rate\n10,2,0.1\n20,1.5,0.1\n").unwrap();
    fs::write(training.join("holdout.csv"), "step,loss\n20,1.75\n").unwrap();
    output(&["report", text(&training), "-o", text(&page)]);
    let html = fs::read_to_string(&page).unwrap();
    assert_eq!(html.matches("<svg").count(), 2);
    assert!(html.contains("1.75") && html.contains("holdout"));
    let odd = folder.path().join("odd.csv");
    fs::write(&odd, "step,loss\n10\n").unwrap();
    assert!(refusal(&["report", text(&odd), "-o", text(&page)]).contains("line 2"));
    assert!(
        refusal(&["report", text(&folder.path().join("no.csv")), "-o", text(&page)]).contains("cannot read")
    );
}
