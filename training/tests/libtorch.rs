//! The library that scripts/libtorch.sh brings is found by programs and computes.
#![cfg(feature = "torch")]

use tch::Tensor;

#[test]
fn tensors_add_up_and_have_gradients() {
    let x = Tensor::from_slice(&[1.0f32, 2.0, 3.0]).set_requires_grad(true);
    let y = (&x * &x).sum(tch::Kind::Float);
    y.backward();
    assert_eq!(y.double_value(&[]), 14.0);
    assert_eq!(Vec::<f32>::try_from(x.grad()).unwrap(), [2.0, 4.0, 6.0]);
}
