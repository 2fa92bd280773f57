import { setNumericBits, type Tree } from "./tree.ts";

/** Trees packed for storage: one array for all nodes of all trees, as base64 of little-endian numbers. */
export interface TreesDocument {
  leavesPerTree: number[];
  /** Per inner node. */
  feature: string;
  /** Highest bin that goes left; 255 where the node asks for a category. */
  threshold: string;
  missingLeft: string;
  left: string;
  right: string;
  /** 32 bytes per node that asks for a category. */
  categoryBits: string;
  /** Per leaf, single precision. */
  leafValue: string;
  leafCover: string;
}

const CATEGORY = 255;

/** Packs trees; `unpackTrees` gives equal ones back. */
export function packTrees(trees: Tree[]): TreesDocument {
  const all = <A>(pick: (tree: Tree) => ArrayLike<A>): A[] => trees.flatMap((tree) => Array.from(pick(tree)));
  const categoryBits = trees.flatMap((tree) =>
    Array.from(tree.threshold).flatMap((threshold, node) =>
      threshold < 0 ? Array.from(tree.bits.subarray(node * 32, node * 32 + 32)) : [],
    ),
  );
  return {
    leavesPerTree: trees.map((tree) => tree.leafValue.length),
    feature: toBase64(Uint16Array.from(all((tree) => tree.feature))),
    threshold: toBase64(
      Uint8Array.from(
        all((tree) => tree.threshold),
        (value) => (value < 0 ? CATEGORY : value),
      ),
    ),
    missingLeft: toBase64(Uint8Array.from(all((tree) => tree.missingLeft))),
    left: toBase64(Int16Array.from(all((tree) => tree.left))),
    right: toBase64(Int16Array.from(all((tree) => tree.right))),
    categoryBits: toBase64(Uint8Array.from(categoryBits)),
    leafValue: toBase64(Float32Array.from(all((tree) => tree.leafValue))),
    leafCover: toBase64(Uint32Array.from(all((tree) => tree.leafCover))),
  };
}

/** Unpacks trees; `widths` are the value bins per feature of the binning they were grown on. */
export function unpackTrees(document: TreesDocument, widths: number[]): Tree[] {
  const feature = new Uint16Array(fromBase64(document.feature));
  const threshold = new Uint8Array(fromBase64(document.threshold));
  const missingLeft = new Uint8Array(fromBase64(document.missingLeft));
  const left = new Int16Array(fromBase64(document.left));
  const right = new Int16Array(fromBase64(document.right));
  const categoryBits = new Uint8Array(fromBase64(document.categoryBits));
  const leafValue = new Float32Array(fromBase64(document.leafValue));
  const leafCover = new Uint32Array(fromBase64(document.leafCover));
  let [node, leaf, category] = [0, 0, 0];
  return document.leavesPerTree.map((leaves) => {
    const inner = leaves - 1;
    const bits = new Uint8Array(inner * 32);
    for (let i = 0; i < inner; i++) {
      const own = bits.subarray(i * 32, i * 32 + 32);
      if (threshold[node + i] === CATEGORY) {
        own.set(categoryBits.subarray(category, category + 32));
        category += 32;
      } else
        setNumericBits(own, threshold[node + i]!, widths[feature[node + i]!]!, missingLeft[node + i] === 1);
    }
    const tree: Tree = {
      feature: Int32Array.from(feature.subarray(node, node + inner)),
      threshold: Int32Array.from(threshold.subarray(node, node + inner), (value) =>
        value === CATEGORY ? -1 : value,
      ),
      missingLeft: missingLeft.slice(node, node + inner),
      left: Int32Array.from(left.subarray(node, node + inner)),
      right: Int32Array.from(right.subarray(node, node + inner)),
      bits,
      leafValue: Float64Array.from(leafValue.subarray(leaf, leaf + leaves)),
      leafCover: Float64Array.from(leafCover.subarray(leaf, leaf + leaves)),
    };
    node += inner;
    leaf += leaves;
    return tree;
  });
}

function toBase64(values: ArrayBufferView): string {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  let text = "";
  // In chunks: an argument list may not be arbitrarily long.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

function fromBase64(text: string): ArrayBuffer {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < characters.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes.buffer;
}
