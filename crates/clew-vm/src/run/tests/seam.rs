//! The seam for terms: a shadow that copies concrete values follows the machine exactly.

use super::build::{Build, NoWorld};
use crate::code::Op;
use crate::config::Config;
use crate::memory::Memory;
use crate::run::core::Core;
use crate::shadow::StubView;
use crate::shadow::{Outside, Shadow, Veto, View};
use crate::stop::Stop;
use clew_ir::{
    BinaryOp, Expr, ExprKind, LocalKind, Place, Span, StatementKind, TerminatorKind, TypeTable,
};

/// Notes which conditional jumps are about to be taken, from what the view shows.
#[derive(Default)]
struct Recorder {
    operations: usize,
    taken: Vec<bool>,
}

impl Shadow for Recorder {
    const IS_ACTIVE: bool = true;

    fn before(&mut self, op: &Op, view: &mut View<'_, '_>) -> Result<(), Veto> {
        self.operations += 1;
        match *op {
            Op::JumpLtSI { a, value, .. } => {
                self.taken.push((view.registers[a] as i64) < i64::from(value));
            }
            Op::JumpGeSI { a, value, .. } => {
                self.taken.push(view.registers[a] as i64 >= i64::from(value));
            }
            _ => {}
        }
        Ok(())
    }

    fn outside(&mut self, _event: Outside, _memory: &Memory) {}

    fn probe(&mut self, _id: u32) {}

    fn stub(&mut self, _view: &mut StubView<'_>) -> Result<Option<u128>, Veto> {
        Ok(None)
    }
}

#[test]
fn a_shadow_sees_every_operation_and_every_branch() {
    // int i = 0; while (i < 3) i = i + 1; return i;
    let mut build = Build::new(&[], TypeTable::INT);
    let i = build.local(TypeTable::INT, LocalKind::Variable);
    let place = Place::local(i, TypeTable::INT);
    let int = |value| Expr::constant(value, TypeTable::INT, Span::NONE);
    let binary = |op, left, right| Expr {
        kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
        ty: TypeTable::INT,
        span: Span::NONE,
    };
    let (value, more, sum) = (
        build.get(i),
        binary(BinaryOp::Lt, build.get(i), int(3)),
        binary(BinaryOp::Add, build.get(i), int(1)),
    );
    let entry = build.block(
        vec![StatementKind::Live(i), StatementKind::Assign { place: place.clone(), value: int(0) }],
        TerminatorKind::Unreachable,
    );
    let head = build.block(Vec::new(), TerminatorKind::Unreachable);
    let body =
        build.block(vec![StatementKind::Assign { place, value: sum }], TerminatorKind::Goto(head));
    let end = build.block(Vec::new(), TerminatorKind::Return(Some(value)));
    build.blocks[entry].terminator.kind = TerminatorKind::Goto(head);
    build.blocks[head].terminator.kind =
        TerminatorKind::Branch { condition: more, id: None, then: body, otherwise: end };
    let (program, function) = build.finish();
    let mut core = Core::new(&program, Config::default(), Box::new(NoWorld), Recorder::default());
    assert_eq!(core.call(function, &[]), Stop::Return(Some(3)));
    assert_eq!(core.shadow.taken, [false, true, true, false]);
    assert!(core.shadow.operations > 7);
}
