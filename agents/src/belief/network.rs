//! A small network of dense layers, read from a safetensors file.

use safetensors::{Dtype, SafeTensors};

/// Layers of `max(0, Wx + b)`, the last without the bound.
#[derive(Clone, Debug)]
pub(super) struct Network {
    layers: Vec<Layer>,
}

#[derive(Clone, Debug)]
struct Layer {
    inputs: usize,
    /// One row for each input, with a weight for each output.
    rows: Vec<f32>,
    bias: Vec<f32>,
}

impl Layer {
    /// Inputs are mostly nil, and only the rows of the others are added up.
    fn forward(&self, inputs: impl Iterator<Item = f32>) -> Vec<f32> {
        let mut sums = self.bias.clone();
        for (input, row) in inputs.zip(self.rows.chunks_exact(self.bias.len())) {
            if input != 0.0 {
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += input * weight);
            }
        }
        sums
    }
}

impl Network {
    /// Reads the layers `0.weight` (inputs × outputs), `0.bias`, `1.weight` and so on, all of the type BF16.
    ///
    /// # Errors
    /// Says what is missing or of a wrong size.
    pub(super) fn read(bytes: &[u8], inputs: usize, outputs: usize) -> Result<Network, String> {
        let file =
            SafeTensors::deserialize(bytes).map_err(|error| format!("no safetensors file ({error:?})"))?;
        let mut layers = Vec::new();
        while file.names().iter().any(|name| **name == format!("{}.weight", layers.len())) {
            let (rows, shape) = tensor(&file, &format!("{}.weight", layers.len()))?;
            let (bias, _) = tensor(&file, &format!("{}.bias", layers.len()))?;
            let before = layers.last().map_or(inputs, |layer: &Layer| layer.bias.len());
            if shape != [before, bias.len()] || bias.is_empty() {
                return Err(format!("layer {} of size {shape:?} after {before} numbers", layers.len()));
            }
            layers.push(Layer { inputs: before, rows, bias });
        }
        match layers.last() {
            Some(last) if last.bias.len() == outputs => Ok(Network { layers }),
            last => Err(format!("{} outputs, expected {outputs}", last.map_or(0, |last| last.bias.len()))),
        }
    }

    /// What the network makes of `inputs`.
    pub(super) fn forward(&self, inputs: &[u8]) -> Vec<f32> {
        let Some((first, others)) = self.layers.split_first() else { return Vec::new() };
        debug_assert_eq!(inputs.len(), first.inputs, "numbers that the network was made for");
        let mut values = first.forward(inputs.iter().map(|number| f32::from(*number)));
        for layer in others {
            values = layer.forward(values.into_iter().map(|value| value.max(0.0)));
        }
        values
    }
}

/// A tensor's numbers and shape.
fn tensor(file: &SafeTensors<'_>, name: &str) -> Result<(Vec<f32>, Vec<usize>), String> {
    let view = file.tensor(name).map_err(|_| format!("no tensor {name:?}"))?;
    if view.dtype() != Dtype::BF16 {
        return Err(format!("tensor {name:?} of type {:?}, expected BF16", view.dtype()));
    }
    // The upper half of a 32-bit number.
    let number = |pair: &[u8]| f32::from_bits(u32::from(u16::from_le_bytes([pair[0], pair[1]])) << 16);
    Ok((view.data().chunks_exact(2).map(number).collect(), view.shape().to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use safetensors::tensor::TensorView;

    fn bf16(numbers: &[f32]) -> Vec<u8> {
        numbers.iter().flat_map(|number| ((number.to_bits() >> 16) as u16).to_le_bytes()).collect()
    }

    fn file(tensors: &[(&str, &[usize], &[f32])]) -> Vec<u8> {
        let data: Vec<_> =
            tensors.iter().map(|(name, shape, numbers)| (*name, shape.to_vec(), bf16(numbers))).collect();
        let views = data
            .iter()
            .map(|(name, shape, bytes)| (*name, TensorView::new(Dtype::BF16, shape.clone(), bytes).unwrap()));
        safetensors::serialize(views.collect::<Vec<_>>(), &None).unwrap()
    }

    #[test]
    fn layers_follow_each_other_with_nothing_below_nil_between_them() {
        let bytes = file(&[
            ("0.weight", &[2, 2], &[1.0, -1.0, 2.0, 0.5]),
            ("0.bias", &[2], &[0.5, 0.0]),
            ("1.weight", &[2, 1], &[2.0, 8.0]),
            ("1.bias", &[1], &[-1.0]),
        ]);
        let network = Network::read(&bytes, 2, 1).unwrap();
        // (3 + 4 + 0.5, -3 + 1) → 2 · 7.5 + 8 · 0 − 1
        assert_eq!(network.forward(&[3, 2]), [14.0]);
        assert_eq!(network.forward(&[0, 2]), [2.0 * 4.5 + 8.0 - 1.0]);
    }

    #[test]
    fn files_of_other_networks_are_refused() {
        let good: [(&str, &[usize], &[f32]); 2] =
            [("0.weight", &[2, 1], &[1.0, 1.0]), ("0.bias", &[1], &[0.0])];
        assert!(Network::read(&file(&good), 2, 1).is_ok());
        for (inputs, outputs, what) in [(3, 1, "after 3 numbers"), (2, 4, "1 outputs, expected 4")] {
            let error = Network::read(&file(&good), inputs, outputs).unwrap_err();
            assert!(error.contains(what), "{error}");
        }
        assert!(Network::read(&file(&good[..1]), 2, 1).unwrap_err().contains("0.bias"));
        assert!(Network::read(b"nothing", 2, 1).unwrap_err().contains("safetensors"));
    }
}
