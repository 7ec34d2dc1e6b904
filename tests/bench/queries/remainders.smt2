; Four remainders of one number.
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(assert (= (bvurem x #x00000007) #x00000003))
(assert (= (bvurem x #x0000000b) #x00000005))
(assert (= (bvurem x #x0000000d) #x00000008))
(assert (= (bvurem x #x000003f1) #x0000004d))
(check-sat)
