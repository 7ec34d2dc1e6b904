//! Speed-ups as SVG: bars from 1 to the left and right, on a logarithmic scale (paper, Figure 12).

use std::fmt::Write as _;

/// The bars of one program.
pub(super) struct Group {
    pub(super) name: String,
    /// A speed-up for each variant.
    pub(super) speedups: Vec<f64>,
}

const LEFT: f64 = 110.0;
const WIDTH: f64 = 480.0;
const BAR: f64 = 11.0;
const GAP: f64 = 14.0;
const TOP: f64 = 34.0;
/// Colours that are told apart also without colour vision.
const COLOURS: [&str; 4] = ["#0072b2", "#56b4e9", "#d55e00", "#e69f00"];

/// A figure of bars, with a legend above.
pub(super) fn figure(variants: &[&str], groups: &[Group]) -> String {
    let all = || groups.iter().flat_map(|it| &it.speedups).copied();
    let least = all().fold(0.5, f64::min).log10().floor();
    let most = all().fold(2.0, f64::max).log10().ceil();
    let x = |speedup: f64| LEFT + WIDTH * (speedup.log10() - least) / (most - least);
    let each = BAR * variants.len() as f64 + GAP;
    let bottom = TOP + each * groups.len() as f64;
    let (width, height) = (LEFT + WIDTH + 60.0, bottom + 30.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width} {height:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (number, variant) in variants.iter().enumerate() {
        let at = LEFT + 130.0 * number as f64;
        let colour = COLOURS[number % COLOURS.len()];
        let _ = writeln!(
            svg,
            "<rect x=\"{at}\" y=\"10\" width=\"10\" height=\"10\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"19\">{variant}</text>",
            at + 15.0
        );
    }
    for power in least as i32..=most as i32 {
        let value = 10.0_f64.powi(power);
        let (at, colour) = (x(value), if power == 0 { "#333" } else { "#ddd" });
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {TOP}V{bottom:.1}\" stroke=\"{colour}\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{value}</text>",
            bottom + 15.0
        );
    }
    for (number, group) in groups.iter().enumerate() {
        draw(group, TOP + GAP / 2.0 + each * number as f64, &x, &mut svg);
    }
    svg + "</svg>\n"
}

fn draw(group: &Group, top: f64, x: &dyn Fn(f64) -> f64, svg: &mut String) {
    let middle = top + BAR * group.speedups.len() as f64 / 2.0 + 4.0;
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{middle:.1}\" text-anchor=\"end\">{}</text>",
        LEFT - 8.0,
        group.name
    );
    for (number, &speedup) in group.speedups.iter().enumerate() {
        let (from, to) = (x(speedup.min(1.0)), x(speedup.max(1.0)));
        let y = top + BAR * number as f64;
        let _ = writeln!(
            svg,
            "<rect x=\"{from:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{}\" fill=\"{}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"9\">{speedup:.2}</text>",
            (to - from).max(1.0),
            BAR - 2.0,
            COLOURS[number % COLOURS.len()],
            to + 4.0,
            y + BAR - 3.0
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gain_is_drawn_to_the_right_of_one_and_a_loss_to_the_left() {
        let groups = [Group { name: "gcd".to_owned(), speedups: vec![10.0, 0.1] }];
        let svg = figure(&["one", "other"], &groups);
        let one = LEFT + WIDTH / 2.0;
        assert!(svg.contains(&format!("<rect x=\"{one:.1}\"")), "{svg}");
        assert!(svg.contains(&format!("<rect x=\"{LEFT:.1}\"")), "{svg}");
        assert!(svg.ends_with("</svg>\n"));
    }
}
