; The last five decimal digits of a number.
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(assert (= (bvurem x #x0000000a) #x00000007))
(assert (= (bvurem (bvudiv x #x0000000a) #x0000000a) #x00000003))
(assert (= (bvurem (bvudiv (bvudiv x #x0000000a) #x0000000a) #x0000000a) #x00000009))
(assert (= (bvurem (bvudiv (bvudiv (bvudiv x #x0000000a) #x0000000a) #x0000000a) #x0000000a) #x00000001))
(assert (= (bvurem (bvudiv (bvudiv (bvudiv (bvudiv x #x0000000a) #x0000000a) #x0000000a) #x0000000a) #x0000000a) #x00000004))
(check-sat)
