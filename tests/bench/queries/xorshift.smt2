; A 64-bit xorshift step and its input with a given sum.
(set-logic QF_BV)
(declare-const x (_ BitVec 64))
(define-fun a () (_ BitVec 64) (bvxor x (bvshl x #x000000000000000d)))
(define-fun b () (_ BitVec 64) (bvxor a (bvlshr a #x0000000000000007)))
(define-fun c () (_ BitVec 64) (bvxor b (bvshl b #x0000000000000011)))
(assert (= (bvadd c x) #x0123456789abcdef))
(check-sat)
