//! Each form of a report, checked against the rules of its own format by code that shares nothing with
//! what wrote it.

use clew_report::model::Report;
use clew_report::sarif::Told;
use clew_report::{Gate, Sources, cobertura, html, junit, lcov, sarif};
use quick_xml::events::Event;
use std::collections::{BTreeMap, BTreeSet};

const CODE: &str =
    "int pick(int *p, int n) {\n    if (n > 0 && n < 9)\n        return p[n];\n    return 0;\n}\n";

/// A result with each status, a test, a reproducer and three findings.
fn report() -> Report {
    serde_json::from_str(
        r#"{ "clew": "0.1.0", "seed": 1, "units": [ {
            "file": "src/pick.c", "function": "pick", "line": 1, "end_line": 5,
            "criteria": [
                { "name": "branch", "total": 4, "covered": 2, "infeasible": 1, "open": 1 },
                { "name": "mcdc", "total": 2, "covered": 1, "infeasible": 1, "open": 0 } ],
            "objectives": [
                { "id": "branch:1", "criterion": "branch", "file": "src/pick.c", "line": 2, "column": 9,
                  "decision": [2, 9], "text": "n > 0 is true", "status": "covered", "test": 1 },
                { "id": "branch:2", "criterion": "branch", "file": "src/pick.c", "line": 2, "column": 9,
                  "decision": [2, 9], "text": "n > 0 is false", "status": "covered", "test": 2 },
                { "id": "branch:3", "criterion": "branch", "file": "src/pick.c", "line": 2, "column": 18,
                  "decision": [2, 9], "text": "n < 9 is true", "status": "infeasible",
                  "argument": "exhaustion", "assumes": [], "certificate": "proofs/pick/branch-3.proof" },
                { "id": "branch:4", "criterion": "branch", "file": "src/pick.c", "line": 2, "column": 18,
                  "decision": [2, 9], "text": "n < 9 is false", "status": "open", "why_open": "the <time> is up" },
                { "id": "mcdc:1", "criterion": "mcdc", "file": "src/pick.c", "line": 2, "column": 9,
                  "decision": [2, 9], "text": "n > 0 independently affects the outcome", "status": "covered", "test": 1 },
                { "id": "mcdc:2", "criterion": "mcdc", "file": "src/pick.c", "line": 2, "column": 18,
                  "decision": [2, 9], "text": "n < 9 independently affects the outcome", "status": "infeasible" } ],
            "tests": [
                { "id": 1, "name": "test_one", "inputs": { "n": 1 }, "covers": ["branch:1", "mcdc:1"],
                  "outcome": "return", "returns": 0 },
                { "id": 2, "name": "test_two", "inputs": { "n": 0 }, "covers": ["branch:2", "mcdc:1"],
                  "outcome": "return", "returns": 0 },
                { "id": 3, "name": "test_crash", "inputs": { "p": [1], "n": 5 }, "covers": ["branch:1"],
                  "outcome": "fault:out-of-bounds", "returns": null },
                { "id": 4, "name": "test_null", "inputs": { "p": null }, "covers": [],
                  "outcome": "fault:null-dereference", "returns": null } ],
            "findings": [
                { "kind": "out-of-bounds", "file": "src/pick.c", "line": 3, "column": 16,
                  "message": "read of 4 bytes & more", "test": 3, "rank": "certain", "sanitizer": "confirmed" },
                { "kind": "null-dereference", "file": "src/pick.c", "line": 3, "column": 16,
                  "message": "read through null", "test": 4, "rank": "depends", "depends": ["null"] },
                { "kind": "abort", "file": "src/pick.c", "line": 4, "column": 5,
                  "message": "abort is called", "test": 4, "rank": "certain", "suppressed": "by design" } ],
            "stats": { "runs": 9, "wall_ms": 1500, "stopped": "budget",
                       "progress": [ { "ms": 10, "runs": 1, "covered": 1 }, { "ms": 700, "runs": 4, "covered": 3 } ] },
            "verified": { "compiler": "gcc 12.2.0", "tests": 2, "agree": 2,
                          "lines": { "src/pick.c": { "1": 2, "2": 2, "3": 0, "4": 2 } } }
        } ] }"#,
    )
    .expect("a result")
}

fn sources() -> Sources {
    Sources::new(BTreeMap::from([("src/pick.c".to_owned(), CODE.to_owned())]))
}

#[test]
fn the_tracefile_has_every_record() {
    let expected = "TN:clew\nSF:src/pick.c\nFNL:0,1,5\nFNA:0,2,pick\nFNF:1\nFNH:1\n\
        BRDA:2,0,n > 0 is true,1\nBRDA:2,0,n > 0 is false,1\nBRDA:2,U0,n < 9 is true,0\n\
        BRDA:2,0,n < 9 is false,0\nBRF:3\nBRH:2\n\
        MCDC:2,2,t,1,0,n > 0\nMCDC:2,2,f,1,0,n > 0\nMCDC:2,U2,t,0,1,n < 9\nMCDC:2,U2,f,0,1,n < 9\n\
        MCF:2\nMCH:2\nDA:1,2\nDA:2,2\nDA:3,0\nDA:4,2\nLH:3\nLF:4\nend_of_record\n";
    assert_eq!(lcov::lcov(&report()), expected);
}

/// A branch of a decision that no test evaluates has no count.
#[test]
fn a_decision_that_is_never_evaluated_has_no_counts() {
    let mut report = report();
    let unit = &mut report.units[0];
    for objective in &mut unit.objectives {
        objective.status = clew_report::model::Status::Open;
    }
    let text = lcov::lcov(&report);
    assert!(text.contains("BRDA:2,0,n > 0 is true,-\n"), "{text}");
    assert!(text.contains("BRF:4\nBRH:0\n"), "{text}");
}

/// The elements of a text with their attributes, in order; panics where it is not well-formed.
fn elements(text: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let mut reader = quick_xml::Reader::from_str(text);
    let (mut found, mut depth) = (Vec::new(), 0);
    loop {
        let event = reader.read_event().expect("well-formed XML");
        let is_start = matches!(event, Event::Start(_));
        match event {
            Event::Start(tag) | Event::Empty(tag) => {
                depth += i32::from(is_start);
                let attributes = tag.attributes().map(|it| {
                    let it = it.expect("an attribute");
                    let value = it.value.to_string();
                    (it.key.0.to_owned(), value)
                });
                let name = tag.name().0.to_owned();
                found.push((name, attributes.collect()));
            }
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0, "every element ends");
    found
}

#[test]
fn cobertura_counts_what_is_feasible() {
    let text = cobertura::cobertura(&report(), 7);
    let elements = elements(&text);
    let (name, root) = &elements[0];
    assert_eq!(name, "coverage");
    let expected = [
        ("line-rate", "0.7500"),
        ("branch-rate", "0.6667"),
        ("lines-valid", "4"),
        ("lines-covered", "3"),
        ("branches-valid", "3"),
        ("branches-covered", "2"),
        ("timestamp", "7"),
    ];
    for (key, value) in expected {
        assert_eq!(root[key], value, "{key}");
    }
    let line = elements.iter().filter(|it| it.0 == "line").find(|it| it.1["number"] == "2");
    let (_, line) = line.expect("line 2");
    assert_eq!(
        (line["branch"].as_str(), line["condition-coverage"].as_str()),
        ("true", "66% (2/3)")
    );
    // As the DTD has it: a class has methods, then lines.
    let order: Vec<&str> = elements.iter().map(|it| it.0.as_str()).take(9).collect();
    let expected = [
        "coverage", "sources", "source", "packages", "package", "classes", "class", "methods",
        "method",
    ];
    assert_eq!(order, expected);
}

#[test]
fn junit_fails_for_what_is_worth_reading() {
    let elements = elements(&junit::junit(&report()));
    let (name, root) = &elements[0];
    assert_eq!(name, "testsuites");
    let counts =
        |at: &BTreeMap<String, String>| ["tests", "failures", "skipped"].map(|it| at[it].clone());
    assert_eq!(counts(root), ["4", "1", "1"].map(str::to_owned));
    let cases = elements.iter().filter(|it| it.0 == "testcase").count();
    assert_eq!(cases, 4);
    let failure = &elements.iter().find(|it| it.0 == "failure").expect("a failure").1;
    assert_eq!(failure["type"], "out-of-bounds");
    assert_eq!(failure["message"], "read of 4 bytes &amp; more");
    let skipped = &elements.iter().find(|it| it.0 == "skipped").expect("a skipped test").1;
    assert_eq!(skipped["message"], "null-dereference, which depends on null");
}

/// The rules of SARIF 2.1.0 that concern what is written: which properties there are and must be, of which
/// types, with which values.
fn check_sarif(log: &serde_json::Value) {
    let keys = |value: &serde_json::Value, allowed: &[&str], required: &[&str]| {
        let object = value.as_object().expect("an object");
        let found: BTreeSet<&str> = object.keys().map(String::as_str).collect();
        assert!(found.iter().all(|it| allowed.contains(it)), "{found:?} has more than {allowed:?}");
        assert!(
            required.iter().all(|it| found.contains(it)),
            "{found:?} lacks some of {required:?}"
        );
    };
    keys(log, &["$schema", "version", "runs"], &["version", "runs"]);
    assert_eq!(log["version"], "2.1.0");
    for run in log["runs"].as_array().expect("runs") {
        keys(run, &["tool", "results", "columnKind"], &["tool"]);
        assert!(
            ["utf16CodeUnits", "unicodeCodePoints"]
                .contains(&run["columnKind"].as_str().expect("a text"))
        );
        keys(&run["tool"], &["driver"], &["driver"]);
        let driver = &run["tool"]["driver"];
        keys(driver, &["name", "semanticVersion", "rules"], &["name"]);
        let rules = driver["rules"].as_array().expect("rules");
        for rule in rules {
            keys(rule, &["id", "name", "shortDescription", "defaultConfiguration"], &["id"]);
            keys(&rule["shortDescription"], &["text"], &["text"]);
        }
        for result in run["results"].as_array().expect("results") {
            let allowed = [
                "ruleId",
                "ruleIndex",
                "level",
                "message",
                "locations",
                "partialFingerprints",
                "properties",
                "suppressions",
            ];
            keys(result, &allowed, &["message"]);
            let index = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(rules[index]["id"], result["ruleId"]);
            assert!(
                ["none", "note", "warning", "error"]
                    .contains(&result["level"].as_str().expect("a level"))
            );
            assert!(!result["message"]["text"].as_str().expect("a text").is_empty());
            for location in result["locations"].as_array().expect("locations") {
                keys(location, &["physicalLocation", "logicalLocations"], &[]);
                let physical = &location["physicalLocation"];
                keys(physical, &["artifactLocation", "region"], &["artifactLocation"]);
                let uri = physical["artifactLocation"]["uri"].as_str().expect("a URI");
                assert!(uri.bytes().all(|it| it.is_ascii_graphic()), "{uri}");
                assert!(physical["region"]["startLine"].as_u64().expect("a line") >= 1);
                assert!(physical["region"]["startColumn"].as_u64().expect("a column") >= 1);
            }
            for suppression in result["suppressions"].as_array().into_iter().flatten() {
                keys(suppression, &["kind", "justification"], &["kind"]);
                assert!(
                    ["inSource", "external"]
                        .contains(&suppression["kind"].as_str().expect("a kind"))
                );
            }
        }
    }
}

#[test]
fn sarif_tells_what_is_worth_reading() {
    let log = sarif::sarif(&report(), &sources(), Told::Shown);
    check_sarif(&log);
    let results = log["runs"][0]["results"].as_array().expect("results");
    let rules: Vec<&str> =
        results.iter().map(|it| it["ruleId"].as_str().expect("a rule")).collect();
    assert_eq!(rules, ["out-of-bounds", "abort"]);
    assert_eq!(results[1]["suppressions"][0]["justification"], "by design");
    let all = sarif::sarif(&report(), &sources(), Told::All);
    check_sarif(&all);
    let results = all["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 3);
    assert_eq!(results[1]["level"], "note");
}

/// Lines that are added above a finding do not make it another one; another text of its line does.
#[test]
fn a_finding_keeps_its_fingerprint() {
    let print = |report: &Report, code: &str| {
        let sources = Sources::new(BTreeMap::from([("src/pick.c".to_owned(), code.to_owned())]));
        let log = sarif::sarif(report, &sources, Told::Shown);
        log["runs"][0]["results"][0]["partialFingerprints"]["clewFinding/v1"].clone()
    };
    let before = print(&report(), CODE);
    let mut moved = report();
    moved.units[0].findings[0].line += 1;
    assert_eq!(print(&moved, &format!("\n{CODE}")), before);
    assert_ne!(print(&report(), &CODE.replace("p[n]", "p[n + 1]")), before);
}

#[test]
fn columns_are_characters() {
    let mut report = report();
    report.units[0].findings[0].column = 12;
    let code = CODE.replace("        return p[n];", "/* ääää */ p[n];");
    let sources = Sources::new(BTreeMap::from([("src/pick.c".to_owned(), code)]));
    let log = sarif::sarif(&report, &sources, Told::Shown);
    let region = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    // Eleven bytes come before it; four of their characters take two.
    assert_eq!(region["startColumn"], 8);
}

/// The page is one piece, its elements are nested, and each link leads somewhere.
#[test]
fn the_page_stands_alone() {
    let page = html::html(&report(), &sources(), "../");
    for outside in ["http://", "https://", "<script", "<link", "@import", "url("] {
        assert!(!page.contains(outside), "the page needs {outside}");
    }
    let body = &page[page.find("<body>").expect("a body")..page.find("</body>").expect("its end")];
    let body = format!("{}</body>", body.replace("<br>", "<br/>"));
    let elements = elements(&body);
    let ids: Vec<&str> =
        elements.iter().filter_map(|it| it.1.get("id").map(String::as_str)).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "each id is there once");
    let links: Vec<&str> =
        elements.iter().filter_map(|it| it.1.get("href").map(String::as_str)).collect();
    assert!(links.contains(&"../proofs/pick/branch-3.proof"), "{links:?}");
    for link in links.iter().filter_map(|link| link.strip_prefix('#')) {
        assert!(ids.contains(&link), "nothing is called {link}");
    }
    for words in ["the &lt;time&gt; is up", "n &gt; 0 is true", "certain", "2 more"] {
        assert!(page.contains(words), "{words} is missing");
    }
}

#[test]
fn gates_count_what_is_feasible() {
    let gate = |text: &str| text.parse::<Gate>().expect("a demand").missed(&report());
    assert!(gate("branch=66").is_none());
    assert!(gate("branch=67").is_some());
    assert!(gate("mcdc=100").is_none());
}
