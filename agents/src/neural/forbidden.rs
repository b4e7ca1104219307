//! What `clippy.toml` forbids of libtorch, one call of each kind. Only clippy compiles this: each is expected to be refused, and an
//! expectation that is not met is a warning, which the lints of `scripts/test.sh` take for an error.
//!
//! libtorch's generator is one for the process: what is drawn from it depends on whatever else draws. So do numbers in the
//! order of a `HashMap`.
#![expect(dead_code, reason = "to be refused, not to be called")]

use tch::{Cuda, Device, Kind, Tensor, nn};

const FLOATS: (Kind, Device) = (Kind::Float, Device::Cpu);

#[expect(clippy::disallowed_methods, reason = "planted")]
fn seed() {
    tch::manual_seed(1);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn seed_of_a_device() {
    Cuda::manual_seed_all(1);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn uniform() {
    let _ = Tensor::rand([2], FLOATS);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn uniform_or_error() {
    let _ = Tensor::f_rand([2], FLOATS);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn normal() {
    let _ = Tensor::randn([2], FLOATS);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn whole() {
    let _ = Tensor::randint(5, [2], FLOATS);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn order() {
    let _ = Tensor::randperm(5, FLOATS);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn like(of: &Tensor) {
    let _ = of.randn_like();
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn like_into(of: &Tensor, out: &Tensor) {
    let _ = of.rand_like_out(out);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn in_place(of: &mut Tensor) {
    let _ = of.uniform_(0.0, 1.0);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn normal_in_place(of: &mut Tensor) {
    let _ = of.normal_(0.0, 1.0);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn random_in_place(of: &mut Tensor) {
    let _ = of.random_();
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn exponential_in_place(of: &mut Tensor) {
    let _ = of.exponential_(1.0);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn coins(of: &Tensor) {
    let _ = of.bernoulli();
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn coins_in_place(of: &mut Tensor) {
    let _ = of.bernoulli_float_(0.5);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn choice(of: &Tensor) {
    let _ = of.multinomial(1, true);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn dropped(of: &Tensor) {
    let _ = of.dropout(0.5, true);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn dropped_in_place(of: &mut Tensor) {
    let _ = of.dropout_(0.5, true);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn batch(of: &Tensor) {
    let _ = of.random_batch(1);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn variable(path: &nn::Path<'_>) {
    let _ = path.kaiming_uniform("weight", &[2, 2]);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn entry(path: &nn::Path<'_>) {
    let _ = path.entry("weight");
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn layer(path: &nn::Path<'_>) {
    let _ = nn::linear(path, 1, 1, nn::LinearConfig::default());
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn convolution(path: &nn::Path<'_>) {
    let _ = nn::conv2d(path, 1, 1, 1, nn::ConvConfig::default());
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn weights(store: &nn::VarStore) {
    let _ = store.variables();
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn file(store: &nn::VarStore) {
    let _ = store.save("weights");
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn threads() {
    tch::set_num_threads(2);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn beginning(path: &nn::Path<'_>) {
    let _ = path.var("weight", &[2], nn::Init::Uniform { lo: 0.0, up: 1.0 });
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn beginning_of(of: &mut Tensor) {
    of.init(nn::Init::Uniform { lo: 0.0, up: 1.0 });
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn beginning_again(of: &mut Tensor) {
    nn::Init::Uniform { lo: 0.0, up: 1.0 }.set(of);
}

#[expect(clippy::disallowed_methods, reason = "planted")]
fn new_beginning() {
    let _ = nn::init(nn::Init::Uniform { lo: 0.0, up: 1.0 }, &[2], Device::Cpu);
}
