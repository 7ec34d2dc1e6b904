; x * (y + z) and x * y + x * z differ nowhere, at 10 bits.
(set-logic QF_BV)
(declare-const x (_ BitVec 10))
(declare-const y (_ BitVec 10))
(declare-const z (_ BitVec 10))
(assert (distinct (bvmul x (bvadd y z)) (bvadd (bvmul x y) (bvmul x z))))
(check-sat)
