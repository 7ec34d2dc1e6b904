//! Curves as SVG: small panels side by side, one for each project.

use std::fmt::Write as _;

/// A curve: one value for each number of runs, from 0.
pub(super) struct Curve {
    pub(super) name: &'static str,
    pub(super) points: Vec<f64>,
}

/// Curves in one frame.
pub(super) struct Panel {
    pub(super) title: &'static str,
    pub(super) curves: Vec<Curve>,
}

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 220.0;
/// Between a panel and the frame within it: left, top, right, bottom.
const MARGINS: [f64; 4] = [44.0, 28.0, 12.0, 34.0];
const COLUMNS: usize = 3;
/// Colours that are told apart also without colour vision.
const COLOURS: [&str; 6] = ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#000000"];

/// A figure of panels, with a legend below.
pub(super) fn figure(panels: &[Panel]) -> String {
    let rows = panels.len().div_ceil(COLUMNS);
    let (width, height) = (WIDTH * COLUMNS as f64, HEIGHT * rows as f64 + 30.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (number, panel) in panels.iter().enumerate() {
        let (x, y) = ((number % COLUMNS) as f64 * WIDTH, (number / COLUMNS) as f64 * HEIGHT);
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
        draw(panel, &mut svg);
        svg.push_str("</g>\n");
    }
    legend(panels, height - 14.0, &mut svg);
    svg.push_str("</svg>\n");
    svg
}

fn draw(panel: &Panel, svg: &mut String) {
    let [left, top, right, bottom] = MARGINS;
    let (width, height) = (WIDTH - left - right, HEIGHT - top - bottom);
    let runs = panel.curves.iter().map(|curve| curve.points.len()).max().unwrap_or(2).max(2) - 1;
    let values = panel.curves.iter().flat_map(|curve| &curve.points);
    let step = step(values.copied().fold(1.0, f64::max));
    let most = step * (values_max(panel) / step).ceil().max(1.0);
    let x = |run: f64| left + width * run / runs as f64;
    let y = |value: f64| top + height * (1.0 - value / most);
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"18\" text-anchor=\"middle\" font-weight=\"bold\">{}</text>",
        left + width / 2.0,
        panel.title
    );
    let mut value = 0.0;
    while value <= most {
        let at = y(value);
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {at:.1}h{width}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
            left - 5.0,
            at + 4.0
        );
        value += step;
    }
    for quarter in 0..=4 {
        let run = runs as f64 * f64::from(quarter) / 4.0;
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{run:.0}</text>",
            x(run),
            top + height + 15.0
        );
    }
    for (number, curve) in panel.curves.iter().enumerate() {
        let points = curve.points.iter().enumerate();
        let points: Vec<String> =
            points.map(|(run, value)| format!("{:.1},{:.1}", x(run as f64), y(*value))).collect();
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" points=\"{}\"/>",
            COLOURS[number % COLOURS.len()],
            points.join(" ")
        );
    }
}

fn values_max(panel: &Panel) -> f64 {
    panel.curves.iter().flat_map(|curve| &curve.points).copied().fold(0.0, f64::max)
}

/// A round number that divides a range into a few parts.
fn step(most: f64) -> f64 {
    let power = 10.0_f64.powf((most / 4.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|times| times * power);
    steps.into_iter().find(|step| most / step <= 5.0).unwrap_or(10.0 * power)
}

fn legend(panels: &[Panel], y: f64, svg: &mut String) {
    let curves = panels.first().map_or(&[][..], |panel| &panel.curves);
    for (number, curve) in curves.iter().enumerate() {
        let x = MARGINS[0] + 120.0 * number as f64;
        let _ = writeln!(
            svg,
            "<path d=\"M{x} {:.1}h22\" stroke=\"{}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{y}\">{}</text>",
            y - 4.0,
            COLOURS[number % COLOURS.len()],
            x + 28.0,
            curve.name
        );
    }
    let x = MARGINS[0] + 120.0 * curves.len() as f64;
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">covered objectives over runs</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!([4.0, 9.0, 37.0, 180.0, 1000.0].map(step), [1.0, 2.0, 10.0, 50.0, 200.0]);
    }

    #[test]
    fn a_curve_goes_from_the_left_to_the_right_edge() {
        let curve = Curve { name: "pps", points: vec![0.0, 5.0, 10.0] };
        let svg = figure(&[Panel { title: "one", curves: vec![curve] }]);
        let [left, top, right, bottom] = MARGINS;
        let first = format!("points=\"{left:.1},{:.1} ", HEIGHT - bottom);
        let last = format!("{:.1},{top:.1}\"/>", WIDTH - right);
        assert!(svg.contains(&first) && svg.contains(&last), "{svg}");
        assert!(svg.ends_with("</svg>\n"));
    }
}
