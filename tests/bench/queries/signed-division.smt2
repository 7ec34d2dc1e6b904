; A quotient of positive numbers is not above the dividend, at 12 bits.
(set-logic QF_BV)
(declare-const x (_ BitVec 12))
(declare-const y (_ BitVec 12))
(assert (bvsgt x #x000))
(assert (bvsgt y #x000))
(assert (bvsgt (bvsdiv x y) x))
(check-sat)
