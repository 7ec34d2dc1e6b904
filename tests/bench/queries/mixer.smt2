; The input of a 32-bit hash finaliser, from its output.
(set-logic QF_BV)
(declare-const x (_ BitVec 32))
(define-fun a () (_ BitVec 32) (bvmul (bvxor x (bvlshr x #x00000010)) #x85ebca6b))
(define-fun b () (_ BitVec 32) (bvmul (bvxor a (bvlshr a #x0000000d)) #xc2b2ae35))
(assert (= (bvxor b (bvlshr b #x00000010)) #xdeadbeef))
(check-sat)
