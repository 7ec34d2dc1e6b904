; Quotient and remainder make the dividend again, at 16 bits.
(set-logic QF_BV)
(declare-const x (_ BitVec 16))
(declare-const y (_ BitVec 16))
(assert (distinct y #x0000))
(assert (distinct x (bvadd (bvmul (bvudiv x y) y) (bvurem x y))))
(check-sat)
