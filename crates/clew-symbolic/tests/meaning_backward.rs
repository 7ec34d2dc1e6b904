//! The meaning backward: weakest preconditions by substitution, against runs of the machine.

use crate::common::{Nowhere, load};
use clew_ir::{FunctionId, LocalId, Program, Scalar};
use clew_logic::{ArrayValue, Model, Sort, Substitution, TermId, TermPool};
use clew_symbolic::meaning::{
    Arbitrary, Departure, Effect, Havoc, Meaning, Named, Next, Returned, Store, Stored, Target,
    scalar_width,
};
use clew_vm::stop::Stop;
use clew_vm::{Config, Machine};
use std::collections::BTreeMap;

/// A state of names: each variable is an input, and so is memory.
#[derive(Default)]
struct Names {
    places: Vec<Named>,
    made: u32,
}

fn variable(pool: &mut TermPool, local: LocalId, scalar: Scalar) -> TermId {
    pool.input(&local.to_string(), Sort::BitVec(scalar_width(scalar)))
}

fn memory(pool: &mut TermPool) -> TermId {
    pool.input("memory", Sort::BYTES)
}

impl Store for Names {
    fn variable(&mut self, pool: &mut TermPool, local: LocalId, scalar: Scalar) -> TermId {
        variable(pool, local, scalar)
    }

    fn address(&mut self, pool: &mut TermPool, named: Named) -> TermId {
        let known = self.places.iter().position(|place| *place == named);
        let at = known.unwrap_or_else(|| {
            self.places.push(named);
            self.places.len() - 1
        });
        pool.bv(64, (at as u128 + 1) << 32)
    }

    fn load(&mut self, pool: &mut TermPool, address: TermId, len: u64) -> TermId {
        let memory = memory(pool);
        let byte = |pool: &mut TermPool, at: u64| {
            let at = pool.bv(64, at.into());
            let address = pool.add(address, at);
            pool.select(memory, address)
        };
        let first = byte(pool, 0);
        (1..len).fold(first, |below, at| {
            let byte = byte(pool, at);
            pool.concat(byte, below)
        })
    }

    fn arbitrary(&mut self, pool: &mut TermPool, width: u32, _why: Arbitrary) -> TermId {
        self.made += 1;
        pool.input(&format!("any{}", self.made), Sort::BitVec(width))
    }
}

/// What must hold before an effect, for `after` to hold behind it.
fn before(
    program: &Program,
    function: FunctionId,
    pool: &mut TermPool,
    names: &mut Names,
    effect: &Effect,
    after: TermId,
) -> TermId {
    assert_eq!(effect.next, Next::Continue);
    let mut new_memory = memory(pool);
    let mut substitution = Substitution::new();
    for write in &effect.writes {
        match (write.target, write.value) {
            (Target::Variable(local), Stored::Scalar(value)) => {
                let ty = program.functions[function].locals[local].ty;
                let scalar = program.types.scalar(ty).expect("a variable is a scalar");
                let name = variable(pool, local, scalar);
                substitution.replace(pool, name, value);
            }
            (Target::Variable(_), Stored::Copy(_) | Stored::Zero) => panic!("no scalar"),
            (Target::Memory(location), value) => {
                for (at, byte) in value.bytes(pool, names, &location).into_iter().enumerate() {
                    let at = pool.bv(64, at as u128);
                    let address = pool.add(location.address, at);
                    new_memory = pool.store(new_memory, address, byte);
                }
            }
        }
    }
    let old_memory = memory(pool);
    substitution.replace(pool, old_memory, new_memory);
    let result = substitution.apply(pool, after);
    for havoc in &effect.havocs {
        let Havoc::Variable(local) = havoc else { panic!("{havoc:?} is not expected") };
        let name = pool.find_input(&local.to_string());
        assert!(name.is_none_or(|name| !pool.free_inputs(result).contains(&name)));
    }
    result
}

/// The condition on the parameters under which a function of one block returns `number`.
fn precondition(
    program: &Program,
    function: FunctionId,
    pool: &mut TermPool,
    number: u128,
) -> TermId {
    let body = program.functions[function].body.as_ref().expect("a body");
    let block = &body.blocks[body.entry()];
    let mut names = Names::default();
    let leaving = Meaning::new(program, function, pool, &mut names).terminator(&block.terminator);
    let Departure::Return(Returned::Scalar(_, value)) = leaving.departure else {
        panic!("the function should have one block: {:?}", leaving.departure)
    };
    let number = pool.bv(pool.width(value), number);
    let mut condition = pool.eq(value, number);
    for statement in block.statements.iter().rev() {
        let effect = Meaning::new(program, function, pool, &mut names).statement(statement);
        condition = before(program, function, pool, &mut names, &effect, condition);
    }
    condition
}

/// The precondition of what a run returns holds of its arguments, and that of all else does not.
#[track_caller]
fn check(source: &str) {
    let program = load(source);
    let function = program.function("f").expect("the function");
    let params = &program.functions[function].params;
    for (x, y) in [(0u32, 0u32), (1, 2), (7, 0xffff_ffff), (0x8000_0001, 3), (12345, 54321)] {
        let mut machine = Machine::new(&program, Config::default(), Box::new(Nowhere::default()));
        let report = machine.call(function, &[x.into(), y.into()]);
        let Stop::Return(Some(returned)) = report.stop else { panic!("{:?}", report.stop) };
        for (number, expected) in [(returned, true), (returned ^ 1, false)] {
            let mut pool = TermPool::new();
            let condition = precondition(&program, function, &mut pool, number);
            // What memory holds at first does not matter: all that is read was written.
            for default in [0, 0xa5] {
                let model = model_of(&pool, params, [x, y], default);
                let holds = pool.eval(&model, condition) == 1;
                assert_eq!(holds, expected, "f({x}, {y}) = {number}");
            }
        }
    }
}

fn model_of(pool: &TermPool, params: &[LocalId], values: [u32; 2], default: u128) -> Model {
    let mut model = Model::new();
    for (param, value) in params.iter().zip(values) {
        if let Some(input) = pool.find_input(&param.to_string()) {
            model.set_bits(input, value.into());
        }
    }
    if let Some(input) = pool.find_input("memory") {
        model.set_array(input, ArrayValue { default, elements: BTreeMap::new() });
    }
    model
}

#[test]
fn variables() {
    check("int f(int x, int y) { int z = x * 3; x = y - z; y ^= x; return x * y + (z >> 2); }");
}

#[test]
fn arrays_and_pointers() {
    check(
        "int f(int x, int y) {
            int a[4] = {1, x, y}, *p = &a[x & 3];
            *p += 5;
            a[y & 1] = a[3] * 2 + a[1];
            return a[0] + 3 * a[1] + 5 * a[2] + 7 * *p;
        }",
    );
}

#[test]
fn records_unions_and_bit_fields() {
    check(
        "struct s { unsigned a : 3; int b : 7; char c; short d[2]; };
        union u { int i; unsigned char c[4]; struct s s; };
        int f(int x, int y) {
            struct s s = {x, y, 1, {2, 3}}, t;
            s.d[y & 1] = x;
            t = s;
            union u u;
            u.i = y;
            u.c[x & 3] ^= 0x80;
            return t.a + 10 * t.b + 100 * t.d[0] + t.d[1] + u.i;
        }",
    );
}
