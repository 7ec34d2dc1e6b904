//! How coverage grew: a picture without anything but lines.

use crate::model::Report;
use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 44.0;
const BOTTOM: f64 = 28.0;
const TOP: f64 = 12.0;

/// The objectives covered when, in milliseconds: functions come one after another.
fn steps(report: &Report) -> (Vec<(u64, usize)>, u64, usize) {
    let (mut steps, mut time, mut covered) = (vec![(0, 0)], 0, 0);
    for unit in &report.units {
        for milestone in &unit.stats.progress {
            steps.push((time + milestone.ms.min(unit.stats.wall_ms), covered + milestone.covered));
        }
        covered += unit.stats.progress.iter().map(|it| it.covered).max().unwrap_or(0);
        time += unit.stats.wall_ms;
    }
    steps.push((time, covered));
    let criteria = report.units.iter().flat_map(|unit| &unit.criteria);
    let feasible = criteria.map(|it| it.total - it.infeasible).sum();
    (steps, time, feasible)
}

/// Writes the curve, where there is one.
pub(super) fn write(text: &mut String, report: &Report) {
    let (steps, time, feasible) = steps(report);
    if steps.len() < 4 || feasible == 0 {
        return;
    }
    let top = steps.iter().map(|it| it.1).max().unwrap_or(0).max(feasible);
    let x = |ms: u64| LEFT + (WIDTH - LEFT - 8.0) * ms as f64 / time.max(1) as f64;
    let y = |count: usize| HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * count as f64 / top as f64;
    let mut line = String::new();
    let mut last = None;
    for &(ms, count) in &steps {
        if let Some(before) = last {
            let _ = write!(line, "L{:.1} {:.1} ", x(ms), y(before));
        }
        let _ =
            write!(line, "{}{:.1} {:.1} ", if last.is_none() { 'M' } else { 'L' }, x(ms), y(count));
        last = Some(count);
    }
    let (zero, end) = (y(0), x(time));
    let _ = write!(
        text,
        "<section id=\"curve\"><h2>Coverage over time</h2>\n<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         role=\"img\" aria-label=\"objectives covered over time\">\n\
         <path class=\"area\" d=\"{line}L{end:.1} {zero:.1} L{LEFT} {zero:.1} Z\"/>\n\
         <path class=\"line\" d=\"{line}\"/>\n\
         <path class=\"axis\" d=\"M{LEFT} {TOP} V{zero:.1} H{end:.1}\"/>\n\
         <path class=\"most\" d=\"M{LEFT} {:.1} H{end:.1}\"/>\n",
        y(feasible)
    );
    for (count, at) in [(0, zero), (feasible, y(feasible))] {
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" class=\"left\">{count}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    let seconds = time as f64 / 1000.0;
    for (part, anchor) in [(0.0, "start"), (0.5, "middle"), (1.0, "end")] {
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            LEFT + (end - LEFT) * part,
            HEIGHT - 8.0,
            seconds_text(seconds * part, seconds)
        );
    }
    text.push_str(
        "</svg>\n<p><small>Objectives that runs have met; the dashed line is all that is feasible.",
    );
    text.push_str("</small></p></section>\n");
}

/// A time, as exact as the whole is short.
fn seconds_text(seconds: f64, whole: f64) -> String {
    match whole {
        _ if whole >= 10.0 => format!("{seconds:.0} s"),
        _ if whole >= 1.0 => format!("{seconds:.1} s"),
        _ => format!("{:.0} ms", seconds * 1000.0),
    }
}
