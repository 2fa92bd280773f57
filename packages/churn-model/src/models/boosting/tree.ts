import { NODE_BYTES } from "./state-block.ts";

/**
 * A grown tree. Inner nodes and leaves are numbered apart; a child is an inner node when >= 0 and leaf `~child` when
 * negative. A tree without inner nodes is one leaf.
 */
export interface Tree {
  feature: Int32Array;
  /** Highest bin that goes left; -1 where the node asks for a category. */
  threshold: Int32Array;
  missingLeft: Uint8Array;
  left: Int32Array;
  right: Int32Array;
  /** 32 bytes per inner node: one bit per bin, set when it goes left. */
  bits: Uint8Array;
  leafValue: Float64Array;
  /** Training rows per leaf, for the path-dependent expectations of TreeSHAP. */
  leafCover: Float64Array;
}

/** Whether a bin goes left at an inner node. */
export const goesLeft = (tree: Tree, node: number, bin: number): boolean =>
  ((tree.bits[node * 32 + (bin >> 3)]! >> (bin & 7)) & 1) === 1;

/** Sets the bits of a numeric split: bins up to the threshold, and the missing bin as learned. */
export function setNumericBits(
  bits: Uint8Array,
  threshold: number,
  missingBin: number,
  missingLeft: boolean,
): void {
  for (let bin = 0; bin <= threshold; bin++) bits[bin >> 3]! |= 1 << (bin & 7);
  if (missingLeft) bits[missingBin >> 3]! |= 1 << (missingBin & 7);
}

/** Writes a tree in the form that kernels walk; `columns` gives the address of each feature's bins. */
export function writeNodes(
  tree: Tree,
  columnOf: (feature: number) => number,
  nodes: Int32Array,
  nodeBytes: Uint8Array,
  firstNode: number,
): void {
  const words = NODE_BYTES / 4;
  for (let node = 0; node < tree.feature.length; node++) {
    const at = firstNode + node;
    nodes[at * words] = columnOf(tree.feature[node]!);
    nodes[at * words + 1] = tree.left[node]!;
    nodes[at * words + 2] = tree.right[node]!;
    nodes[at * words + 3] = tree.feature[node]!;
    nodeBytes.set(tree.bits.subarray(node * 32, node * 32 + 32), at * NODE_BYTES + 16);
  }
}
