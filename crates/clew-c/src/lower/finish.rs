//! The end of a function's lowering: blocks without use go, ids become dense, and the table of
//! locals learns which addresses are taken.

use super::Lowered;
use super::function::{FunctionLowering, FunctionParts};
use clew_ir::{
    ArrayLength, Block, BlockId, Body, Callee, Expr, ExprKind, Global, GlobalId, Id, IdVec,
    LocalId, Place, PlaceBase, Program, RelocationTarget, Span, Statement, StatementKind,
    Terminator, TerminatorKind, Type, TypeId, TypeTable,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Ends lowering.
pub(crate) fn finish(
    mut lowering: FunctionLowering<'_, '_>,
    params: Vec<LocalId>,
) -> Lowered<FunctionParts> {
    set_indirect_targets(&mut lowering);
    close_open_blocks(&mut lowering);
    let kept = used_blocks(&lowering);
    let renumbered = renumber(&mut lowering, &kept);
    mark_address_taken(&mut lowering, &renumbered);
    let body = Body {
        blocks: renumbered,
        decisions: std::mem::take(&mut lowering.decisions),
        scope_ends: std::mem::take(&mut lowering.scope_ends),
    };
    Ok(FunctionParts { params, locals: std::mem::take(&mut lowering.locals), body })
}

fn set_indirect_targets(lowering: &mut FunctionLowering<'_, '_>) {
    let labels = lowering.address_labels.clone();
    for block in lowering.blocks.iter_mut() {
        if let Some(Terminator { kind: TerminatorKind::IndirectGoto { targets, .. }, .. }) =
            &mut block.terminator
        {
            targets.clone_from(&labels);
        }
    }
}

/// A block that lowering left open is one that control never reaches.
fn close_open_blocks(lowering: &mut FunctionLowering<'_, '_>) {
    for block in lowering.blocks.iter_mut() {
        block
            .terminator
            .get_or_insert(Terminator { kind: TerminatorKind::Unreachable, span: Span::NONE });
    }
}

/// The blocks to keep: those control may reach, and those that hold the user's dead code, whose
/// decisions are objectives all the same.
fn used_blocks(lowering: &FunctionLowering<'_, '_>) -> Vec<bool> {
    let mut used = vec![false; lowering.blocks.len()];
    let mut work: Vec<_> = lowering.blocks.ids().next().into_iter().collect();
    work.extend(&lowering.address_labels);
    let is_dead_code = |block: &BlockId| is_substantial(&lowering.blocks[*block]);
    work.extend(lowering.blocks.ids().filter(is_dead_code));
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut used[block.index()], true) {
            continue;
        }
        if let Some(terminator) = &lowering.blocks[block].terminator {
            work.extend(terminator.kind.successors());
        }
    }
    used
}

/// Follows empty blocks that only go on to another.
fn thread_jumps(lowering: &FunctionLowering<'_, '_>) -> Vec<BlockId> {
    let skip = |block: BlockId| {
        let open = &lowering.blocks[block];
        match open.terminator.as_ref().map(|terminator| &terminator.kind) {
            Some(TerminatorKind::Goto(next))
                if open.statements.is_empty() && !lowering.address_labels.contains(&block) =>
            {
                Some(*next)
            }
            _ => None,
        }
    };
    lowering
        .blocks
        .ids()
        .map(|block| {
            let mut target = block;
            // A cycle of empty blocks is an endless loop; it stays.
            for _ in 0..lowering.blocks.len() {
                match skip(target) {
                    Some(next) if next != target => target = next,
                    _ => return target,
                }
            }
            block
        })
        .collect()
}

fn renumber(lowering: &mut FunctionLowering<'_, '_>, used: &[bool]) -> IdVec<BlockId, Block> {
    let threaded = thread_jumps(lowering);
    for block in lowering.blocks.iter_mut() {
        if let Some(terminator) = &mut block.terminator {
            terminator.kind.for_each_successor_mut(|target| *target = threaded[target.index()]);
        }
    }
    let entry: BlockId = Id::from_index(0);
    let mut kept = vec![false; used.len()];
    kept[entry.index()] = true;
    for block in &lowering.address_labels {
        kept[block.index()] = true;
    }
    for (index, block) in lowering.blocks.iter().enumerate() {
        if !used[index] {
            continue;
        }
        if is_substantial(block) {
            kept[index] = true;
        }
        if let Some(terminator) = &block.terminator {
            for target in terminator.kind.successors() {
                kept[target.index()] = true;
            }
        }
    }
    let mut new_ids: FxHashMap<BlockId, BlockId> = FxHashMap::default();
    let mut blocks: IdVec<BlockId, Block> = IdVec::new();
    // The entry must have no predecessor: a loop at the very start gets a block before it.
    let entry_is_target = lowering.blocks.iter().zip(used).any(|(block, used)| {
        *used && block.terminator.as_ref().is_some_and(|t| t.kind.successors().contains(&entry))
    });
    if entry_is_target || lowering.address_labels.contains(&entry) {
        blocks.push(Block {
            statements: Vec::new(),
            terminator: Terminator { kind: TerminatorKind::Goto(entry), span: Span::NONE },
        });
    }
    let old = std::mem::take(&mut lowering.blocks);
    for (id, kept) in old.ids().zip(&kept) {
        if *kept {
            new_ids.insert(id, Id::from_index(blocks.len() + new_ids.len()));
        }
    }
    for (id, block) in old.ids().zip(old.into_items()) {
        if new_ids.contains_key(&id) {
            let terminator = block
                .terminator
                .unwrap_or(Terminator { kind: TerminatorKind::Unreachable, span: Span::NONE });
            blocks.push(Block { statements: block.statements, terminator });
        }
    }
    apply_new_ids(lowering, &mut blocks, &new_ids);
    blocks
}

/// Whether a block holds something the user wrote, rather than the end of a scope.
fn is_substantial(block: &super::function::OpenBlock) -> bool {
    let is_own = |statement: &Statement| {
        !matches!(statement.kind, StatementKind::Live(_) | StatementKind::Dead(_))
    };
    block.statements.iter().any(is_own)
        || matches!(
            block.terminator.as_ref().map(|terminator| &terminator.kind),
            Some(TerminatorKind::Branch { id: Some(_), .. } | TerminatorKind::Switch { .. })
        )
}

fn apply_new_ids(
    lowering: &mut FunctionLowering<'_, '_>,
    blocks: &mut IdVec<BlockId, Block>,
    new_ids: &FxHashMap<BlockId, BlockId>,
) {
    let new = |id: BlockId| new_ids.get(&id).copied().unwrap_or(id);
    for block in blocks.iter_mut() {
        block.terminator.kind.for_each_successor_mut(|target| *target = new(*target));
        for statement in &mut block.statements {
            for_each_expr_mut(statement, &mut |expr| rename_labels(expr, &new));
        }
        for_each_terminator_expr_mut(&mut block.terminator.kind, &mut |expr| {
            rename_labels(expr, &new);
        });
    }
    for condition in lowering.decisions.conditions.iter_mut() {
        condition.block = new(condition.block);
    }
    for decision in lowering.decisions.decisions.iter_mut() {
        decision.switch = decision.switch.map(new);
    }
    let function = lowering.function;
    for id in &lowering.label_tables {
        let Some(image) = &mut lowering.unit.linker.program.globals[*id].init else { continue };
        for relocation in &mut image.relocations {
            if let RelocationTarget::Label(owner, block) = &mut relocation.target
                && *owner == function
            {
                *block = new(*block);
            }
        }
    }
}

fn rename_labels(expr: &mut Expr, new: &impl Fn(BlockId) -> BlockId) {
    match &mut expr.kind {
        ExprKind::LabelAddress(block) => *block = new(*block),
        ExprKind::Const(_) | ExprKind::FunctionAddress(_) => {}
        ExprKind::Load(place) | ExprKind::AddressOf(place) => rename_in_place(place, new),
        ExprKind::Unary(_, operand) | ExprKind::Cast { operand, .. } => rename_labels(operand, new),
        ExprKind::Binary(_, left, right) => {
            rename_labels(left, new);
            rename_labels(right, new);
        }
        ExprKind::Intrinsic(_, operands) => {
            operands.iter_mut().for_each(|operand| rename_labels(operand, new));
        }
    }
}

fn rename_in_place(place: &mut Place, new: &impl Fn(BlockId) -> BlockId) {
    if let PlaceBase::Deref(pointer) = &mut place.base {
        rename_labels(pointer, new);
    }
    for step in &mut place.path {
        if let clew_ir::Projection::Index(index) = step {
            rename_labels(index, new);
        }
    }
}

/// Calls `visit` on the outermost expressions of a statement, and those in its places.
fn for_each_expr_mut(statement: &mut Statement, visit: &mut impl FnMut(&mut Expr)) {
    let in_place = |place: &mut Place, visit: &mut dyn FnMut(&mut Expr)| {
        if let PlaceBase::Deref(pointer) = &mut place.base {
            visit(pointer);
        }
        for step in &mut place.path {
            if let clew_ir::Projection::Index(index) = step {
                visit(index);
            }
        }
    };
    match &mut statement.kind {
        StatementKind::Assign { place, value } => {
            in_place(place, visit);
            visit(value);
        }
        StatementKind::Call { dest, callee, args } => {
            if let Some(dest) = dest {
                in_place(dest, visit);
            }
            if let Callee::Indirect(callee) = callee {
                visit(callee);
            }
            args.iter_mut().for_each(visit);
        }
        StatementKind::Zero(place) => in_place(place, visit),
        StatementKind::Live(_) | StatementKind::Dead(_) => {}
    }
}

/// Gives whole-object places of the given objects the types that these have now.
pub(crate) fn retype_globals(program: &mut Program, changed: &FxHashSet<GlobalId>) {
    if changed.is_empty() {
        return;
    }
    let globals = &program.globals;
    for function in program.functions.iter_mut() {
        let Ok(body) = &mut function.body else { continue };
        for block in body.blocks.iter_mut() {
            for statement in &mut block.statements {
                for_each_expr_mut(statement, &mut |expr| retype(expr, globals, changed));
            }
            for_each_terminator_expr_mut(&mut block.terminator.kind, &mut |expr| {
                retype(expr, globals, changed);
            });
        }
    }
}

fn retype(expr: &mut Expr, globals: &IdVec<GlobalId, Global>, changed: &FxHashSet<GlobalId>) {
    match &mut expr.kind {
        ExprKind::Load(place) | ExprKind::AddressOf(place) => {
            match &mut place.base {
                PlaceBase::Global(id) if place.path.is_empty() && changed.contains(id) => {
                    place.ty = globals[*id].ty;
                }
                PlaceBase::Deref(pointer) => retype(pointer, globals, changed),
                _ => {}
            }
            for step in &mut place.path {
                if let clew_ir::Projection::Index(index) = step {
                    retype(index, globals, changed);
                }
            }
        }
        ExprKind::Unary(_, operand) | ExprKind::Cast { operand, .. } => {
            retype(operand, globals, changed);
        }
        ExprKind::Binary(_, left, right) => {
            retype(left, globals, changed);
            retype(right, globals, changed);
        }
        ExprKind::Intrinsic(_, operands) => {
            operands.iter_mut().for_each(|operand| retype(operand, globals, changed));
        }
        ExprKind::Const(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(_) => {}
    }
}

fn for_each_terminator_expr_mut(kind: &mut TerminatorKind, visit: &mut impl FnMut(&mut Expr)) {
    match kind {
        TerminatorKind::Branch { condition, .. } => visit(condition),
        TerminatorKind::Switch { value, .. } => visit(value),
        TerminatorKind::IndirectGoto { address, .. } => visit(address),
        TerminatorKind::Return(Some(value)) => visit(value),
        TerminatorKind::Goto(_) | TerminatorKind::Return(None) | TerminatorKind::Unreachable => {}
    }
}

/// A local whose address is taken, or of which a part is accessed, is an object in memory.
fn mark_address_taken(lowering: &mut FunctionLowering<'_, '_>, blocks: &IdVec<BlockId, Block>) {
    let mut taken = vec![false; lowering.locals.len()];
    let mut on_expr = |expr: &Expr| match &expr.kind {
        ExprKind::AddressOf(place) => mark_place(place, true, &mut taken),
        ExprKind::Load(place) => mark_place(place, false, &mut taken),
        _ => {}
    };
    for block in blocks {
        for statement in &block.statements {
            walk_statement(statement, &mut on_expr);
        }
        walk_terminator(&block.terminator.kind, &mut on_expr);
    }
    for block in blocks {
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Assign { place, .. } | StatementKind::Zero(place) => {
                    mark_place(place, false, &mut taken);
                }
                StatementKind::Call { dest: Some(place), .. } => {
                    mark_place(place, false, &mut taken);
                }
                _ => {}
            }
        }
    }
    for (id, taken) in lowering.locals.ids().zip(taken) {
        lowering.locals[id].is_address_taken = taken;
    }
}

fn mark_place(place: &Place, is_address: bool, taken: &mut [bool]) {
    if let PlaceBase::Local(local) = place.base
        && (is_address || !place.path.is_empty())
    {
        taken[local.index()] = true;
    }
}

fn walk_statement<'a>(statement: &'a Statement, visit: &mut impl FnMut(&'a Expr)) {
    match &statement.kind {
        StatementKind::Assign { place, value } => {
            place.walk(visit);
            value.walk(visit);
        }
        StatementKind::Call { dest, callee, args } => {
            if let Some(dest) = dest {
                dest.walk(visit);
            }
            if let Callee::Indirect(callee) = callee {
                callee.walk(visit);
            }
            args.iter().for_each(|arg| arg.walk(visit));
        }
        StatementKind::Zero(place) => place.walk(visit),
        StatementKind::Live(_) | StatementKind::Dead(_) => {}
    }
}

fn walk_terminator<'a>(kind: &'a TerminatorKind, visit: &mut impl FnMut(&'a Expr)) {
    match kind {
        TerminatorKind::Branch { condition, .. } => condition.walk(visit),
        TerminatorKind::Switch { value, .. } => value.walk(visit),
        TerminatorKind::IndirectGoto { address, .. } => address.walk(visit),
        TerminatorKind::Return(Some(value)) => value.walk(visit),
        TerminatorKind::Goto(_) | TerminatorKind::Return(None) | TerminatorKind::Unreachable => {}
    }
}

/// Whether a type depends on a length that only the run knows.
pub(crate) fn is_variably_modified(types: &TypeTable, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Array { length: ArrayLength::Variable(_), .. } => true,
        Type::Array { element, .. } => is_variably_modified(types, *element),
        Type::Pointer(target) => is_variably_modified(types, *target),
        Type::Function(function) => is_variably_modified(types, function.result),
        _ => false,
    }
}
