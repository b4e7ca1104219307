//! A headless Chromium that tests drive over its debugging pipe: pages are opened as people open them, with and without
//! Chinese fonts, and asked what they show. Nothing is fetched; what a page asks for is written down.

use base64ct::{Base64, Encoding};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::Duration,
};
use tempfile::TempDir;

/// Debian's name first.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// How long one answer may take on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// What fonts a browser sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fonts {
    /// Those of the machine.
    All,
    /// Those that have no Chinese.
    NotChinese,
}

/// Hides every font that can write Chinese, Japanese or Korean.
const WITHOUT_CHINESE: &str = r#"<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<selectfont><rejectfont>
<pattern><patelt name="lang"><string>zh-cn</string></patelt></pattern>
<pattern><patelt name="lang"><string>zh-tw</string></patelt></pattern>
<pattern><patelt name="lang"><string>ja</string></patelt></pattern>
<pattern><patelt name="lang"><string>ko</string></patelt></pattern>
</rejectfont></selectfont>
</fontconfig>
"#;

/// A running browser with one open page.
pub(crate) struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    /// Events that came while something else was waited for.
    events: Vec<Value>,
    session: String,
    sent: u64,
    _profile: TempDir,
}

impl Browser {
    /// Starts one, or says why the test is skipped.
    pub(crate) fn start(fonts: Fonts) -> Option<Browser> {
        let Some(path) = installed() else {
            println!("skipped: no {} on the PATH (Debian: apt install chromium)", BROWSERS[0]);
            return None;
        };
        let profile = tempfile::tempdir().expect("a folder");
        let mut command = Command::new("sh");
        // The pipe is the descriptors 3 and 4.
        command.args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 1>&2 0</dev/null"]).arg(path);
        command.args([
            "--headless=new",
            "--remote-debugging-pipe",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
        ]);
        command.args(["--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking"]);
        command.args(["--disable-component-update", "--disable-sync", "--hide-scrollbars", "--lang=en-US"]);
        command.arg(format!("--user-data-dir={}", profile.path().join("profile").display()));
        if fonts == Fonts::NotChinese {
            let file = profile.path().join("fonts.conf");
            fs::write(&file, WITHOUT_CHINESE).expect("a file");
            command.env("FONTCONFIG_FILE", file);
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("sh starts");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in output.split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { return };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut browser = Browser {
            child,
            input,
            messages,
            events: Vec::new(),
            session: String::new(),
            sent: 0,
            _profile: profile,
        };
        let target = browser.ask("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        browser.session =
            browser.ask("Target.attachToTarget", target)["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.ask(&format!("{domain}.enable"), json!({}));
        }
        browser.size(1280, 900);
        Some(browser)
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.sent += 1;
        let mut message = json!({ "id": self.sent, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let bytes = serde_json::to_vec(&message).expect("JSON");
        self.input.write_all(&[&bytes[..], &[0]].concat()).expect("the browser listens");
        loop {
            let mut answer = self.next(method);
            if answer["id"] == json!(self.sent) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].take();
            }
            self.events.push(answer);
        }
    }

    fn next(&mut self, waiting_for: &str) -> Value {
        self.messages.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{waiting_for}: {error}"))
    }

    /// Opens a file and waits until it is there. What an earlier page said and asked for is forgotten.
    pub(crate) fn open(&mut self, page: &Path) {
        self.events.clear();
        let url = format!("file://{}", page.canonicalize().expect("a page").display());
        self.ask("Page.navigate", json!({ "url": url }));
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let event = self.next("the page");
            self.events.push(event);
        }
    }

    /// The value of an expression on the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.ask("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    /// Presses a key as a person does; keys that write something are named by it.
    pub(crate) fn press(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            " " => 32,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            letter => u32::from(letter.to_ascii_uppercase().as_bytes()[0]),
        };
        let text = match key {
            "Enter" => "\r",
            one if one.len() == 1 => one,
            _ => "",
        };
        let mut event = json!({ "type": "keyDown", "key": key, "windowsVirtualKeyCode": code });
        if !text.is_empty() {
            event["text"] = json!(text);
        }
        self.ask("Input.dispatchKeyEvent", event);
        self.ask(
            "Input.dispatchKeyEvent",
            json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code }),
        );
    }

    /// Makes the window so large.
    pub(crate) fn size(&mut self, width: u32, height: u32) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.ask("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Shows the page as for this medium (`screen`, `print`) and with this preference for colours (`light`, `dark`).
    pub(crate) fn media(&mut self, medium: &str, colors: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": colors }]);
        self.ask("Emulation.setEmulatedMedia", json!({ "media": medium, "features": features }));
    }

    /// A picture of the whole page, or of one element. It is also left in the target folder, for people to look at.
    pub(crate) fn picture(&mut self, name: &str, of: Option<&str>) -> Vec<u8> {
        let mut asked = json!({ "format": "png", "captureBeyondViewport": true });
        let place = match of {
            Some(selector) => self.value(&format!(
                "(() => {{ const r = document.querySelector('{selector}').getBoundingClientRect();
                   return {{ x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: r.height, scale: 1 }}; }})()"
            )),
            None => self.value(
                "({ x: 0, y: 0, width: innerWidth, height: Math.min(document.documentElement.scrollHeight, 6000), scale: 1 })",
            ),
        };
        asked["clip"] = place;
        let answer = self.ask("Page.captureScreenshot", asked);
        let png = Base64::decode_vec(answer["data"].as_str().expect("a picture")).expect("base64");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(format!("{name}.png")), &png).expect("a file");
        png
    }

    /// What the page's console got since it was opened: messages, errors, refusals of its policy.
    pub(crate) fn console(&mut self) -> Vec<String> {
        self.value("0");
        let told = ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"];
        let told = |event: &&Value| told.iter().any(|method| event["method"] == *method);
        self.events.iter().filter(told).map(|event| event["params"].to_string()).collect()
    }

    /// What the page asked for since it was opened, but for itself and what is inside it.
    pub(crate) fn requests(&mut self) -> Vec<String> {
        self.value("0");
        let sent = self.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        let urls = sent.filter_map(|event| event["params"]["request"]["url"].as_str());
        urls.skip(1)
            .filter(|url| !url.starts_with("data:") && !url.starts_with("blob:"))
            .map(str::to_owned)
            .collect()
    }

    /// What axe-core finds wrong for people who use a page without eyes or without a mouse, serious or worse. `None`, said
    /// once, where `scripts/axe.sh` has not brought it.
    pub(crate) fn barriers(&mut self) -> Option<Vec<String>> {
        let axe = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/axe/node_modules/axe-core/axe.min.js");
        let Ok(axe) = fs::read_to_string(std::env::var_os("AXE_CORE").map_or(axe, PathBuf::from)) else {
            println!("skipped: no axe-core; scripts/axe.sh brings it");
            return None;
        };
        self.value(&format!("{axe}; 0"));
        let found = self.value(
            "axe.run(document, { resultTypes: ['violations'] }).then(found => found.violations
               .filter(v => v.impact === 'serious' || v.impact === 'critical')
               .flatMap(v => v.nodes.map(n => v.id + ': ' + n.target.join(' ') + ': ' + n.failureSummary.slice(0, 200))))",
        );
        Some(serde_json::from_value(found).expect("texts"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session.clear();
        self.sent += 1;
        let bye = json!({ "id": self.sent, "method": "Browser.close" });
        if self.input.write_all(&[&serde_json::to_vec(&bye).unwrap_or_default()[..], &[0]].concat()).is_err()
        {
            _ = self.child.kill();
        }
        // Pages that hang do not close.
        for _ in 0..200 {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(50)),
                _ => return,
            }
        }
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn installed() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let mut found =
        BROWSERS.iter().flat_map(|name| std::env::split_paths(&folders).map(move |folder| folder.join(name)));
    found.find(|path| path.is_file())
}
