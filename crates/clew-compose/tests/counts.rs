//! How many runs it takes, exactly, as the paper counts.

use crate::common::{How, harness, program, search};
use clew_ir::ProbePlan;

/// `locate` and `top` of the paper's section 4, on strings of n characters and a 0.
fn locate(n: usize) -> String {
    format!(
        "char __VERIFIER_nondet_char(void);
         int locate(char *s, int c) {{
             int i = 0;
             while (s[i] != c) {{
                 if (s[i] == 0) return -1;
                 i++;
             }}
             return i;
         }}
         int top(char *input) {{
             int z;
             z = locate(input, 'a');
             if (z == -1) return -1;
             if (input[z + 1] != ':') return 1;
             return 0;
         }}
         int main(void) {{
             char input[{n} + 1];
             for (int i = 0; i < {n}; i++) input[i] = __VERIFIER_nondet_char();
             input[{n}] = 0;
             return top(input);
         }}"
    )
}

#[test]
fn locate_takes_the_sum_of_its_paths_and_its_callers() {
    for n in [4, 8, 16, 32, 64] {
        let program = program(&locate(n));
        let plain = search(&program, harness(&program), ProbePlan::default(), How::Plain);
        assert!(plain.is_exhausted());
        assert_eq!(plain.runs(), 3 * n as u64, "all paths for {n} characters");
        let composed = search(&program, harness(&program), ProbePlan::default(), How::Composed);
        assert!(composed.is_exhausted(), "{n} characters");
        // 2n + 1 paths of `locate`, and 3 of `top`.
        assert_eq!(composed.runs(), 2 * n as u64 + 4, "composed for {n} characters");
    }
}

fn is_positive(k: usize) -> String {
    let calls: String = (0..k)
        .map(|_| "if (!is_positive(__VERIFIER_nondet_int())) return 0;\n".to_owned())
        .collect();
    format!(
        "int __VERIFIER_nondet_int(void);
         int is_positive(int x) {{ if (x > 0) return 1; return 0; }}
         int main(void) {{ {calls} return 1; }}"
    )
}

#[test]
fn is_positive_is_searched_once() {
    for k in [1, 2, 5, 30] {
        let program = program(&is_positive(k));
        let composed = search(&program, harness(&program), ProbePlan::default(), How::Composed);
        assert!(composed.is_exhausted());
        assert_eq!(composed.runs(), 2 + (k as u64 + 1), "{k} calls");
    }
}

/// A chain of functions with three paths each: 3^d paths in all.
fn chain(depth: usize) -> String {
    let mut text = String::from(
        "int __VERIFIER_nondet_int(void);
         static int f0(int x) { if (x == 5) return 1; if (x > 5) return 2; return 3; }\n",
    );
    for at in 1..depth {
        let below = at - 1;
        text += &format!(
            "static int f{at}(int x) {{
                 int r;
                 if ((x & 7) == {at} % 7) r = f{below}(x + 1);
                 else if (x > 100) r = f{below}(x - 3);
                 else r = f{below}(x ^ {at});
                 return r;
             }}\n"
        );
    }
    let top = depth - 1;
    text += &format!(
        "int main(void) {{
             int r = f{top}(__VERIFIER_nondet_int());
             if (r == 1) return 1;
             if (r == 2) return 2;
             return 0;
         }}\n"
    );
    text
}

#[test]
fn paths_of_a_chain_add_up() {
    for depth in [2, 3, 12] {
        let program = program(&chain(depth));
        let composed = search(&program, harness(&program), ProbePlan::default(), How::Composed);
        assert!(composed.is_exhausted(), "depth {depth}");
        let linear = 3 * depth as u64 + 3;
        assert!(composed.runs() <= 2 * linear, "depth {depth}: {} runs", composed.runs());
    }
}

#[test]
fn a_hash_is_reached_from_both_sides() {
    let source = "unsigned __VERIFIER_nondet_uint(void);
        static unsigned hash(unsigned x) { x ^= x >> 7; x *= 0x9e37u; x ^= x >> 5; return x & 0x3ff; }
        static int g(int x) {
            int y;
            if (x < 0) return 0;
            y = (int)hash((unsigned)x);
            if (y == 100) return 10;
            if (x > 10) return 1;
            return 2;
        }
        int main(void) {
            int r = g((int)__VERIFIER_nondet_uint());
            if (r == 10) return 1;
            if (r == 2) return 2;
            return 0;
        }";
    let program = program(source);
    let composed = search(&program, harness(&program), ProbePlan::default(), How::Composed);
    assert!(composed.is_exhausted());
    // Four paths of `g`, three of `main`.
    assert_eq!(composed.runs(), 4 + 3);
}

/// The runs that the parser of `tests/bench/smart` takes for a packet of so many bytes.
fn packet_runs(bytes: usize) -> u64 {
    let source = include_str!("../../../tests/bench/smart/packet.c");
    let program = program(&format!("#define N {bytes}\n{source}"));
    let composed = search(&program, harness(&program), ProbePlan::default(), How::Composed);
    assert!(composed.is_exhausted(), "{bytes} bytes");
    composed.runs()
}

#[test]
fn runs_of_a_parser_are_linear_in_the_packet() {
    let runs: Vec<u64> = [2, 3, 4, 5, 6, 7, 8].into_iter().map(packet_runs).collect();
    let growth: Vec<u64> = runs.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect();
    // From some size on, each byte more costs about as many runs more.
    let (least, most) =
        growth[2..].iter().fold((u64::MAX, 0), |(a, b), it| (a.min(*it), b.max(*it)));
    assert!(most <= 2 * least.max(4), "{runs:?}");
}
