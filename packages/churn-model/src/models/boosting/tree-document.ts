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
  const nodes = trees.reduce((sum, tree) => sum + tree.feature.length, 0);
  const leaves = trees.reduce((sum, tree) => sum + tree.leafValue.length, 0);
  // Straight into arrays of the stored type: small data packs thousands of trees that only measure.
  const pack = <A extends { set(values: ArrayLike<number>, at: number): void } & ArrayBufferView>(
    packed: A,
    pick: (tree: Tree) => ArrayLike<number>,
  ): string => {
    let at = 0;
    for (const tree of trees) {
      const values = pick(tree);
      packed.set(values, at);
      at += values.length;
    }
    return toBase64(packed);
  };
  return {
    leavesPerTree: trees.map((tree) => tree.leafValue.length),
    feature: pack(new Uint16Array(nodes), (tree) => tree.feature),
    threshold: pack(new Uint8Array(nodes), (tree) =>
      tree.threshold.map((threshold) => (threshold < 0 ? CATEGORY : threshold)),
    ),
    missingLeft: pack(new Uint8Array(nodes), (tree) => tree.missingLeft),
    left: pack(new Int16Array(nodes), (tree) => tree.left),
    right: pack(new Int16Array(nodes), (tree) => tree.right),
    categoryBits: toBase64(categoryBitsOf(trees)),
    leafValue: pack(new Float32Array(leaves), (tree) => tree.leafValue),
    leafCover: pack(new Uint32Array(leaves), (tree) => tree.leafCover),
  };
}

function categoryBitsOf(trees: Tree[]): Uint8Array {
  const asking = trees.reduce(
    (sum, { threshold }) => sum + threshold.reduce((own, value) => own + (value < 0 ? 1 : 0), 0),
    0,
  );
  const packed = new Uint8Array(asking * 32);
  let at = 0;
  for (const { threshold, bits } of trees) {
    for (let node = 0; node < threshold.length; node++) {
      if (threshold[node]! >= 0) continue;
      packed.set(bits.subarray(node * 32, node * 32 + 32), at);
      at += 32;
    }
  }
  return packed;
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

const ALPHABET = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const PADDING = 61;

function toBase64(values: ArrayBufferView): string {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const known = bytes.length - from;
    const three = (bytes[from]! << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    text[to] = ALPHABET[three >> 18]!;
    text[to + 1] = ALPHABET[(three >> 12) & 63]!;
    text[to + 2] = known > 1 ? ALPHABET[(three >> 6) & 63]! : PADDING;
    text[to + 3] = known > 2 ? ALPHABET[three & 63]! : PADDING;
  }
  return new TextDecoder().decode(text);
}

function fromBase64(text: string): ArrayBuffer {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < characters.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes.buffer;
}
