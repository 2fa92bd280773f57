import { ASKS, MOST_LEAVES, NODE_BYTES, STATE } from "./state-block.ts";
import type { Workspace } from "./workspace.ts";

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

/** Where a tree lies in a workspace: its first node and first leaf value. */
export interface TreePlace {
  node: number;
  value: number;
}

/**
 * Writes a tree with at least one inner node in the form that kernels read, its values times `weight`. Leaves are
 * numbered from left to right there, so that those left of a node are neighbours.
 */
export function writeTree(workspace: Workspace, tree: Tree, place: TreePlace, weight = 1): void {
  const { nodes, nodeBytes, values, state, stride, shape } = workspace;
  const inner = tree.feature.length;
  if (tree.leafValue.length > MOST_LEAVES)
    throw new RangeError(`a tree of ${tree.leafValue.length} leaves is larger than ${MOST_LEAVES}`);
  const bins = state[STATE.bins >> 2]!;
  const leaves = leavesFromLeft(tree);
  const childAt = (child: number): number => (child < 0 ? ~leaves.numberOf[~child]! : child);
  for (let node = 0; node < inner; node++) {
    const at = (place.node + node) * NODE_BYTES;
    const feature = tree.feature[node]!;
    nodes[at / 4] = bins + feature * stride;
    nodes[at / 4 + 1] = childAt(tree.left[node]!);
    nodes[at / 4 + 2] = childAt(tree.right[node]!);
    nodes[at / 4 + 3] = feature;
    nodeBytes.set(tree.bits.subarray(node * 32, node * 32 + 32), at + 16);
    const width = shape.widths[feature]!;
    const missing = goesLeft(tree, node, width) ? ASKS.thresholdOrMissing : ASKS.threshold;
    // A "no" crosses out the leaves from `from` to before `to`.
    const from = leaves.first[node]!;
    const to = leaves.middle[node]!;
    nodeBytes[at + 48] = tree.threshold[node]! < 0 ? ASKS.bins : missing;
    nodeBytes[at + 49] = tree.threshold[node]!;
    nodeBytes[at + 50] = width;
    nodeBytes[at + 51] = from >> 3;
    nodeBytes[at + 52] = (to - 1) >> 3;
    nodeBytes[at + 53] = ~crossed(from & 7, from >> 3 === (to - 1) >> 3 ? ((to - 1) & 7) + 1 : 8);
    nodeBytes[at + 54] = ~crossed(0, ((to - 1) & 7) + 1);
  }
  tree.leafValue.forEach((value, leaf) => (values[place.value + leaves.numberOf[leaf]!] = value * weight));
}

/** Bits from one position to before another. */
const crossed = (from: number, to: number): number => (1 << to) - (1 << from);

/** Points the kernel's `addTree` at a tree written before. */
export function pointAt(workspace: Workspace, tree: Tree, place: TreePlace): void {
  const { state, nodes, values } = workspace;
  state[STATE.nodes >> 2] = nodes.byteOffset + place.node * NODE_BYTES;
  state[STATE.values >> 2] = values.byteOffset + place.value * 8;
  state[STATE.nodeCount >> 2] = tree.feature.length;
  state[STATE.planes >> 2] = Math.ceil(tree.leafValue.length / 8);
}

/** Numbers of the leaves from left to right; per inner node its first leaf and the first of its right child. */
function leavesFromLeft(tree: Tree) {
  const inner = tree.feature.length;
  const numberOf = new Int32Array(tree.leafValue.length);
  const first = new Int32Array(inner);
  const middle = new Int32Array(inner);
  const size = new Int32Array(inner);
  const sizeOf = (child: number): number => (child < 0 ? 1 : size[child]!);
  // Children are always numbered after their parent.
  for (let node = inner - 1; node >= 0; node--)
    size[node] = sizeOf(tree.left[node]!) + sizeOf(tree.right[node]!);
  const place = (child: number, at: number): void => {
    if (child < 0) numberOf[~child] = at;
    else first[child] = at;
  };
  for (let node = 0; node < inner; node++) {
    middle[node] = first[node]! + sizeOf(tree.left[node]!);
    place(tree.left[node]!, first[node]!);
    place(tree.right[node]!, middle[node]!);
  }
  return { numberOf, first, middle };
}
