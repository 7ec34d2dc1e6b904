; No sum of two squares is three modulo four.
(set-logic QF_BV)
(declare-const x (_ BitVec 24))
(declare-const y (_ BitVec 24))
(assert (= (bvurem (bvadd (bvmul x x) (bvmul y y)) #x000004) #x000003))
(check-sat)
