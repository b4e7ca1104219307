//! Networks in safetensors files: the weights, and in the metadata what they are.

use super::{
    config::{NetworkConfig, SizeError},
    network::Network,
};
use crate::encoding;
use mcr_engine::Stream;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};
use tch::{Device, Kind, Tensor, nn::VarStore};

/// The only key of a file's metadata; one key, so that the same network always gives the same bytes.
const KEY: &str = "mcr";

/// The version of what stands under [`KEY`].
const FORMAT: u32 = 1;

/// What a file says about its weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Version of this.
    format: u32,
    /// Version of the encoding that the network was trained with.
    pub encoding: u32,
    /// What it is made of.
    pub network: NetworkConfig,
    /// Where it comes from, in words: program, data, steps and so on.
    #[serde(default)]
    pub provenance: BTreeMap<String, String>,
}

/// A file that holds no network for this program.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// It cannot be read or written.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is no safetensors file of a network.
    #[error("{path}: {problem}, expected a network that mcr train has saved", path = path.display())]
    Content {
        /// Which file.
        path: PathBuf,
        /// What is found.
        problem: String,
    },
    /// It was trained with other planes.
    #[error("{path}: trained with version {found} of the encoding, this program has version {expected}", path = path.display())]
    Encoding {
        /// Which file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// Ours.
        expected: u32,
    },
    /// Its sizes cannot be.
    #[error("{path}: {source}", path = path.display())]
    Size {
        /// Which file.
        path: PathBuf,
        /// What is wrong with them.
        source: SizeError,
    },
}

/// Tensors by name.
pub type Tensors = BTreeMap<String, Tensor>;

/// The weights of a store in the order of their names. The store itself keeps them in an order that differs between runs.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the one place where the order is mended")]
pub fn by_name(store: &VarStore) -> Tensors {
    store.variables().into_iter().collect()
}

/// Puts numbers of a stream in the place of a weight, from -`bound` to below `bound`, each as likely.
pub fn draw(weight: &mut Tensor, bound: f64, stream: &mut Stream) {
    let numbers: Vec<f32> =
        (0..weight.numel()).map(|_| (bound * (2.0 * stream.unit() - 1.0)) as f32).collect();
    tch::no_grad(|| weight.copy_(&Tensor::from_slice(&numbers).view(weight.size().as_slice())));
}

/// Writes tensors of 32-bit floats and one text beside them, whole or not at all.
///
/// # Errors
/// When the file cannot be written.
pub fn write_tensors(path: &Path, tensors: &[(String, Tensor)], text: &str) -> Result<(), WeightsError> {
    write(path, tensors, text, (Kind::Float, Dtype::F32))
}

/// The same in half the bits of each number, BF16, as `mcr_agents::belief` reads them.
///
/// # Errors
/// When the file cannot be written.
pub fn write_halves(path: &Path, tensors: &[(String, Tensor)], text: &str) -> Result<(), WeightsError> {
    write(path, tensors, text, (Kind::BFloat16, Dtype::BF16))
}

fn write(
    path: &Path,
    tensors: &[(String, Tensor)],
    text: &str,
    (kind, dtype): (Kind, Dtype),
) -> Result<(), WeightsError> {
    let data: Vec<(String, Vec<usize>, Vec<u8>)> = tensors
        .iter()
        .map(|(name, tensor)| {
            let flat = tensor.detach().to_device(Device::Cpu).to_kind(kind).contiguous();
            let mut bytes = vec![0; flat.numel() * kind.elt_size_in_bytes()];
            flat.copy_data_u8(&mut bytes, flat.numel());
            (name.clone(), flat.size().into_iter().map(|n| n as usize).collect(), bytes)
        })
        .collect();
    let content = |problem: String| WeightsError::Content { path: path.into(), problem };
    let views = data
        .iter()
        .map(|(name, shape, bytes)| Ok((name, TensorView::new(dtype, shape.clone(), bytes)?)))
        .collect::<Result<Vec<_>, safetensors::SafeTensorError>>()
        .map_err(|error| content(error.to_string()))?;
    let metadata = [(KEY.to_owned(), text.to_owned())].into_iter().collect();
    let bytes =
        safetensors::tensor::serialize(views, &Some(metadata)).map_err(|error| content(error.to_string()))?;
    write_whole(path, &bytes).map_err(|source| WeightsError::File { path: path.into(), source })
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = path.with_extension("part");
    let mut file = fs::File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&part, path)
}

/// Reads what [`write_tensors`] wrote.
///
/// # Errors
/// When the file cannot be read or is no such file.
pub fn read_tensors(path: &Path) -> Result<(Tensors, String), WeightsError> {
    let bytes = fs::read(path).map_err(|source| WeightsError::File { path: path.into(), source })?;
    let content = |problem: String| WeightsError::Content { path: path.into(), problem };
    let wrong = |error: safetensors::SafeTensorError| content(format!("no safetensors file ({error:?})"));
    let (_, header) = SafeTensors::read_metadata(&bytes).map_err(wrong)?;
    let text = header.metadata().as_ref().and_then(|map| map.get(KEY)).cloned();
    let text = text.ok_or_else(|| content(format!("no metadata {KEY:?}")))?;
    let file = SafeTensors::deserialize(&bytes).map_err(wrong)?;
    let mut tensors = BTreeMap::new();
    for (name, view) in file.tensors() {
        if view.dtype() != Dtype::F32 {
            return Err(content(format!("tensor {name:?} of type {:?} instead of F32", view.dtype())));
        }
        let shape: Vec<i64> = view.shape().iter().map(|n| *n as i64).collect();
        let tensor = Tensor::f_from_data_size(view.data(), &shape, Kind::Float)
            .map_err(|error| content(format!("tensor {name:?}: {error}")))?;
        tensors.insert(name, tensor);
    }
    Ok((tensors, text))
}

/// Saves a network.
///
/// # Errors
/// When the file cannot be written.
pub fn save(
    network: &Network,
    provenance: &BTreeMap<String, String>,
    path: &Path,
) -> Result<(), WeightsError> {
    let card = Card {
        format: FORMAT,
        encoding: encoding::VERSION,
        network: network.config().clone(),
        provenance: provenance.clone(),
    };
    let text = serde_json::to_string(&card)
        .map_err(|error| WeightsError::Content { path: path.into(), problem: error.to_string() })?;
    write_tensors(path, &Vec::from_iter(by_name(network.store())), &text)
}

/// Reads a network onto a device.
///
/// # Errors
/// When the file holds none, or one for another encoding.
pub fn load(path: &Path, device: Device) -> Result<(Network, Card), WeightsError> {
    let (tensors, text) = read_tensors(path)?;
    let content = |problem: String| WeightsError::Content { path: path.into(), problem };
    let card: Card =
        serde_json::from_str(&text).map_err(|error| content(format!("metadata {KEY:?}: {error}")))?;
    if card.format != FORMAT {
        return Err(content(format!("metadata of version {}", card.format)));
    }
    if card.encoding != encoding::VERSION {
        let (found, expected) = (card.encoding, encoding::VERSION);
        return Err(WeightsError::Encoding { path: path.into(), found, expected });
    }
    card.network.check().map_err(|source| WeightsError::Size { path: path.into(), source })?;
    let mut network = Network::blank(&card.network, device);
    put(&tensors, network.store_mut()).map_err(content)?;
    Ok((network, card))
}

/// Puts tensors in the place of a store's weights.
///
/// # Errors
/// Says which weight is missing or of another size.
pub fn put(tensors: &Tensors, store: &mut VarStore) -> Result<(), String> {
    for (name, mut weight) in by_name(store) {
        let saved = tensors.get(&name).ok_or_else(|| format!("no tensor {name:?}"))?;
        if saved.size() != weight.size() {
            return Err(format!("tensor {name:?} of size {:?} instead of {:?}", saved.size(), weight.size()));
        }
        tch::no_grad(|| weight.copy_(saved));
    }
    Ok(())
}
