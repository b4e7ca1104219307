//! `mcr report` and `mcr replay --html`: the pages, opened in a browser where there is one.

use crate::{
    browser::{Browser, Fonts},
    common::{output, refusal, text},
};
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
};

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
    html.contains("default-src 'none'")
        && places.filter(outside).count() == 0
        && html.matches("://").count() == html.matches("http://www.w3.org/2000/svg").count()
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
    let Some(mut browser) = Browser::start(Fonts::All) else { return };
    browser.open(&page);
    let visible = browser.value(
        "[...document.querySelectorAll('svg.chart')].filter(svg =>
           svg.getBoundingClientRect().height > 100 && svg.querySelectorAll('text').length > 5).length",
    );
    assert_eq!(visible, json!(CHARTS.len()));
    let color = browser.value("getComputedStyle(document.querySelector('svg.chart text')).fill");
    assert_ne!(color, json!("rgb(1, 2, 3)"), "the mark of a colour is in its place");
    // By the keyboard: the first heading of the table of fans sorts down, then up.
    browser.value("document.querySelector('#fans thead button').focus()");
    let first = "Number(document.querySelector('#fans table').tBodies[0].rows[0].cells[0].textContent)";
    browser.press("Enter");
    assert_eq!(browser.value(first), json!(82));
    browser.press("Enter");
    assert_eq!(browser.value(first), json!(1));
    is_usable(&mut browser, &page, "report");
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
        assert!(beside.contains(&format!(">{name}: points</button>")), "{name}");
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

#[test]
fn a_replay_can_be_stepped_through() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(folder.path());
    let page = folder.path().join("deal.html");
    output(&["replay", text(&run), "5", "--html", text(&page)]);
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.len() < 2_000_000 && is_self_contained(&html));
    let Some(mut browser) = Browser::start(Fonts::All) else { return };
    browser.open(&page);
    let step = |browser: &mut Browser| browser.value("Number(document.body.dataset.step)").as_u64().unwrap();
    let mut found = vec![step(&mut browser)];
    browser.value("document.getElementById('next').click()");
    found.push(step(&mut browser));
    for key in ["ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft"] {
        browser.press(key);
        found.push(step(&mut browser));
    }
    assert_eq!(found, [0, 1, 2, 1, 0, 0]);
    let hands = browser.value(
        "[...document.querySelectorAll('.hand')].map(hand => hand.querySelectorAll('svg.tile').length)",
    );
    assert_eq!(hands, json!([14, 13, 13, 13]));
    let chips = browser.value(
        "[document.querySelectorAll('.chip').length > 1, document.querySelectorAll('.chip.chosen').length]",
    );
    assert_eq!(chips, json!([true, 1]));
    assert_eq!(browser.value("document.getElementById('result').hidden"), json!(true));
    let last = browser.value("Number(document.getElementById('slider').max)").as_u64().unwrap();
    browser.press("End");
    assert_eq!(step(&mut browser), last);
    assert_eq!(browser.value("document.getElementById('result').hidden"), json!(false));
    // On every step every tile is somewhere.
    browser.press("Home");
    for place in 0..=last {
        assert_eq!(step(&mut browser), place);
        let tiles = browser.value(
            "document.querySelectorAll('#table svg.tile:not(.claimed)').length + Number(document.getElementById('wall').textContent)",
        );
        assert_eq!(tiles, json!(144), "step {place}");
        browser.press("ArrowRight");
    }
    let unnamed = browser.value(
        "[...document.querySelectorAll('svg.tile')].filter(svg => !svg.getAttribute('aria-label')).length",
    );
    assert_eq!(unnamed, json!(0));
    is_usable(&mut browser, &page, "replay");
}

/// Tiles are drawings: without a Chinese font they look as they do with one, and no Chinese stands alone.
#[test]
fn tiles_need_no_font() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(folder.path());
    let page = folder.path().join("deal.html");
    output(&["replay", text(&run), "7", "--html", text(&page)]);
    let mut pictures = Vec::new();
    for fonts in [Fonts::All, Fonts::NotChinese] {
        let Some(mut browser) = Browser::start(fonts) else { return };
        for (width, screen) in [(1280, "desk"), (390, "phone")] {
            browser.size(width, 900);
            browser.open(&page);
            (0..20).for_each(|_| browser.press("ArrowRight"));
            browser.picture(&format!("replay-{screen}-{fonts:?}"), None);
            // The head says what the machine can show, which moves the rest by parts of a pixel.
            browser.value("document.querySelector('.top').style.display = 'none'");
            let hand = browser.picture("hand", Some("#table .seat:nth-child(1) .hand"));
            let river = browser.picture("river", Some("#table .seat:nth-child(2) .river"));
            pictures.push((width, hand, river));
        }
        if fonts == Fonts::NotChinese {
            assert_eq!(browser.value("document.documentElement.dataset.chinese"), json!("no"));
            // Whoever asks for Chinese all the same gets the English beside it.
            browser.value("document.getElementById('language').click()");
            let shown = browser.value("document.querySelector('#seat-0').innerText");
            assert!(shown.as_str().is_some_and(|text| text.contains("East")), "{shown}");
            assert_eq!(
                browser.value(
                    "document.querySelector('svg.tile').getAttribute('aria-label').charCodeAt(0) < 128"
                ),
                json!(true)
            );
        }
    }
    let (with, without) = pictures.split_at(2);
    assert!(with == without, "tiles differ with and without a Chinese font");
    assert!(with[0].1.len() > 2000, "there is something to see");
}

/// What every page must be: usable in both languages and themes, narrow and printed, by keyboard and by ear; asking for
/// nothing; and remembering how it is wanted.
fn is_usable(browser: &mut Browser, page: &Path, name: &str) {
    browser.size(1280, 900);
    browser.media("screen", "light");
    browser.open(page);
    assert_eq!(
        browser.value("[document.documentElement.lang, document.documentElement.dataset.theme]"),
        json!(["en", "light"])
    );
    for language in ["en", "zh"] {
        for theme in ["light", "dark"] {
            browser.picture(&format!("{name}-{language}-{theme}"), None);
            if let Some(barriers) = browser.barriers() {
                assert_eq!(barriers, Vec::<String>::new(), "{name} {language} {theme}");
            }
            browser.value("document.getElementById('theme').click()");
        }
        browser.value("document.getElementById('language').click()");
    }
    // Both are as they were; what is chosen now outlasts the page.
    browser.value("document.getElementById('theme').click(); document.getElementById('language').click()");
    browser.open(page);
    assert_eq!(
        browser.value("[document.documentElement.lang, document.documentElement.dataset.theme]"),
        json!(["zh-Hans", "dark"])
    );
    browser.value("document.getElementById('theme').click(); document.getElementById('language').click()");
    let overflow = "document.documentElement.scrollWidth > innerWidth";
    for width in [1280, 390, 320] {
        browser.size(width, 800);
        assert_eq!(browser.value(overflow), json!(false), "{name} at {width}");
        browser.picture(&format!("{name}-{width}"), None);
    }
    browser.size(1280, 900);
    browser.media("print", "dark");
    assert_eq!(browser.value("getComputedStyle(document.querySelector('.switches')).display"), json!("none"));
    assert_eq!(browser.value("getComputedStyle(document.body).backgroundColor"), json!("rgb(255, 255, 255)"));
    browser.picture(&format!("{name}-print"), None);
    browser.media("screen", "light");
    // The first stop of the tabulator leads past the head of the page; every control can be reached.
    browser.value("document.activeElement.blur()");
    browser.press("Tab");
    assert_eq!(browser.value("document.activeElement.className"), json!("skip"));
    assert_eq!(browser.console(), Vec::<String>::new());
    assert_eq!(browser.requests(), Vec::<String>::new());
}

/// What a page is without what it shows: its data and the charts of them.
fn without_data(html: &str) -> usize {
    let mut size = html.len();
    for (start, end) in [
        ("<script type=\"application/json\"", "</script>"),
        ("<svg class=\"chart\"", "</svg>"),
        ("<tbody>", "</tbody>"),
    ] {
        for (place, _) in html.match_indices(start) {
            size -= html[place..].find(end).unwrap_or(0);
        }
    }
    size
}

#[test]
fn pages_are_small_without_their_data() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(folder.path());
    let page = folder.path().join("page.html");
    for arguments in [vec!["replay", text(&run), "5", "--html"], vec!["report", text(&run), "-o"]] {
        output(&[&arguments[..], &[text(&page)]].concat());
        let size = without_data(&fs::read_to_string(&page).unwrap());
        assert!(size < 150_000, "{arguments:?}: {size} bytes");
    }
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
    assert_eq!(html.matches("<svg class=\"chart\"").count(), 2);
    assert!(html.contains("1.75") && html.contains("holdout"));
    if let Some(mut browser) = Browser::start(Fonts::All) {
        is_usable(&mut browser, &page, "curves");
    }
    let odd = folder.path().join("odd.csv");
    fs::write(&odd, "step,loss\n10\n").unwrap();
    assert!(refusal(&["report", text(&odd), "-o", text(&page)]).contains("line 2"));
    assert!(
        refusal(&["report", text(&folder.path().join("no.csv")), "-o", text(&page)]).contains("cannot read")
    );
}
