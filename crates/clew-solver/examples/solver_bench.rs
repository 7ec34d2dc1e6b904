//! Measures the stack on logs of explored programs, against z3 run incrementally on the same log
//! through one pipe.
//!
//! ```text
//! cargo run --release -p clew-solver --example solver_bench -- [--queries N] [--no-z3] [PROGRAM…]
//! ```

#![allow(clippy::print_stdout, unreachable_pub)]

mod synthetic;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clew_logic::TermPool;
use clew_solver::{Budget, Layer, QueryLog, Solver, StackConfig, replay};

fn main() {
    let mut queries = 2000;
    let mut with_z3 = true;
    let mut names = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--queries" => {
                queries = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(queries)
            }
            "--no-z3" => with_z3 = false,
            _ => names.push(argument),
        }
    }
    let folder = std::env::temp_dir().join("clew-query-logs");
    std::fs::create_dir_all(&folder).expect("a folder for logs");
    let mut totals = [Duration::ZERO; 4];
    let mut shares = [0u64; 8];
    let mut all = 0;
    println!(
        "{:<14} {:>7} {:>6} {:>10} {:>10} {:>10} {:>10} {:>7} {:>7}",
        "program", "queries", "unsat", "stack ms", "no cache", "sat only", "z3 ms", "x", "x nc"
    );
    for program in synthetic::PROGRAMS {
        if !names.is_empty() && !names.iter().any(|name| name == program.name) {
            continue;
        }
        let path = folder.join(format!("{}.smt2", program.name));
        let asked = record(program, queries, &path);
        let run = |config| replay(&path, config, Budget::UNLIMITED).expect("our log is readable");
        let full = run(StackConfig::default());
        let plain = run(StackConfig::without_caches());
        let sat = run(StackConfig::sat_only());
        for report in [&full, &plain, &sat] {
            assert!(report.disagreements.is_empty(), "{}: {report}", program.name);
        }
        let z3 = if with_z3 { run_z3(&path, &full.answers) } else { Duration::ZERO };
        let unsat = full.answers.iter().filter(|&&answer| answer == "unsat").count();
        for (share, layer) in shares.iter_mut().zip(Layer::ALL) {
            let of_layer = full.statistics.layer(layer);
            *share += of_layer.sat + of_layer.unsat;
        }
        let times = [full.solving, plain.solving, sat.solving, z3];
        for (total, time) in totals.iter_mut().zip(times) {
            *total += time;
        }
        if std::env::var_os("CLEW_BENCH_LAYERS").is_some() {
            println!("{full}");
        }
        all += asked;
        row(program.name, asked, unsat, times);
    }
    row("total", all, 0, totals);
    println!("\nanswered by, with all layers:");
    for (share, layer) in shares.iter().zip(Layer::ALL) {
        println!("  {:<10} {:>5.1}%", layer.name(), 100.0 * *share as f64 / all.max(1) as f64);
    }
}

fn row(name: &str, asked: usize, unsat: usize, times: [Duration; 4]) {
    let ms = times.map(|time| time.as_secs_f64() * 1e3);
    println!(
        "{name:<14} {asked:>7} {unsat:>6} {:>10.1} {:>10.1} {:>10.1} {:>10.1} {:>7.1} {:>7.1}",
        ms[0],
        ms[1],
        ms[2],
        ms[3],
        ms[3] / ms[0],
        ms[3] / ms[1]
    );
}

/// Explores a program and writes its queries.
fn record(program: &synthetic::Program, queries: usize, path: &Path) -> usize {
    let mut pool = TermPool::new();
    let mut solver = Solver::default();
    solver.record_to(QueryLog::create(path).expect("a log file"));
    let asked = synthetic::explore(program, &mut pool, &mut solver, queries);
    let mut log = solver.take_log().expect("the log should be complete");
    log.flush().expect("the log should be complete");
    asked
}

/// Sends the log through one pipe, waiting for each answer; the time of it all.
fn run_z3(path: &Path, expected: &[&str]) -> Duration {
    let mut text = std::fs::read_to_string(path).expect("the log");
    if !text.contains("(as const") {
        // z3 is faster when it may expect bit-vectors only.
        text = text.replace("(set-logic ALL)", "(set-logic QF_ABV)");
    }
    let mut child = Command::new("z3")
        .args(["-in", "-T:60"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 should start");
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    // Starting up is not counted.
    input.write_all(b"(echo \"ready\")\n").expect("z3 should read");
    let mut line = String::new();
    output.read_line(&mut line).expect("z3 should answer");
    let start = Instant::now();
    let mut rest = text.as_str();
    for &expected in expected {
        let end = rest.find("(check-sat)\n").map_or(rest.len(), |at| at + "(check-sat)\n".len());
        input.write_all(&rest.as_bytes()[..end]).expect("z3 should read");
        input.flush().expect("z3 should read");
        rest = &rest[end..];
        line.clear();
        output.read_line(&mut line).expect("z3 should answer");
        if line.trim() == "timeout" {
            println!("{:>14} z3 stopped after a minute; its time is a lower bound", "");
            break;
        }
        assert_eq!(line.trim(), expected, "z3 disagrees on {}", path.display());
    }
    let elapsed = start.elapsed();
    let _ = child.kill();
    let _ = child.wait();
    elapsed
}
